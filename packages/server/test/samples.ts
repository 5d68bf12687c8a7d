import type { TestHouse } from './house.ts';
import { type AfterCallAssets, afterCallAssetOf, afterCallSamples, provisionAfterCall } from './samples.after-call.ts';
import { type AheadAssets, aheadAssetOf, aheadSamples, provisionAhead } from './samples.ahead.ts';
import { helpSamples } from './samples.help.ts';
import { type LevelIds, levelSamples, provisionLevels } from './samples.levels.ts';
import { lineSamples } from './samples.lines.ts';
import { type ListAssets, listSamples, provisionLists } from './samples.lists.ts';
import { liveSamples } from './samples.live.ts';
import { type MarketAssets, marketAssetOf, marketSamples, provisionMarket } from './samples.market.ts';
import { type PeopleAssets, peopleAssetOf, peopleSamples, provisionPeople } from './samples.people.ts';
import { planSamples, samplePlan } from './samples.plans.ts';
import { rulesSamples } from './samples.rules.ts';
import { provisionSeats, type SeatAssets, seatAssetOf, seatSamples } from './samples.seats.ts';
import { provisionSms, type SmsAssets, smsAssetOf, smsSamples } from './samples.sms.ts';
import { provisionSpeech, type SpeechAssets, speechAssetOf, speechSamples } from './samples.speech.ts';
import { statSamples } from './samples.stats.ts';
import { provisionTalks, type TalkIds, talkSamples } from './samples.talks.ts';
import { provisionVoices, type VoiceAssets, voiceAssetOf, voiceSamples } from './samples.voices.ts';
import { provisionWords, type WordAssets, wordAssetOf, wordSamples } from './samples.words.ts';

/** One row of each kind that belongs to a merchant. */
export interface Assets
  extends ListAssets,
    AfterCallAssets,
    AheadAssets,
    MarketAssets,
    PeopleAssets,
    SeatAssets,
    SmsAssets,
    SpeechAssets,
    VoiceAssets,
    WordAssets,
    Pick<LevelIds, 'answered' | 'backTest' | 'todo' | 'promised'>,
    Pick<TalkIds, 'planTest' | 'sparePlanTest'> {
  readonly plan: string;
  /** One to remove. */
  readonly sparePlan: string;
  readonly line: string;
  /** Numbers of the line; one to remove. */
  readonly lineNumber: string;
  readonly spareLineNumber: string;
  readonly file: string;
  readonly call: string;
  readonly port: string;
  readonly task: string;
  /** One to remove: the others are asked for afterwards. */
  readonly spareTask: string;
  readonly batch: string;
  /** A look at the line. */
  readonly check: string;
  /** A row of its audit. */
  readonly audit: string;
}

const everyDay = Array.from({ length: 7 }, () => [{ from: 540, to: 1_200 }]);

