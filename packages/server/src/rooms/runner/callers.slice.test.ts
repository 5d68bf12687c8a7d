import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openTown, type Town, WEDNESDAY_TEN } from '../../../test/task-town.ts';
import { TASKS_CHANNEL, tasksOf } from './index.ts';

/** Which of a line's numbers makes a call, how often it may, and lines over which nothing is dialled. */
let rows: TestDatabase;
let town: Town;
let other: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
  other = await openTown(rows, rows.merchants[1]);
});
afterAll(() => rows.close());
beforeEach(() => {
  town.dialled.length = 0;
});
afterEach(() => town.close());

const over = (task: string) => town.until(async () => (await town.standing(task)).state === 'finished');
const waitsFor = (task: string, because: string) =>
  town.until(async () => {
    const { state, paceBecause, calling } = await town.standing(task);
    return state === 'running' && paceBecause === because && calling === 0;
  });
let series = 13_300_000_000;
const phones = (count: number): string[] => {
  series += count;
  return Array.from({ length: count }, (_, n) => String(series - count + n));
};
interface NumberWish {
  readonly cap?: number;
  readonly province?: string;
  readonly city?: string;
}
/** A line with these numbers and no other. */
const lineWith = async (numbers: Readonly<Record<string, NumberWish>>, pick = 'fixed', of = town) => {
  const line = await of.line();
  await of.sql('delete from line_number where line_id = $1', line.lineId);
  await of.sql('update line set pick = $2 where id = $1', line.lineId, pick);
  for (const [number, { cap = 0, province = '', city = '' }] of Object.entries(numbers))
    await of.sql(
      `insert into line_number (merchant_id, line_id, number, daily_cap, province, city) values ($1, $2, $3, $4, $5, $6)`,
      of.merchant.id,
      line.lineId,
      number,
      cap,
      province,
      city,
    );
  return line;
};
/** Calls by the number that made them, and what the numbers themselves say. */
const callers = async (lineId: string) => {
  const calls = await town.sql(
    'select caller_number as number, count(*)::int as calls from call where line_id = $1 group by 1',
    lineId,
  );
  return Object.fromEntries(calls.map(({ number, calls }) => [String(number), Number(calls)]));
};
const used = async (lineId: string) => {
  const found = await town.sql('select number, used from line_number where line_id = $1 order by id', lineId);
  return Object.fromEntries(found.map(({ number, used }) => [String(number), Number(used)]));
};

test('daily caps are exact over two nodes and three tasks; what is raised goes on by itself', async () => {
  const { portId, lineId } = await lineWith({ '4001': { cap: 7 }, '4002': { cap: 5 } }, 'inTurn');
  const theirs = await lineWith({ '4001': { cap: 1 } }, 'fixed', other);
  await Promise.all([town.node('one'), town.node('two')]);
  const list = phones(30);
  const tasks: string[] = [];
  for (let n = 0; n < 3; n += 1)
    tasks.push(await town.task({ ports: [portId], phones: list.slice(n * 10, n * 10 + 10) }));
  const foreign = await other.task({ ports: [theirs.portId], phones: phones(3) });
  // The first of them may have dialled its ten before the others came.
  const through = ['callerNumbersUsed', 'all', 'noneDue'];
  for (const task of tasks) await town.until(async () => through.includes((await town.standing(task)).paceBecause));
  await town.until(async () => (await callers(lineId))['4001'] === 7 && (await callers(lineId))['4002'] === 5);
  await town.until(async () => {
    const [row] = await town.sql('select sum(settled)::int as settled from task_count where task_id = any($1)', tasks);
    return row?.settled === 12;
  });
  expect(await callers(lineId)).toEqual({ '4001': 7, '4002': 5 });
  expect(await used(lineId)).toEqual({ '4001': 7, '4002': 5 });
  await town.until(async () => (await other.standing(foreign)).paceBecause === 'callerNumbersUsed');
  expect(await callers(theirs.lineId)).toEqual({ '4001': 1 });
  await town.sql("update line_number set daily_cap = 100 where line_id = $1 and number = '4002'", lineId);
  for (const task of tasks) await over(task);
  expect(await callers(lineId)).toEqual({ '4001': 7, '4002': 23 });
  await town.sql("update task set state = 'stopped', owner = null where id = $1", foreign);
});

