import { practiceCallees } from '@lianxian/core/simulation';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { setRules } from '../../../test/rules.ts';
import { openTown, type Town, WEDNESDAY_TEN } from '../../../test/task-town.ts';
import { missedCallsJob } from './index.ts';

/**
 * Promised calls over real rows, runner and dialler: they come first at their time, go through the rules as any other, and are
 * made once whatever dies; what may not be made is a to-do.
 */
let rows: TestDatabase;
let town: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
});
afterAll(() => rows.close());
beforeEach(() => {
  town.dialled.length = 0;
  town.clock.now = WEDNESDAY_TEN;
});
afterEach(async () => {
  await town.close();
  await town.sql("update task set state = 'stopped', owner = null where state <> 'stopped'");
});

const talker = practiceCallees[0]!.persona;
let series = 13_600_000_000;
const phones = (count: number): string[] => {
  series += count;
  return Array.from({ length: count }, (_, n) => String(series - count + n));
};
/** Numbers of a list wait for a redial, or were promised a call; due so many minutes ago. */
const waits = async (task: string, list: readonly string[], minutesAgo: number, isAppointed: boolean) => {
  await town.sql(
    `update callee set state = 'retry', attempts = 1, last_state = 'busy', tried = '{"busy": 1}', is_appointed = $3,
       because = case when $3 then 'appointed' else '' end, due_at = now() - make_interval(mins => $4)
     where task_id = $1 and phone = any($2)`,
    ...[task, list, isAppointed, minutesAgo],
  );
  await town.sql(
    'update task_count set fresh = fresh - $2, retrying = retrying + $2 where task_id = $1',
    task,
    list.length,
  );
  if (isAppointed)
    await town.sql(
      `insert into todo (merchant_id, kind, state, due_at, owner_id, phone, task_id, callee_id, made_by)
       select c.merchant_id, 'callBack', 'promised', c.due_at, $3, c.phone, c.task_id, c.id, $3 from callee c
       where c.task_id = $1 and c.phone = any($2)`,
      ...[task, list, town.merchant.owner.id],
    );
};
const promises = (task: string, list: readonly string[], minutesAgo = 0) => waits(task, list, minutesAgo, true);
const todos = (task: string) =>
  town.sql(
    'select phone, state, because, done_call_id is not null as called from todo where task_id = $1 order by phone',
    task,
  );
const over = (task: string) => town.until(async () => (await town.standing(task)).state === 'finished');

test('a promised call comes before redials that have waited longer, and before the list; the ledger says that it was its time', async () => {
  const { portId } = await town.line({ channels: 1 });
  const list = phones(6);
  const [first, second, ...others] = list;
  const task = await town.task({ ports: [portId], phones: list, concurrency: 1, state: 'draft' });
  await waits(task, others.slice(0, 2), 600, false);
  await promises(task, [second!], 1);
  await promises(task, [first!], 5);
  await town.sql("update task set state = 'running' where id = $1", task);
  await town.node();
  await over(task);
  expect(town.dialled.map(({ phone }) => phone)).toEqual(list);
  expect(await todos(task)).toEqual(
    [first, second].map(phone => ({ phone, state: 'done', because: '', called: true })),
  );
  // Codes of the ledger, by hand: dialled 2, a promised call due 403, a redial due 402.
  const dialled = await town.sql('select because from decision where task_id = $1 and kind = 2 order by id', task);
  expect(dialled.map(({ because }) => because)).toEqual([403, 403, 402, 402, 401, 401]);
});

test('a promised call is not made before its time', async () => {
  const { portId } = await town.line();
  const [later, now] = phones(2);
  const task = await town.task({ ports: [portId], phones: [later!, now!], state: 'draft' });
  await promises(task, [later!], -60);
  await town.sql("update task set state = 'running' where id = $1", task);
  await town.node();
  await town.until(async () => (await town.standing(task)).settled === 1);
  expect(town.dialled.map(({ phone }) => phone)).toEqual([now]);
  expect(await todos(task)).toMatchObject([{ state: 'promised' }]);
});

