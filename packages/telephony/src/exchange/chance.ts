import { randomFillSync } from 'node:crypto';

/** Some two hundred ids. */
const BLOCK_BYTES = 4_096;

/**
 * Ids that nobody guesses, as hex: tags, branches, Call-IDs. Drawn by the block, since each question to the system costs
 * more than the bytes it gives: a set-up asks for a dozen.
 */
export const createChance = (): ((bytes: number) => string) => {
  const block = Buffer.alloc(BLOCK_BYTES);
  let used = BLOCK_BYTES;
  return bytes => {
    if (used + bytes > BLOCK_BYTES) {
      randomFillSync(block);
      used = 0;
    }
    used += bytes;
    return block.toString('hex', used - bytes, used);
  };
};
