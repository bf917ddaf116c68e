mod behaviour;
mod evaluation;
mod exactness;
