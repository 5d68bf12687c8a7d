import { callEndpoints, fileEndpoints, taskEndpoints } from '@lianxian/contract';
import type { DataScope } from '@lianxian/core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openPages } from '../../../test/page-socket.ts';
import { type People, peopleOf, type TestPerson } from '../../../test/people.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { viewerOf } from './index.ts';

/**
 * Whose rows one sees (decision record 15): who made them, a department with those below it, everybody's. One call and one
 * task of each of four makers, and a call to us that nobody made.
 */
const makers = ['head', 'mate', 'below', 'apart'] as const;
type Maker = (typeof makers)[number];
const buttons = [
  'task:create',
  'task:control',
  'call_out',
  'callLog:export',
  'search_more',
  'phone:unmask',
  'seat:monitor',
];

let house: TestHouse;
let people: People;
let owner = '';
const made = {} as Record<Maker, TestPerson & { call: string; task: string; file: string }>;
let inbound = '';
let departments = { own: '', below: '' };
const pages = openPages();
afterEach(() => pages.closeAll());

const insert = async (sql: string, ...values: unknown[]): Promise<string> =>
  String((await house.database.pool.query<{ id: string }>(sql, values)).rows[0]?.id);

const makeCall = (owned: string | null, phone: string): Promise<string> =>
  insert(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, because,
       fault, may_retry, hung_up_by, ended_at, owner_id, direction)
     select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, $3, 'ended', 'busy', 'busy', 'callee', true,
       'nobody', now(), $2::bigint, case when $2::bigint is null then 'in' else 'out' end
     from call where merchant_id = $1 order by id limit 1 returning id`,
    house.merchants[0].id,
    owned,
    phone,
  );

beforeAll(async () => {
  house = await startTestHouse();
  people = peopleOf(house, house.merchants[0]);
  owner = await house.signIn(house.merchants[0]);
  const { id: merchantId } = house.merchants[0];
  const assets = await provisionMerchant(house, merchantId);
  const own = await people.department('电销一部');
  const below = await people.department('一组', own);
  departments = { own, below };
  const place = { head: own, mate: own, below, apart: await people.department('电销二部') };
  for (const [at, maker] of makers.entries()) {
    const person = await people.person(maker, {
      rights: ['callLog', 'myTask', 'monitor'],
      buttons,
      departmentId: place[maker],
    });
    const call = await makeCall(person.id, `1380000000${at}`);
    const task = await insert(
      `insert into task (merchant_id, name, plan_id, plan_version, plan_name, concurrency, ring_timeout_s, windows, retries,
         created_by)
       select merchant_id, $3, plan_id, plan_version, plan_name, 5, 60, windows, '{}', $2 from task
       where merchant_id = $1 order by id limit 1 returning id`,
      merchantId,
      person.id,
      maker,
    );
    await insert('insert into task_count (merchant_id, task_id) values ($1, $2) returning task_id', merchantId, task);
    const file = await insert(
      `insert into file (merchant_id, kind, path, name, mime)
       values ($1, 'recording', $2, '录音.wav', 'audio/wav') returning id`,
      merchantId,
      `recordings/${maker}.wav`,
    );
    await insert(
      `insert into call_recording (merchant_id, call_id, file_id, duration_ms, bytes) values ($1, $2, $3, 10, 10)
       returning call_id`,
      merchantId,
      call,
      file,
    );
    const key = await insert('select key as id from file where merchant_id = $1 and id = $2', merchantId, file);
    made[maker] = { ...person, call, task, file: key };
  }
  inbound = await makeCall(null, '13800000009');
  // What the samples brought is nobody's here.
  await house.database.pool.query('update task set removed_at = now() where id = any($1)', [
    [assets.task, assets.spareTask],
  ]);
  await house.database.pool.query('delete from call where id = any($1)', [[assets.call, assets.answered]]);
});
afterAll(() => house.close());

const sees = (scope: DataScope): Promise<unknown> =>
  house.database.pool.query('update role set scope = $2 where id = $1', [made.head.roleId, scope]);

/** By hand: what the head of the department sees under each scope. */
const visible: Readonly<Record<DataScope, readonly Maker[]>> = {
  own: ['head'],
  department: ['head', 'mate', 'below'],
  all: ['head', 'mate', 'below', 'apart'],
};

describe.each(['own', 'department', 'all'] as const)('who sees %s', scope => {
  beforeAll(() => sees(scope));
  const token = () => made.head.token;
  const seen = () => visible[scope];

  test('lists those calls and tasks, newest first, with their totals', async () => {
    const calls = await house.ask(callEndpoints.list, { limit: 100 }, token());
    const wanted = [...seen().map(maker => made[maker].call), ...(scope === 'all' ? [inbound] : [])];
    expect(calls.list.map(({ id }) => id)).toEqual(wanted.toSorted((a, b) => Number(b) - Number(a)));
    expect(calls.total).toBe(wanted.length);
    const tasks = await house.ask(taskEndpoints.list, { limit: 100 }, token());
    expect(tasks.list.map(({ name }) => name).sort()).toEqual([...seen()].sort());
    expect(tasks.total).toBe(seen().length);
  });

  test('pages through them by cursor and by page number', async () => {
    const whole = (await house.ask(callEndpoints.list, { limit: 100 }, token())).list.map(({ id }) => id);
    const read: string[] = [];
    let after: string | null = null;
    do {
      const page = await house.ask(callEndpoints.list, { limit: 1, ...(after === null ? {} : { after }) }, token());
      read.push(...page.list.map(({ id }) => id));
      ({ after } = page as { after: string | null });
    } while (after !== null);
    expect(read).toEqual(whole);
    const second = await house.ask(callEndpoints.list, { limit: 1, page: 2 }, token());
    expect(second.list.map(({ id }) => id)).toEqual(whole.slice(1, 2));
    const one = await house.ask(callEndpoints.list, { limit: 100, states: ['busy'], phone: '13800000000' }, token());
    expect(one.list.map(({ id }) => id)).toEqual([made.head.call]);
  });

  test('another’s call, task or recording is missing like one that never was', async () => {
    for (const maker of makers) {
      const { call, task, file } = made[maker];
      const isSeen = seen().includes(maker);
      const ask = async (path: string, fields: Record<string, string>) =>
        (await house.post(path, { ...fields, token: token() })).errorCode;
      for (const [path, fields] of [
        ['call/detail', { id: call }],
        ['call/ladder', { id: call }],
        ['call/hangUp', { id: call }],
        ['task/detail', { id: task }],
        ['task/board', { id: task }],
        ['task/callees', { id: task }],
        ['task/preview', { id: task, text: '13800138000' }],
        ['file/ticket', { fileId: file }],
      ] as const)
        expect([path, maker, await ask(path, fields)]).toEqual([path, maker, isSeen ? 0 : 105]);
      if (isSeen) continue;
      for (const path of ['call/listenTicket', 'task/start', 'task/pause', 'task/copy', 'task/remove'])
        expect([path, await ask(path, { id: path.startsWith('call') ? call : task, name: '复制' })]).toEqual([
          path,
          105,
        ]);
    }
  });

  test('an export, carried out by a job, is read with the eyes of who asked for it', async () => {
    const viewer = await viewerOf(house.database.db, house.merchants[0].id, made.head.id);
    expect(viewer).toMatchObject({ scope, employeeId: made.head.id, departmentPath: `/${departments.own}/` });
  });

  test('topics of those calls and tasks alone are joined', async () => {
    const page = pages.connect(house.origin, token());
    await page.ready;
    const topicsOf = (maker: Maker) => [`call:${made[maker].call}`, `task:${made[maker].task}`];
    const unseen = makers.filter(maker => !seen().includes(maker)).flatMap(topicsOf);
    for (const topic of makers.flatMap(topicsOf)) page.say({ type: 'subscribe', topic });
    const refused = () => page.came.flatMap(said => (said as { topic?: string }).topic ?? []);
    await expect.poll(() => refused().toSorted()).toEqual(unseen.toSorted());
  });
});

test('live words are for who may listen in, or placed the call; to others a call and a board say nothing of them', async () => {
  const held = { rights: ['callLog', 'myTask'], scope: 'all' } as const;
  const deaf = await people.person('deaf', { ...held, buttons: ['call_out'] });
  const listener = await people.person('listener', { ...held, buttons: ['seat:monitor'] });
  const placed = await makeCall(deaf.id, '13800000012');
  await house.database.pool.query('update call set placed_by = $2 where id = $1', [placed, deaf.id]);
  const refusedTo = async (token: string) => {
    const page = pages.connect(house.origin, token);
    await page.ready;
    const topics = [`call:${made.head.call}`, `call:${placed}`, 'call:no', `task:${made.head.task}`];
    for (const topic of topics) page.say({ type: 'subscribe', topic });
    // The third is nobody's: once it is refused, so is what came before it.
    const refused = () => page.came.flatMap(said => (said as { topic?: string }).topic ?? []);
    await expect.poll(refused).toContain('call:no');
    return refused();
  };
  expect((await refusedTo(deaf.token)).toSorted()).toEqual([`call:${made.head.call}`, 'call:no'].toSorted());
  expect(await refusedTo(listener.token)).toEqual(['call:no']);
  const ticket = (token: string) => house.post('call/listenTicket', { id: made.head.call, token });
  expect(await ticket(deaf.token)).toMatchObject({ errorCode: 104 });
  expect((await ticket(listener.token)).errorCode).not.toBe(104);
});

test('a person who moves takes what they made along, for who sees the department', async () => {
  await sees('department');
  const listed = async () =>
    (await house.ask(callEndpoints.list, { limit: 100 }, made.head.token)).list.map(({ id }) => id);
  expect(await listed()).not.toContain(made.apart.call);
  const move = (departmentId: string) =>
    house.post('oa/moveEmployees', { ids: JSON.stringify([made.apart.id]), departmentId, token: owner });
  expect(await move(departments.below)).toMatchObject({ errorCode: 0 });
  expect(await listed()).toContain(made.apart.call);
});

test('a department’s figures of lines are the whole merchant’s: they tell of lines, not of people', async () => {
  await sees('own');
  expect(await house.post('line/monitor', { token: made.head.token })).toMatchObject({ errorCode: 0 });
});

test('O-306: a right that is taken away is gone at once: the topic is left, the page is told, the next request refused', async () => {
  const watcher = await people.person('watcher', { rights: ['callLog', 'myTask'], scope: 'all' });
  const page = pages.connect(house.origin, watcher.token, '0');
  await page.ready;
  page.say({ type: 'subscribe', topic: 'calls' });
  const fields = {
    id: watcher.roleId!,
    name: '改过的',
    rights: '["myTask"]',
    buttons: '[]',
    scope: 'all',
    token: owner,
  };
  expect(await house.post('role/save', fields)).toMatchObject({ errorCode: 0 });
  const types = () => page.came.map(said => (said as { type: string }).type);
  await expect.poll(types).toEqual(expect.arrayContaining(['refused', 'rightsChanged']));
  expect(await house.post('call/list', { token: watcher.token })).toMatchObject({ errorCode: 104 });
});

test('who is disabled or removed is cut off at once: the socket closes with 4103, the next request answers 103', async () => {
  for (const end of ['oa/setActive', 'oa/removeEmployee']) {
    const person = await people.person(`cut-${end.slice(3)}`, { rights: ['callLog'] });
    const page = pages.connect(house.origin, person.token);
    await page.ready;
    const ids = JSON.stringify([person.id]);
    expect(await house.post(end, { id: person.id, ids, active: '0', token: owner })).toMatchObject({ errorCode: 0 });
    expect(await page.closed).toBe(4103);
    expect(await house.post('call/list', { token: person.token })).toMatchObject({ errorCode: 103 });
  }
});

test('the recording of an unseen call is not downloaded with the session’s token either', async () => {
  await sees('own');
  const download = async (file: string) => {
    const body = new URLSearchParams({ token: made.head.token });
    return (await fetch(`${house.origin}/api/common/download/${file}`, { method: 'POST', body })).json();
  };
  expect(await download(made.mate.file)).toMatchObject({ errorCode: 105 });
  const ticket = await house.ask(fileEndpoints.ticket, { fileId: made.head.file }, made.head.token);
  expect(ticket.url).toContain(made.head.file);
});
