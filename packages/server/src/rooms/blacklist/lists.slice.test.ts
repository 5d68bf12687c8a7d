import {
  blacklistEndpoints,
  merchantEndpoints,
  removalEndpoints,
  sharedListEndpoints,
  taskEndpoints,
  tradeEndpoints,
  whitelistEndpoints,
} from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel } from '../../../test/people.ts';
import { layTaskGround, makeTask } from '../../../test/tasks.ts';
import { blacklistCallee, blacklisted } from './index.ts';

/** Lists of four scopes and the white list; two merchants always. */
let house: TestHouse;
let token = '';
let stranger = '';
let platform = '';
let task = '';
let otherTask = '';
beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  platform = (await openLevel(house, '300001', 'platform')).token;
  const ground = await layTaskGround(house, house.merchants[0].id);
  task = await makeTask(house, token, ground);
  otherTask = await makeTask(house, token, ground);
});
afterAll(() => house.close());
beforeEach(() =>
  house.database.pool.query('truncate blacklist, shared_blacklist, whitelist, merchant_trade; delete from trade'),
);

const run = (sql: string, ...values: unknown[]) => house.database.pool.query(sql, values);
const merchantId = () => house.merchants[0].id;
const PHONE = '13800138000';
/** Which list says no to it, for this merchant's task. */
const says = async (phone = PHONE, of: { merchant?: 0 | 1; taskId?: string | null } = {}) => {
  const key = { merchantId: house.merchants[of.merchant ?? 0].id, taskId: of.taskId === undefined ? task : of.taskId };
  return (await blacklisted(house.database.db, key, [phone, '13900139000'])).get(phone)?.list ?? null;
};

test('a list of the platform binds every merchant, one of a trade those in it, one of a task that task; the outermost is said', async () => {
  const { id: tradeId } = await house.ask(tradeEndpoints.save, { name: '教育' }, platform);
  await house.ask(blacklistEndpoints.add, { phones: PHONE, taskId: task }, token);
  expect([await says(), await says(PHONE, { taskId: otherTask }), await says(PHONE, { taskId: null })]).toEqual([
    'task',
    null,
    null,
  ]);
  await house.ask(blacklistEndpoints.add, { phones: PHONE }, token);
  expect([await says(), await says(PHONE, { taskId: null }), await says(PHONE, { merchant: 1, taskId: null })]).toEqual(
    ['merchant', 'merchant', null],
  );
  await house.ask(sharedListEndpoints.add, { phones: PHONE, tradeId }, platform);
  expect(await says()).toBe('merchant');
  await house.ask(
    tradeEndpoints.choose,
    { merchantId: merchantId(), tradeIds: JSON.stringify([tradeId]) as never },
    platform,
  );
  expect([await says(), await says(PHONE, { merchant: 1, taskId: null })]).toEqual(['trade', null]);
  await house.ask(sharedListEndpoints.add, { phones: PHONE }, platform);
  expect([await says(), await says(PHONE, { merchant: 1, taskId: null })]).toEqual(['platform', 'platform']);
});

test('an entry counts up to its last day in the merchant’s zone; what is said to last longer lasts so, never shorter', async () => {
  const add = (until?: string) => house.ask(blacklistEndpoints.add, { phones: PHONE, ...(until && { until }) }, token);
  const { rows } = await run(
    `select (now() at time zone 'Asia/Shanghai')::date::text as today, ((now() at time zone 'Asia/Shanghai')::date + 9)::text as later`,
  );
  const { today, later } = rows[0] as { today: string; later: string };
  const row = async () => (await house.ask(blacklistEndpoints.list, {}, token)).list[0];
  expect(await add(today)).toMatchObject({ added: 1 });
  expect([await says(), await row()]).toEqual(['merchant', expect.objectContaining({ until: today, expired: false })]);
  await run(
    `update blacklist set expires_at = date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`,
  );
  expect([await says(), (await row())?.expired]).toEqual([null, true]);
  expect(await add(later)).toMatchObject({ added: 1, known: 0 });
  expect(await add(today)).toMatchObject({ added: 0, known: 1 });
  expect(await row()).toMatchObject({ until: later, expired: false });
  expect(await add()).toMatchObject({ added: 1 });
  expect(await row()).toMatchObject({ until: null });
  expect(await house.post('blacklist/add', { phones: PHONE, until: '2020-01-01', token })).toMatchObject({
    errorCode: 100,
    errorMsg: '有效至：应为今天或以后的日期，不早于开始日期',
  });
});

