import { homeEndpoints, type TopicMessage, taskEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import {
  addCall,
  addEndings,
  addNumbers,
  alwaysOpen,
  layTaskGround,
  makeTask,
  phonesFrom,
  type TaskGround,
} from '../../../test/tasks.ts';
import { openProcessContext } from '../../composition/process-context.ts';
import { openLog } from '../../platform/log.ts';
import { hearWatches, openWordsPublisher } from '../live/index.ts';

/** The board of a task, its numbers, and what comes over the socket; calls and endings are written as rows. */
let house: TestHouse;
let token: string;
let stranger: string;
let ground: TaskGround;
/** Another process of the same installation. */
let elsewhere: Awaited<ReturnType<typeof openProcessContext>>;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  ground = await layTaskGround(house, house.merchants[0].id);
  elsewhere = await openProcessContext(testConfig({ dataDir: house.dataDir, databaseUrl: house.url }), 'calls');
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await elsewhere.close();
  await house.close();
});

const query = async <R extends object>(sql: string, ...values: unknown[]): Promise<R[]> =>
  (await house.database.pool.query(sql, values)).rows as R[];
const board = (id: string) => house.ask(taskEndpoints.board, { id }, token);

/** The owner becomes somebody whose role holds exactly this, while `work` runs. */
const asEmployee = async (rights: readonly string[], buttons: readonly string[], work: () => Promise<void>) => {
  const [{ id, owner }] = house.merchants;
  const [role] = await query<{ id: string }>(
    "insert into role (merchant_id, name, rights, buttons) values ($1, '坐席', $2, $3) returning id",
    id,
    rights,
    buttons,
  );
  const become = (code: string, roleId: string | null) =>
    query('update employee set role_code = $2, role_id = $3 where id = $1', owner.id, code, roleId);
  await become('employee', role!.id);
  await work().finally(() => become('company', null));
};

test('a board shows what is left, what lives, what came of it by minute, the pace and its reason', async () => {
  const id = await makeTask(house, token, ground, { concurrency: 3 });
  const callees = await addNumbers(house, ground.merchantId, id, phonesFrom(15_400_000_400, 40));
  await query(
    "update task set state = 'running', started_at = now(), started_by = $2 where id = $1",
    id,
    house.merchants[0].owner.id,
  );
  await query("update task_count set pace_because = 'taskFull' where task_id = $1", id);
  await addEndings(house, ground.merchantId, id, [
    [90, 'answered', 'A', 5],
    [90, 'busy', '', 7],
    [3, 'answered', 'B', 4],
    [3, 'noAnswer', '', 6],
  ]);
  const placed = await addCall(house, ground, id, callees[0]!);
  const talking = await addCall(house, ground, id, callees[1]!, 'talking');
  const seen = await board(id);
  expect(seen).toMatchObject({
    id,
    state: 'running',
    name: '秋季课程回访',
    planName: '短话术',
    planVersion: 1,
    startedBy: '测试',
    windows: alwaysOpen,
    counts: { total: 40, fresh: 38, retrying: 0, calling: 2, settled: 0 },
    channels: { used: 2, limit: 3 },
    outcomes: [
      // Nine ended, one talks.
      { state: 'answered', calls: 10 },
      { state: 'busy', calls: 7 },
      { state: 'noAnswer', calls: 6 },
    ],
    levels: { A: 5, B: 4, C: 0, D: 0, E: 0, F: 0 },
    recent: { calls: 11, answered: 5 },
    pace: { because: 'taskFull', becauseText: '已到任务并发上限' },
    live: [
      { id: talking, phone: '15400000401', name: '客户01', stage: 'talking', answeredAt: expect.any(String) },
      { id: placed, phone: '15400000400', name: '客户00', stage: 'placed', answeredAt: null },
    ],
    events: [{ kind: 'created', text: '测试 新建' }],
  });
  const { list } = await house.ask(taskEndpoints.list, {}, token);
  expect(list.find(task => task.id === id)).toMatchObject({ answered: 1 });
  const home = await house.ask(homeEndpoints.index, {}, token);
  expect(home.tasks?.find(task => task.id === id)).toMatchObject({ calls: 23, answered: 10 });
  expect(seen.minutes).toHaveLength(30);
  expect(seen.minutes.filter(({ calls }) => calls > 0)).toMatchObject([{ calls: 10, answered: 4, levels: { B: 4 } }]);
  expect(seen.pace.perMinute).toBeGreaterThan(2.4);
  expect(seen.pace.perMinute).toBeLessThanOrEqual(3.4);
  // 38 of 35 s each, three at once: 7 minutes. Of a hundred 8 are busy, and called again after ten minutes.
  const minutesLeft = (Date.parse(seen.doneAt!) - Date.now()) / 60_000;
  expect(minutesLeft).toBeGreaterThan(14);
  expect(minutesLeft).toBeLessThan(21);
});