test('what the rules refuse at its time is settled and somebody’s to do, with the reason; it is not called later (A-37)', async () => {
  const { portId } = await town.line();
  const [capped, listed, good] = phones(3);
  await setRules(rows.database, town.merchant.id, {
    caps: { perDay: 1, per7Days: 10, per30Days: null, minutesBetween: 0 },
  });
  const task = await town.task({ ports: [portId], phones: [capped!, listed!, good!], state: 'draft' });
  await town.sql('insert into blacklist (merchant_id, phone) values ($1, $2)', town.merchant.id, listed);
  await town.sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, stage, state,
       dialled_at, placed_at, ended_at)
     select merchant_id, $2, 1, '话术', line_id, '线路', false, $3, 'ended', 'busy', now(), now(), now() from port where id = $1`,
    ...[portId, town.planId, capped],
  );
  await promises(task, [capped!, listed!, good!], 1);
  await town.sql("update task set state = 'running' where id = $1", task);
  await town.node();
  await over(task);
  expect(town.dialled.map(({ phone }) => phone)).toEqual([good]);
  expect(await todos(task)).toEqual([
    { phone: capped, state: 'open', because: 'cappedDay', called: false },
    { phone: listed, state: 'open', because: 'blacklisted', called: false },
    { phone: good, state: 'done', because: '', called: true },
  ]);
  expect(await town.callees(task)).toMatchObject([{ because: 'cappedDay' }, { because: 'blacklisted' }, {}]);
  const rung = await town.sql(
    "select count(*)::int as n from bell_event where kind = 'todo' and merchant_id = $1",
    town.merchant.id,
  );
  expect(rung).toEqual([{ n: 2 }]);
  await setRules(rows.database, town.merchant.id, {});
});

test('outside its hours a promised call is nobody’s for half an hour, then a person’s, whatever keeps its task', async () => {
  const { portId } = await town.line();
  const list = phones(5);
  const [paused, stopped, removed, kept, recent] = list;
  const tasks: Record<string, string> = {};
  for (const phone of list) {
    tasks[phone] = await town.task({ ports: [portId], phones: [phone], state: 'paused' });
    await promises(tasks[phone], [phone], phone === recent ? 5 : 40);
  }
  await town.sql("update task set state = 'stopped' where id = $1", tasks[stopped!]);
  await town.sql('delete from callee where task_id = $1', tasks[removed!]);
  await town.sql("update task set state = 'running' where id = $1", tasks[kept!]);
  await missedCallsJob(rows.database.db).missedCalls!({}, new AbortController().signal);
  const became = async (phone: string | undefined) => (await todos(tasks[phone!]!))[0];
  expect(await became(paused)).toMatchObject({ state: 'open', because: 'taskPaused' });
  expect(await became(stopped)).toMatchObject({ state: 'open', because: 'taskOver' });
  expect(await became(removed)).toMatchObject({ state: 'open', because: 'taskOver' });
  expect(await became(kept)).toMatchObject({ state: 'open', because: 'appointmentMissed' });
  expect(await became(recent)).toMatchObject({ state: 'promised' });
  expect(await town.callees(tasks[paused!]!)).toMatchObject([{ state: 'settled', because: 'appointmentMissed' }]);
  expect(await town.standing(tasks[paused!]!)).toMatchObject({ retrying: 0, settled: 1 });
  // Again: nothing is told twice.
  await missedCallsJob(rows.database.db).missedCalls!({}, new AbortController().signal);
  expect((await todos(tasks[paused!]!)).length).toBe(1);
});

test('placed and never dialled, a promised call comes again; it is one call that leaves', async () => {
  const { portId } = await town.line();
  const list = phones(3);
  const mute = await town.node('mute', { dials: false });
  const task = await town.task({ ports: [portId], phones: list, state: 'draft' });
  await promises(task, list);
  await town.sql("update task set state = 'running' where id = $1", task);
  await town.until(async () => (await town.standing(task)).calling === 3);
  await town.sql("update call set placed_at = now() - interval '61 seconds' where stage = 'placed'");
  await mute.close();
  await town.node('one');
  await over(task);
  expect(town.dialled.map(({ phone }) => phone).sort()).toEqual(list);
  expect((await todos(task)).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
});

/** A small generator, so that a seed says all. */
const diceOf = (seed: number) => {
  let at = seed;
  return (sides: number): number => {
    at = (Math.imul(at, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (at >> 8) % sides;
  };
};

test.each([1, 2, 3, 4])(
  'nodes are killed at any moment: nobody who was promised a call is called twice, and every promise is kept or a person’s, seed %i',
  async seed => {
    const dice = diceOf(seed);
    const { portId } = await town.line({ callsPerSecond: 60 });
    const list = phones(30);
    for (const phone of list) if (dice(3) > 0) town.answers.set(phone, [talker]);
    const task = await town.task({ ports: [portId], phones: list, concurrency: 6, state: 'draft' });
    await promises(task, list);
    await town.sql("update task set state = 'running' where id = $1", task);
    for (let death = 0; death < 3; death += 1) {
      const node = await town.node(`n${seed}${death}`);
      const calls = 3 + dice(7);
      const before = town.dialled.length;
      await town.until(
        async () => town.dialled.length >= before + calls || (await town.standing(task)).state === 'finished',
      );
      await node.die();
    }
    await town.node(`n${seed}last`);
    await over(task);
    const dialled = town.dialled.map(({ phone }) => phone);
    expect(new Set(dialled).size).toBe(dialled.length);
    const kept = await todos(task);
    expect(kept).toHaveLength(list.length);
    for (const { phone, state, because, called } of kept)
      expect([state, because, called], String(phone)).toEqual(
        state === 'done' ? ['done', '', true] : ['open', 'interrupted', true],
      );
    const made = await town.sql(
      'select phone, count(*)::int as n from call where task_id = $1 and dialled_at is not null group by 1 having count(*) > 1',
      task,
    );
    expect(made).toEqual([]);
  },
);

test('the number that called before calls again, over its own port, though others are freer', async () => {
  const [one, two] = [await town.line(), await town.line()];
  for (const { lineId } of [one, two]) {
    await town.sql('delete from line_number where line_id = $1', lineId);
    await town.sql("update line set pick = 'inTurn' where id = $1", lineId);
    await town.sql(
      "insert into line_number (merchant_id, line_id, number) select $1, $2::bigint, $2::text || lpad(n::text, 6, '0') from generate_series(1, 4) n",
      ...[town.merchant.id, lineId],
    );
  }
  const list = phones(8);
  const task = await town.task({ ports: [one.portId, two.portId], phones: list, concurrency: 1, state: 'draft' });
  await waits(task, list, 5, false);
  const before = (n: number) => {
    const { lineId, portId } = n % 2 === 0 ? two : one;
    return { portId, caller: `${lineId}00000${(n % 4) + 1}` };
  };
  for (const [n, phone] of list.entries()) {
    const { portId, caller } = before(n);
    await town.sql('update callee set port_id = $2, caller = $3 where phone = $1', phone, portId, caller);
  }
  await town.sql("update task set state = 'running' where id = $1", task);
  await town.node();
  await over(task);
  const calls = await town.sql(
    'select phone, port_id::text as "portId", caller_number as caller from call where task_id = $1 order by phone',
    task,
  );
  expect(calls).toEqual(list.map((phone, n) => ({ phone, ...before(n) })));
});
