mod evaluation;
mod exactness;
mod behaviour;
