/** A process that imports one batch by itself, as the jobs process does: `<database> <data folder> <merchant> <batch>`. */
import { openBus } from '../../../server/src/platform/bus.ts';
import { openDatabase } from '../../../server/src/platform/db/index.ts';
import { openFiles } from '../../../server/src/platform/files.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { openPushSender } from '../../../server/src/platform/push/index.ts';
import { batchJob } from '../../../server/src/rooms/batches/index.ts';
import { importWork } from '../../../server/src/rooms/imports/index.ts';

const [url = '', dataDir = '', merchantId, id] = process.argv.slice(2);
const log = openLog('warn', 'bench');
const database = openDatabase(url, log);
const bus = await openBus(url, database, log);
const { db } = database;
const push = openPushSender(db, bus, log);
const works = importWork({ db, files: openFiles(dataDir), push, wake: bus.notify });
await batchJob({ db, push, log, works }).batch?.({ merchantId, id }, new AbortController().signal);
await bus.close();
await database.close();