/** Gives a merchant one of each. */
export const provisionMerchant = async ({ database: { pool } }: TestHouse, merchantId: string): Promise<Assets> => {
  const insert = async (sql: string, ...values: unknown[]): Promise<string> =>
    String((await pool.query<{ id: string }>(sql, [merchantId, ...values])).rows[0]?.id);
  const plan = await insert(`insert into plan (merchant_id, name) values ($1, '话术') returning id`);
  const sparePlan = await insert(
    `insert into plan (merchant_id, name, draft) values ($1, '备用', $2) returning id`,
    JSON.stringify(samplePlan),
  );
  await pool.query(`insert into plan_version values ($1, $2, 1, $3, 1, now())`, [
    merchantId,
    plan,
    JSON.stringify(samplePlan),
  ]);
  // Everybody's: the second merchant finds the first one's.
  await pool.query(
    `insert into article (id, title, sort) overriding system value values (1, '文章', 1) on conflict do nothing`,
  );
  await pool.query(`select setval(pg_get_serial_sequence('article', 'id'), (select max(id) from article))`);
  const line = await insert(
    `insert into line (merchant_id, name, address) values ($1, '线路', '192.0.2.1:5060') returning id`,
  );
  const addNumber = (number: string) =>
    insert('insert into line_number (merchant_id, line_id, number) values ($1, $2, $3) returning id', line, number);
  const [lineNumber, spareLineNumber] = [await addNumber('02160000001'), await addNumber('02160000002')];
  const call = await insert(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, because,
       fault, may_retry, hung_up_by, ended_at)
     values ($1, $2, 1, '话术', $3, '线路', '13800138000', 'ended', 'busy', 'busy', 'callee', true, 'nobody', now())
     returning id`,
    plan,
    line,
  );
  const file = await insert(
    `with file as (
       insert into file (merchant_id, kind, path, name, mime)
       values ($1, 'recording', 'recordings/x.wav', '录音.wav', 'audio/wav') returning id, key
     ), recording as (
       insert into call_recording (merchant_id, call_id, file_id, duration_ms, bytes)
       select $1, $2, file.id, 1000, 16058 from file
     )
     select key as id from file`,
    call,
  );
  const port = await insert(
    `insert into port (merchant_id, line_id, name, channels) values ($1, $2, '网关', 5) returning id`,
    line,
  );
  const makeTask = async () => {
    const id = await insert(
      `insert into task (merchant_id, name, plan_id, plan_version, plan_name, concurrency, ring_timeout_s, windows, retries,
         created_by)
       values ($1, '任务', $2, 1, '话术', 5, 60, $3, '{}', (select id from employee where merchant_id = $1 limit 1))
       returning id`,
      plan,
      JSON.stringify(everyDay),
    );
    await pool.query('insert into task_count (merchant_id, task_id) values ($1, $2)', [merchantId, id]);
    await pool.query('insert into task_port values ($1, $2, $3, 5)', [merchantId, id, port]);
    return id;
  };
  const [task, spareTask] = [await makeTask(), await makeTask()];
  const batch = await insert(
    `insert into batch (merchant_id, kind, title, type, input, created_by)
     values ($1, 'none', '导出', 1, '{}', (select id from employee where merchant_id = $1 limit 1)) returning id`,
  );
  await pool.query(`insert into blacklist (merchant_id, phone, reason) values ($1, '13900000000', '要求不再来电')`, [
    merchantId,
  ]);
  await pool.query('insert into balance (merchant_id, amount) values ($1, 10)', [merchantId]);
  await pool.query(`insert into ledger (merchant_id, kind, amount, amount_after) values ($1, 'topUp', 10, 10)`, [
    merchantId,
  ]);
  const check = await insert(
    `insert into line_check (merchant_id, line_id, kind, state, asked_by)
     values ($1, $2, 'doctor', 'done', (select id from employee where merchant_id = $1 limit 1)) returning id`,
    line,
  );
  const audit = await insert(
    `insert into audit (merchant_id, at, action, ip) values ($1, now(), 'logout', '192.0.2.9') returning id`,
  );
  const lists = await provisionLists(insert);
  const people = await provisionPeople(insert);
  const levels = await provisionLevels(insert, { plan, line, task: spareTask });
  const words = await provisionWords(insert, plan);
  const voices = await provisionVoices(insert, plan);
  const speech = await provisionSpeech(insert);
  const talks = await provisionTalks(insert, { plan });
  const afterCall = await provisionAfterCall(insert);
  const ahead = await provisionAhead(insert, plan);
  const sms = await provisionSms(insert);
  return {
    plan,
    sparePlan,
    line,
    lineNumber,
    spareLineNumber,
    file,
    call,
    port,
    task,
    spareTask,
    batch,
    check,
    audit,
    ...lists,
    ...people,
    ...levels,
    ...speech,
    ...words,
    ...voices,
    ...talks,
    ...afterCall,
    ...ahead,
    ...sms,
    ...(await provisionMarket(insert, { sparePlan, graph: samplePlan })),
    ...(await provisionSeats(insert)),
  };
};

/**
 * A good input for every endpoint of the contract, by hand. The security test walks them: a new endpoint without a
 * sample is a failure there.
 */
export const samplesFor = ({
  plan,
  sparePlan,
  line,
  lineNumber,
  spareLineNumber,
  file,
  call,
  port,
  task,
  spareTask,
  batch,
  check,
  audit,
  answered,
  backTest,
  todo,
  promised,
  ...people
}: Assets): Readonly<Record<string, Record<string, string>>> => ({
  'user/captcha': {},
  'user/pageInfo': {},
  'user/login': { cid: '200002', account: 'owner', password: 'secret-200002' },
  'user/logout': {},
  'user/getUserInfo': {},
  'user/sessions': {},
  'user/endSession': { id: '0'.repeat(64) },
  'user/endOtherSessions': {},
  'user/changePwd': { oldPwd: 'not-the-old-one', newPwd: 'a-new-password' },
  'user/agreement': {},
  'user/security': {},
  'user/totpBegin': { password: 'not-the-password' },
  'user/totpConfirm': { code: '000000' },
  'user/resetAsk': { cid: '200002', account: 'owner' },
  'user/resetState': { secret: 'nobody' },
  'user/resetFinish': { secret: 'nobody', password: 'tractor lamp 7' },
  'user/prove': { password: 'not-the-password' },
  'user/totpEnd': { password: 'not-the-password', code: '000000' },
  'user/bindCode': {},
  'user/mpBind': { code: 'ABC234', jsCode: 'code' },
  'user/unbind': {},
  'user/index': { date: '2026-11-20', days: '7' },
  'user/live': {},
  ...planSamples(plan, sparePlan, samplePlan),
  ...liveSamples({ task, call }),
  ...levelSamples({ plan, call, answered, backTest, todo, promised }),
  ...talkSamples({ plan, call: answered, planTest: people.planTest, sparePlanTest: people.sparePlanTest }),
  'line/list': { page: '1', limit: '20' },
  'line/options': { page: '1', limit: '20' },
  'line/save': {
    id: line,
    name: '线路一',
    address: '192.0.2.7:5080',
    username: 'u',
    password: 'p',
    callerNumber: '400',
  },
  'line/check': { id: line, kind: 'doctor' },
  'line/findings': { checkId: check },
  'line/enable': { id: line, enabled: '1' },
  'line/numbers': { lineId: line, page: '1', limit: '20' },
  'line/addNumbers': { lineId: line, numbers: '02160000003 02160000004', dailyCap: '50' },
  'line/saveNumber': { id: lineNumber, number: '02160000005', dailyCap: '20', enabled: '1', planId: plan },
  'line/removeNumber': { id: spareLineNumber },
  'line/remove': { id: line },
  'practice/callees': {},
  'call/place': { planId: plan, lineId: line, phone: '13800138000' },
  'call/hangUp': { id: call },
  'call/list': { page: '1', limit: '20' },
  'call/choices': {},
  'approval/list': { limit: '20' },
  'approval/approve': { id: '1' },
  'approval/refuse': { id: '1' },
  'call/changeTypes': { states: '["busy"]', cateType: '9' },
  'call/assign': { states: '["busy"]', employeeId: people.employee },
  'call/remove': { states: '["rejected"]' },
  'call/putBack': { id: '1' },
  'call/recordings': { states: '["busy"]' },
  'taskLog/list': { page: '1', limit: '20' },
  'taskLog/changeType': { id: call, cateType: '-1' },
  'voiceLog/list': { page: '1', limit: '20' },
  'call/detail': { id: call },
  'call/graph': { id: call },
  'call/export': { states: '["busy"]' },
  'task/reportSheet': { id: task },
  'decision/list': { taskId: task },
  'decision/summary': { taskId: task },
  'decision/export': { taskId: task },
  'call/people': { states: '["busy"]', namesAuthority: '0' },
  'call/append': { states: '["busy"]', into: task },
  'call/listenTicket': { id: call },
  'call/ladder': { id: call },
  'file/ticket': { fileId: file },
  'file/uploadSheet': {},
  ...aheadSamples(people, { plan, task }),
  'task/list': { page: '1', limit: '20' },
  'task/detail': { id: task },
  'task/retryVersions': { id: task },
  'task/save': {
    id: task,
    name: '任务一',
    planId: plan,
    ports: JSON.stringify([{ portId: port, channels: 5 }]),
    concurrency: '5',
    weight: '20',
    guaranteed: '2',
    ringTimeoutS: '60',
    windows: JSON.stringify(everyDay),
    ownDays: '{"2026-12-31":[{"from":540,"to":720}]}',
    holidaysOff: '1',
    makeUpDaysOn: '1',
    perDay: '1',
    per7Days: '3',
    per30Days: '5',
    minutesBetween: '30',
    retries: '{"busy":{"times":2,"afterMinutes":10}}',
  },
  'task/copy': { id: task, name: '任务二' },
  'task/remove': { id: spareTask },
  'task/start': { id: task },
  'task/budget': { id: task, budget: '100', dayBudget: '' },
  'task/pause': { id: task },
  'task/resume': { id: task },
  'task/stop': { id: task },
  'task/stopAll': {},
  'task/board': { id: task },
  'task/report': { id: task },
  'task/againPeople': { id: task, of: 'unreached' },
  'task/again': { id: task, of: 'unreached', name: '再拨' },
  'task/callees': { id: task, limit: '20' },
  'task/preview': { id: task, text: '13800138000,王女士' },
  'task/check': {
    id: task,
    text: '13800138000,王女士',
    header: '0',
    columns: '[{"index":0,"use":"phone"},{"index":1,"use":"name"}]',
  },
  'task/import': {
    id: task,
    text: '13800138000,王女士',
    header: '0',
    columns: '[{"index":0,"use":"phone"},{"index":1,"use":"name"}]',
  },
  'task/beforeStart': { id: task },
  'task/takeOut': { id: task, callees: '["999999"]' },
  'task/templates': {},
  'task/saveTemplate': { id: task, name: '模板' },
  'task/series': {},
  'task/repeat': { id: task, name: '每天', people: 'unreached', weekdays: '[0,1,2,3,4]', minute: '540' },
  'task/setSeries': { id: '999999', state: 'paused', weekdays: '[0]', minute: '540' },
  'task/countTakeOut': { id: task, state: 'fresh' },
  'task/takeOutMany': { id: task, by: 'filter', state: 'fresh', phone: '13800138000' },
  'task/imports': { id: task },
  'task/follow': { id: task },
  'task/stopFollow': { id: task },
  'task/keptTitles': {},
  'task/takeBackImport': { id: task, importId: '999999' },
  'batch/list': { page: '1', limit: '20' },
  'batch/cancel': { id: batch },
  'message/list': { limit: '20' },
  'message/unread': {},
  'message/choices': {},
  'message/saveChoices': { off: '["taskFinished"]' },
  'message/read': { seqs: '["1","2"]' },
  'message/readAll': { upTo: '2' },
  'audit/list': { kind: 'signIn' },
  'audit/detail': { id: audit },
  'audit/people': { q: '员' },
  'audit/export': { action: 'login' },
  'config/all': {},
  'config/save': { ownerSeesPhones: '1', demandsFactor: '0', recordingDays: '90' },
  ...lineSamples({ line, port }),
  ...rulesSamples,
  ...smsSamples(people, call),
  ...marketSamples(people, sparePlan, plan),
  'keeping/state': {},
  'keeping/saveRecords': { recordDays: '730' },
  'keeping/takeOut': {},
  'keeping/askDeletion': { number: '200001' },
  'keeping/takeDeletionBack': {},
  'keeping/deletions': {},
  'keeping/stopDeletion': { id: '1' },
  'blacklist/list': { page: '1', limit: '20' },
  'blacklist/add': { phones: '13900000001\n13900000002', reason: '投诉' },
  'blacklist/remove': { phoneKey: '13900000001' },
  ...listSamples(people),
  'blacklist/allow': { callId: call },
  'balance/info': {},
  ...statSamples(plan),
  'balance/warnBelow': { amount: '50' },
  'balance/ledger': { page: '1', limit: '20' },
  'branding/detail': {},
  'branding/save': { oemTitle: '启航云呼', oemHomeTheme: 'black_g', loginTheme: '1', message: '周六维护' },
  'branding/saveHost': { host: 'call.example.com' },
  'branding/proveHost': { host: 'call.example.com' },
  'branding/removeHost': { host: 'call.example.com' },
  'branding/uploadPicture': {},
  'palette/find': { q: '线路' },
  ...helpSamples,
  'merchant/list': { page: '1', limit: '20' },
  'merchant/save': { name: '新商户', account: 'boss', ownerName: '老板' },
  'merchant/setActive': { id: '1', active: '0' },
  'merchant/resetOwner': { id: '1', code: 'AAAA-AAAA' },
  'merchant/dropFactor': { id: '1', account: 'owner' },
  'merchant/setReseller': { id: '1' },
  'merchant/lines': { id: '1' },
  'merchant/ledger': { id: '1', page: '1', limit: '20' },
  'merchant/info': {},
  'merchant/saveContact': { contactName: '王女士', contactPhone: '021-60000000' },
  'reseller/list': { page: '1', limit: '20' },
  'reseller/save': { name: '新代理商', account: 'boss', ownerName: '老板' },
  'reseller/setActive': { id: '1', active: '0' },
  'reseller/resetOwner': { id: '1', code: 'AAAA-AAAA' },
  'platform/overview': {},
  'platform/cockpit': {},
  'platform/claims': {},
  'platform/awardNumber': { merchantId: '1', id: '1' },
  'platform/stopAll': {},
  'balance/usePrices': { cid: '200001' },
  'balance/setUsePrices': {
    ...{ recognitionPrice: '0.06', synthesisPrice: '0.2', modelPrice: '0.01', messagePrice: '0.05' },
    hosts: JSON.stringify(['10.0.0.5', 'models.example.com:8000']),
  },
  'balance/topUp': { cid: '200001', amount: '100', requestId: 'sample-0001' },
  ...peopleSamples(people),
  ...wordSamples(people, plan),
  ...voiceSamples(people, plan),
  ...speechSamples(people, line),
  ...afterCallSamples(people, task),
  ...seatSamples(people, { plan, line, call, task, todo, batch }),
});

const assetById: Readonly<Record<string, keyof Assets>> = {
  line: 'line',
  port: 'port',
  task: 'task',
  batch: 'batch',
  plan: 'plan',
  call: 'call',
  level: 'backTest',
  todo: 'todo',
  consent: 'consent',
  numberList: 'listImport',
};

const ofRooms = [
  marketAssetOf,
  smsAssetOf,
  seatAssetOf,
  speechAssetOf,
  afterCallAssetOf,
  aheadAssetOf,
  voiceAssetOf,
  wordAssetOf,
  peopleAssetOf,
];

/** Which of the assets a field names. */
export const assetOf = (path: string, field: string): keyof Assets | null => {
  if (field === 'planId') return 'plan';
  if (path === 'plan/remove') return 'sparePlan';
  const ofRoom = ofRooms.map(of => of(path, field)).find(asset => asset !== null);
  if (ofRoom) return ofRoom;
  if (field === 'callId') return 'answered';
  if (field === 'testId') return path === 'talk/removeTest' ? 'sparePlanTest' : 'planTest';
  if (field === 'lineId' || field === 'fileId' || field === 'checkId')
    return ({ lineId: 'line', fileId: 'file', checkId: 'check' } as const)[field];
  if (/^line\/\w+Number$/.test(path) && field === 'id') return 'lineNumber';
  return field === 'id' ? (assetById[path.split('/')[0] ?? ''] ?? null) : null;
};
