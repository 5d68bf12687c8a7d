import { batchEndpoints, taskEndpoints, taskNumberEndpoints } from '@lianxian/contract';
import { type Persona, practiceCallees } from '@lianxian/core/simulation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openTown, type Town } from '../../../test/task-town.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { batchJob } from '../batches/index.ts';
import { importWork } from '../imports/index.ts';
import { putBackWork, sweepTakeOuts, takeBackWork, takeManyWork } from './index.ts';

/** Numbers that leave a list, while it is called: whoever was taken off gets no INVITE. */
let house: TestHouse;
let town: Town;
let token = '';
beforeAll(async () => {
  house = await startTestHouse();
  town = await openTown(house);
  token = await house.signIn(house.merchants[0]);
});
afterAll(async () => {
  await town.close();
  await house.close();
});

const talker = practiceCallees[0]!.persona;
const phonesFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => String(first + n));
const push = { toTopic: () => Promise.resolve(), toEmployee: () => Promise.resolve() } as never;
const wake = async (channel: string, payload: string) => {
  await town.sql('select pg_notify($1, $2)', channel, payload);
};
const runBatch = async (id: string, signal = new AbortController().signal) => {
  const { db } = house.database;
  const works = {
    ...importWork({ db, files: openFiles(house.dataDir), push, wake }),
    ...takeBackWork({ db, push, wake }),
    ...takeManyWork({ db, files: openFiles(house.dataDir), push, wake }),
    ...putBackWork({ db, push, wake }),
  };
  const job = batchJob({ db, push, log: openLog('silent', 'test'), works }).batch;
  await job?.({ merchantId: town.merchant.id, id }, signal);
};
const importInto = async (task: string, phones: readonly string[]) => {
  const wish = { id: task, text: phones.join('\n'), header: '0', columns: [{ index: 0, use: 'phone' }] } as const;
  const { batchId } = await house.ask(taskEndpoints.import, wish as never, token);
  await runBatch(batchId);
  return batchId;
};
const idsOf = async (task: string, phones: readonly string[]) =>
  (await town.sql('select id from callee where task_id = $1 and phone = any($2) order by id', task, phones)).map(row =>
    String(row.id),
  );
const takeOut = async (task: string, phones: readonly string[]) =>
  house.ask(taskNumberEndpoints.takeOut, { id: task, callees: [...(await idsOf(task, phones))] }, token);
const importsOf = async (task: string) => (await house.ask(taskNumberEndpoints.imports, { id: task }, token)).list;
const timesDialled = (phone: string) => town.dialled.filter(call => call.phone === phone).length;
const listed = async (task: string) => (await town.callees(task)).map(callee => callee.phone);

test('each import stands with its person and figures; taken back, who was never called leaves the list', async () => {
  const { portId } = await town.line();
  const task = await town.task({ ports: [portId], state: 'draft' });
  const [mine, others] = [phonesFrom(13_911_110_000, 2_500), phonesFrom(13_922_220_000, 3)];
  const wrong = await importInto(task, [...mine, '12']);
  const right = await importInto(task, others);
  expect(await importsOf(task)).toMatchObject([
    { id: right, name: '', by: expect.stringMatching(/./), running: false, added: 3, refused: 0, takenBack: null },
    { id: wrong, added: 2_500, refused: 1, takenBack: null },
  ]);
  // One of them was called before, and another's outcome is settled.
  const [first, second] = mine as [string, string];
  await town.sql(
    "update callee set state = 'retry', attempts = 1, due_at = now(), last_state = 'busy' where task_id = $1 and phone = $2",
    task,
    first,
  );
  await town.sql(
    "update callee set state = 'settled', attempts = 1, because = 'answered', last_state = 'answered' where task_id = $1 and phone = $2",
    task,
    second,
  );
  await town.sql(
    'update task_count set fresh = fresh - 2, retrying = retrying + 1, settled = settled + 1 where task_id = $1',
    task,
  );
  const [back, again] = await Promise.all(
    [1, 2].map(() => house.ask(taskNumberEndpoints.takeBackImport, { id: task, importId: wrong }, token)),
  );
  expect(again).toEqual(back);
  await runBatch(back!.batchId);
  expect(await listed(task)).toEqual([first, second, ...others]);
  expect(await town.callees(task)).toMatchObject([
    { state: 'settled', because: 'takenOut', last: 'busy' },
    { state: 'settled', because: 'answered' },
    { state: 'fresh' },
    { state: 'fresh' },
    { state: 'fresh' },
  ]);
  expect(await town.standing(task)).toMatchObject({ total: 5, fresh: 3, retrying: 0, calling: 0, settled: 2 });
  expect((await importsOf(task))[1]).toMatchObject({
    added: 2_500,
    takenBack: { by: expect.stringMatching(/./), running: false, done: true, gone: 2_498, stay: 2 },
  });
  // What left the list may come again.
  await importInto(task, [mine[5]!]);
  expect(await listed(task)).toContain(mine[5]);
});

