import { batchEndpoints, type CallOf, decisionEndpoints, taskEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { addCall, addNumbers, layTaskGround, makeTask, type TaskGround } from '../../../test/tasks.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { openSheet } from '../../platform/sheets/index.ts';
import { batchJob } from '../batches/index.ts';
import { importWork } from '../imports/index.ts';
import { decisionSheetWork, EXPORT_DECISIONS } from './index.ts';

/** The ledger as its readers see it; two merchants always. */
let house: TestHouse;
let bus: Bus;
let token: string;
let ground: TaskGround;
let task: string;
let other: string;
let call: string;
const log = openLog('silent', 'test');
const sql = (text: string, ...values: unknown[]) => house.database.pool.query(text, values);

/** Seconds since 2000 of 2026-11-20 10:00 in Shanghai. */
const TEN = 848_455_200;
/** As the ledger keeps it; codes by hand. */
const decide = (of: string, phone: string, kind: number, because: number, rule: number, more: object = {}) => {
  const { about = 0, amount = 0, version = 0, second = TEN } = more as Record<string, number>;
  return sql(
    `insert into decision (merchant_id, task_id, phone, kind, because, rule, about, amount, version, second)
     values ($1, $2, phone_code($3), $4, $5, $6, $7, $8, $9, $10)`,
    ...[ground.merchantId, of, phone, kind, because, rule, about, amount, version, second],
  );
};

const runBatch = async (id: string) => {
  const { db } = house.database;
  const files = openFiles(house.dataDir);
  const push = openPushSender(db, bus, log);
  const works = {
    [EXPORT_DECISIONS]: decisionSheetWork({ db, files }),
    ...importWork({ db, files, push, wake: bus.notify }),
  };
  await batchJob({ db, push, log, works }).batch?.({ merchantId: ground.merchantId, id }, new AbortController().signal);
};

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  token = await house.signIn(house.merchants[0]);
  ground = await layTaskGround(house, house.merchants[0].id);
  task = await makeTask(house, token, ground);
  other = await makeTask(house, token, ground, { name: '春季回访' });
  const [called] = await addNumbers(house, ground.merchantId, task, ['15400000701', '15400000702']);
  call = await addCall(house, ground, task, called!);
  await sql("update call set stage = 'ended', state = 'busy', ended_at = now() where id = $1", call);
  await decide(task, '15400000701', 2, 401, 0, { about: call, amount: 1 });
  await decide(task, '15400000701', 8, 304, 6, { about: call, amount: 120, second: TEN + 60 });
  await decide(task, '15400000702', 3, 11, 1, { amount: 840, version: 3, second: TEN + 90 });
  await decide(other, '02112345678', 4, 9, 3, { second: TEN + 120 });
});
afterAll(async () => {
  await bus.close();
  await house.close();
});

type Asked = CallOf<typeof decisionEndpoints.list>;
const list = (asked: Asked = {}, as = token) => house.ask(decisionEndpoints.list, asked, as);
const texts = async (asked: Asked = {}, as = token) => (await list(asked, as)).list.map(row => row.text);

test('each decision says of which number, why, until when, by which rule of which version, newest first', async () => {
  const at = (minute: string) => `2026-11-20T02:0${minute}.000Z`;
  expect((await list()).list).toMatchObject([
    {
      at: at('2:00'),
      phone: '02112345678',
      task: '春季回访',
      kind: 'leftOut',
      text: '在黑名单里',
      rule: '黑名单',
      until: null,
    },
    {
      at: at('1:30'),
      kind: 'putOff',
      text: '今天已到呼叫上限',
      rule: '呼叫次数上限 第 3 版',
      until: '2026-11-20T16:01:30.000Z',
    },
    { kind: 'redial', text: '用户正忙，到时重拨', until: '2026-11-20T04:01:00.000Z', callId: call, recorded: true },
    { at: at('0:00'), phone: '15400000701', kind: 'dialled', text: '第 1 次：轮到首次呼叫', callId: call },
  ]);
});

