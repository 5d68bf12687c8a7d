import { balanceEndpoints, type Endpoint, endpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel } from '../../../test/people.ts';
import { reserve, settleCharge, topUp } from './index.ts';

/** Two resellers; both merchants of the house belong to the first. */
let house: TestHouse;
let agent = '';
let other = '';
let owner = '';
const ids = { agent: '', other: '' };

const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await house.database.pool.query<Row>(text, values)).rows;

beforeAll(async () => {
  house = await startTestHouse();
  ({ merchantId: ids.agent, token: agent } = await openLevel(house, '300001', 'reseller', '渠道300001'));
  ({ merchantId: ids.other, token: other } = await openLevel(house, '300002', 'reseller', '渠道300002'));
  await sql(`update merchant set reseller_id = $1 where kind = 'merchant'`, ids.agent);
  owner = await house.signIn(house.merchants[0]);
});
afterAll(() => house.close());
beforeEach(async () => {
  await sql('truncate balance, ledger');
  await give('100');
});

const give = (yuan: string) =>
  topUp(house.database.db, { merchantId: ids.agent, yuan, requestId: null, byEmployee: null, note: '' });
const wish = { cid: '200001', amount: '30.50', requestId: 'transfer-0001' };
const post = (over: Record<string, string>, token = agent) =>
  house.post('balance/transfer', { ...wish, ...over, token });
const balances = () =>
  sql<{ amount: string }>(
    `select trim_scale(sum(amount))::text as amount, bool_and(amount >= reserved) as held from balance`,
  );

test('a reseller gives its merchant money: what one has less the other has more, and both see where it went', async () => {
  expect(await house.ask(balanceEndpoints.transfer, { ...wish, note: '三月' }, agent)).toEqual({
    amount: '30.5',
    available: '69.5',
  });
  expect((await house.ask(balanceEndpoints.ledger, {}, agent)).list).toMatchObject([
    {
      kind: 'transferOut',
      amount: '-30.5',
      amountAfter: '69.5',
      peer: { number: '200001', name: '甲商户' },
      note: '三月',
    },
    { kind: 'topUp', amount: '100', peer: null },
  ]);
  expect((await house.ask(balanceEndpoints.ledger, { kind: 'transferIn' }, owner)).list).toMatchObject([
    { kind: 'transferIn', amount: '30.5', amountAfter: '30.5', peer: { number: '300001' }, note: '三月' },
  ]);
  expect(
    await sql(`select after->>'transfer' as yuan, merchant_id from audit where action = 'balance.transfer'`),
  ).toEqual([{ yuan: '30.50', merchant_id: ids.agent }]);
});

test('the same request twice counts once, at once as well; of another amount or merchant it is refused', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => house.ask(balanceEndpoints.transfer, wish, agent)));
  expect(new Set(answers.map(answer => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ amount: '30.5', available: '69.5' })]),
  );
  expect(await post({ amount: '31' })).toMatchObject({ errorCode: 171 });
  expect(await post({ cid: '200002' })).toMatchObject({ errorCode: 171 });
  expect(await sql('select 1 from ledger')).toHaveLength(3);
});

test('only to its own merchant, only what it has, only by a reseller', async () => {
  expect(await post({ requestId: 'transfer-0002' }, other)).toMatchObject({
    errorCode: 105,
    errorMsg: '商户不存在或已删除',
  });
  expect(await post({ cid: '300002' })).toMatchObject({ errorCode: 105 });
  expect(await post({ cid: '999999' })).toMatchObject({ errorCode: 105 });
  expect(await post({ amount: '100.01' })).toMatchObject({ errorCode: 286, errorMsg: '余额不足，当前可用 100 元' });
  expect(await post({ amount: '0' })).toMatchObject({ errorCode: 100, errorMsg: '金额：不能小于 0.01' });
  expect(await post({ amount: '-5' })).toMatchObject({ errorCode: 100 });
  expect(await post({}, owner)).toMatchObject({ errorCode: 104 });
  expect(await balances()).toEqual([{ amount: '100', held: true }]);
  expect(await sql('select 1 from ledger')).toHaveLength(1);
});

test('what is held for calls in progress is not given away', async () => {
  await reserve(house.database.db, ids.agent, 800_000);
  expect(await post({ amount: '20.01' })).toMatchObject({ errorCode: 286, errorMsg: '余额不足，当前可用 20 元' });
  expect(await post({ amount: '20' })).toMatchObject({ errorCode: 0, data: { available: '0' } });
});

