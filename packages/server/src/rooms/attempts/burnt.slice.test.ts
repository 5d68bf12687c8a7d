import { type Persona, practiceCallees } from '@lianxian/core/simulation';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openTown, type Town } from '../../../test/task-town.ts';

/** Nobody is burnt by us (decision 55): what we took back and what our line refused comes again, and only so often. */
let rows: TestDatabase;
let town: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
  await town.node();
});
afterAll(async () => {
  await town.close();
  await rows.close();
});
beforeEach(() => {
  town.dialled.length = 0;
});

const talker = practiceCallees[0]!.persona;
const rings: Persona = { id: 'rings', answering: { never: true }, habits: [], asksIntoSilence: [] };
const refuses = (code: number): Persona => ({ ...rings, id: `refuses${code}`, answering: { refuses: code } });
const over = (task: string) => town.until(async () => (await town.standing(task)).state === 'finished');
const standsAs = (task: string, because: string) =>
  town.until(async () => (await town.callees(task)).every(callee => callee.because === because));
const timesDialled = (phone: string) => town.dialled.filter(call => call.phone === phone).length;
/** What waits is due now; its task looks at once. */
const comesDue = async (task: string) => {
  await town.sql("update callee set due_at = now() - interval '1 second' where task_id = $1 and state = 'retry'", task);
  await town.sql("select pg_notify('tasks', $1)", task);
};

test('who rang when all was stopped is called once more after 继续; the blacklist and the caps of the day hold', async () => {
  const { portId } = await town.line();
  const [again, unwanted, capped] = ['13711110001', '13711110002', '13711110003'] as const;
  const ringing = new Set<string>();
  for (const phone of [again, unwanted, capped]) {
    const persona: Persona = {
      ...rings,
      get answering() {
        ringing.add(phone);
        return rings.answering;
      },
    };
    town.answers.set(phone, [persona, talker]);
  }
  const task = await town.task({ ports: [portId], phones: [again, unwanted, capped], state: 'draft' });
  // At this town's pace two minutes are over before anybody can stop it.
  await town.sql('alter table task drop constraint task_ring_timeout_s_check');
  await town.sql("update task set ring_timeout_s = 20000, state = 'running' where id = $1", task);
  await town.sql("select pg_notify('tasks', $1)", task);
  await town.until(() => Promise.resolve(ringing.size === 3));
  await town.sql("update task set state = 'paused', because = 'stoppedAll' where id = $1", task);
  await town.sql("update call set hang_up_wanted_at = now() where task_id = $1 and stage <> 'ended'", task);
  await town.sql("select pg_notify('calls', '')");
  await standsAs(task, 'givenBack');
  expect(await town.standing(task)).toMatchObject({ state: 'paused', fresh: 0, retrying: 3, calling: 0, settled: 0 });
  expect((await town.sql('select distinct tried from callee where task_id = $1', task))[0]?.tried).toEqual({
    givenBack: 1,
  });

  await town.sql('insert into blacklist (merchant_id, phone) values ($1, $2)', town.merchant.id, unwanted);
  // It was called twice elsewhere today: the call that we took back rang, and is its third.
  await town.sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number, variables,
       owner_id, task_id, callee_id, attempt, stage, state, placed_at, dialled_at)
     select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number, variables,
       owner_id, task_id, callee_id, attempt + n, 'ended', 'noAnswer', placed_at, dialled_at
     from call cross join generate_series(7, 8) n where task_id = $1 and phone = $2`,
    task,
    capped,
  );
  await town.sql("update task set state = 'running', because = '' where id = $1", task);
  await comesDue(task);
  await town.until(async () => (await town.standing(task)).retrying === 1);
  await town.until(async () => (await town.standing(task)).settled === 2);
  expect(await town.callees(task)).toMatchObject([
    { phone: again, state: 'settled', because: 'answered', attempts: 2 },
    { phone: unwanted, state: 'settled', because: 'blacklisted', attempts: 1 },
    { phone: capped, state: 'retry', because: 'cappedDay', attempts: 1 },
  ]);
  expect([again, unwanted, capped].map(timesDialled)).toEqual([2, 1, 1]);
});

test('a line that refuses everybody rests; then one call tries it, and nobody of the list is lost', async () => {
  const { portId, lineId } = await town.line();
  const phones = Array.from({ length: 12 }, (_, n) => `1372222${String(n).padStart(4, '0')}`);
  for (const phone of phones) town.answers.set(phone, [refuses(503)]);
  const task = await town.task({ ports: [portId], phones, concurrency: 1 });
  await town.until(async () => (await town.standing(task)).paceBecause === 'lineDown');
  expect(await town.standing(task)).toMatchObject({ state: 'running', fresh: 7, retrying: 5, calling: 0, settled: 0 });

  const rest = () =>
    town
      .sql('select faults, rests, rests_until > now() as resting from line_health where line_id = $1', lineId)
      .then(([row]) => row);
  expect(await rest()).toEqual({ faults: 5, rests: 1, resting: true });
  await town.sql('update task set concurrency = 9 where id = $1', task);
  await town.sql('update line_health set rests_until = now() where line_id = $1', lineId);
  await town.until(async () => (await rest())?.rests === 2);
  expect(town.dialled).toHaveLength(6);

  for (const phone of phones) town.answers.set(phone, [talker]);
  await town.sql('update line_health set rests_until = now() where line_id = $1', lineId);
  await comesDue(task);
  await over(task);
  expect((await town.callees(task)).map(callee => callee.because)).toEqual(phones.map(() => 'answered'));
  expect(town.dialled).toHaveLength(18);
  expect(await rest()).toEqual({ faults: 0, rests: 0, resting: null });
});

test.each([
  { ends: true, because: 'faultAlone', attempts: 2 },
  { ends: false, because: 'lineFaults', attempts: 3 },
])('refused alone while the line carries others, a number ends at call $attempts: $because', async wish => {
  const { portId } = await town.line();
  const [alone, other] = wish.ends ? ['13733330001', '13733330002'] : ['13733330003', '13733330004'];
  town.answers.set(alone!, [refuses(403)]);
  town.answers.set(other!, [talker]);
  const task = await town.task({ ports: [portId], phones: [alone!, other!], concurrency: 1, state: 'draft' });
  await town.sql("update task set fault_alone_ends = $2, state = 'running' where id = $1", task, wish.ends);
  await town.sql("select pg_notify('tasks', $1)", task);
  await town.until(async () => (await town.standing(task)).answered === 1);
  expect((await town.callees(task))[0]).toMatchObject({ state: 'retry', attempts: 1, last: 'lineFault' });
  for (let attempt = 2; attempt <= wish.attempts; attempt += 1) {
    await comesDue(task);
    await town.until(async () => {
      const [callee] = await town.callees(task);
      return callee?.attempts === attempt && callee.state !== 'calling';
    });
  }
  expect((await town.callees(task))[0]).toMatchObject({ state: 'settled', because: wish.because });
  expect(timesDialled(alone!)).toBe(wish.attempts);
});
