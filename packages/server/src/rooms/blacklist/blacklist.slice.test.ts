import { blacklistEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';

import { blacklistCallee, blacklisted } from './index.ts';

let house: TestHouse;
let token = '';
let stranger = '';
let masked = '';
beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  masked = await house.signInWith(['myTask'], ['task:control']);
});
afterAll(() => house.close());
beforeEach(() => house.database.pool.query('truncate blacklist'));

const add = (phones: string, as = token) => house.ask(blacklistEndpoints.add, { phones, reason: '投诉' }, as);
const list = async (over: { phone?: string } = {}, as = token) =>
  (await house.ask(blacklistEndpoints.list, over, as)).list;

test('numbers go on it once, as they are dialled; what is no number is told', async () => {
  expect(await add('138 0013 8000\n+86 13800138001，13800138000\n王女士')).toEqual({
    added: 2,
    known: 0,
    refused: ['王女士'],
  });
  expect(await add('13800138001;13800138002')).toEqual({ added: 1, known: 1, refused: [] });
  expect(await list()).toMatchObject([
    { phone: '13800138002', phoneKey: '13800138002', reason: '投诉', callId: null },
    { phone: '13800138001' },
    { phone: '13800138000' },
  ]);
  expect(await house.post('blacklist/add', { phones: '1,'.repeat(1_001), token })).toMatchObject({
    errorCode: 100,
    errorMsg: '号码：最多 1000 项',
  });
});

test('two who add the same numbers in another order do not stop each other', async () => {
  for (let round = 0; round < 10; round += 1) {
    await house.database.pool.query('truncate blacklist');
    const phones = Array.from({ length: 1_000 }, (_, n) => String(13_000_000_000 + n));
    const answers = await Promise.all([phones, phones.toReversed()].map(list => add(list.join())));
    expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(1_000);
  }
});

test('the dialler asks many at once, of its own merchant alone', async () => {
  await add('13800138000\n13800138001');
  const ask = (merchant: 0 | 1) =>
    blacklisted(house.database.db, { merchantId: house.merchants[merchant].id }, [
      '13800138000',
      '13900000000',
      '13800138001',
    ]);
  expect([...(await ask(0)).keys()].sort()).toEqual(['13800138000', '13800138001']);
  expect([...(await ask(1))]).toEqual([]);
});

test('a callee’s wish stands with its call, and is not written over', async () => {
  const wish = { merchantId: house.merchants[0].id, phone: '13800138000', call: '5', reason: '要求不再来电' };
  await blacklistCallee(house.database.db, wish);
  await blacklistCallee(house.database.db, { ...wish, call: '6' });
  expect(await add('13800138000')).toMatchObject({ added: 0, known: 1 });
  expect(await list()).toMatchObject([{ callId: '5', reason: '要求不再来电' }]);
});

test('it is searched by first figures, and goes on after the last row shown', async () => {
  await add('13800138000\n13800138001\n13900138000\n01065529988');
  expect((await list({ phone: '138' })).map(row => row.phone)).toEqual(['13800138001', '13800138000']);
  expect(await list({ phone: '%' })).toEqual([]);
  const first = await house.ask(blacklistEndpoints.list, { limit: 3 }, token);
  expect(first.total).toBe(4);
  const rest = await house.ask(blacklistEndpoints.list, { limit: 3, after: first.after ?? '' }, token);
  expect(rest).toMatchObject({ after: null, list: [{ phone: '01065529988' }] });
});

test('who may not see numbers gets them masked with a key that takes them off, and finds by the whole number alone', async () => {
  await add('13800138000\n13800138001');
  expect(await list({ phone: '138' }, masked)).toEqual([]);
  const [row] = await list({ phone: '13800138000' }, masked);
  expect(row).toMatchObject({ phone: '138****8000' });
  expect(row?.phoneKey).not.toContain('8000');
  await house.ask(blacklistEndpoints.remove, { phoneKey: row?.phoneKey ?? '' }, masked);
  expect((await list()).map(one => one.phone)).toEqual(['13800138001']);
});

test('adding numbers tells who sees none which were there: those are searches, and what was asked is in the audit', async () => {
  const phone = (n: number) => String(13_700_000_000 + n);
  const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => phone(from + n)).join();
  await add(many(0, 60));
  const last = await house.database.pool.query<{ id: string }>('select max(id) as id from audit');
  const since = last.rows[0]?.id;
  const rows = async () => {
    const { rows: all } = await house.database.pool.query<{ action: string; n: number }>(
      `select action, count(*)::int as n from audit where action in ('phone.search', 'blacklist.add') and id > $1
       group by 1 order by 1`,
      [since],
    );
    return all.map(({ action, n }) => `${action} ${n}`);
  };
  const guesser = await house.signInWith(['myTask'], ['task:control']);
  expect(await add(phone(0))).toMatchObject({ added: 0, known: 1 });
  expect(await rows()).toEqual(['blacklist.add 1']);
  expect(await add(`${phone(0)},${phone(100)}`, guesser)).toMatchObject({ added: 1, known: 1 });
  expect(await add(phone(0), guesser)).toMatchObject({ known: 1 });
  expect(await rows()).toEqual(['blacklist.add 3', 'phone.search 1']);
  expect(await add(many(1, 59), guesser)).toMatchObject({ added: 0, known: 59 });
  expect(await rows()).toEqual(['blacklist.add 4', 'phone.search 50']);
  for (const asked of [phone(59), phone(200)])
    expect(await house.post('blacklist/add', { phones: asked, token: guesser })).toMatchObject({ errorCode: 164 });
  expect(await list({ phone: phone(200) })).toEqual([]);
  expect(await add(phone(0), guesser)).toMatchObject({ known: 1 });
  expect(await add(phone(200))).toMatchObject({ added: 1 });
});

test('a key of another merchant, or one that was changed, names nothing', async () => {
  await add('13800138000');
  await add('13800138000', stranger);
  const [row] = await list({}, masked);
  const key = row?.phoneKey ?? '';
  for (const [phoneKey, as] of [
    [key, stranger],
    [`${key.slice(0, -2)}AA`, token],
    ['13900000000', token],
    ['v1.', token],
  ] as const)
    expect(await house.post('blacklist/remove', { phoneKey, token: as })).toMatchObject({
      errorCode: 105,
      errorMsg: '号码不存在或已删除',
    });
  expect(await list({}, stranger)).toHaveLength(1);
});
