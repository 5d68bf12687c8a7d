/** Carries one batch task of customers out, in a process that a test kills: `node batch-process.ts <url> <merchant> <batch>`. */
import { openBus } from '../src/platform/bus.ts';
import { openDatabase } from '../src/platform/db/index.ts';
import { openLog } from '../src/platform/log.ts';
import { openPushSender } from '../src/platform/push/index.ts';
import { batchJob } from '../src/rooms/batches/index.ts';
import { CUSTOMER_ACT_KIND, customerActWork } from '../src/rooms/customer-acts/index.ts';
import { CUSTOMER_MERGE_KIND, customerMergeWork } from '../src/rooms/customer-merge/index.ts';

const [url = '', merchantId = '', id = ''] = process.argv.slice(2);
const log = openLog('silent', 'test');
const database = openDatabase(url, log);
const { db } = database;
const push = openPushSender(db, await openBus(url, database, log), log);
const works = { [CUSTOMER_ACT_KIND]: customerActWork(db), [CUSTOMER_MERGE_KIND]: customerMergeWork(db) };
await batchJob({ db, push, log, works }).batch?.({ merchantId, id }, new AbortController().signal);
process.exit(0);
