import { lineEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { insertPlan } from '../plans/index.ts';

/** Numbers of lines as their owner writes them. */
let house: TestHouse;
let token: string;
let stranger: string;
let lineId: string;
const line = { name: '线路', address: '192.0.2.10' };
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await house.database.pool.query(text, [...values])).rows;

beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  ({ id: lineId } = await house.ask(lineEndpoints.save, line, token));
});
afterAll(() => house.close());

const numbersOf = async (id = lineId) =>
  (await house.ask(lineEndpoints.numbers, { lineId: id, limit: 100 }, token)).list;
const lineRow = async (id = lineId) =>
  (await house.ask(lineEndpoints.list, {}, token)).list.find(one => one.id === id)!;

test('numbers are pasted, placed by their prefix, and those it has are left out', async () => {
  expect(await lineRow()).toMatchObject({ callerNumber: '', numbers: 0 });
  const pasted = '021-6000-0001, 13902212345\n4008888888 02160000001';
  expect(await house.ask(lineEndpoints.addNumbers, { lineId, numbers: pasted, dailyCap: 30 }, token)).toEqual({
    added: 3,
    known: 0,
  });
  expect(await house.ask(lineEndpoints.addNumbers, { lineId, numbers: '4008888888\n01065295935' }, token)).toEqual({
    added: 1,
    known: 1,
  });
  expect((await numbersOf()).map(({ number, area, dailyCap }) => [number, area, dailyCap])).toEqual([
    ['02160000001', '上海', 30],
    ['13902212345', '广东 广州', 30],
    ['4008888888', '', 30],
    ['01065295935', '北京', 0],
  ]);
  expect(await lineRow()).toMatchObject({ callerNumber: '02160000001', numbers: 4 });
});

test('what is no number is refused by name, and so are more than 500 at once and more than 5,000 in all', async () => {
  expect(await house.post('line/addNumbers', { lineId, numbers: '02160000009\nabc', token })).toMatchObject({
    errorCode: 183,
    errorMsg: '「abc」不是外显号码：应为 3 到 20 位数字，前面可带 +',
  });
  const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => `95${from + n}`).join(' ');
  expect(await house.post('line/addNumbers', { lineId, numbers: many(10_000, 501), token })).toMatchObject({
    errorCode: 184,
  });
  const { id } = await house.ask(lineEndpoints.save, { ...line, name: '大线路' }, token);
  for (let from = 10_000; from < 15_000; from += 500)
    await house.ask(lineEndpoints.addNumbers, { lineId: id, numbers: many(from, 500) }, token);
  expect(await house.post('line/addNumbers', { lineId: id, numbers: '02160000009', token })).toMatchObject({
    errorCode: 185,
    errorMsg: '一条线路最多 5000 个号码',
  });
  expect((await lineRow(id)).numbers).toBe(5_000);
});

test('a number is changed, leads to a plan, is switched off, and goes; twice on a line it is not', async () => {
  const [first, second] = await numbersOf();
  const db = merchantDb(house.database.db, house.merchants[0].id);
  const planId = await insertPlan(db, shortPlan, house.now());
  const foreign = await insertPlan(merchantDb(house.database.db, house.merchants[1].id), shortPlan, house.now());
  const save = (fields: Record<string, string>) => house.post('line/saveNumber', { id: first!.id, ...fields, token });
  expect(await save({ number: second!.number })).toMatchObject({ errorCode: 186 });
  expect(await save({ planId: foreign })).toMatchObject({ errorCode: 105, errorMsg: '话术不存在或已删除' });
  expect(await save({ planId, dailyCap: '7', number: '057188888888' })).toMatchObject({
    errorCode: 0,
  });
  expect(await numbersOf()).toMatchObject([
    { number: '057188888888', area: '浙江 杭州', dailyCap: 7, enabled: true, plan: { id: planId, name: '短话术' } },
    {},
    {},
    {},
  ]);
  await save({ enabled: '0' });
  expect((await numbersOf())[0]).toMatchObject({ enabled: false, dailyCap: 7, plan: { id: planId } });
  await save({ planId: '0' });
  expect((await numbersOf())[0]).toMatchObject({ plan: null });
  await house.ask(lineEndpoints.removeNumber, { id: first!.id }, token);
  expect((await numbersOf()).map(({ number }) => number)).not.toContain('057188888888');
  const audits = await sql("select action from audit where action like 'line.number%' order by id desc limit 2");
  expect(audits).toEqual([{ action: 'line.number.remove' }, { action: 'line.number.save' }]);
});

test('what was used yesterday is not used today', async () => {
  const [number] = await numbersOf();
  const set = (day: string) =>
    sql(
      `update line_number set used = 5, used_on = (now() at time zone 'Asia/Shanghai')::date + ${day} where id = $1`,
      number!.id,
    );
  await set('0');
  expect((await numbersOf())[0]).toMatchObject({ usedToday: 5 });
  await set('-1');
  expect((await numbersOf())[0]).toMatchObject({ usedToday: 0 });
});

test('a number that is taken off its line and added again has called as often today as before', async () => {
  const { id } = await house.ask(lineEndpoints.save, { ...line, name: '一天' }, token);
  const add = (dailyCap: number) =>
    house.ask(lineEndpoints.addNumbers, { lineId: id, numbers: '95101 95102', dailyCap }, token);
  await add(5);
  const remove = async () => {
    for (const number of await numbersOf(id)) await house.ask(lineEndpoints.removeNumber, { id: number.id }, token);
  };
  const used = (day: string) =>
    sql(
      `update line_number set used = 3, used_on = (now() at time zone 'Asia/Shanghai')::date + ${day}
       where line_id = $1 and number = '95101'`,
      id,
    );
  await used('0');
  await remove();
  expect(await add(4)).toEqual({ added: 2, known: 0 });
  expect(await add(4)).toEqual({ added: 0, known: 2 });
  const shown = async () =>
    (await numbersOf(id)).map(({ number, usedToday, dailyCap }) => [number, usedToday, dailyCap]);
  expect((await shown()).sort()).toEqual([
    ['95101', 3, 4],
    ['95102', 0, 4],
  ]);
  await used('-1');
  await remove();
  await add(9);
  expect((await shown()).sort()).toEqual([
    ['95101', 0, 9],
    ['95102', 0, 9],
  ]);
});

test('another merchant sees, changes and adds nothing', async () => {
  const [number] = await numbersOf();
  for (const [path, fields] of [
    ['line/numbers', { lineId }],
    ['line/addNumbers', { lineId, numbers: '02160000008' }],
    ['line/saveNumber', { id: number!.id, dailyCap: '1' }],
    ['line/removeNumber', { id: number!.id }],
    ['line/enable', { id: lineId, enabled: '0' }],
  ] as const)
    expect(await house.post(path, { ...fields, token: stranger })).toMatchObject({ errorCode: 105 });
  expect((await numbersOf())[0]).toMatchObject({ id: number!.id, dailyCap: 30 });
});
