/** What the jobs process does, and when: each room's work with what it is given. */
import { stored } from '@lianxian/contract';
import { recordingPeaks } from '@lianxian/telephony';
import type { Bench } from '../platform/bench.ts';
import { merchantDb } from '../platform/db/index.ts';
import type { Jobs } from '../platform/jobs.ts';
import { later } from '../platform/time.ts';
import { sweepSignIns } from '../rooms/accounts/index.ts';
import { answerSheetWork, answersBeforeJob, EXPORT_ANSWERS } from '../rooms/answers/index.ts';
import { sweepBegun } from '../rooms/approvals/index.ts';
import { auditSheet, EXPORT_AUDIT } from '../rooms/audit/index.ts';
import { batchJob, exportSheet, purgeJob } from '../rooms/batches/index.ts';
import { titleOfMerchant } from '../rooms/branding/index.ts';
import { ACT_KIND, actWork, RECORDINGS_KIND, recordingsWork, removedCallsJob } from '../rooms/call-acts/index.ts';
import { missedCallsJob } from '../rooms/call-backs/index.ts';
import { EXPORT_CALLS, exportWork } from '../rooms/call-sheets/index.ts';
import {
  CUSTOMER_ACT_KIND,
  customerActWork,
  customerExportWork,
  EXPORT_CUSTOMERS,
  libraryJobs,
} from '../rooms/customer-acts/index.ts';
import { CUSTOMER_MERGE_KIND, customerMergeWork } from '../rooms/customer-merge/index.ts';
import {
  CUSTOMER_IMPORT_KIND,
  CUSTOMER_TAKE_BACK_KIND,
  CUSTOMERS_FROM_CALLS,
  customerImportWork,
  customersFromCallsWork,
  customerTakeBackWork,
} from '../rooms/customer-sheets/index.ts';
import { decisionSheetWork, EXPORT_DECISIONS } from '../rooms/decision-log/index.ts';
import { backTestJob } from '../rooms/grading/index.ts';
import { importWork } from '../rooms/imports/index.ts';
import { deletionJob, TAKE_OUT, takeOutWork } from '../rooms/keeping/index.ts';
import { foldNodesJob } from '../rooms/learning/index.ts';
import {
  LIST_EXPORT_KIND,
  LIST_IMPORT_KIND,
  LIST_TAKE_BACK_KIND,
  listExportWork,
  listImportWork,
  listTakeBackWork,
} from '../rooms/list-sheets/index.ts';
import { rateJob } from '../rooms/market/index.ts';
import { payOutJob } from '../rooms/market-money/index.ts';
import { messagePurgeJob } from '../rooms/messages/index.ts';
import { EXPORT_NUMBER, numberFileWork } from '../rooms/number-file/index.ts';
import { hearAnewJob } from '../rooms/publishing/index.ts';
import { indexSaidJob, peaksJob } from '../rooms/records/index.ts';
import { sweepRemovals } from '../rooms/removals/index.ts';
import { sweepOverMerchants, sweepRung } from '../rooms/rules/index.ts';
import { dropDueFactors } from '../rooms/security/index.ts';
import { clearingJobs, retentionJob } from '../rooms/settings/index.ts';
import { smsPurgeJob } from '../rooms/sms/index.ts';
import { EXPORT_MESSAGES, messageSheetWork, SEND_MANY, sendManyWork } from '../rooms/sms-desk/index.ts';
import { reportJob, reportWork, STAT_REPORT } from '../rooms/stat-reports/index.ts';
import { EXPORT_STATEMENT, statementWork } from '../rooms/statements/index.ts';
import { EXPORT_STATS, statSheetWork } from '../rooms/stats/index.ts';
import { foldJob } from '../rooms/sums/index.ts';
import { followJob } from '../rooms/task-follows/index.ts';
import { lookAgainJob, putBackWork, sweepTakeOuts, takeBackWork, takeManyWork } from '../rooms/task-numbers/index.ts';
import { EXPORT_TASK, taskSheetWork } from '../rooms/task-report/index.ts';
import { seriesJob } from '../rooms/task-series/index.ts';
import { taskPurgeJob } from '../rooms/tasks/index.ts';
import { sweepTries } from '../rooms/tries/index.ts';
import { webhookPurgeJob } from '../rooms/webhooks/index.ts';
import { foretellJob } from '../rooms/what-if/index.ts';
import type { ProcessContext } from './process-context.ts';

const DAY_MS = 86_400_000;

