import { existsSync } from 'node:fs';
import { chown, cp, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partsAccount } from '../../../server/src/supervisor/lower.ts';

/**
 * What every house of a run of `npm test` would make anew and alike is made once: a run has a temporary folder of its own.
 * Where a file is run by itself nothing is kept: it outlives no run.
 */
const inRun = (name: string): string | undefined =>
  process.env.LIANXIAN_TEST_RUN === undefined ? undefined : join(tmpdir(), `lianxian-${name}`);

/** What the callees of the practice town say: ten seconds of a processor for each house. */
export const townVoices = inRun('town-voices');
/** What the robot says in the seeded plans: the start of a voice, and of two where calls begin at once. */
const prompts = inRun('prompts');
const compiled = inRun('compiled');

const isSound = (path: string): boolean => !/\.alaw\../.test(path);
const lent = (dataDir: string) =>
  [
    [townVoices, join(dataDir, 'practice')],
    [prompts, join(dataDir, 'prompts')],
  ] as const;

/** A new house finds what an earlier one voiced. */
export const lendVoices = async (dataDir: string): Promise<void> => {
  for (const [kept, own] of lent(dataDir))
    if (kept && existsSync(kept)) await cp(kept, own, { recursive: true, filter: isSound });
};

/** One that is over leaves what it voiced. */
export const keepVoices = async (dataDir: string): Promise<void> => {
  for (const [kept, own] of lent(dataDir))
    if (kept && existsSync(own)) await cp(own, kept, { recursive: true, force: false, filter: isSound });
};

/**
 * Where the processes of a house find what others compiled. Those of root's house are somebody else, who may not read what
 * root's tests compiled, and have a folder of their own.
 */
export const compileCache = async (): Promise<Readonly<Record<string, string>>> => {
  const account = process.getuid?.() === 0 ? await partsAccount() : null;
  if (compiled === undefined || account === null) return {};
  await mkdir(compiled, { recursive: true, mode: 0o700 });
  await chown(compiled, account.uid, account.gid);
  return { NODE_COMPILE_CACHE: compiled };
};
