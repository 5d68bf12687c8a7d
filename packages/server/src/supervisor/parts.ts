import { join } from 'node:path';
import { type Config, cloneDir, configMessage } from '../config.ts';
import { placeIn } from '../platform/data-places.ts';
import { type LogFile, openLogFile } from '../platform/log-file.ts';
import { type Child, type ChildListener, type ChildPlan, keepChild } from './child.ts';
import type { Lowered } from './lower.ts';
import { PRACTICE_HOST } from './settle.ts';

export type PartName = 'database' | 'web' | 'calls' | 'jobs' | 'practice';

/** How people call the processes of the house. */
export const partWords: Readonly<Record<PartName, string>> = {
  database: '数据库',
  web: '网页服务',
  calls: '呼叫',
  jobs: '后台任务',
  practice: '练习线路',
};

/**
 * A cluster is made, a crash replayed or a migration run in the database's time: one that rewrites the rows of years is all
 * or nothing, so ended half-way it would begin anew at every start. The rest load a few modules: for the first time they are
 * compiled, on a machine that may be slow or busy with much else, and who would not wait would have no house at all.
 */
const databaseReadyMs = { first: 3_600_000, again: 3_600_000 };
const readyMs = { first: 300_000, again: 60_000 };

/**
 * What a request leaves behind dies at once, if it is let: in the usual 16 MiB large bodies (a sheet, a plan of 2 MB) made
 * it to the old space, which was then collected every second, for 20 to 60 ms in which no page was answered.
 */
const WEB_FLAGS = ['--min-semi-space-size=16', '--max-semi-space-size=32'];

const mainFile = join(cloneDir, 'packages/server/src/main.ts');
const practiceFile = join(cloneDir, 'packages/practice/src/main.ts');
const voiceCommand = JSON.stringify([process.execPath, join(cloneDir, 'packages/voice/src/main.ts')]);

const practiceEnvironment = (config: Config): Record<string, string> => ({
  PRACTICE_SIP_HOST: PRACTICE_HOST,
  PRACTICE_SIP_PORT: String(config.practicePort),
  PRACTICE_SEED: process.env.PRACTICE_SEED ?? '1',
  PRACTICE_CACHE_DIR: placeIn(config.dataDir, 'practice'),
  VOICE_COMMAND: voiceCommand,
});

const planOf = (name: PartName, config: () => Config, lowered: Lowered | null): ChildPlan => {
  const isPractice = name === 'practice';
  return {
    name,
    entry: isPractice ? practiceFile : mainFile,
    args: isPractice ? [] : ['--role', name],
    flags: name === 'web' ? WEB_FLAGS : [],
    env: () => (isPractice ? practiceEnvironment(config()) : { VOICE_COMMAND: voiceCommand }),
    told: () => (isPractice ? null : configMessage(config())),
    readyWithinMs: name === 'database' ? databaseReadyMs : readyMs,
    // It starts PostgreSQL under an account of its own, and needs what that takes.
    lowered: name === 'database' ? null : lowered,
  };
};

/** What one process prints goes to its own bounded file, or through to our own output. */
const openSink = (logDir: string | null, name: PartName): LogFile =>
  logDir === null
    ? { write: chunk => void process.stdout.write(chunk), close: () => undefined }
    : openLogFile(join(logDir, `${name}.log`));

/** One process of the house with its log; `config` is asked anew at each start. */
export const openPart = (
  name: PartName,
  { config, lowered, logDir }: { config: () => Config; lowered: Lowered | null; logDir: string | null },
  listener: ChildListener,
): Child => keepChild(planOf(name, config, lowered), openSink(logDir, name), listener);
