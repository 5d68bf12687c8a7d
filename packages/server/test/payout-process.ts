/** Pays sales of plans out without end, in a process that a test kills: `node payout-process.ts <url>`. */
import { openDatabase } from '../src/platform/db/index.ts';
import { openLog } from '../src/platform/log.ts';
import { payOutJob } from '../src/rooms/market-money/index.ts';

const { db } = openDatabase(process.argv[2] ?? '', openLog('silent', 'test'));
const never = new AbortController().signal;
process.stdout.write('begun\n');
for (;;) await payOutJob(db).payOutPlans?.({}, never);