test.each([
  ['fixed', { '4001': 12 }],
  ['inTurn', { '4001': 4, '4002': 4, '4003': 4 }],
] as const)('numbers that call %s share the calls so', async (pick, shares) => {
  const { portId, lineId } = await lineWith({ '4001': {}, '4002': {}, '4003': {} }, pick);
  await town.node();
  await over(await town.task({ ports: [portId], phones: phones(12), concurrency: 5 }));
  expect(await callers(lineId)).toEqual(shares);
});

test('numbers that call at random all call, and no other does', async () => {
  const { portId, lineId } = await lineWith({ '4001': {}, '4002': {} }, 'random');
  await town.node();
  await over(await town.task({ ports: [portId], phones: phones(40) }));
  const calls = await callers(lineId);
  expect(Object.keys(calls).sort()).toEqual(['4001', '4002']);
  expect((calls['4001'] ?? 0) + (calls['4002'] ?? 0)).toBe(40);
});

test('who is called from the own city or province sees a number from there, everybody else the next in turn', async () => {
  const { portId, lineId } = await lineWith(
    {
      '02160000001': { province: '上海', city: '上海' },
      '02083390001': { province: '广东', city: '广州' },
      '075588880001': { province: '广东', city: '深圳' },
    },
    'sameCity',
  );
  await town.node();
  const list = ['13901712345', '13902212345', '13823212345', '13823212346'];
  await over(await town.task({ ports: [portId], phones: list }));
  const seen = await town.sql('select phone, caller_number from call where line_id = $1 order by phone', lineId);
  expect(seen.map(({ phone, caller_number }) => [phone, caller_number])).toEqual([
    ['13823212345', '075588880001'],
    ['13823212346', '075588880001'],
    ['13901712345', '02160000001'],
    ['13902212345', '02083390001'],
  ]);
});

test('a port’s own number counts where it is one of the line’s; another is nobody’s to count', async () => {
  const { portId, lineId } = await lineWith({ '4001': {}, '4002': { cap: 3 } }, 'inTurn');
  await town.sql("update port set caller_number = '4002' where id = $1", portId);
  await town.node();
  const task = await town.task({ ports: [portId], phones: phones(5) });
  await waitsFor(task, 'callerNumbersUsed');
  expect(await callers(lineId)).toEqual({ '4002': 3 });
  await town.sql("update port set caller_number = '95013' where id = $1", portId);
  await over(task);
  expect(await callers(lineId)).toEqual({ '4002': 3, '95013': 2 });
  expect(await used(lineId)).toEqual({ '4001': 0, '4002': 3 });
});

test('a line without numbers calls as ever; one whose numbers are switched off does not', async () => {
  const [bare, off] = [await lineWith({}), await lineWith({ '4001': {} })];
  await town.sql('update line_number set enabled = false where line_id = $1', off.lineId);
  await town.node();
  await over(await town.task({ ports: [bare.portId], phones: phones(2) }));
  expect(await callers(bare.lineId)).toEqual({ '': 2 });
  const task = await town.task({ ports: [off.portId], phones: phones(2) });
  await waitsFor(task, 'callerNumbersUsed');
  await town.sql('update line_number set enabled = true where line_id = $1', off.lineId);
  await over(task);
});

test('what was used yesterday is free today', async () => {
  const { portId, lineId } = await lineWith({ '4001': { cap: 2 } });
  await town.sql(
    `update line_number set used = 2, used_on = (now() at time zone 'Asia/Shanghai')::date - 1 where line_id = $1`,
    lineId,
  );
  await town.node();
  await over(await town.task({ ports: [portId], phones: phones(2) }));
  expect(await used(lineId)).toEqual({ '4001': 2 });
});

test('what was counted before the clock was set back over midnight counts on, and its day stays', async () => {
  const { portId, lineId } = await lineWith({ '4001': { cap: 3 } });
  const tomorrow = "(now() at time zone 'Asia/Shanghai')::date + 1";
  await town.sql(`update line_number set used = 2, used_on = ${tomorrow} where line_id = $1`, lineId);
  await town.node();
  const task = await town.task({ ports: [portId], phones: phones(2) });
  await town.until(async () => (await town.standing(task)).paceBecause === 'callerNumbersUsed');
  expect(await callers(lineId)).toEqual({ '4001': 1 });
  expect(
    await town.sql(`select used, used_on = ${tomorrow} as "keepsItsDay" from line_number where line_id = $1`, lineId),
  ).toEqual([{ used: 3, keepsItsDay: true }]);
});

