import { batchEndpoints, statementEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { addCall, addNumbers, layTaskGround, makeTask, type TaskGround } from '../../../test/tasks.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { openSheet } from '../../platform/sheets/index.ts';
import { batchJob } from '../batches/index.ts';
import { EXPORT_STATEMENT, statementWork } from './index.ts';

/** Some days of a merchant's money, written by hand into its ledger: the sums beside it are the database's own. */
let house: TestHouse;
let bus: Bus;
let token = '';
let stranger = '';
let ground: TaskGround;
let task = '';
const log = openLog('silent', 'test');
const query = async (sql: string, ...values: unknown[]) => (await house.database.pool.query(sql, values)).rows;

const entries = [
  // Late on the 9th in Shanghai, early on the 10th.
  ['2026-03-09T15:59:00Z', 'topUp', '100', null],
  ['2026-03-09T15:59:30Z', 'call', '-0.12', 'a'],
  ['2026-03-09T16:01:00Z', 'call', '-1.2', 'b'],
  ['2026-03-10T02:00:00Z', 'reversal', '1.2', 'b'],
  ['2026-03-10T02:00:00Z', 'correction', '-1.5', 'b'],
  ['2026-03-10T03:00:00Z', 'call', '0', 'c'],
  ['2026-03-10T03:00:00Z', 'model', '-0.0301', 'a'],
  ['2026-03-10T03:00:00Z', 'recognition', '-0.06', 'a'],
  ['2026-03-10T03:00:00Z', 'synthesis', '-0.004', 'a'],
  ['2026-03-10T04:00:00Z', 'sms', '-0.05', null],
  ['2026-03-12T04:00:00Z', 'call', '-7', 'a2'],
] as const;

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  const [merchant, other] = house.merchants;
  [token, stranger] = [await house.signIn(merchant), await house.signIn(other)];
  ground = await layTaskGround(house, merchant.id);
  task = await makeTask(house, token, ground);
  const phones = ['13400000001', '13400000002', '13400000003', '13400000004'];
  const callees = await addNumbers(house, merchant.id, task, phones);
  const calls = new Map<string, string>();
  for (const [n, name] of ['a', 'a2', 'b', 'c'].entries()) {
    const call = await addCall(house, ground, task, callees[n]!);
    calls.set(name, call);
    if (n < 2) continue;
    const byHand = 'task_id = null, callee_id = null, attempt = null, port_id = null, line_id = $2';
    await query(`update call set ${byHand} where id = $1`, call, ground.ordinaryLine);
  }
  let after = 0;
  for (const [at, kind, amount, call] of entries) {
    after += Number(amount);
    await query(
      'insert into ledger (merchant_id, at, kind, amount, amount_after, call_id) values ($1, $2, $3, $4, $5, $6)',
      merchant.id,
      at,
      kind,
      amount,
      after,
      call === null ? null : calls.get(call),
    );
  }
  await query('insert into balance (merchant_id, amount) values ($1, $2)', merchant.id, '91.2359');
});
afterAll(async () => {
  await bus.close();
  await house.close();
});

const days = { from: '2026-03-09', to: '2026-03-10' };
const ask = (by: 'day' | 'line' | 'task', more: object = {}) =>
  house.ask(statementEndpoints.list, { by, ...days, ...more }, token);
const none = {
  calls: '0',
  messages: '0',
  speech: '0',
  models: '0',
  market: '0',
  moved: '0',
  charged: 0,
  closing: null,
};

test('by day: what moved the balance on each day of the merchant, and what there was at its end', async () => {
  const { list, sum, total } = await ask('day');
  expect(list).toEqual([
    {
      ...none,
      key: '2026-03-10',
      name: '',
      calls: '-1.5',
      messages: '-0.05',
      speech: '-0.064',
      models: '-0.0301',
      total: '-1.6441',
      charged: 1,
      closing: '98.2359',
    },
    {
      ...none,
      key: '2026-03-09',
      name: '',
      calls: '-0.12',
      moved: '100',
      total: '99.88',
      charged: 1,
      closing: '99.88',
    },
  ]);
  expect(sum).toEqual({
    ...{ calls: '-1.62', messages: '-0.05', speech: '-0.064', models: '-0.0301' },
    ...{ market: '0', moved: '100', total: '98.2359', charged: 2, opening: '0', closing: '98.2359' },
  });
  expect(total).toBe(2);
});