test('a callee’s wish makes of an entry that would end, or came with a sheet, one that does neither', async () => {
  await run(
    `insert into blacklist (merchant_id, phone, expires_at, import_id) values ($1, $2, now() + interval '1 day', 7)`,
    merchantId(),
    PHONE,
  );
  await blacklistCallee(house.database.db, {
    merchantId: merchantId(),
    phone: PHONE,
    call: '5',
    reason: '要求不再来电',
  });
  const { rows } = await run('select wish, expires_at, import_id, call_id from blacklist');
  expect(rows).toEqual([{ wish: true, expires_at: null, import_id: null, call_id: '5' }]);
  await expect(run(`update blacklist set expires_at = now()`)).rejects.toThrow(/check constraint/);
});

test('a merchant is not told who is on lists of the platform and of trades, by no endpoint', async () => {
  await house.ask(sharedListEndpoints.add, { phones: PHONE, reason: '监管投诉' }, platform);
  expect((await house.ask(blacklistEndpoints.list, { phone: PHONE }, token)).list).toEqual([]);
  expect(await house.ask(blacklistEndpoints.add, { phones: PHONE }, token)).toMatchObject({ added: 1, known: 0 });
  for (const path of ['sharedList/list', 'sharedList/imports', 'sharedList/export', 'trade/list'])
    expect(await house.post(path, { token })).toMatchObject({ errorCode: 104 });
  expect(JSON.stringify(await house.ask(merchantEndpoints.info, {}, token))).not.toContain('trade');
});

test('the platform’s people see the numbers of their lists masked, and take them off by their key; it is taken back', async () => {
  await house.ask(sharedListEndpoints.add, { phones: PHONE, reason: '监管投诉' }, platform);
  const { list } = await house.ask(sharedListEndpoints.list, {}, platform);
  expect(list).toMatchObject([{ phone: '138****8000', reason: '监管投诉', until: null, expired: false }]);
  const { undo } = await house.ask(sharedListEndpoints.remove, { phoneKey: list[0]!.phoneKey }, platform);
  expect(await says()).toBeNull();
  await house.ask(removalEndpoints.undo, { id: undo }, platform);
  expect(await says()).toBe('platform');
});

test('a trade goes once its list is empty; a reseller says it of its own merchants alone', async () => {
  const { id } = await house.ask(tradeEndpoints.save, { name: '教育' }, platform);
  expect(await house.post('trade/save', { name: '教育', token: platform })).toMatchObject({ errorCode: 235 });
  await house.ask(sharedListEndpoints.add, { phones: PHONE, tradeId: id }, platform);
  expect(await house.post('trade/remove', { id, token: platform })).toMatchObject({ errorCode: 470 });
  const agent = (await openLevel(house, '300002', 'reseller')).token;
  const choice = { merchantId: merchantId(), tradeIds: JSON.stringify([id]) };
  expect(await house.post('trade/choose', { ...choice, token: agent })).toMatchObject({
    errorCode: 105,
    errorMsg: '商户不存在或已删除',
  });
  const [row] = (await house.ask(sharedListEndpoints.list, { tradeId: id }, platform)).list;
  await house.ask(sharedListEndpoints.remove, { tradeId: id, phoneKey: row!.phoneKey }, platform);
  await house.ask(tradeEndpoints.remove, { id }, platform);
  expect((await house.ask(tradeEndpoints.list, {}, platform)).list).toEqual([]);
});

test('the white list is the merchant’s own: put on, found, taken off, taken back', async () => {
  expect(await house.ask(whitelistEndpoints.add, { phones: `${PHONE}\n王`, reason: '老客户' }, token)).toEqual({
    added: 1,
    known: 0,
    refused: ['王'],
  });
  expect((await house.ask(whitelistEndpoints.list, {}, stranger)).list).toEqual([]);
  const { undo } = await house.ask(whitelistEndpoints.remove, { phoneKey: PHONE }, token);
  expect((await house.ask(whitelistEndpoints.list, {}, token)).list).toEqual([]);
  await house.ask(removalEndpoints.undo, { id: undo }, token);
  expect((await house.ask(whitelistEndpoints.list, {}, token)).list).toMatchObject([
    { phone: PHONE, reason: '老客户' },
  ]);
});

test('a list of another merchant’s task, or of one that is gone, does not exist', async () => {
  for (const path of ['blacklist/list', 'blacklist/add', 'numberList/imports'])
    expect(await house.post(path, { list: 'blacklist', phones: PHONE, taskId: task, token: stranger })).toMatchObject({
      errorCode: 105,
      errorMsg: '任务不存在或已删除',
    });
  await house.ask(taskEndpoints.remove, { id: otherTask }, token);
  expect(await house.post('blacklist/list', { taskId: otherTask, token })).toMatchObject({ errorCode: 105 });
});
