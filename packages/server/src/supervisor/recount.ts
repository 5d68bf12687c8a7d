import { constants, setPriority } from 'node:os';
import { createProgress, say } from '../backup/progress.ts';
import type { Settings } from '../config.ts';
import { recount } from '../rooms/sums/index.ts';
import { withDatabase } from './own-database.ts';

const EXIT_CANCELLED = 130;

/** `npm run recount`: the sums that pages show, made anew of the calls, beside a running house. @returns the exit code. */
export const recountAll = async (settings: Settings): Promise<number> => {
  const cancelling = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => cancelling.abort());
  setPriority(constants.priority.PRIORITY_LOW);
  say('正在重新统计…（Ctrl-C 停下，做完的都算数）');
  const progress = createProgress();
  const days = await withDatabase(settings, 'recount', ({ db }) =>
    recount(db, cancelling.signal, (done, of) => progress(`${done} / ${of} 天`)),
  );
  say(`重新统计了 ${days} 天。`);
  return cancelling.signal.aborted ? EXIT_CANCELLED : 0;
};
