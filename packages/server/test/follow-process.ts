/** Looks once for customers that tasks follow, in a process that a test kills: `node follow-process.ts <url> <data folder>`. */
import { openDatabase } from '../src/platform/db/index.ts';
import { openFiles } from '../src/platform/files.ts';
import { openLog } from '../src/platform/log.ts';
import { followJob } from '../src/rooms/task-follows/index.ts';

const [url = '', dataDir = ''] = process.argv.slice(2);
const log = openLog('silent', 'test');
const { db } = openDatabase(url, log);
const clock = { now: () => new Date() };
await followJob({ db, files: openFiles(dataDir), clock, log }).followCustomers?.({}, new AbortController().signal);
process.exit(0);
