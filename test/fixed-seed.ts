import fc from "fast-check";

/**
 * `bun run test` decides whether a commit is sound, so its random tests draw the same data for the same commit: when it
 * turns red, the commit did it. A runner called by hand, without the variable, draws anew each time and prints the seed
 * of what it finds.
 */
const seed = process.env.VIGIE_TEST_SEED;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