test('a call that ends while somebody looks is counted once, on the board and on home', async () => {
  const CALLS = 60;
  const id = await makeTask(house, token, ground);
  const callees = await addNumbers(house, ground.merchantId, id, phonesFrom(15_400_000_700, CALLS));
  await query("update task set state = 'running', started_at = now() where id = $1", id);
  const calls: string[] = [];
  for (const callee of callees) calls.push(await addCall(house, ground, id, callee, 'talking'));
  const onHome = async () => (await house.ask(homeEndpoints.index, {}, token)).tasks?.find(task => task.id === id);
  // Home may be as it was a second ago.
  await expect.poll(onHome).toBeDefined();
  let isOver = false;
  const endAll = async () => {
    for (const call of calls)
      await query(
        `with ended as (update call set stage = 'ended', state = 'answered', owner = null, ended_at = now() where id = $1)
         insert into task_minute (merchant_id, task_id, minute, state, level, calls)
         values ($2, $3, date_trunc('minute', now()), 'answered', '', 1)
         on conflict (merchant_id, task_id, minute, state, level) do update set calls = task_minute.calls + 1`,
        call,
        ground.merchantId,
        id,
      );
    isOver = true;
  };
  const seen = new Set<unknown>();
  const look = async () => {
    while (!isOver) {
      const [now, home] = await Promise.all([board(id), onHome()]);
      seen.add(now.outcomes.find(({ state }) => state === 'answered')?.calls);
      seen.add(home?.answered);
    }
  };
  await Promise.all([endAll(), look(), look(), look()]);
  expect([...seen]).toEqual([CALLS]);
});

test('events are told in the language of the page, with who did it', async () => {
  const id = await makeTask(house, token, ground);
  await query(
    "insert into task_event (merchant_id, task_id, kind, detail) values ($1, $2, 'paused', $3)",
    ground.merchantId,
    id,
    { because: 'balance' },
  );
  const inEnglish = await house.post('task/board', { id, token }, { 'page-language': 'en' });
  expect((inEnglish.data as { events: { text: string }[] }).events.map(({ text }) => text)).toEqual([
    'Paused: Out of balance. Resumes after a top-up',
    'Added by 测试',
  ]);
});

test('a board that does not run has no pace and no end in sight', async () => {
  const id = await makeTask(house, token, ground);
  await addNumbers(house, ground.merchantId, id, phonesFrom(15_400_000_500, 5));
  await addEndings(house, ground.merchantId, id, [[1, 'busy', '', 9]]);
  await query("update task_count set pace_because = 'all' where task_id = $1", id);
  await query("update task set state = 'paused', because = 'noPort' where id = $1", id);
  expect(await board(id)).toMatchObject({
    becauseText: '没有可用的语音网关',
    pace: { perMinute: 0, because: '', becauseText: '' },
    doneAt: null,
    recent: { calls: 9, answered: 0 },
    live: [],
  });
});

test('the minutes of a task that has ended are its last ones, however long ago', async () => {
  const id = await makeTask(house, token, ground);
  await addNumbers(house, ground.merchantId, id, phonesFrom(15_400_000_600, 5));
  await addEndings(house, ground.merchantId, id, [[300, 'answered', 'A', 2]]);
  await query("update task set state = 'finished', ended_at = now() - interval '299 minutes' where id = $1", id);
  const { minutes } = await board(id);
  expect(minutes.filter(({ calls }) => calls > 0)).toMatchObject([{ calls: 2, levels: { A: 2 } }]);
});

test('a task that was paused long ago shows the minutes in which it called, and nothing of the last ten', async () => {
  const id = await makeTask(house, token, ground);
  await addNumbers(house, ground.merchantId, id, phonesFrom(15_400_000_650, 5));
  await addEndings(house, ground.merchantId, id, [[300, 'answered', 'A', 2]]);
  await query("update task set state = 'paused', because = 'byUser' where id = $1", id);
  const { minutes, recent } = await board(id);
  expect(minutes.at(-1)).toMatchObject({ calls: 2, levels: { A: 2 } });
  expect(recent).toEqual({ calls: 0, answered: 0 });
});

