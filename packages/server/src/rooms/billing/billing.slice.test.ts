import { balanceEndpoints, lineEndpoints, statementEndpoints } from '@lianxian/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel } from '../../../test/people.ts';
import { availableQuery, charge, reopenCharge, reserve, settleCharge, takeLowBalances, topUp } from './index.ts';

/** Amounts of the store are ten-thousandths of a yuan: 1 yuan is 10,000. */
let house: TestHouse;
let platform = '';
let owner = '';

beforeAll(async () => {
  house = await startTestHouse();
  platform = (await openLevel(house, '100000', 'platform')).token;
  owner = await house.signIn(house.merchants[0]);
});
afterAll(() => house.close());
beforeEach(() => house.database.pool.query('truncate balance, ledger, spend_day'));

const merchant = () => house.merchants[0];
const give = (yuan: string) =>
  topUp(house.database.db, { merchantId: merchant().id, yuan, requestId: null, byEmployee: null, note: '' });
const availableFor = async (merchantId: string) =>
  (await sql<{ yuan: number }>`select ${availableQuery(merchantId)} as yuan`.execute(house.database.db)).rows[0]?.yuan;
const available = () => availableFor(merchant().id);
const hold = (amount: number) => reserve(house.database.db, merchant().id, amount);
const settle = (call: string, reserved: number, cost: number) =>
  settleCharge(house.database.db, { merchantId: merchant().id, call, reserved, cost });
const info = () => house.ask(balanceEndpoints.info, {}, owner);
const ledger = async () => (await house.ask(balanceEndpoints.ledger, {}, owner)).list;

test('a call pays what it cost of what it holds, and gets the rest back', async () => {
  await give('10');
  expect([await hold(36_000), await available()]).toEqual([true, 64_000]);
  expect(await info()).toMatchObject({ amount: '10', reserved: '3.6', available: '6.4' });
  expect(await settle('7', 36_000, 1_200)).toBe(1_200);
  expect(await info()).toMatchObject({ amount: '9.88', reserved: '0', available: '9.88' });
  expect(await ledger()).toMatchObject([
    { kind: 'call', amount: '-0.12', amountAfter: '9.88', callId: '7' },
    { kind: 'topUp', amount: '10', amountAfter: '10', callId: null },
  ]);
});

test('a call is settled once, however often it is asked; one that cost nothing leaves no line', async () => {
  await give('1');
  await hold(5_000);
  await hold(5_000);
  expect([await settle('8', 5_000, 600), await settle('8', 5_000, 600)]).toEqual([600, 0]);
  expect([await settle('9', 5_000, 0), await settle('9', 5_000, 0)]).toEqual([0, 0]);
  expect(await info()).toMatchObject({ amount: '0.94', reserved: '0', available: '0.94' });
  expect((await ledger()).map(entry => entry.callId)).toEqual(['8', null]);
});

test('what a call was charged is given back by a line of its own, and what it truly cost is one more: each once', async () => {
  await give('10');
  await hold(18_000);
  const key = { merchantId: merchant().id, call: '11', reserved: 18_000 };
  expect(await reopenCharge(house.database.db, key)).toBe(0);
  await settle('11', 18_000, 6_000);
  const again = () => reopenCharge(house.database.db, key);
  expect((await Promise.all([again(), again()])).toSorted()).toEqual([0, 18_000]);
  expect(await info()).toMatchObject({ amount: '10', reserved: '1.8', available: '8.2' });
  const truth = { ...key, cost: 12_000, replaces: true };
  expect(await settleCharge(house.database.db, truth)).toBe(12_000);
  expect(await settleCharge(house.database.db, truth)).toBe(0);
  expect(await info()).toMatchObject({ amount: '8.8', reserved: '0', available: '8.8' });
  const ofCalls = [
    { kind: 'correction', amount: '-1.2', amountAfter: '8.8', callId: '11' },
    { kind: 'reversal', amount: '0.6', amountAfter: '10', callId: '11' },
    { kind: 'call', amount: '-0.6', amountAfter: '9.4', callId: '11' },
  ];
  expect(await house.post('balance/ledger', { day: '0000-01-01', token: owner })).toMatchObject({ errorCode: 100 });
  expect(await ledger()).toMatchObject([...ofCalls, { kind: 'topUp' }]);
  expect((await house.ask(balanceEndpoints.ledger, { kind: 'call' }, owner)).list).toMatchObject(ofCalls);
  const transfers = house.ask(balanceEndpoints.ledger, { kind: 'transferIn' }, owner);
  expect((await transfers).list).toEqual([]);
});

