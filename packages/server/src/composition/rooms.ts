/** The rooms that answer pages, and what each is given. */
import { stored } from '@lianxian/contract';
import { planFrom } from '../../seed/market/index.ts';
import { provisionMerchant } from '../../seed/seed.ts';
import { readNews } from '../carriers/callback.ts';
import { type Config, sipBinds } from '../config.ts';
import { openEgressGuard } from '../platform/egress-guard.ts';
import type { Front } from '../platform/http/index.ts';
import type { PushSocket } from '../platform/push/index.ts';
import { openDailyBell, tellPlatform } from '../rooms/accounts/index.ts';
import { bindAdmin } from '../rooms/admin/index.ts';
import { bindAfterCall } from '../rooms/after-call/index.ts';
import { bindAnswers } from '../rooms/answers/index.ts';
import { beginOrAsk, bindApprovals } from '../rooms/approvals/index.ts';
import { bindAudit, EXPORT_AUDIT, startWaitedAudit } from '../rooms/audit/index.ts';
import { bindBatches, startBatch } from '../rooms/batches/index.ts';
import { bindBell } from '../rooms/bell/index.ts';
import { bindBilling } from '../rooms/billing/index.ts';
import { bindBlacklist } from '../rooms/blacklist/index.ts';
import { type Brandings, bindBranding, openHostProof } from '../rooms/branding/index.ts';
import { bindCallActs, RECORDINGS_KIND, startWaitedRecordings } from '../rooms/call-acts/index.ts';
import { bindCallBacks } from '../rooms/call-backs/index.ts';
import { bindCallSheets, EXPORT_CALLS, startWaited } from '../rooms/call-sheets/index.ts';
import { bindCalls } from '../rooms/calls/index.ts';
import { openCaptchas } from '../rooms/captcha/index.ts';
import { bindConsents } from '../rooms/consents/index.ts';
import { bindActs, EXPORT_CUSTOMERS, startWaitedCustomers } from '../rooms/customer-acts/index.ts';
import { bindCustomerFills } from '../rooms/customer-fills/index.ts';
import { bindCustomerSheets } from '../rooms/customer-sheets/index.ts';
import { bindCustomerTimeline } from '../rooms/customer-timeline/index.ts';
import { bindDecisionLog, EXPORT_DECISIONS, startWaitedDecisions } from '../rooms/decision-log/index.ts';
import { bindDesk } from '../rooms/desk/index.ts';
import { bindDoctor } from '../rooms/doctor/index.ts';
import { bindExperiments } from '../rooms/experiments/index.ts';
import { bindFiles } from '../rooms/files/index.ts';
import { bindFollowUps } from '../rooms/follow-ups/index.ts';
import { bindFromCalls } from '../rooms/from-calls/index.ts';
import { bindGrading } from '../rooms/grading/index.ts';
import { articleRestored, bindHelp, latestText } from '../rooms/help/index.ts';
import { bindTaskImport } from '../rooms/imports/index.ts';
import { bindKeeping } from '../rooms/keeping/index.ts';
import { bindKeywords, keywordsRestored } from '../rooms/keywords/index.ts';
import { bindLearning } from '../rooms/learning/index.ts';
import { bindLending } from '../rooms/lending/index.ts';
import { bindLibrary } from '../rooms/library/index.ts';
import { bindLines, type LinesParts } from '../rooms/lines/index.ts';
import { bindListSheets, LIST_EXPORT_KIND, startWaitedList } from '../rooms/list-sheets/index.ts';
import { bindLiveDesk, type Standings } from '../rooms/live-desk/index.ts';
import { bindMarket } from '../rooms/market/index.ts';
import { bindMending } from '../rooms/mending/index.ts';
import { bindMessages } from '../rooms/messages/index.ts';
import { bindMonitor } from '../rooms/monitor/index.ts';
import { bindNotices, noticeRestored } from '../rooms/notices/index.ts';
import { bindNumberFile } from '../rooms/number-file/index.ts';
import { bindPackages } from '../rooms/packages/index.ts';
import { bindPalette } from '../rooms/palette/index.ts';
import { bindPlanProducts } from '../rooms/plan-products/index.ts';
import { bindPlans, planRestored } from '../rooms/plans/index.ts';
import { bindPublishing } from '../rooms/publishing/index.ts';
import { bindRecordOrders } from '../rooms/record-orders/index.ts';
import { bindRecords } from '../rooms/records/index.ts';
import { bindRemovals } from '../rooms/removals/index.ts';
import { bindResearch } from '../rooms/research/index.ts';
import { bindRules } from '../rooms/rules/index.ts';
import { bindSeatWork } from '../rooms/seat-work/index.ts';
import { bindSeats, type SeatDoor } from '../rooms/seats/index.ts';
import { bindSecurity, openCodeCheck } from '../rooms/security/index.ts';
import { bindSettings } from '../rooms/settings/index.ts';
import { bindSignIn } from '../rooms/sign-in/index.ts';
import { bindSms, SMS_CHANNEL, templateRestored } from '../rooms/sms/index.ts';
import { bindSmsDesk } from '../rooms/sms-desk/index.ts';
import { bindSmsProviders } from '../rooms/sms-providers/index.ts';
import { bindSmsDoors } from '../rooms/sms-sending/index.ts';
import { bindSpeech } from '../rooms/speech/index.ts';
import { bindStaff, peopleRestored } from '../rooms/staff/index.ts';
import { bindStatReports } from '../rooms/stat-reports/index.ts';
import { bindStatements } from '../rooms/statements/index.ts';
import { bindStats } from '../rooms/stats/index.ts';
import { bindTalks } from '../rooms/talks/index.ts';
import { bindTaskBoard } from '../rooms/task-board/index.ts';
import { bindTaskControl } from '../rooms/task-control/index.ts';
import { bindTaskNumbers } from '../rooms/task-numbers/index.ts';
import { bindTaskReport, EXPORT_TASK, startWaitedTaskSheet } from '../rooms/task-report/index.ts';
import { bindTaskSeries } from '../rooms/task-series/index.ts';
import { bindTasks } from '../rooms/tasks/index.ts';
import { bindTodos } from '../rooms/todos/index.ts';
import { openTries } from '../rooms/tries/index.ts';
import { bindVoices, recordingMs, voiceRestored } from '../rooms/voices/index.ts';
import { bindWebhooks } from '../rooms/webhooks/index.ts';
import { bindWhatIf } from '../rooms/what-if/index.ts';
import { ownHost } from '../switchboard/line-probes.ts';
import { openWeChat } from '../wechat/wechat.ts';
import { REALM } from './lines.ts';
import type { ProcessContext } from './process-context.ts';
import type { MerchantSpeech } from './speech.ts';
import { talksPartsOf } from './talks.ts';
import type { OpenSpeaker } from './voices.ts';