test('of many live calls the newest 300 are shown, and all are counted', async () => {
  const id = await makeTask(house, token, ground, { concurrency: 5_000 });
  await addNumbers(house, ground.merchantId, id, phonesFrom(13_700_000_000, 310));
  await query(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, task_id, callee_id, attempt, port_id)
     select $1, $3, 1, '短话术', $4, '线路', phone, $2, id, 1, $5 from callee where task_id = $2 order by id`,
    ground.merchantId,
    id,
    ground.planId,
    ground.ordinaryLine,
    ground.ordinaryPort,
  );
  const { live, channels } = await board(id);
  expect([live.length, channels.used]).toEqual([300, 310]);
  expect(live[0]?.phone).toBe('13700000309');
  await query('delete from call where task_id = $1', id);
});

test('the numbers of a task are narrowed by state, last outcome and first figures, and go on after the last shown', async () => {
  const id = await makeTask(house, token, ground);
  const numbers = ['13800138000', '13800138001', '13912345678', '15400000001', '19900000000'];
  const ids = await addNumbers(house, ground.merchantId, id, numbers);
  await query(
    "update callee set state = 'settled', last_state = 'busy', because = 'notRetried', attempts = 1 where id = $1",
    ids[0],
  );
  await query(
    "update callee set state = 'retry', last_state = 'noAnswer', due_at = now() + interval '1 hour', attempts = 1 where id = $1",
    ids[1],
  );
  await query("update callee set because = 'cappedDay', state = 'retry', due_at = now() where id = $1", ids[2]);
  const phones = async (over: object) =>
    (await house.ask(taskEndpoints.callees, { id, ...over }, token)).list.map(({ phone }) => phone);
  expect(await phones({})).toEqual(numbers);
  expect(await phones({ state: 'retry' })).toEqual(['13800138001', '13912345678']);
  expect(await phones({ lastState: 'busy' })).toEqual(['13800138000']);
  expect(await phones({ phone: '1380013' })).toEqual(['13800138000', '13800138001']);
  expect(await phones({ phone: '139' })).toEqual(['13912345678']);
  expect(await phones({ phone: '199' })).toEqual(['19900000000']);
  expect(await phones({ phone: '+86 138-0013-8001' })).toEqual(['13800138001']);
  expect(await phones({ phone: '王女士' })).toEqual([]);
  expect(await phones({ phone: '1', state: 'fresh' })).toEqual(['15400000001', '19900000000']);
  const first = await house.ask(taskEndpoints.callees, { id, limit: 2 }, token);
  expect(first).toMatchObject({
    more: true,
    list: [
      {
        phone: '13800138000',
        name: '客户00',
        state: 'settled',
        becauseText: '这种结果不重拨',
        lastState: 'busy',
        attempts: 1,
      },
      { phone: '13800138001', state: 'retry', dueAt: expect.any(String), because: '' },
    ],
  });
  expect(first.list[0]?.area).toMatch(/·/);
  const rest = await house.ask(taskEndpoints.callees, { id, limit: 3, after: first.after! }, token);
  expect(rest.list.map(({ phone }) => phone)).toEqual(numbers.slice(2));
  expect([rest.after, rest.more]).toEqual([null, undefined]);
});

test('each number that waits says why and until when; a stopped task promises nothing', async () => {
  const id = await makeTask(house, token, ground);
  const [due, fresh] = await addNumbers(house, ground.merchantId, id, ['15400000701', '15400000702', '13800138007']);
  const state = (word: string) => query('update task set state = $2 where id = $1', id, word);
  await state('running');
  await query(
    "update callee set state = 'retry', last_state = 'noAnswer', due_at = now() + interval '1 hour' where id = $1",
    due,
  );
  const waits = async () =>
    (await house.ask(taskEndpoints.callees, { id }, token)).list.map(
      ({ waits: of }) => of && [of.because, of.text, of.until],
    );
  expect(await waits()).toEqual([
    ['retry', '无人接听', expect.any(String)],
    ['turn', '轮到就拨', null],
    ['noLine', '没有能呼叫它的线路', null],
  ]);
  await query("update task_count set pace_because = 'taskFull' where task_id = $1", id);
  expect((await waits())[1]).toEqual(['turn', '已到任务并发上限', null]);
  await state('stopped');
  expect(await waits()).toEqual([1, 2, 3].map(() => ['stopped', '任务已停止，不再拨', null]));
  await query("update callee set state = 'calling', due_at = null where id = $1", fresh);
  expect((await waits())[1]).toBeNull();
});

test('who may not see phones sees them masked on the board and in the list, and finds by the whole number alone', async () => {
  const id = await makeTask(house, token, ground);
  const [callee] = await addNumbers(house, ground.merchantId, id, ['13800138000']);
  await addCall(house, ground, id, callee!);
  await asEmployee(['myTask'], [], async () => {
    expect((await board(id)).live).toMatchObject([{ phone: '138****8000' }]);
    const phones = async (phone?: string) =>
      (await house.ask(taskEndpoints.callees, { id, ...(phone && { phone }) }, token)).list.map(one => one.phone);
    expect(await phones()).toEqual(['138****8000']);
    expect(await phones('1380013')).toEqual([]);
    expect(await phones('13800138000')).toEqual(['138****8000']);
  });
});

/** A page's socket: what it says, and what comes on a topic. */
const openPage = async (as: string) => {
  const socket = new WebSocket(`${house.origin.replace('http', 'ws')}/frontWsServer?token=${as}`);
  sockets.push(socket);
  const came: TopicMessage[] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', data => {
    came.push(JSON.parse(String(data)) as TopicMessage);
    for (const look of waiting.splice(0)) look();
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const next = async <T extends TopicMessage['type']>(type: T): Promise<Extract<TopicMessage, { type: T }>> => {
    for (;;) {
      const index = came.findIndex(message => message.type === type);
      if (index >= 0) return came.splice(index, 1)[0] as Extract<TopicMessage, { type: T }>;
      await new Promise<void>(resolve => waiting.push(resolve));
    }
  };
  const say = async (message: object) => {
    socket.send(JSON.stringify(message));
    socket.send(JSON.stringify({ type: 'ping' }));
    await next('pong');
  };
  return { came, next, say, subscribe: (topic: string) => say({ type: 'subscribe', topic }) };
};

test('a board and the list hear that a task changed; another merchant may not watch it', async () => {
  const id = await makeTask(house, token, ground);
  await addNumbers(house, ground.merchantId, id, phonesFrom(15_400_000_600, 1));
  const [page, foreign] = [await openPage(token), await openPage(stranger)];
  await page.subscribe(`task:${id}`);
  await page.subscribe('tasks');
  await foreign.subscribe(`task:${id}`);
  await foreign.subscribe('tasks');
  expect(await foreign.next('refused')).toMatchObject({ topic: `task:${id}`, errorCode: 104 });
  await house.ask(taskEndpoints.start, { id }, token);
  const told = [await page.next('taskChanged'), await page.next('taskChanged')];
  expect(told.map(({ topic, id: task }) => [topic, task]).sort()).toEqual([
    [`task:${id}`, id],
    ['tasks', id],
  ]);
  await foreign.say({ type: 'ping' });
  expect(foreign.came.filter(({ type }) => type === 'taskChanged')).toEqual([]);
});

test.each(['0', '-1', '9999999999999999999', 'x', '', "1' or 1=1"])(
  'a board of %j is refused, and the page stays',
  async id => {
    const page = await openPage(token);
    await page.subscribe(`task:${id}`);
    expect(await page.next('refused')).toMatchObject({ errorCode: 104 });
  },
);

test('a removed task, and a task to who lacks the page, is not watched', async () => {
  const id = await makeTask(house, token, ground);
  const kept = await makeTask(house, token, ground);
  await house.ask(taskEndpoints.remove, { id }, token);
  const page = await openPage(token);
  await page.subscribe(`task:${id}`);
  expect(await page.next('refused')).toMatchObject({ topic: `task:${id}` });
  await asEmployee(['callLog'], ['task:control'], async () => {
    const without = await openPage(token);
    await without.subscribe(`task:${kept}`);
    expect(await without.next('refused')).toMatchObject({ topic: `task:${kept}` });
    await without.subscribe('tasks');
    expect(await without.next('refused')).toMatchObject({ topic: 'tasks' });
  });
});

test('calls hears who watches a board, and its words reach that board alone, in messages that fit the bus', async () => {
  const [id, other] = [await makeTask(house, token, ground), await makeTask(house, token, ground)];
  const watches: [string, boolean][] = [];
  let heard: () => void = () => undefined;
  const isHeard = new Promise<void>(resolve => {
    heard = resolve;
  });
  const nobody = () => undefined;
  const unhear = await hearWatches(
    elsewhere.bus,
    {
      watch: nobody,
      watchLines: nobody,
      watchMerchant: nobody,
      watchTask: (task, replay) => {
        watches.push([task, replay]);
        heard();
      },
    },
    () => 0 as never,
  );
  const [page, elsewherePage] = [await openPage(token), await openPage(token)];
  await page.subscribe(`task:${id}`);
  await isHeard;
  expect(watches).toEqual([[id, true]]);
  await elsewherePage.subscribe(`task:${other}`);
  const words = Array.from({ length: 120 }, (_, n) => ({
    call: String(n + 1),
    state: 'talking' as const,
    node: '介绍课程与价格',
    speaker: 'callee' as const,
    text: '好'.repeat(60),
    level: null,
    wants: [],
    heardMs: null,
  }));
  const { publishTask } = openWordsPublisher(elsewhere.bus, openLog('silent', 'test'));
  await publishTask(ground.merchantId, id, words);
  const came: string[] = [];
  let messages = 0;
  while (came.length < words.length) {
    const { topic, calls } = await page.next('taskWords');
    expect(topic).toBe(`task:${id}`);
    came.push(...calls.map(({ call }) => call));
    messages += 1;
  }
  expect(new Set(came).size).toBe(120);
  expect(messages).toBeLessThanOrEqual(8);
  await elsewherePage.say({ type: 'ping' });
  expect(elsewherePage.came.filter(({ type }) => type === 'taskWords')).toEqual([]);
  await unhear();
});
