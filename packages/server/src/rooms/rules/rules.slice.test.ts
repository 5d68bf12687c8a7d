import { rulesEndpoints, taskEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel } from '../../../test/people.ts';
import { setPlatformRules, setRules } from '../../../test/rules.ts';
import { layTaskGround, settingsOf, type TaskGround } from '../../../test/tasks.ts';

let house: TestHouse;
let token = '';
let platform = '';
let ground: TaskGround;
beforeAll(async () => {
  house = await startTestHouse();
  await setPlatformRules(house.database, {});
  platform = (await openLevel(house, '100000', 'platform')).token;
  token = await house.signIn(house.merchants[0]);
  ground = await layTaskGround(house, house.merchants[0].id);
});
afterAll(() => house.close());

/** Jobs that look again at numbers put off, of a merchant or of all. */
const looksOf = async (whose: string): Promise<readonly unknown[]> =>
  (
    await house.database.pool.query('select payload from graphile_worker._private_jobs where key = $1', [
      `lookAgain ${whose}`,
    ])
  ).rows;

const day = (from: number, to: number) => Array.from({ length: 7 }, () => [{ from: from * 60, to: to * 60 }]);
const wish = {
  week: day(9, 20),
  days: {},
  holidaysOff: '0',
  makeUpDaysOn: '0',
  perDay: 3,
  per7Days: 10,
  per30Days: 0,
  minutesBetween: 0,
  channels: 300,
  provinces: {},
  byHand: 'warn',
} as const;
const fields = (over: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries({ ...wish, ...over }).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );

test('without a change the hours are 9 to 20, three calls a number a day and ten a week; each save is a version', async () => {
  const usual = { version: 0, week: day(9, 20), perDay: 3, per7Days: 10, per30Days: 0, channels: 300 };
  const first = await house.ask(rulesEndpoints.own, {}, token);
  expect(first).toMatchObject({
    rules: usual,
    platform: { fromMinute: 480, toMinute: 1_260, perDay: 5, per30Days: 10 },
  });
  const changed = { ...wish, week: day(10, 18), days: { '2026-10-02': [{ from: 660, to: 720 }] }, perDay: 2 };
  expect(await house.ask(rulesEndpoints.save, { version: 0, ...changed }, token)).toEqual({ version: 1 });
  expect(await house.ask(rulesEndpoints.save, { version: 1, ...changed, holidaysOff: '1' }, token)).toEqual({
    version: 2,
  });
  expect(await looksOf(house.merchants[0].id)).toEqual([{ payload: { merchantId: house.merchants[0].id } }]);
  // Who had opened it before is told so, and changes nothing.
  expect(await house.post('rules/save', { ...fields({}), version: '1', token })).toMatchObject({ errorCode: 298 });
  const { list } = await house.ask(rulesEndpoints.versions, {}, token);
  expect(list.map(({ version, by }) => [version, by])).toEqual([
    [2, '测试'],
    [1, '测试'],
  ]);
  expect(list[0]?.changes).toEqual([{ field: '节假日不呼叫', before: '否', after: '是' }]);
  expect(list[1]?.changes.map(({ field }) => field)).toEqual(['每周时段', '每号每天次数', '特别日期']);
  expect(list[1]?.changes[2]).toMatchObject({ before: '—', after: '2026-10-02 11:00–12:00' });
  const stranger = await house.signIn(house.merchants[1]);
  expect((await house.ask(rulesEndpoints.own, {}, stranger)).rules).toMatchObject(usual);
  expect((await house.ask(rulesEndpoints.versions, {}, stranger)).list).toEqual([]);
});

test.each([
  ['hours from seven', { week: day(7, 20) }, '呼叫时段不能超出平台允许的 08:00–21:00', 'week'],
  [
    'a day of its own to ten at night',
    { days: { '2026-12-31': [{ from: 540, to: 1_320 }] } },
    '呼叫时段不能超出平台允许的 08:00–21:00',
    'week',
  ],
  ['six calls a day', { perDay: 6 }, '每号每天次数不能超出平台的上限 5', undefined],
])('nobody widens what the platform bounds: %s', async (_what, over, errorMsg, field) => {
  const { version } = (await house.ask(rulesEndpoints.own, {}, token)).rules;
  const answer = await house.post('rules/save', { ...fields(over), version: String(version), token });
  expect(answer).toMatchObject({ errorMsg, ...(field && { field }) });
});

test('the owner alone changes them, whoever controls tasks does not', async () => {
  const lead = await house.signInWith([], ['task:control']);
  expect((await house.ask(rulesEndpoints.own, {}, lead)).maySave).toBe(false);
  expect(await house.post('rules/save', { ...fields({}), version: '0', token: lead })).toMatchObject({
    errorCode: 104,
  });
});

test('hours of a task stay inside the rules, but on practice lines; the refusal names the bound', async () => {
  await setRules(house.database, house.merchants[0].id, {});
  const save = (ports: readonly string[], windows: ReturnType<typeof day>) =>
    house.ask(
      taskEndpoints.save,
      settingsOf(ground, { ports: ports.map(portId => ({ portId, channels: 1 })), windows }),
      token,
    );
  await save([ground.practicePort], day(0, 24));
  await save([ground.ordinaryPort], day(9, 22));
  await expect(save([ground.ordinaryPort], day(8, 20))).rejects.toThrow('任务时段不能超出外呼规则的 09:00–22:00');
});

test('the platform’s rules are versions too, and a year that it enters is known from then on', async () => {
  const { rules, years } = await house.ask(rulesEndpoints.platform, {}, platform);
  expect(years.map(({ year }) => year)).toEqual([2024, 2025, 2026]);
  const { version, ...old } = rules;
  const saved = await house.ask(
    rulesEndpoints.savePlatform,
    { ...old, version, perDay: 4, overMerchants: '1' },
    platform,
  );
  expect(await looksOf('all')).toEqual([{ payload: {} }]);
  expect(saved.version).toBe(version + 1);
  const [latest] = (await house.ask(rulesEndpoints.platformVersions, {}, platform)).list;
  expect(latest?.changes).toEqual([
    { field: '每号每天次数', before: '5', after: '4' },
    { field: '全部商户合计', before: '否', after: '是' },
  ]);
  expect((await house.ask(rulesEndpoints.own, {}, token)).platform.perDay).toBe(4);
  const year = {
    year: 2027,
    source: '国务院办公厅的通知',
    off: [{ name: '元旦', from: '2027-01-01', to: '2027-01-03' }],
  };
  await house.ask(rulesEndpoints.saveYear, { ...year, workdays: ['2026-12-27'] }, platform);
  const seen = await house.ask(rulesEndpoints.own, {}, token);
  expect(seen.years.map(each => each.year)).toEqual([2024, 2025, 2026, 2027]);
  expect(seen.unknownYear).toBeNull();
});
