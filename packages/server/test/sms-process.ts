/** What sends text messages, as a process of its own that a test may kill: by the address of its database. */
import { openCarriers } from '../src/carriers/carriers.ts';
import { openDatabase } from '../src/platform/db/index.ts';
import { openEgressGuard } from '../src/platform/egress-guard.ts';
import { openLog } from '../src/platform/log.ts';
import { openSecrets } from '../src/platform/secrets.ts';
import { openSender } from '../src/rooms/sms-sending/index.ts';

const [url = ''] = process.argv.slice(2);
const log = openLog('silent', 'sms');
const { db } = openDatabase(url, log);
openSender({
  db,
  log,
  secrets: openSecrets(Buffer.alloc(32, 7).toString('base64')),
  open: openCarriers({ egress: openEgressGuard(['127.0.0.1']), log, now: () => new Date() }),
});
