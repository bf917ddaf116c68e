mod behaviour;
mod checksum;
mod evaluation;
mod exactness;