/** Work that no page waits for. */
export const jobsOf = ({ database, clock, push, files, log, bus }: ProcessContext, bench: Bench): Jobs => ({
  ...taskPurgeJob(database.db),
  ...lookAgainJob(database.db),
  ...foretellJob(database.db, bench),
  ...messagePurgeJob(database.db, clock),
  ...payOutJob(database.db),
  ...rateJob(database.db),
  ...webhookPurgeJob(database.db),
  sweep: async () => {
    await sweepSignIns(database.db, later(clock.now(), -DAY_MS));
    await sweepTries(database.db, clock.now());
    await sweepOverMerchants(database.db);
    await sweepRung(database.db);
    await sweepTakeOuts(database.db);
    await sweepBegun(database.db, later(clock.now(), -DAY_MS));
    await sweepRemovals(database.db, later(clock.now(), -DAY_MS));
    for (const merchantId of await dropDueFactors(database.db, clock.now()))
      push.toMerchant(merchantId, { type: 1, msg: stored(['factorDropped']) });
  },
  ...foldJob(database.db),
  ...answersBeforeJob(database.db),
  ...reportJob({ db: database.db, clock }),
  ...foldNodesJob(database.db),
  ...indexSaidJob(database.db),
  ...backTestJob({ db: database.db, log }),
  ...seriesJob({ db: database.db, clock, log, push, wake: bus.notify }),
  ...hearAnewJob({ db: database.db, bench, push }),
  ...batchJob({
    db: database.db,
    push,
    log,
    works: {
      [EXPORT_AUDIT]: async run =>
        exportSheet(run, await auditSheet(merchantDb(database.db, run.merchantId), run.input), {
          db: database.db,
          files,
        }),
      [EXPORT_CALLS]: exportWork({ db: database.db, files }),
      [ACT_KIND]: actWork(database.db),
      [CUSTOMER_ACT_KIND]: customerActWork(database.db),
      [CUSTOMER_MERGE_KIND]: customerMergeWork(database.db),
      [CUSTOMER_IMPORT_KIND]: customerImportWork({ db: database.db, files }),
      [CUSTOMER_TAKE_BACK_KIND]: customerTakeBackWork(database.db),
      [CUSTOMERS_FROM_CALLS]: customersFromCallsWork(database.db),
      [EXPORT_CUSTOMERS]: customerExportWork({ db: database.db, files }),
      [RECORDINGS_KIND]: recordingsWork({ db: database.db, files, producerOf: id => titleOfMerchant(database.db, id) }),
      [EXPORT_STATEMENT]: statementWork({ db: database.db, files }),
      [EXPORT_MESSAGES]: messageSheetWork({ db: database.db, files }),
      [SEND_MANY]: sendManyWork(database.db),
      [EXPORT_STATS]: statSheetWork({ db: database.db, files }),
      [EXPORT_ANSWERS]: answerSheetWork({ db: database.db, files }),
      [STAT_REPORT]: reportWork({ db: database.db, files }),
      [EXPORT_TASK]: taskSheetWork({ db: database.db, files }),
      [EXPORT_NUMBER]: numberFileWork({ unscopedDb: database.db, files }),
      [EXPORT_DECISIONS]: decisionSheetWork({ db: database.db, files }),
      [TAKE_OUT]: takeOutWork({ db: database.db, files }),
      ...importWork({ db: database.db, files, push, wake: bus.notify }),
      ...takeBackWork({ db: database.db, push, wake: bus.notify }),
      [LIST_IMPORT_KIND]: listImportWork({ db: database.db, files }),
      [LIST_TAKE_BACK_KIND]: listTakeBackWork(database.db),
      [LIST_EXPORT_KIND]: listExportWork({ db: database.db, files }),
      ...putBackWork({ db: database.db, push, wake: bus.notify }),
      ...takeManyWork({ db: database.db, files, push, wake: bus.notify }),
    },
  }),
  ...clearingJobs({ db: database.db, clock }, purgeJob({ db: database.db, files, clock }), {
    purge: 'files',
    purgeUnused: 'unused',
  }),
  ...clearingJobs({ db: database.db, clock }, smsPurgeJob({ db: database.db, clock }), { purgeSms: 'sms' }),
  ...retentionJob({ db: database.db, files, clock, log, push }),
  ...deletionJob({ db: database.db, files, clock, push }),
  ...missedCallsJob(database.db),
  ...libraryJobs({ db: database.db, clock }),
  ...followJob({ db: database.db, files, clock, log }),
  ...removedCallsJob({ db: database.db, files, clock }),
  ...peaksJob({ db: database.db, push, recordingsDir: files.pathOf('recordings'), peaksOf }),
});

const peaksOf = async (file: string, columns: number) => {
  const peaks = await recordingPeaks(file, columns);
  return typeof peaks === 'string' ? null : peaks;
};

/** Times of graphile-worker's crontab, UTC. */
export const crontab = [
  '17 * * * * sweep',
  '*/10 * * * * purgeUnused',
  '1 * * * * purge',
  '31 * * * * purgeRecordings ?queue=purgeRecordings&jobKey=purgeRecordings',
  '13 19 * * * analyzeCalls ?queue=analyzeCalls&jobKey=analyzeCalls',
  '23 * * * * deleteMerchants ?queue=deleteMerchants&jobKey=deleteMerchants',
  '37 * * * * purgeRecords ?queue=purgeRecords&jobKey=purgeRecords',
  '47 7,19 * * * sweepRecordings ?queue=sweepRecordings&jobKey=sweepRecordings',
  '37 * * * * clearRemovedCalls ?queue=clearRemovedCalls&jobKey=clearRemovedCalls',
  '*/10 * * * * ringOverdue',
  '43 * * * * purgeMessages',
  '33 * * * * purgeSms ?queue=purgeSms&jobKey=purgeSms',
  '37 * * * * purgeWebhooks',
  '53 * * * * meetMeanings',
  '* * * * * fold ?queue=fold&jobKey=fold',
  '* * * * * answersBefore ?queue=answersBefore&jobKey=answersBefore',
  '* * * * * statReports ?queue=statReports&jobKey=statReports',
  '* * * * * foldNodes ?queue=foldNodes&jobKey=foldNodes',
  '* * * * * indexSaid ?queue=indexSaid&jobKey=indexSaid',
  '* * * * * missedCalls ?queue=missedCalls&jobKey=missedCalls',
  '* * * * * remindCustomers ?queue=remindCustomers&jobKey=remindCustomers',
  '* * * * * followCustomers ?queue=followCustomers&jobKey=followCustomers',
  '27 * * * * returnCustomers ?queue=returnCustomers&jobKey=returnCustomers',
  '* * * * * payOutPlans ?queue=payOutPlans&jobKey=payOutPlans',
  '7 20 * * * ratePlans ?queue=ratePlans&jobKey=ratePlans',
  '* * * * * runSeries ?queue=runSeries&jobKey=runSeries',
].join('\n');
