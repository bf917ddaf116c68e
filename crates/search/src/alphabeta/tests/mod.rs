mod behaviour;
mod checksum;
mod evaluation;
mod exactness;
mod forced_wins;
