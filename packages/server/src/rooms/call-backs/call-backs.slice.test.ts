import { taskEndpoints, todoEndpoints } from '@lianxian/contract';
import type { CallFacts, When } from '@lianxian/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answeredEnding } from '../../../test/answered-ending.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { settlings } from '../../../test/number-key.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';
import { addCall, addNumbers, layTaskGround, makeTask, type TaskGround } from '../../../test/tasks.ts';

import { type Ending, fileEnding } from '../dialler/filing.store.ts';

/** Calls that were promised, in a talk or by a person, and the list of what people have to do, over HTTP; two merchants always. */
let house: TestHouse;
let token: string;
let stranger: string;
let ground: TaskGround;
let li: TestPerson;
let masked: TestPerson;
const sql = async <R extends object>(text: string, ...values: readonly unknown[]): Promise<R[]> =>
  (await house.database.pool.query(text, [...values])).rows as R[];

beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  ground = await layTaskGround(house, house.merchants[0].id);
  const people = peopleOf(house, house.merchants[0]);
  li = await people.person('李雷', {
    rights: ['callLog', 'myTask'],
    buttons: ['phone:unmask', 'call_out', 'task:create'],
    scope: 'all',
  });
  masked = await people.person('小王', { rights: ['callLog'], scope: 'own' });
});
afterAll(() => house.close());
beforeEach(async () => {
  await sql('delete from todo');
  await sql('delete from bell_event');
});

/** A day of the merchant's calendar, so many from now. */
const dayAhead = async (days: number): Promise<string> => {
  const [row] = await sql<{ day: string }>(
    "select to_char((now() at time zone 'Asia/Shanghai')::date + $1::int, 'YYYY-MM-DD') as day",
    days,
  );
  return row!.day;
};
const shanghai = (date: string, clock: string) => new Date(`${date}T${clock}:00+08:00`).toISOString();

const saying = async (days: number, over: Partial<When>, passed: readonly string[] = []): Promise<CallFacts> => {
  const day = await dayAhead(days);
  const when: When = { days: [{ from: day, to: day }], except: [], part: null, time: null, open: null, ...over };
  return {
    ...{ talkMs: 20_000, turns: 2, positives: 0, negatives: 0, refusals: 0, notUnderstood: 0, silences: 0 },
    ...{ interruptions: 0, questions: 0, transferred: false, met: {}, answers: { callbackTime: '明天下午三点' } },
    passed: passed.map(node => ({ node, by: 'collected' })),
    dated: { calledOn: await dayAhead(0), answers: { callbackTime: when } },
    hungUpBy: 'robot',
  };
};
const three = { part: 'afternoon', time: { from: 900, to: 900 } } as const;

let series = 13_700_000_000;
const listed = async (state = 'running') => {
  const phone = String(series++);
  const task = await makeTask(house, token, ground, { ports: [{ portId: ground.ordinaryPort, channels: 5 }] });
  const [callee] = await addNumbers(house, ground.merchantId, task, [phone]);
  await sql('update task set state = $2 where id = $1', task, state);
  return { phone, task, callee: callee! };
};
/** An answered call of a number of a list, with what was said; the call. */
const talked = async (
  { task, callee }: { readonly task: string; readonly callee: string },
  facts: CallFacts | null,
  over: Partial<Ending> = {},
): Promise<string> => {
  const { merchantId } = ground;
  const call = await addCall(house, ground, task, callee, 'talking');
  await sql('update call set owner_id = (select created_by from task where id = $2) where id = $1', call, task);
  const [row] = await sql<{ fence: string }>('select fence from call where id = $1', call);
  const key = { merchantId, call, fence: Number(row!.fence) };
  await fileEnding(house.database.db, answeredEnding(key, { facts, ...over }), settlings);
  return call;
};
const list = async (state: 'open' | 'promised' | 'done' = 'open', as = token) =>
  (await house.ask(todoEndpoints.list, { state }, as)).list;
const calleeOf = async (callee: string) =>
  (
    await sql<{ state: string; because: string; appointed: boolean; due: Date | null }>(
      'select state, because, is_appointed as appointed, due_at as due from callee where id = $1',
      callee,
    )
  )[0];

test('「在开会，明天下午三点打给我」: the number waits for three o’clock, the list says so, and its task is not finished', async () => {
  const number = await listed();
  const call = await talked(number, await saying(1, three));
  const due = shanghai(await dayAhead(1), '15:00');
  expect(await calleeOf(number.callee)).toEqual({
    ...{ state: 'retry', because: 'appointed', appointed: true },
    due: new Date(due),
  });
  expect(await list('promised')).toMatchObject([
    {
      kind: 'callBack',
      dueAt: due,
      phone: number.phone,
      callId: call,
      madeBy: null,
      because: '',
      task: { id: number.task },
    },
  ]);
  expect(await list()).toEqual([]);
  const counts = await sql('select retrying, settled, answered from task_count where task_id = $1', number.task);
  expect(counts).toEqual([{ retrying: 1, settled: 0, answered: 1 }]);
  const shown = await house.ask(taskEndpoints.callees, { id: number.task }, token);
  expect(shown.list[0]).toMatchObject({ becauseText: '约好了回电', waits: { because: 'appointed', until: due } });
  // The ledger, by its codes: a redial (8) because it was promised (27), by no rule.
  expect(await sql('select because, rule from decision where task_id = $1 and kind = 8', number.task)).toEqual([
    { because: 27, rule: 0 },
  ]);
});

