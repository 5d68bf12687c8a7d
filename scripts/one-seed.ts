import fc from 'fast-check';

/** Properties throw the dice of the whole run (`scripts/test.mjs`), so that a red one is thrown again by its seed. */
const { SEED } = process.env;
if (SEED !== undefined) fc.configureGlobal({ seed: Number(SEED) });
