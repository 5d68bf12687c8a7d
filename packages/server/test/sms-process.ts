/** What sends text messages and has their templates reviewed, as a process of its own that a test may kill: by the address of its database. */
import { openCarriers } from '../src/carriers/carriers.ts';
import { openReviewers } from '../src/carriers/review.ts';
import { openDatabase } from '../src/platform/db/index.ts';
import { openEgressGuard } from '../src/platform/egress-guard.ts';
import { openLog } from '../src/platform/log.ts';
import { openSecrets } from '../src/platform/secrets.ts';
import { openReviews } from '../src/rooms/sms-reviews/index.ts';
import { openSender } from '../src/rooms/sms-sending/index.ts';

const [url = ''] = process.argv.slice(2);
const log = openLog('silent', 'sms');
const { db } = openDatabase(url, log);
const secrets = openSecrets(Buffer.alloc(32, 7).toString('base64'));
const egress = openEgressGuard(['127.0.0.1']);
const now = () => new Date();
openSender({ db, log, secrets, open: openCarriers({ egress, log, now }) });
openReviews({ db, log, secrets, open: openReviewers({ egress, now }) });