/** What was said of calling again, and why it is a person's at once. */
test.each([
  ['at night, when nobody is called', 1, { part: 'evening', time: { from: 1_350, to: 1_350 } }, [], 'running', 'hours'],
  ['to a person', 1, three, ['common-wantsPerson-ask', 'common-wantsPerson-kept'], 'running', 'wantsPerson'],
  ['in a task that was stopped meanwhile', 1, three, [], 'stopped', 'taskOver'],
  ['in three months', 90, three, [], 'running', 'tooFar'],
] as const)('a call %s is a to-do at once, and the number is done', async (_, days, when, passed, state, because) => {
  const number = await listed(state);
  await talked(number, await saying(days, when, passed));
  expect(await calleeOf(number.callee)).toMatchObject({ state: 'settled', because: 'answered', appointed: false });
  expect(await list()).toMatchObject([{ phone: number.phone, because, done: null }]);
  expect(await sql("select kind from bell_event where kind = 'todo'")).toHaveLength(1);
});

test('past the last day of its task a promised call is a person’s', async () => {
  const number = await listed();
  await sql("update task set ends_on = (now() at time zone 'Asia/Shanghai')::date where id = $1", number.task);
  await talked(number, await saying(1, three));
  expect(await list()).toMatchObject([{ because: 'pastEnd' }]);
});

test('who asks not to be called is promised nothing; nor is anybody whose talk kept no day', async () => {
  const [unwilling, silent] = [await listed(), await listed()];
  await talked(unwilling, await saying(1, three), { wantsNoMoreCalls: true });
  await talked(silent, null);
  expect([await list('promised'), await list()]).toEqual([[], []]);
});