test('an import taken back while its list is called: a killed process goes on, and nobody of it is called afterwards', async () => {
  const { portId } = await town.line({ callsPerSecond: 20 });
  const task = await town.task({ ports: [portId], state: 'draft', concurrency: 20 });
  const brought = phonesFrom(13_933_330_000, 3_000);
  const id = await importInto(task, brought);
  const node = await town.node();
  await town.sql("update task set state = 'running' where id = $1", task);
  await wake('tasks', task);
  await town.until(async () => (await town.standing(task)).settled >= 5);
  const { batchId } = await house.ask(taskNumberEndpoints.takeBackImport, { id: task, importId: id }, token);
  await runBatch(batchId, AbortSignal.abort());
  await runBatch(batchId);
  const dialled = town.dialled.length;
  await town.until(async () => (await town.standing(task)).state === 'finished');
  // What rang at that moment goes to its end, and is nobody's to repeat.
  expect(town.dialled.length - dialled).toBeLessThanOrEqual(20);
  const { total, settled } = await town.standing(task);
  expect(settled).toBe(total);
  expect(new Set(town.dialled.map(call => call.phone)).size).toBe(town.dialled.length);
  expect((await listed(task)).toSorted()).toEqual(town.dialled.map(call => call.phone).toSorted());
  await node.close();
});

test('what was broken off is not called taken back, and is taken up again', async () => {
  const { portId } = await town.line();
  const task = await town.task({ ports: [portId], state: 'draft' });
  const id = await importInto(task, phonesFrom(13_966_660_000, 1_500));
  const wish = { id: task, importId: id };
  const { batchId } = await house.ask(taskNumberEndpoints.takeBackImport, wish, token);
  await house.ask(batchEndpoints.cancel, { id: batchId }, token);
  await runBatch(batchId);
  expect((await importsOf(task))[0]).toMatchObject({ takenBack: { running: false, done: false, gone: 0, stay: 0 } });
  const again = await house.ask(taskNumberEndpoints.takeBackImport, wish, token);
  expect(again.batchId).not.toBe(batchId);
  await runBatch(again.batchId);
  expect((await importsOf(task))[0]).toMatchObject({ takenBack: { running: false, done: true, gone: 1_500, stay: 0 } });
  expect(await listed(task)).toEqual([]);
});

test('who is taken off between the tick and the dialler is not dialled; who is being called is not called again', async () => {
  const { portId } = await town.line();
  const [placed, rung, other] = ['13944440001', '13944440002', '13944440003'] as const;
  const rings: Persona = { id: 'rings', answering: { never: true }, habits: [], asksIntoSilence: [] };
  town.answers.set(rung, [rings]);
  town.answers.set(other, [talker]);
  const task = await town.task({
    ports: [portId],
    phones: [placed, rung, other],
    retries: { noAnswer: { times: 3, afterMinutes: 0 } },
    state: 'draft',
  });
  const mute = await town.node('mute', { dials: false });
  // It rings as long as a task may let it: on a busy machine what follows takes its time.
  await town.sql("update task set state = 'running', ring_timeout_s = 120 where id = $1", task);
  await wake('tasks', task);
  await town.until(async () => (await town.standing(task)).calling === 3);
  expect(await takeOut(task, [placed])).toEqual({ gone: 0, ended: 0, calling: 1 });
  const left: string[] = [];
  const node = await town.node('dials', { onLeft: call => left.push(call) });
  // Both have passed the last look, and ring.
  await town.until(() => Promise.resolve(left.length === 2));
  expect(await takeOut(task, [rung])).toEqual({ gone: 0, ended: 0, calling: 1 });
  // Asked for twice it is done once, and told once.
  expect(await takeOut(task, [rung])).toEqual({ gone: 0, ended: 0, calling: 0 });
  expect(await town.sql("select from task_event where task_id = $1 and kind = 'takenOut'", task)).toHaveLength(2);
  await town.until(async () => (await town.standing(task)).state === 'finished');
  expect([placed, rung, other].map(timesDialled)).toEqual([1, 1, 1]);
  expect(await town.callees(task)).toMatchObject([
    { phone: placed, state: 'settled', because: 'takenOut', last: null },
    { phone: rung, state: 'settled', because: 'takenOut', last: 'noAnswer' },
    { phone: other, state: 'settled', because: 'answered' },
  ]);
  await mute.close();
  await node.close();
});

