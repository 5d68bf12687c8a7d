/** Folds and makes sums anew without end, in a process that a test kills: `node sums-process.ts <url>`. A line for each day. */
import { openDatabase } from '../src/platform/db/index.ts';
import { openLog } from '../src/platform/log.ts';
import { foldJob, recount } from '../src/rooms/sums/index.ts';

const { db } = openDatabase(process.argv[2] ?? '', openLog('silent', 'test'));
const never = new AbortController().signal;
for (;;) {
  await foldJob(db).fold?.({}, never);
  await recount(db, never, done => process.stdout.write(`${done}\n`));
}