test('a hundred transfers, ten at once, with calls that hold and pay meanwhile, keep the sum to the last cent', async () => {
  const merchant = house.merchants[0].id;
  const charge = async (n: number) => {
    if (!(await reserve(house.database.db, ids.agent, 1_000))) return 0;
    return await settleCharge(house.database.db, {
      merchantId: ids.agent,
      call: String(n),
      reserved: 1_000,
      cost: 700,
    });
  };
  /** As many at a time as contend for the rows: more would only wait for a connection, and give up on a busy machine. */
  const lanes = async <T>(count: number, all: number, work: (n: number) => Promise<T>): Promise<T[]> => {
    const done: T[] = [];
    const lane = async (first: number) => {
      for (let n = first; n < all; n += count) done.push(await work(n));
    };
    await Promise.all(Array.from({ length: count }, (_, n) => lane(n)));
    return done;
  };
  const transfer = (n: number) => post({ cid: n % 2 ? '200001' : '200002', amount: '1.01', requestId: `at-once-${n}` });
  const [answers, charged] = await Promise.all([lanes(10, 100, transfer), lanes(4, 20, n => charge(n + 1))]);
  const moved = answers.filter(answer => answer.errorCode === 0).length;
  expect(answers.filter(answer => answer.errorCode !== 0 && answer.errorCode !== 286)).toEqual([]);
  const paid = charged.reduce((sum, cost) => sum + cost, 0) / 10_000;
  expect(moved).toBeGreaterThanOrEqual(97);
  const rows = await sql<{ merchant_id: string; amount: string; booked: string }>(
    `select merchant_id, amount::text, (select sum(amount)::text from ledger where ledger.merchant_id = balance.merchant_id)
     as booked from balance`,
  );
  for (const row of rows) expect(Number(row.booked)).toBeCloseTo(Number(row.amount), 4);
  const total = rows.reduce((sum, row) => sum + Math.round(Number(row.amount) * 10_000), 0);
  expect(total).toBe(Math.round((100 - paid) * 10_000));
  expect(rows.find(row => row.merchant_id === merchant)).toBeDefined();
});

test('the ledger is narrowed to a day of the merchant’s zone', async () => {
  await sql(`update ledger set at = '2026-03-08T16:30:00Z'`);
  const on = async (day: string) => (await house.ask(balanceEndpoints.ledger, { day }, agent)).total;
  expect([await on('2026-03-08'), await on('2026-03-09'), await on('2026-03-10')]).toEqual([0, 1, 0]);
  expect(await house.post('balance/ledger', { day: 'yesterday', token: agent })).toMatchObject({
    errorCode: 100,
    errorMsg: '日期：应为日期，如 2026-03-09',
  });
});

test('long after the sign-in a transfer asks for the password once more; an emergency stop never does', async () => {
  const { rows } = await house.database.pool.query('select id from employee where merchant_id = $1', [ids.agent]);
  const token = await house.sessionOf(ids.agent, rows[0].id);
  house.pass(600_000);
  expect(await post({}, token)).toMatchObject({ errorCode: 226, errorMsg: '请再输入一次密码或动态码' });
  expect(await balances()).toMatchObject([{ amount: '100' }]);
  expect(await house.post('user/prove', { password: 'wrong', token })).toMatchObject({ errorCode: 214 });
  expect(await post({}, token)).toMatchObject({ errorCode: 226 });
  expect(await house.post('user/prove', { password: 'test-password', token })).toMatchObject({ errorCode: 0 });
  expect(await post({}, token)).toMatchObject({ errorCode: 0 });
  house.pass(600_000);
  expect(await post({ requestId: 'transfer-0002' }, token)).toMatchObject({ errorCode: 226 });
  const merchant = { name: '新商户', ownerName: '老板', account: 'boss' };
  expect(await house.post('merchant/save', { ...merchant, token })).toMatchObject({ errorCode: 226 });
  const { account: _, ...profile } = merchant;
  expect(await house.post('merchant/save', { ...profile, token })).not.toMatchObject({ errorCode: 226 });
  const all = Object.values(endpoints).flatMap(room => Object.values(room) as Endpoint[]);
  const stops = all.filter(({ path }) => /stop|hangUp|pause/i.test(path));
  expect(stops.length).toBeGreaterThan(2);
  for (const { path, proof } of stops) expect(proof, path).toBeUndefined();
  const asking = all.flatMap(({ path, proof }) =>
    proof === undefined ? [] : [proof === 'always' ? path : `${path} with ${proof.with}`],
  );
  expect(asking.toSorted()).toEqual([
    'balance/setUsePrices',
    'balance/topUp',
    'balance/transfer',
    'keeping/askDeletion',
    'keeping/saveRecords',
    'keeping/takeOut',
    'line/lend',
    'line/price',
    'line/save with password',
    'merchant/dropFactor',
    'merchant/resetOwner',
    'merchant/save with account',
    'oa/resetPassword',
    'oa/saveEmployee with account',
    'reseller/resetOwner',
    'reseller/save with account',
    'sms/saveProvider',
    'speech/save',
    'speech/webhookSecret',
    'webhook/renewSecret',
    'webhook/save',
  ]);
});