test('what is held again is no more than the balance reaches by now', async () => {
  await give('1');
  await hold(9_000);
  await settle('12', 9_000, 6_000);
  await hold(3_000);
  const key = { merchantId: merchant().id, call: '12', reserved: 9_000 };
  expect(await reopenCharge(house.database.db, key)).toBe(7_000);
  expect(await info()).toMatchObject({ amount: '1', reserved: '1', available: '0' });
});

test('the balance never falls below nothing: what it does not reach is not held, and a talk pays no more than there is', async () => {
  expect(await hold(1)).toBe(false);
  expect(await hold(0)).toBe(true);
  await give('0.5');
  expect([await hold(5_001), await hold(5_000), await hold(1)]).toEqual([false, true, false]);
  expect(await settle('10', 5_000, 9_999)).toBe(5_000);
  expect(await info()).toMatchObject({ amount: '0', reserved: '0', available: '0' });
});

test('a talk that cost more than it held pays the rest of what nobody else holds', async () => {
  await give('3');
  await hold(6_000);
  await hold(15_000);
  expect(await settle('13', 6_000, 12_000)).toBe(12_000);
  expect(await settle('14', 15_000, 40_000)).toBe(18_000);
  expect(await info()).toMatchObject({ amount: '0', reserved: '0' });
});

const use = (call: string | null, over: Partial<Parameters<typeof charge>[1]> = {}, whole = false) => {
  const wish = { merchantId: merchant().id, kind: 'model', amount: 300, call, requestId: null, ...over } as const;
  return charge(house.database.db, wish, whole);
};

test('what a call used beside its talk is charged once a kind, a message once a request, and never beyond what is free', async () => {
  await give('0.1');
  expect([await use('21'), await use('21'), await use('21', { kind: 'recognition' })]).toEqual([300, null, 300]);
  const message = { kind: 'sms', amount: 200 } as const;
  const send = (requestId: string, amount = 200) => use('21', { ...message, amount, requestId }, true);
  expect([await send('a'), await send('a'), await send('b'), await send('c', 900)]).toEqual([200, null, 200, null]);
  expect(await use('22', { amount: 500 })).toBe(0);
  expect(await info()).toMatchObject({ amount: '0' });
  expect((await ledger()).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'sms -0.02',
    'sms -0.02',
    'recognition -0.03',
    'model -0.03',
    'topUp 0.1',
  ]);
});

test('a balance that falls below what its owner said is told once, and anew after it was enough again', async () => {
  const warn = (amount: string) => house.ask(statementEndpoints.warn, { amount }, owner);
  const told = () => takeLowBalances(house.database.db, 10);
  await give('10');
  await warn('5');
  expect([(await info()).isLow, await told()]).toEqual([false, []]);
  await hold(60_000);
  await settle('31', 60_000, 60_000);
  expect(await info()).toMatchObject({ amount: '4', lowBelow: '5', isLow: true });
  expect([await told(), await told()]).toEqual([[{ merchantId: merchant().id, amount: '4', below: '5' }], []]);
  await give('10');
  expect((await info()).isLow).toBe(false);
  await hold(100_000);
  await settle('32', 100_000, 100_000);
  expect(await told()).toHaveLength(1);
  await warn('');
  expect(await info()).toMatchObject({ lowBelow: null, isLow: false });
});

test('twenty that hold at once get exactly what is there', async () => {
  await give('1');
  const held = await Promise.all(Array.from({ length: 20 }, () => hold(1_000)));
  expect(held.filter(Boolean)).toHaveLength(10);
  expect(await available()).toBe(0);
});

const wish = { cid: '200001', amount: '99.50', requestId: 'order-0001' };

test('the platform tops up a merchant by its number; the same request twice counts once, at once as well', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => house.ask(balanceEndpoints.topUp, wish, platform)));
  expect(answers).toEqual([{ amount: '99.5' }, { amount: '99.5' }, { amount: '99.5' }]);
  expect(await house.ask(balanceEndpoints.topUp, { ...wish, requestId: 'order-0002' }, platform)).toEqual({
    amount: '199',
  });
  expect(await ledger()).toMatchObject([{ amountAfter: '199' }, { amountAfter: '99.5' }]);
  const { rows } = await house.database.pool.query("select target from audit where action = 'balance.topUp'");
  expect(rows).toEqual([{ target: merchant().id }, { target: merchant().id }]);
});