/** What the rooms of the web process get beside the front. */
interface WebContext extends ProcessContext {
  /** Null: the system's. */
  readonly nameServers: readonly string[] | null;
  readonly socket: PushSocket;
  readonly brandings: Brandings;
  readonly speech: MerchantSpeech;
  /** Speaks sentences for people who listen in the browser. */
  readonly speaker: OpenSpeaker;
  readonly standings: Standings;
}

/** Where gateways register with us: at the SIP port of this machine. */
const registrarOf = ({ sip }: Config): LinesParts['registrar'] => ({
  host: sip.publicIp ?? '',
  own: ownHost(sipBinds(sip).later),
  port: sip.port,
  transports: ['udp', ...(sip.tcp ? (['tcp'] as const) : []), ...(sip.tlsPort === null ? [] : (['tls'] as const))],
  rtp: sip.rtpPorts,
});

/** Plain WebSockets of this machine knock there as well, before there is a certificate. */
const SEAT_PORT = 5_443;
/** Where telephones of seats connect: at the host of their page. */
const seatDoorOf = ({ sip }: Config): SeatDoor => ({
  domain: REALM,
  wsPort: sip.wssPort ?? SEAT_PORT,
  stunPort: sip.stunPort,
});

/** As the product is called where a merchant sees it. */
const titleOf =
  (brandings: Brandings) =>
  async (merchantId: string): Promise<string> =>
    (await brandings.ofMerchant(merchantId)).oemTitle;