test('a call that was placed and never left gives its use back; one that left does not', async () => {
  const { portId, lineId } = await lineWith({ '4001': { cap: 4 } });
  const mute = await town.node('mute', { dials: false });
  const task = await town.task({ ports: [portId], phones: phones(4) });
  await town.until(async () => (await town.standing(task)).calling === 4);
  expect(await used(lineId)).toEqual({ '4001': 4 });
  await town.sql("update task set state = 'paused', because = 'byUser' where id = $1", task);
  await town.sql("update call set hang_up_wanted_at = now() where task_id = $1 and stage = 'placed'", task);
  await mute.close();
  await town.node('one');
  await town.until(async () => (await town.standing(task)).fresh === 4);
  expect(await used(lineId)).toEqual({ '4001': 0 });
  await town.sql("update task set state = 'running', because = '' where id = $1", task);
  await over(task);
  expect(await used(lineId)).toEqual({ '4001': 4 });
});

test('nothing is dialled over a line that is off, outside its hours or down; each goes on by itself', async () => {
  await town.node();
  const { portId, lineId } = await town.line();
  const shut = async (because: string, close: string, open: () => Promise<unknown>) => {
    await town.sql(close, lineId);
    const task = await town.task({ ports: [portId], phones: phones(2) });
    await waitsFor(task, because);
    expect(await callers(lineId)).toEqual({});
    await open();
    await town.sql('select pg_notify($1, $2)', TASKS_CHANNEL, tasksOf(town.merchant.id));
    await over(task);
    await town.sql('delete from call where line_id = $1', lineId);
  };
  await shut('lineOff', 'update line set enabled = false where id = $1', () =>
    town.sql('update line set enabled = true where id = $1', lineId),
  );
  const afternoon = JSON.stringify(Array.from({ length: 7 }, () => [{ from: 720, to: 1_080 }]));
  await shut('lineHours', `update line set windows = '${afternoon}' where id = $1`, async () => {
    town.clock.now = new Date('2026-11-18T12:00:00+08:00');
  });
  town.clock.now = WEDNESDAY_TEN;
  await town.sql('update line set windows = null where id = $1', lineId);
  await shut('lineDown', "update line_health set state = 'down', because = 'noReply' where line_id = $1", () =>
    town.sql("update line_health set state = 'up', because = '' where line_id = $1", lineId),
  );
  const registered = (until: string) =>
    town.sql(
      `update line_health set state = 'up', registered_until = now() + $2::interval where line_id = $1`,
      lineId,
      until,
    );
  await town.sql("update line_health set state = 'unknown' where line_id = $1", lineId);
  await shut('lineChecking', "update line set access = 'register' where id = $1", () => registered('1 minute'));
  await registered('-1 minute');
  await shut('lineChecking', "update line set access = 'gateway' where id = $1", () => registered('1 minute'));
});

test('a task with another port goes on over it while a line is down', async () => {
  const [dead, alive] = [await town.line(), await town.line()];
  await town.sql("update line_health set state = 'down', because = 'noReply' where line_id = $1", dead.lineId);
  await town.node();
  await over(await town.task({ ports: [dead.portId, alive.portId], phones: phones(6) }));
  expect([await callers(dead.lineId), await callers(alive.lineId)]).toEqual([{}, { '4008': 6 }]);
});

test('a congested line is dialled as slowly as it was slowed to', async () => {
  const { portId, lineId } = await town.line({ callsPerSecond: 200 });
  await town.sql(
    "update line_health set state = 'congested', because = 'busyAnswers', slowed_to = 4 where line_id = $1",
    lineId,
  );
  await town.node();
  await over(await town.task({ ports: [portId], phones: phones(9) }));
  const at = town.dialled.map(({ on }) => on);
  // 2 s, but for how late the first was seen; 40 ms at its own rate.
  expect(Math.max(...at) - Math.min(...at)).toBeGreaterThan(1_500);
});
