import { taskEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openTown, type Town, WEDNESDAY_TEN } from '../../../test/task-town.ts';

/** Tasks that begin at an instant, and end with a day of the merchant's calendar. */
let house: TestHouse;
let town: Town;
let token = '';
let portId = '';
beforeAll(async () => {
  house = await startTestHouse();
  town = await openTown(house);
  token = await house.signIn(house.merchants[0]);
  ({ portId } = await town.line());
});
afterAll(async () => {
  await town.close();
  await house.close();
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let phone = 13_870_000_000;
const phonesFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => String(first + n));

test('a task that is to begin later calls nobody before, begins by itself, and may be begun before by hand', async () => {
  const [early, late] = [
    await town.task({ ports: [portId], phones: phonesFrom(13_810_000_000, 2), state: 'draft' }),
    await town.task({ ports: [portId], phones: phonesFrom(13_820_000_000, 2), state: 'draft' }),
  ];
  // By the clock of the house, which says what is to come: ten of the next morning in Shanghai, which is eight hours ahead.
  const at = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 2 * HOUR_MS);
  const wall = new Date(at.getTime() + 8 * HOUR_MS).toISOString().slice(0, 16);
  for (const id of [early, late])
    expect(await house.ask(taskEndpoints.start, { id, at: wall }, token)).toMatchObject({
      state: 'waiting',
      because: 'startsLater',
    });
  expect(await house.ask(taskEndpoints.detail, { id: late }, token)).toMatchObject({ startsAt: at.toISOString() });
  const [waits] = (await house.ask(taskEndpoints.callees, { id: late }, token)).list;
  expect(waits?.waits).toMatchObject({ because: 'startsLater', text: '到设定的时间自动开始' });
  const node = await town.node();
  town.clock.now = new Date(at.getTime() - 1_000);
  await house.ask(taskEndpoints.resume, { id: early }, token);
  await town.until(async () => (await town.standing(early)).state === 'finished');
  expect(await town.standing(late)).toMatchObject({ state: 'waiting', because: 'startsLater', fresh: 2 });
  expect(town.dialled.every(({ phone }) => phone < '1382')).toBe(true);
  town.clock.now = new Date(at.getTime() + 1_000);
  await town.until(async () => (await town.standing(late)).state === 'finished');
  expect(town.dialled.filter(({ phone }) => phone >= '1382')).toHaveLength(2);
  await node.close();
  town.clock.now = WEDNESDAY_TEN;
});

test('past its last day a task calls nobody: what waits is settled with that reason, and the task is done', async () => {
  const task = await town.task({ ports: [portId], phones: phonesFrom(13_830_000_000, 6_000) });
  await town.sql(
    `update callee set state = 'retry', attempts = 1, last_state = 'busy', due_at = now() + interval '1 day'
     where task_id = $1 and phone = '13830000000'`,
    task,
  );
  await town.sql('update task_count set fresh = fresh - 1, retrying = retrying + 1 where task_id = $1', task);
  await town.sql("update task set ends_on = '2026-11-17' where id = $1", task);
  // Half past midnight in Shanghai, while it is still the day before in London.
  town.clock.now = new Date('2026-11-17T16:30:00.000Z');
  const before = town.dialled.length;
  const node = await town.node();
  await town.until(async () => (await town.standing(task)).state === 'finished');
  await node.close();
  expect(town.dialled).toHaveLength(before);
  expect(await town.standing(task)).toMatchObject({ total: 6_000, fresh: 0, retrying: 0, settled: 6_000 });
  expect(
    await town.sql('select because, state, count(*)::int as n from callee where task_id = $1 group by 1, 2', task),
  ).toEqual([{ because: 'pastEnd', state: 'settled', n: 6_000 }]);
  town.clock.now = WEDNESDAY_TEN;
});

test('on its last day a task calls; one whose last day is over does not start', async () => {
  const task = await town.task({ ports: [portId], phones: ['13840000000'] });
  await town.sql("update task set ends_on = '2026-11-18' where id = $1", task);
  const node = await town.node();
  await town.until(async () => (await town.standing(task)).state === 'finished');
  await node.close();
  expect(town.dialled.at(-1)?.phone).toBe('13840000000');
  const over = await town.task({ ports: [portId], phones: ['13840000001'], state: 'draft' });
  await town.sql("update task set ends_on = '2026-01-01' where id = $1", over);
  expect(await house.ask(taskEndpoints.start, { id: over }, token).catch((error: Error) => error.message)).toContain(
    '截止日期已经过了',
  );
});

/** Nine to six from Monday to Friday; of October 2026 as the State Council's office published it. */
test.each([
  ['a public holiday, a Thursday', '2026-10-01', {}, 'waiting'],
  ['the same where holidays are days as others', '2026-10-01', { holidays_off: false }, 'finished'],
  ['a Sunday on which work is made up', '2026-09-20', {}, 'finished'],
  ['the same where it is a Sunday as others', '2026-09-20', { make_up_days_on: false }, 'waiting'],
  ['a Monday that is closed for the task', '2026-11-23', { calendar_days: { '2026-11-23': [] } }, 'waiting'],
  [
    'a Sunday with hours of its own',
    '2026-11-22',
    { calendar_days: { '2026-11-22': [{ from: 540, to: 720 }] } },
    'finished',
  ],
] as const)('a task’s own days: on %s, %s, it is %o %s', async (_what, date, over, state) => {
  const workdays = Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: 540, to: 1_080 }] : []));
  phone += 1;
  const task = await town.task({ ports: [portId], phones: [String(phone)], windows: workdays, state: 'draft' });
  const calendar = { holidays_off: true, make_up_days_on: true, calendar_days: {}, ...over };
  await town.sql(
    'update task set holidays_off = $2, make_up_days_on = $3, calendar_days = $4 where id = $1',
    ...[task, calendar.holidays_off, calendar.make_up_days_on, JSON.stringify(calendar.calendar_days)],
  );
  town.clock.now = new Date(`${date}T02:00:00.000Z`);
  await town.sql("update task set state = 'running' where id = $1", task);
  const node = await town.node();
  await town.until(async () => (await town.standing(task)).state === state);
  await node.close();
  await town.sql("update task set state = 'stopped' where id = $1", task);
  town.clock.now = WEDNESDAY_TEN;
});