/** By floor. */
export const rooms: readonly ((front: Front, context: WebContext) => void)[] = [
  (front, { database: { db }, merchantDb, push, config, secrets, log, securityLog }) =>
    bindSignIn(front, {
      db,
      log,
      merchantDb,
      captchas: openCaptchas(db, config.captcha),
      demo: config.demo,
      checkCode: openCodeCheck(secrets),
      noteSecurity: securityLog.note,
      // Behind a proxy that is not trusted a hundred wrong passwords of anybody close the sign-in for all new browsers.
      onUnknownProxy: openDailyBell({
        ...{ db, log, push, msg: stored(['proxyUnknown']) },
        says: 'sign-ins come through a proxy, and TRUST_PROXY is off: all of them seem to have one address',
      }),
      secrets,
      onReset: merchantId => push.toMerchant(merchantId, { type: 1, msg: stored(['ownerReset']) }),
      onRevoked: push.revoked,
    }),
  (front, { database: { db }, merchantDb, push, config, secrets, log, brandings, securityLog }) =>
    bindSecurity(front, {
      db,
      noteSecurity: securityLog.note,
      merchantDb,
      secrets,
      onRevoked: push.revoked,
      onChanged: push.rightsChanged,
      titleOf: titleOf(brandings),
      agreementNow: async () => (await latestText(db, 'agreement')) ?? { version: 0, content: '' },
      weChat: config.weChat && openWeChat(config.weChat, fault => log.warn(fault, 'WeChat did not answer')),
    }),
  (front, { database, brandings, files, config, nameServers }) =>
    bindBranding(front, {
      unscopedDb: database.db,
      brandings,
      files,
      proof: openHostProof(nameServers),
      reserved: config.apiHost === '' ? [] : [new URL(config.apiHost).hostname],
    }),
  (front, { push }) =>
    bindAudit(front, {
      startExport: startBatch,
      beginOrAsk: (asked, context, begin) => beginOrAsk(asked, context, push, begin),
    }),
  (front, { files, brandings }) => bindFiles(front, { files, producerOf: titleOf(brandings) }),
  (front, { push }) => bindMessages(front, push),
  (front, { database, push }) => bindStaff(front, { unscopedDb: database.db, push }),
  (front, { database, push }) =>
    bindRemovals(front, {
      unscopedDb: database.db,
      restored: {
        ...peopleRestored,
        plan: planRestored(push),
        keywords: keywordsRestored,
        smsTemplate: templateRestored,
        voice: voiceRestored,
        article: articleRestored,
        notice: noticeRestored,
      },
    }),
  (front, { socket }) => bindBatches(front, socket),
  (front, { database, secrets, config, bus, push }) =>
    bindLines(front, {
      unscopedDb: database.db,
      secrets,
      egress: openEgressGuard(config.privateHosts),
      wake: bus.notify,
      onOwnLines: merchantId => push.rightsChanged(merchantId, null),
      onContested: () => tellPlatform(database.db, push, stored(['numberContested'])),
      registrar: registrarOf(config),
    }),
  (front, { database, secrets, push, bus, config }) =>
    bindSeats(front, { unscopedDb: database.db, secrets, push, wake: bus.notify, door: seatDoorOf(config) }),
  (front, { database }) => bindSettings(front, database.db),
  (front, { database, clock }) => bindRules(front, { unscopedDb: database.db, clock }),
  (front, { database, push }) => bindKeeping(front, { db: database.db, push }),
  (front, { secrets, config, speech, brandings }) =>
    bindSpeech(front, {
      secrets,
      hasSherpa: config.sherpaDir !== null,
      test: speech.test,
      recordingMs,
      producerOf: titleOf(brandings),
    }),
  (front, { database }) => bindBilling(front, database.db),
  (front, { database }) => bindStatements(front, database.db),
  (front, { database }) => bindStats(front, database.db),
  (front, { database }) => bindAnswers(front, database.db),
  front => bindStatReports(front),
  front => bindKeywords(front),
  front => bindBell(front),
  (front, { database, secrets, config }) =>
    bindWebhooks(front, { unscopedDb: database.db, secrets, egress: openEgressGuard(config.privateHosts) }),
  (front, { database, secrets, bus }) => {
    const wake = (merchantId: string) => void bus.notify(SMS_CHANNEL, merchantId);
    bindSmsProviders(front, { secrets, wake });
    bindSms(front, { unscopedDb: database.db, wake });
    bindSmsDoors(front, database.db, readNews);
    bindSmsDesk(front, { unscopedDb: database.db, secrets });
  },
  front => bindAfterCall(front),
  (front, { files, secrets, speaker, brandings, merchantDb }) =>
    bindVoices(front, { files, secrets, merchantDb, speaker, producerOf: titleOf(brandings) }),
  (front, { database, secrets }) => bindBlacklist(front, { unscopedDb: database.db, secrets }),
  (front, { database, files }) => bindConsents(front, { unscopedDb: database.db, files }),
  (front, { database, push }) => bindListSheets(front, { unscopedDb: database.db, push }),
  (front, { push, socket, merchantDb, files }) =>
    bindPlans(front, { push, socket, merchantDb, planFrom, spaceFor: files.spaceFor }),
  front => bindResearch(front),
  front => bindCustomerFills(front),
  (front, context) => bindTalks(front, talksPartsOf(context)),
  (front, { push, files }) => bindPublishing(front, { push, files }),
  (front, { push, files, secrets, database }) => bindPackages(front, { push, files, secrets, unscopedDb: database.db }),
  (front, { database, files }) => bindRecordOrders(front, { unscopedDb: database.db, files }),
  (front, { database, secrets }) => bindPlanProducts(front, { unscopedDb: database.db, secrets }),
  (front, { database, files, push, speaker, brandings }) =>
    bindMarket(front, { unscopedDb: database.db, files, push, speaker, producerOf: titleOf(brandings) }),
  (front, { database, secrets, config, bus }) =>
    bindCalls(front, { unscopedDb: database.db, secrets, dataDir: config.dataDir, wake: bus.notify }),
  (front, { database }) => bindRecords(front, database.db),
  (front, { database, push }) => bindCallSheets(front, { unscopedDb: database.db, push }),
  (front, { database, push }) => bindCallActs(front, { unscopedDb: database.db, push }),
  (front, { push }) =>
    bindApprovals(front, {
      push,
      start: {
        [EXPORT_CALLS]: startWaited,
        [RECORDINGS_KIND]: startWaitedRecordings,
        [EXPORT_DECISIONS]: startWaitedDecisions,
        [EXPORT_TASK]: startWaitedTaskSheet,
        [EXPORT_AUDIT]: startWaitedAudit(startBatch),
        [LIST_EXPORT_KIND]: startWaitedList,
        [EXPORT_CUSTOMERS]: startWaitedCustomers,
      },
    }),
  (front, { database, push }) => bindTasks(front, { unscopedDb: database.db, push }),
  (front, { database }) => bindTaskBoard(front, database.db),
  (front, { database }) => bindWhatIf(front, database.db),
  (front, { push }) => bindExperiments(front, push),
  (front, { push }) => bindTaskReport(front, push),
  (front, { database, push }) => bindDecisionLog(front, { unscopedDb: database.db, push }),
  (front, { database }) => bindNumberFile(front, database.db),
  (front, { database, push, bus }) => bindTaskControl(front, { unscopedDb: database.db, push, wake: bus.notify }),
  front => bindTaskSeries(front),
  (front, { database, files, push, bus }) =>
    bindTaskNumbers(front, { files, unscopedDb: database.db, push, wake: bus.notify }),
  (front, { database, files }) => bindTaskImport(front, { unscopedDb: database.db, files }),
  (front, { database, files }) => bindFromCalls(front, { unscopedDb: database.db, files }),
  (front, { database, brandings }) => bindNotices(front, database.db, brandings),
  (front, { database }) => bindHelp(front, database.db),
  front => bindMonitor(front),
  (front, { database, bus, standings }) =>
    bindLiveDesk(front, { unscopedDb: database.db, wake: bus.notify, standings }),
  (front, { bus }) => bindDoctor(front, { wake: bus.notify }),
  (front, { database, push, bus, brandings, config, secrets, securityLog }) =>
    bindAdmin(front, {
      house: config,
      owners: {
        unscopedDb: database.db,
        secrets,
        tries: openTries({ db: database.db, noteSecurity: securityLog.note }),
      },
      unscopedDb: database.db,
      push,
      wake: bus.notify,
      provisionMerchant,
      onKeeperChanged: brandings.changed,
    }),
  (front, { database, bus }) => bindLending(front, { unscopedDb: database.db, wake: bus.notify }),
  (front, { database, push }) => bindGrading(front, { unscopedDb: database.db, push }),
  (front, { push }) => bindFollowUps(front, push),
  (front, { database, secrets, push, bus }) =>
    bindSeatWork(front, { unscopedDb: database.db, secrets, push, wake: bus.notify }),
  (front, { database, secrets }) => bindLibrary(front, { unscopedDb: database.db, secrets }),
  (front, { database, push, secrets }) => bindActs(front, { unscopedDb: database.db, push, secrets }),
  (front, { database, files }) => bindCustomerSheets(front, { unscopedDb: database.db, files }),
  (front, { database }) => bindCustomerTimeline(front, database.db),
  front => bindTodos(front),
  (front, { database, push, bus }) => bindCallBacks(front, { unscopedDb: database.db, push, wake: bus.notify }),
  (front, { database, push }) => bindLearning(front, { unscopedDb: database.db, push }),
  (front, { database, push }) => bindMending(front, { unscopedDb: database.db, push }),
  (front, { database, brandings }) => bindDesk(front, { unscopedDb: database.db, brandings }),
  (front, { database }) => bindPalette(front, database.db),
];
