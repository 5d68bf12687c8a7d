import { configEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { callingRulesOf } from '../rules/index.ts';

let house: TestHouse;
let token = '';
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
});
afterAll(() => house.close());

const changed = { legalFromMinute: 600, legalToMinute: 1_170, callsPerDay: 1, callsPerWeek: 4, channels: 50 };

test('without a change the hours are 9 to 20, three calls a number a day and ten a week; a change is the merchant’s own', async () => {
  const defaults = { legalFromMinute: 540, legalToMinute: 1_200, callsPerDay: 3, callsPerWeek: 10, channels: 300 };
  expect(await house.ask(configEndpoints.calling, {}, token)).toEqual(defaults);
  await house.ask(configEndpoints.saveCalling, changed, token);
  await house.ask(configEndpoints.saveCalling, changed, token);
  expect(await house.ask(configEndpoints.calling, {}, token)).toEqual(changed);
  expect(await callingRulesOf(house.database.db, house.merchants[0].id)).toMatchObject({
    merchant: { version: 2 },
    channels: 50,
  });
  const stranger = await house.signIn(house.merchants[1]);
  expect(await house.ask(configEndpoints.calling, {}, stranger)).toEqual(defaults);
  const { rows } = await house.database.pool.query("select merchant_id from audit where action = 'settings.calling'");
  expect(rows).toHaveLength(2);
});

test('hours that end before they begin are refused with a sentence', async () => {
  const fields = Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, String(value)]));
  expect(await house.post('config/saveCalling', { ...fields, legalToMinute: '600', token })).toMatchObject({
    errorCode: 170,
    errorMsg: '呼叫时段的开始时间要早于结束时间',
  });
  expect(await house.post('config/saveCalling', { ...fields, legalToMinute: '1441', token })).toMatchObject({
    errorCode: 100,
    errorMsg: '结束时间：应为 1 到 1440 的整数',
    field: 'legalToMinute',
  });
});