test('by line and by task the same money; what belongs to none stands by itself, and pages follow each other', async () => {
  const byLine = await ask('line');
  expect(byLine.list).toEqual([
    { ...none, key: ground.ordinaryLine, name: '线路甲', calls: '-1.5', total: '-1.5', charged: 1 },
    {
      ...none,
      key: ground.practiceLine,
      name: '练习线路',
      calls: '-0.12',
      speech: '-0.064',
      models: '-0.0301',
      total: '-0.2141',
      charged: 1,
    },
    { ...none, key: '0', name: '', messages: '-0.05', moved: '100', total: '99.95' },
  ]);
  const byTask = await ask('task', { limit: 1 });
  expect(byTask.list).toMatchObject([{ key: task, name: '秋季课程回访', total: '-0.2141' }]);
  expect((await ask('task', { limit: 1, after: byTask.after ?? '' })).list).toMatchObject([
    { key: '0', total: '98.45' },
  ]);
  for (const after of ['0000-01-01', '2026-02-30', '1'])
    expect(await house.post('balance/statement', { by: 'day', ...days, after, token })).toMatchObject({
      errorCode: 100,
    });
  expect([byLine.sum.total, byTask.sum.total]).toEqual(['98.2359', '98.2359']);
});

test('a sheet says the same, and adds up', async () => {
  const { batchId } = await house.ask(statementEndpoints.sheet, { by: 'line', ...days }, token);
  const { db } = house.database;
  const works = { [EXPORT_STATEMENT]: statementWork({ db, files: openFiles(house.dataDir) }) };
  const jobs = batchJob({ db, push: openPushSender(db, bus, log), log, works });
  await jobs.batch?.({ merchantId: house.merchants[0].id, id: batchId }, new AbortController().signal);
  const batch = (await house.ask(batchEndpoints.list, {}, token)).list.find(({ id }) => id === batchId);
  expect(batch).toMatchObject({ title: '对账单', state: 1, done: 6 });
  const [file] = await query('select path, kind, name from file where key = $1', batch?.fileId);
  expect(file).toMatchObject({ kind: 'statement', name: '对账单_线路_2026-03-09_2026-03-10.xlsx' });
  const cells: string[][] = [];
  for await (const block of (await openSheet(`${house.dataDir}/${file?.path}`)).rows)
    cells.push(...block.map(row => [...row.cells]));
  expect(cells).toEqual([
    [
      '线路',
      '计费通话',
      '通话费（元）',
      '短信费（元）',
      '语音费（元）',
      '模型费（元）',
      '录音与话术（元）',
      '充值划拨（元）',
      '合计（元）',
    ],
    ['线路甲', '1', '-1.5', '0', '0', '0', '0', '0', '-1.5'],
    ['练习线路', '1', '-0.12', '0', '-0.064', '-0.0301', '0', '0', '-0.2141'],
    ['不经线路', '0', '0', '-0.05', '0', '0', '0', '100', '99.95'],
    ['期初余额', '', '', '', '', '', '', '', '0'],
    ['合计', '2', '-1.62', '-0.05', '-0.064', '-0.0301', '0', '100', '98.2359'],
    ['期末余额', '', '', '', '', '', '', '', '98.2359'],
  ]);
});

test('too many days are refused with a sentence, and another merchant sees nothing of it', async () => {
  expect(
    await house.post('balance/statement', { by: 'day', from: '2025-01-01', to: '2026-03-10', token }),
  ).toMatchObject({
    errorCode: expect.any(Number),
    errorMsg: expect.stringContaining('366'),
  });
  expect(await house.ask(statementEndpoints.list, { by: 'day', ...days }, stranger)).toMatchObject({
    list: [],
    sum: { total: '0', opening: '0', closing: '0' },
  });
});