test('nobody takes numbers off another merchant’s list, nor learns of its imports', async () => {
  const { portId } = await town.line();
  const task = await town.task({ ports: [portId], phones: ['13955550001'], state: 'draft' });
  const id = await importInto(task, ['13955550002']);
  const stranger = await house.signIn(house.merchants[1]);
  const callees = JSON.stringify(await idsOf(task, ['13955550001']));
  const missing = { errorCode: 105 };
  expect(await house.post('task/takeOut', { id: task, callees, token: stranger })).toMatchObject(missing);
  expect(await house.post('task/imports', { id: task, token: stranger })).toMatchObject(missing);
  expect(await house.post('task/takeBackImport', { id: task, importId: id, token: stranger })).toMatchObject(missing);
  expect(await listed(task)).toEqual(['13955550001', '13955550002']);
  // Nor off a list of one's own by the ids of another.
  const empty = await town.task({ ports: [portId], state: 'draft' });
  const own = await house.ask(taskNumberEndpoints.takeOut, { id: empty, callees: JSON.parse(callees) }, token);
  expect(own).toEqual({ gone: 0, ended: 0, calling: 0 });
});

/** Many leave the list at once, by a filter of it. */
const takeMany = async (task: string, filter: { readonly state?: 'fresh' | 'retry' } = {}) => {
  const { batchId } = await house.ask(taskNumberEndpoints.takeOutMany, { id: task, by: 'filter', ...filter }, token);
  await runBatch(batchId);
  return batchId;
};
const outsOf = async (task: string) => (await house.ask(taskNumberEndpoints.takeOuts, { id: task }, token)).list;
/** The rows of a list, but for when they were written. */
const rowsOf = (task: string) =>
  town.sql(
    `select to_jsonb(callee) - 'changed_at' as row, (select jsonb_agg(to_jsonb(n) order by n.place) from callee_number n
       where n.task_id = callee.task_id and n.callee_id = callee.id) as numbers
     from callee where task_id = $1 order by id`,
    task,
  );

test('what left a list at once is back as it stood: numbers never called, those that wait for a redial, all of a person', async () => {
  const { portId } = await town.line();
  const task = await town.task({ ports: [portId], state: 'draft' });
  await importInto(task, phonesFrom(13_971_110_000, 1_200));
  const [waits, several] = (await town.sql('select id from callee where task_id = $1 order by id limit 2', task)).map(
    ({ id }) => String(id),
  );
  await town.sql(
    `update callee set state = 'retry', attempts = 1, due_at = now() + interval '1 hour', last_state = 'busy', tried = '{"busy":1}'
     where id = $1`,
    waits,
  );
  await town.sql('update task_count set fresh = fresh - 1, retrying = retrying + 1 where task_id = $1', task);
  await town.sql(
    `with person as (update callee set numbers = 2 where id = $1 returning *)
     insert into callee_number (merchant_id, task_id, phone, callee_id, place, lane)
     select merchant_id, task_id, phone, id, 0, lane from person
     union all select merchant_id, task_id, '13971119999', id, 1, lane from person`,
    several,
  );
  const [before, standing] = [await rowsOf(task), await town.standing(task)];
  const out = await takeMany(task);
  expect(await listed(task)).toEqual(['13971110000']);
  expect(await outsOf(task)).toMatchObject([{ id: out, numbers: 1_200, state: 'out', by: expect.stringMatching(/./) }]);
  const wish = { id: task, takeOutId: out };
  const [first, second] = await Promise.all([1, 2].map(() => house.ask(taskNumberEndpoints.putBack, wish, token)));
  expect(second).toEqual(first);
  // A killed process goes on where it was.
  await runBatch(first!.batchId, AbortSignal.abort());
  await runBatch(first!.batchId);
  expect(await rowsOf(task)).toEqual(before);
  expect(await town.standing(task)).toEqual(standing);
  expect(await outsOf(task)).toMatchObject([{ id: out, state: 'back' }]);
  const told = await town.sql('select count(*)::int as n from decision where task_id = $1 and kind = 9', task);
  expect(told).toEqual([{ n: 1_200 }]);
});