test('the same request of another amount is refused, and so is more than a balance holds', async () => {
  const ask = (over: Record<string, string>) => house.post('balance/topUp', { ...wish, ...over, token: platform });
  expect(await ask({})).toMatchObject({ errorCode: 0, data: { amount: '99.5' } });
  expect(await ask({ amount: '99.5' })).toMatchObject({ errorCode: 0, data: { amount: '99.5' } });
  expect(await ask({ amount: '995' })).toMatchObject({
    errorCode: 171,
    errorMsg: '这个请求号已经充值过另一笔金额，请换一个请求号',
  });
  const most = { amount: '99999999', requestId: 'order-0004' };
  expect(await ask(most)).toMatchObject({ errorCode: 172, errorMsg: '充值后余额会超过 100000000 元，请核对金额' });
  expect(await ask({ amount: '1e10', requestId: 'order-0005' })).toMatchObject({ errorCode: 100 });
  expect(await info()).toMatchObject({ amount: '99.5' });
  expect(await ledger()).toHaveLength(1);
});

test('a top-up for nobody, of nothing, or by a merchant is refused with a sentence', async () => {
  const ask = (over: Record<string, string>, token: string) =>
    house.post('balance/topUp', { ...wish, requestId: 'order-0003', ...over, token });
  expect(await ask({ cid: '999999' }, platform)).toMatchObject({ errorCode: 105, errorMsg: '商户不存在或已删除' });
  expect(await ask({ amount: '0.00' }, platform)).toMatchObject({ errorCode: 100, errorMsg: '金额：不能小于 0.01' });
  expect(await ask({ amount: '-1' }, platform)).toMatchObject({ errorCode: 100 });
  expect(await ask({ amount: '1.005' }, platform)).toMatchObject({ errorCode: 100 });
  expect(await ask({}, owner)).toMatchObject({ errorCode: 104 });
  expect(await info()).toMatchObject({ amount: '0', reserved: '0', available: '0' });
});

test('what one merchant has the other does not see', async () => {
  await give('5');
  const other = await house.signIn(house.merchants[1]);
  expect(await house.ask(balanceEndpoints.info, {}, other)).toMatchObject({ amount: '0' });
  expect(await house.ask(balanceEndpoints.ledger, {}, other)).toMatchObject({ list: [], total: 0 });
  expect(await availableFor(house.merchants[1].id)).toBe(0);
});

test('the ledger goes on after the last entry shown', async () => {
  for (let n = 1; n <= 5; n += 1) await give(String(n));
  const first = await house.ask(balanceEndpoints.ledger, { limit: 3 }, owner);
  expect(first).toMatchObject({ total: 5, list: [{ amount: '5' }, { amount: '4' }, { amount: '3' }] });
  const next = await house.ask(balanceEndpoints.ledger, { limit: 3, after: first.after ?? '' }, owner);
  expect(next).toMatchObject({ after: null, list: [{ amount: '2' }, { amount: '1' }] });
});

test('the platform prices a line of a merchant, and nobody else does', async () => {
  const { id } = await house.ask(lineEndpoints.save, { name: '线路甲', address: '192.0.2.10' }, owner);
  const price = { cid: '200001', lineId: id, pricePerMinute: '0.1250' };
  expect(await house.post('line/price', { ...price, token: owner })).toMatchObject({ errorCode: 104 });
  expect(await house.post('line/price', { ...price, cid: '200002', token: platform })).toMatchObject({
    errorCode: 105,
    errorMsg: '线路不存在或已删除',
  });
  await house.ask(lineEndpoints.price, price, platform);
  const priced = async () => (await house.ask(lineEndpoints.list, {}, owner)).list;
  expect(await priced()).toMatchObject([{ id, pricePerMinute: '0.125', unitSeconds: 60 }]);
  await house.ask(lineEndpoints.price, { ...price, unitSeconds: '6' }, platform);
  await house.ask(lineEndpoints.price, { ...price, pricePerMinute: '0.2' }, platform);
  expect(await priced()).toMatchObject([{ id, pricePerMinute: '0.2', unitSeconds: 6 }]);
  expect(await house.post('line/price', { ...price, unitSeconds: '30', token: platform })).toMatchObject({
    errorCode: 100,
  });
});