test('it is narrowed by task, number, kind, reason and time, each with the others, and paged by its place', async () => {
  expect(await texts({ taskId: other })).toEqual(['在黑名单里']);
  expect(await texts({ phone: '021-1234 5678' })).toEqual(['在黑名单里']);
  expect(await texts({ kinds: ['dialled', 'putOff'] })).toEqual(['今天已到呼叫上限', '第 1 次：轮到首次呼叫']);
  expect(await texts({ becauses: ['busy'], taskId: task })).toEqual(['用户正忙，到时重拨']);
  const span = { from: '2026-11-20T02:01:00Z', to: '2026-11-20T02:01:31Z' };
  expect(await texts(span)).toEqual(['今天已到呼叫上限', '用户正忙，到时重拨']);
  const all = (await list()).total;
  const ever = await list({ from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' });
  const [long, far] = [await list({ to: '1999-12-31T23:59:59Z' }), await list({ from: '2300-01-01T00:00:00Z' })];
  expect([ever.total, long.total, far.total]).toEqual([all, 0, 0]);
  const first = await list({ limit: '3', taskId: task });
  expect(first).toMatchObject({ total: 3, after: null });
  const two = await list({ limit: '2' });
  expect(two.list.map(({ kind }) => kind)).toEqual(['leftOut', 'putOff']);
  expect((await list({ limit: '2', after: two.after! })).list.map(({ kind }) => kind)).toEqual(['redial', 'dialled']);
  expect(await house.post('decision/list', { phone: '王女士', token })).toMatchObject({ errorCode: 100 });
});

test('of another merchant, or of a task out of scope, there is none; who sees numbers masked sees them masked', async () => {
  const stranger = await house.signIn(house.merchants[1]);
  expect(await list({}, stranger)).toMatchObject({ list: [], total: 0 });
  expect(await house.post('decision/summary', { taskId: task, token: stranger })).toMatchObject({ errorCode: 105 });
  const masked = await house.signInWith(['myTask'], []);
  expect((await list({ taskId: other }, masked)).list).toMatchObject([{ phone: '021****5678' }]);
  expect(await house.post('decision/export', { token: masked })).toMatchObject({ errorCode: 104 });
});

test('what a sheet holds and an import does not take is in it, row by row; who sees numbers masked is not told which were known', async () => {
  await sql("insert into blacklist (merchant_id, phone) values ($1, '15400000704')", ground.merchantId);
  const columns = [{ index: 0, use: 'phone' }] as const;
  const text = ['15400000703', '15400000704', '15400000701', '没有号码', '110'].join('\n');
  const { batchId } = await house.ask(
    taskEndpoints.import,
    { id: task, text, header: '0', columns: [...columns] },
    token,
  );
  await runBatch(batchId);
  const refused = { taskId: task, kinds: ['refused'] as ['refused'] };
  expect((await texts(refused)).toSorted()).toEqual([
    '第 2 行：在黑名单里',
    '第 3 行：号码重复',
    '第 4 行：号码里有不是数字的字符',
    '第 5 行：号码太短，应为 8 到 12 位',
  ]);
  expect(await texts({ importId: batchId })).toHaveLength(4);
  const masked = await house.signInWith(['myTask'], []);
  expect((await texts(refused, masked)).toSorted()).toEqual([
    '第 4 行：号码里有不是数字的字符',
    '第 5 行：号码太短，应为 8 到 12 位',
  ]);
  const summary = (as: string) => house.ask(decisionEndpoints.summary, { taskId: task }, as);
  expect(await summary(token)).toMatchObject({
    numbers: 3,
    becauses: [
      { because: 'fresh', text: '还没呼叫', numbers: 2 },
      { because: 'calling', text: '正在呼叫', numbers: 1 },
    ],
    refused: expect.arrayContaining([{ because: 'duplicate', text: '号码重复', rows: 1 }]),
  });
  await sql(
    "update callee set state = 'retry', because = 'noConsent', due_at = now() + interval '1 hour' where task_id = $1 and phone = $2",
    task,
    '15400000703',
  );
  expect((await summary(token)).becauses.toSorted((a, b) => (a.because < b.because ? -1 : 1))).toEqual([
    { because: 'calling', text: '正在呼叫', numbers: 1 },
    { because: 'fresh', text: '还没呼叫', numbers: 1 },
    { because: 'noConsent', text: '没有同意记录', numbers: 1 },
  ]);
  expect((await summary(masked)).refused).toContainEqual({ because: 'known', text: '重复或不呼叫', rows: 2 });
});

test('it is exported as it is narrowed', async () => {
  const { batchId } = await house.ask(decisionEndpoints.export, { taskId: other }, token);
  await runBatch(batchId!);
  const batch = (await house.ask(batchEndpoints.list, {}, token)).list.find(({ id }) => id === batchId);
  expect(batch).toMatchObject({ title: '拨打依据', state: 1, done: 1 });
  const { rows } = await sql('select path from file where key = $1', batch?.fileId);
  const cells: string[][] = [];
  for await (const block of (await openSheet(`${house.dataDir}/${rows[0]?.path}`)).rows)
    cells.push(...block.map(row => [...row.cells]));
  expect(cells).toEqual([
    '时间 号码 任务 决定 原因 到何时 依据 通话编号'.split(' '),
    ['2026-11-20 10:02:00', '02112345678', '春季回访', '不再拨', '在黑名单里', '', '黑名单'],
  ]);
});