test('whom a call is promised to comes back with the promise; whose promise a person has by now does not', async () => {
  const { portId } = await town.line();
  const phones = phonesFrom(13_972_220_000, 4);
  const [fresh, called] = phones;
  const task = await town.task({ ports: [portId], phones, state: 'draft' });
  await town.sql(
    `update callee set state = 'retry', because = 'appointed', is_appointed = true, due_at = now() + interval '1 hour',
       attempts = case when phone in ($2, $3) then 0 else 1 end where task_id = $1`,
    ...[task, fresh, phones[2]],
  );
  await town.sql('update task_count set fresh = 0, retrying = 4 where task_id = $1', task);
  await town.sql(
    `insert into todo (merchant_id, kind, state, due_at, owner_id, phone, task_id, callee_id, made_by)
     select c.merchant_id, 'callBack', case when c.phone in ($2, $3) then 'promised' else 'open' end, c.due_at, $4, c.phone,
       c.task_id, c.id, $4 from callee c where c.task_id = $1`,
    ...[task, fresh, called, town.merchant.owner.id],
  );
  const out = await takeMany(task);
  const { batchId } = await house.ask(taskNumberEndpoints.putBack, { id: task, takeOutId: out }, token);
  await runBatch(batchId);
  expect(
    await town.sql('select phone, state, because, is_appointed from callee where task_id = $1 order by phone', task),
  ).toEqual([
    { phone: fresh, state: 'retry', because: 'appointed', is_appointed: true },
    { phone: called, state: 'retry', because: 'appointed', is_appointed: true },
    { phone: phones[3], state: 'settled', because: 'takenOut', is_appointed: false },
  ]);
  expect(await town.standing(task)).toMatchObject({ total: 3, fresh: 0, retrying: 2, settled: 1 });
});

test('who came onto the list meanwhile stands there once; a finished task can go on, and nobody is dialled twice', async () => {
  const { portId } = await town.line({ callsPerSecond: 50, channels: 20 });
  const phones = phonesFrom(13_981_110_000, 40);
  for (const phone of phones) town.answers.set(phone, [talker]);
  const task = await town.task({ ports: [portId], phones, concurrency: 5, channels: 5, state: 'draft' });
  const node = await town.node();
  const goesOn = async () => {
    await town.sql("update task set state = 'running', because = '' where id = $1", task);
    await wake('tasks', task);
  };
  await goesOn();
  await town.until(async () => (await town.standing(task)).settled >= 3);
  const out = await takeMany(task);
  await town.until(async () => (await town.standing(task)).state === 'finished');
  const stay = new Set(await listed(task));
  const gone = phones.filter(phone => !stay.has(phone));
  expect(gone.length).toBeGreaterThan(0);
  // One of them was imported anew, and called.
  await importInto(task, [gone[0]!]);
  await goesOn();
  await town.until(async () => timesDialled(gone[0]!) === 1 && (await town.standing(task)).state === 'finished');
  const { batchId } = await house.ask(taskNumberEndpoints.putBack, { id: task, takeOutId: out }, token);
  await runBatch(batchId);
  // As after an import somebody says when it goes on.
  expect(await town.standing(task)).toMatchObject({ state: 'paused', because: 'appended' });
  await goesOn();
  await town.until(async () => timesDialled(gone.at(-1)!) === 1 && (await town.standing(task)).state === 'finished');
  // One that was placed when the list went was withdrawn before it left.
  const left =
    'select phone, count(*)::int as calls from call where task_id = $1 and dialled_at is not null group by phone';
  const called = (await town.sql(`${left} order by phone`, task)).map(({ phone, calls }) => [phone, calls]);
  expect(called).toEqual(phones.map(phone => [phone, 1]));
  expect((await listed(task)).toSorted()).toEqual(phones.toSorted());
  const { total, settled } = await town.standing(task);
  expect([total, settled]).toEqual([40, 40]);
  await node.close();
});

test('nobody puts back what is another merchant’s, or left more than a day ago', async () => {
  const { portId } = await town.line();
  const task = await town.task({ ports: [portId], phones: ['13991110001'], state: 'draft' });
  const out = await takeMany(task);
  const wish = { id: task, takeOutId: out };
  const stranger = await house.signIn(house.merchants[1]);
  for (const path of ['task/putBack', 'task/takeOuts'])
    expect(await house.post(path, { ...wish, token: stranger })).toMatchObject({ errorCode: 105 });
  await town.sql("update take_out set at = now() - interval '25 hours' where id = $1", out);
  expect(await house.post('task/putBack', { ...wish, token })).toMatchObject({ errorCode: 105 });
  expect(await outsOf(task)).toEqual([]);
  await sweepTakeOuts(house.database.db);
  expect(await town.sql('select from taken_number where take_out_id = $1', out)).toEqual([]);
  expect(await listed(task)).toEqual([]);
});