test('who calls us and says when to be called is a to-do of whoever sees all', async () => {
  const [call] = await sql<{ id: string; fence: string }>(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, direction, stage, owner)
     values ($1, $2, 1, '话术', $3, '线路', true, '13711112222', 'in', 'talking', 'node') returning id, fence`,
    ...[ground.merchantId, ground.planId, ground.practiceLine],
  );
  const key = { merchantId: ground.merchantId, call: call!.id, fence: Number(call!.fence) };
  await fileEnding(house.database.db, answeredEnding(key, { facts: await saying(1, three) }), settlings);
  expect(await list()).toMatchObject([{ phone: '13711112222', because: 'noTask', task: null, callId: call!.id }]);
  expect(await list('open', masked.token)).toEqual([]);
});

test('a person promises a call from a record or a list, and takes it back: the number stands as it did', async () => {
  const [reached, fresh] = [await listed(), await listed()];
  const call = await talked(reached, null);
  const at = `${await dayAhead(1)}T15:00`;
  const promise = (wish: object, as = li.token) => house.ask(todoEndpoints.callBack, { at, ...wish } as never, as);
  const one = await promise({ callId: call, note: '要报价单' });
  const two = await promise({ taskId: fresh.task, calleeId: fresh.callee });
  expect(one).toMatchObject({ state: 'promised', dueAt: shanghai(await dayAhead(1), '15:00'), because: '' });
  expect((await list('promised')).find(({ id }) => id === one.id)).toMatchObject({ madeBy: '李雷', note: '要报价单' });
  expect([await calleeOf(reached.callee), await calleeOf(fresh.callee)]).toMatchObject([
    { state: 'retry', appointed: true },
    { state: 'retry', appointed: true },
  ]);
  // Another time in place of the first: one promise a number.
  const again = await promise({ callId: call });
  expect([again.id, (await list('promised')).length]).toEqual([one.id, 2]);
  for (const { id } of [one, two]) await house.ask(todoEndpoints.letGo, { id }, li.token);
  expect([await calleeOf(reached.callee), await calleeOf(fresh.callee)]).toMatchObject([
    { state: 'settled', because: 'answered', appointed: false },
    { state: 'fresh', appointed: false, due: null },
  ]);
  expect(await list('promised')).toEqual([]);
  expect(
    await sql('select fresh, retrying, settled from task_count where task_id = any($1) order by task_id', [
      reached.task,
      fresh.task,
    ]),
  ).toEqual([
    { fresh: 0, retrying: 0, settled: 1 },
    { fresh: 1, retrying: 0, settled: 0 },
  ]);
  const audit = await sql<{ action: string }>("select action from audit where action like 'todo.%' order by id");
  expect(audit.map(({ action }) => action)).toEqual([
    ...Array.from({ length: 3 }, () => 'todo.callBack'),
    ...Array.from({ length: 2 }, () => 'todo.letGo'),
  ]);
});

test('what no machine can do when a person asks for it is their own to-do, and says why', async () => {
  const over = await listed();
  const call = await talked(over, null);
  await sql("update task set state = 'finished' where id = $1", over.task);
  const todo = await house.ask(todoEndpoints.callBack, { callId: call, at: `${await dayAhead(2)}T10:30` }, li.token);
  expect(todo).toMatchObject({ state: 'open', because: 'taskOver', becauseText: '任务已经结束' });
  const night = await listed();
  const wish = { taskId: night.task, calleeId: night.callee, at: `${await dayAhead(1)}T23:30` };
  // Sent again after a lost answer it is one to-do.
  const [once, again] = await Promise.all([1, 2].map(() => house.ask(todoEndpoints.callBack, wish, li.token)));
  expect(once).toMatchObject({ state: 'open', because: 'hours' });
  expect(again?.id).toBe(once?.id);
  // Who makes it himself is not rung.
  expect(await sql("select kind from bell_event where kind = 'todo'")).toEqual([]);
});

test('times that are over or months away, numbers in a call and rows of others are refused', async () => {
  const number = await listed();
  const [past, far] = [`${await dayAhead(-1)}T10:00`, `${await dayAhead(61)}T10:00`];
  const wish = (at: string, as = li.token) =>
    house.post('todo/callBack', { token: as, taskId: number.task, calleeId: number.callee, at });
  for (const at of [past, far]) expect(await wish(at)).toMatchObject({ errorCode: 521 });
  const soon = `${await dayAhead(1)}T10:00`;
  expect(await wish(soon, stranger)).toMatchObject({ errorCode: 105 });
  expect(await wish(soon, masked.token)).not.toMatchObject({ errorCode: 0 });
  await addCall(house, ground, number.task, number.callee, 'talking');
  expect(await wish(soon)).toMatchObject({ errorCode: 522 });
});

test('what is to be done is done and taken back, noted, masked, and seen by whose it is alone', async () => {
  const number = await listed('stopped');
  await talked(number, await saying(1, three));
  const [todo] = await list('open', li.token);
  expect(todo).toMatchObject({ phone: number.phone, note: '' });
  expect(await list('open', masked.token)).toEqual([]);
  await sql('update todo set owner_id = $1', masked.id);
  expect(await list('open', masked.token)).toMatchObject([
    { phone: `${number.phone.slice(0, 3)}****${number.phone.slice(-4)}` },
  ]);
  expect(await list('open', stranger)).toEqual([]);
  const done = (is: boolean, as: string) => house.ask(todoEndpoints.done, { id: todo!.id, done: is ? '1' : '0' }, as);
  expect(await done(true, masked.token)).toMatchObject({ state: 'done' });
  expect(await list('done', li.token)).toMatchObject([{ done: { by: '小王', callId: null } }]);
  expect(await done(false, li.token)).toMatchObject({ state: 'open' });
  expect(await list()).toMatchObject([{ done: null }]);
  expect(await house.post('todo/done', { token: stranger, id: todo!.id, done: '1' })).toMatchObject({ errorCode: 105 });
  await house.ask(todoEndpoints.note, { id: todo!.id, text: '打 13912345678' }, li.token);
  expect((await list('open', li.token))[0]!.note).toBe('打 13912345678');
  expect((await list('open', masked.token))[0]!.note).toBe('打 139****5678');
  expect(await house.ask(todoEndpoints.count, {}, li.token)).toEqual({ open: 1, due: 0, promised: 0 });
  const actions = await sql<{ action: string }>(
    "select action from audit where target = $1 and action like 'todo.%' order by id",
    todo!.id,
  );
  expect(actions.map(({ action }) => action)).toEqual(['todo.done', 'todo.undone']);
});

test('pages hold each to-do once, what is due first first; what a machine does cannot be ticked off', async () => {
  for (const days of [3, 1, 2]) {
    const number = await listed('stopped');
    await talked(number, await saying(days, three));
  }
  const first = await house.ask(todoEndpoints.list, { limit: '2' }, token);
  const next = await house.ask(todoEndpoints.list, { limit: '2', after: first.after! }, token);
  const dues = [...first.list, ...next.list].map(({ dueAt }) => dueAt);
  const expected = await Promise.all([1, 2, 3].map(async days => shanghai(await dayAhead(days), '15:00')));
  expect(dues).toEqual(expected);
  expect([next.after, first.total]).toEqual([null, 3]);
  const promised = await listed();
  await talked(promised, await saying(1, three));
  const [one] = await list('promised');
  expect(await house.post('todo/done', { token, id: one!.id, done: '1' })).toMatchObject({ errorCode: 520 });
});
