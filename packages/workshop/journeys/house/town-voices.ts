import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What the callees of the practice town say is voiced once in a run of `npm test`, which has a temporary folder of its own:
 * ten seconds of a processor for each house. Undefined where a file is run by itself: voices outlive no run.
 */
export const townVoices =
  process.env.LIANXIAN_TEST_RUN === undefined ? undefined : join(tmpdir(), 'lianxian-town-voices');

const isSound = (path: string): boolean => !/\.alaw\../.test(path);
const placeOf = (dataDir: string): string => join(dataDir, 'practice');

/** A new house finds what an earlier one voiced. */
export const lendVoices = async (dataDir: string): Promise<void> => {
  if (townVoices && existsSync(townVoices))
    await cp(townVoices, placeOf(dataDir), { recursive: true, filter: isSound });
};

/** One that is over leaves what it voiced. */
export const keepVoices = async (dataDir: string): Promise<void> => {
  if (townVoices && existsSync(placeOf(dataDir)))
    await cp(placeOf(dataDir), townVoices, { recursive: true, force: false, filter: isSound });
};
