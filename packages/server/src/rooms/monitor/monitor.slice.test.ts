import { callEndpoints, homeEndpoints, lineEndpoints, monitorEndpoints, wire } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { layTaskGround, makeTask, type TaskGround } from '../../../test/tasks.ts';
import { openProcessContext, type ProcessContext } from '../../composition/process-context.ts';
import { createLiveCalls, fileLadder, hearWatches, openWordsPublisher } from '../live/index.ts';

/** The monitor over HTTP and the socket; calls are written as rows, two merchants always. */
let house: TestHouse;
let token: string;
let stranger: string;
let ground: TaskGround;
let elsewhere: TaskGround;
/** Where calls would run. */
let node: ProcessContext;
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await house.database.pool.query(text, [...values])).rows;

beforeAll(async () => {
  house = await startTestHouse();
  node = await openProcessContext(testConfig({ dataDir: house.dataDir, databaseUrl: house.url }), 'calls');
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  [ground, elsewhere] = [
    await layTaskGround(house, house.merchants[0].id),
    await layTaskGround(house, house.merchants[1].id),
  ];
});
afterAll(async () => {
  await node.close();
  await house.close();
});
beforeEach(() => sql('truncate call, attempt, follow_up cascade'));

interface Row {
  readonly of?: TaskGround;
  readonly stage?: 'dialling' | 'talking' | 'ended';
  readonly agoS?: number;
  readonly state?: string;
  readonly fault?: string;
  readonly because?: string;
  readonly code?: number | null;
  readonly reason?: string;
  /** ms from the INVITE to the ringing, of ringing, of talk; talk null: not answered. */
  readonly wait?: number;
  readonly ring?: number | null;
  readonly talk?: number | null;
  readonly phone?: string;
  readonly byHand?: true;
}
/** A call over the ordinary line and its port. */
const call = async (row: Row = {}): Promise<string> => {
  const { of = ground, stage = 'ended', agoS = 3, wait = 1_000, talk = null } = row;
  const ring = row.ring === undefined ? 500 : row.ring;
  const isEnded = stage === 'ended';
  const ended = Date.now() - agoS * 1_000;
  const answered = ended - (talk ?? 0);
  const dialled = answered - (ring ?? 0) - wait;
  const date = (ms: number, known = true) => (isEnded && known ? new Date(ms) : null);
  const outcome = {
    state: row.state ?? (talk === null ? 'busy' : 'answered'),
    fault: row.fault ?? (talk === null ? 'callee' : 'nobody'),
    because: row.because ?? 'busy',
  };
  const columns = {
    merchant_id: of.merchantId,
    plan_id: of.planId,
    plan_version: 1,
    plan_name: '话术',
    line_id: of.ordinaryLine,
    line_name: '线路甲',
    port_id: of.ordinaryPort,
    phone: row.phone ?? '13800138000',
    direction: row.byHand ? 'out' : 'in',
    stage,
    placed_at: isEnded ? new Date(dialled) : new Date(),
    dialled_at: date(dialled),
    answered_at: date(answered, talk !== null),
    ended_at: date(ended),
    ring_ms: ring,
    talk_ms: talk ?? 0,
    ...(!isEnded && { owner: 'n', leased_until: new Date() }),
    ...(isEnded && { ...outcome, may_retry: true, hung_up_by: 'nobody' }),
    sip_code: row.code ?? null,
    sip_reason: row.reason ?? '',
  };
  const names = Object.keys(columns);
  const [made] = await sql(
    `insert into call (${names}) values (${names.map((_, n) => `$${n + 1}`)}) returning id`,
    ...Object.values(columns),
  );
  return made.id;
};
const lineFault = { state: 'lineFault', fault: 'carrier', because: 'serverBusy', code: 503, ring: null } as const;

const ordinary = async (as = token, of = ground) => {
  // One reading serves all who look for a while, longer where it took long: what was read before now is old.
  const since = house.now();
  const look = () => house.ask(monitorEndpoints.monitor, {}, as);
  let seen = await look();
  while (Date.parse(seen.at) < since.getTime()) {
    await new Promise(resolve => setTimeout(resolve, 50));
    seen = await look();
  }
  const { lines, ports, ...rest } = seen;
  return {
    line: lines.find(({ id }) => id === of.ordinaryLine)!,
    port: ports.find(({ id }) => id === of.ordinaryPort)!,
    lines,
    ports,
    ...rest,
  };
};

test('a line and its port: what talks and rings, the last ten minutes, the trend, and nothing of another merchant', async () => {
  await call({ stage: 'talking' });
  await call({ stage: 'dialling' });
  await call({ stage: 'dialling' });
  await call({ talk: 20_000, wait: 1_000 });
  await call({ talk: 40_000, wait: 3_000, agoS: 400 });
  await call({ state: 'noAnswer', because: 'noAnswer', ring: null });
  await call(lineFault);
  await call({ ...lineFault, agoS: 1_500 });
  // Trials count apart.
  await call({ talk: 9_000, byHand: true });
  for (let n = 0; n < 5; n += 1) await call({ of: elsewhere, talk: 1_000 });
  const { line, port, lines, ports, callsPerSecond } = await ordinary();
  const figures = {
    talking: 1,
    ringing: 2,
    channels: 10,
    calls: 4,
    answered: 2,
    failed: 1,
    talkMs: 30_000,
    waitMs: 2_000,
  };
  expect(line).toMatchObject({
    ...figures,
    name: '线路甲',
    address: '192.0.2.10',
    transport: 'udp',
    access: 'address',
    practice: false,
    enabled: true,
    open: true,
    health: { state: 'unknown', because: '' },
  });
  expect(port).toMatchObject({ ...figures, name: '网关甲', lineId: ground.ordinaryLine, lineName: '线路甲' });
  // Steps of three minutes: 1 of 3 and one that talks now, 1 of 1 six minutes ago, 0 of 1 twenty-five minutes ago.
  expect(line.trend).toEqual([null, 0, null, null, null, null, null, 1_000, null, 500]);
  expect([lines.length, ports.length]).toEqual([2, 2]);
  expect(lines[0]).toMatchObject({ practice: true, talking: 0, calls: 0, talkMs: null, waitMs: null });
  // Of the last ten seconds: the live ones, the unanswered and the failed one.
  expect(callsPerSecond).toBe(0.5);
  expect((await ordinary(stranger, elsewhere)).line).toMatchObject({ calls: 5, answered: 5, failed: 0, talking: 0 });
});

test('failures by minute and code; what ended as it should is none', async () => {
  for (let n = 0; n < 3; n += 1) await call(lineFault);
  await call({ state: 'emptyNumber', because: 'emptyNumber', code: 404 });
  await call({ state: 'cancelled', fault: 'nobody', because: 'cancelledByUser' });
  await call({ talk: 5_000 });
  await call({ talk: 5_000, fault: 'carrier', because: 'lineSilent' });
  await call({ ...lineFault, agoS: 2_000 });
  const { failures } = await ordinary();
  // A minute may begin between two of them.
  const byCode = Map.groupBy(failures, ({ code, fault }) => `${code} ${fault}`);
  expect(
    Object.fromEntries([...byCode].map(([key, of]) => [key, of.reduce((all, { calls }) => all + calls, 0)])),
  ).toEqual({
    '404 callee': 1,
    '503 carrier': 3,
    'null carrier': 1,
  });
});

test('failures of the day: by whose fault, by line, page by page, with what the carrier said and when it is tried again', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1)
    ids.unshift(await call({ ...lineFault, agoS: 100 - n, reason: 'Too Busy for 13800138000' }));
  const empty = await call({ state: 'emptyNumber', because: 'emptyNumber', code: 404, agoS: 200 });
  await call({ ...lineFault, agoS: 90_000 });
  await call({ talk: 5_000 });
  await call({ ...lineFault, of: elsewhere });
  const list = (over: object = {}, as = token) => house.ask(monitorEndpoints.failures, over, as);
  const seen: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await list({ whose: 'line', limit: 2, ...(after && { after }) });
    seen.push(...page.list.map(({ callId }) => callId));
    if (page.after === null) break;
    after = page.after;
  }
  expect(seen).toEqual(ids);
  const { list: all } = await list({ lineId: ground.ordinaryLine });
  expect(all).toHaveLength(6);
  expect(all[0]).toMatchObject({
    callId: ids[0],
    phone: '13800138000',
    lineName: '线路甲',
    code: 503,
    reason: 'Too Busy for 13800138000',
    state: 'lineFault',
    because: 'serverBusy',
    fault: 'carrier',
    retryAt: null,
  });
  expect((await list({ whose: 'number' })).list.map(({ callId }) => callId)).toEqual([empty]);
  expect((await list({ lineId: ground.practiceLine })).list).toEqual([]);
  expect(await house.post('line/failures', { lineId: elsewhere.ordinaryLine, token })).toMatchObject({
    errorCode: 105,
  });
  expect((await list({}, stranger)).list).toHaveLength(1);
  const masked = await house.signInWith(['monitor'], []);
  expect((await list({}, masked)).list[0]).toMatchObject({ phone: '138****8000', reason: 'Too Busy for 138****8000' });
});

test('a failed attempt tells when its number is tried again, the one before it no more', async () => {
  const task = await makeTask(house, token, ground);
  const [earlier, later] = [await call({ ...lineFault, agoS: 50 }), await call({ ...lineFault, agoS: 10 })];
  await sql(
    `with number as (insert into callee (merchant_id, task_id, phone, state, due_at, last_call_id, attempts)
       values ($1, $2, '13800138000', 'retry', '2026-12-01T00:00:00Z', $3, 2) returning id)
     update call set task_id = $2, callee_id = number.id, attempt = case when call.id = $3 then 2 else 1 end
     from number where merchant_id = $1 and call.id = any($4)`,
    ground.merchantId,
    task,
    later,
    [earlier, later],
  );
  const { list } = await house.ask(monitorEndpoints.failures, { whose: 'line' }, token);
  expect(list.map(({ callId, retryAt }) => [callId, retryAt])).toEqual([
    [later, '2026-12-01T00:00:00.000Z'],
    [earlier, null],
  ]);
});

test('the page of ports alone does not show the monitor, and lines outside their hours say so', async () => {
  const ports = await house.signInWith(['port'], []);
  expect(await house.post('line/monitor', { token: ports })).toMatchObject({ errorCode: 104 });
  const never = JSON.stringify(Array.from({ length: 7 }, () => []));
  await sql('update line set windows = $2 where id = $1', ground.ordinaryLine, never);
  expect((await ordinary()).line.open).toBe(false);
  await sql('update line set windows = null');
});

const page = (as: string) =>
  new Promise<{ heard: { type: string }[]; socket: WebSocket }>((resolve, reject) => {
    const heard: { type: string }[] = [];
    const socket = new WebSocket(`${house.origin.replace('http', 'ws')}${wire.socket}?token=${as}`);
    socket.once('error', reject);
    socket.once('open', () => {
      socket.send(JSON.stringify({ type: 'subscribe', topic: 'lines' }));
      resolve({ heard, socket });
    });
    socket.on('message', data => heard.push(JSON.parse(String(data))));
  });
const until = async (sees: () => boolean): Promise<void> => {
  for (const limit = performance.now() + 30_000; !sees(); ) {
    if (performance.now() > limit) throw new Error('what a test waited for did not come');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
};

test('who watches the lines is told once that calls moved; nobody else, and nobody without the right', async () => {
  const resting: (() => void)[] = [];
  let watched = 0;
  const words = createLiveCalls({
    ...openWordsPublisher(node.bus, node.log),
    later: () => undefined,
    soon: () => undefined,
    rest: over => resting.push(over),
    onMoreSip: () => undefined,
  });
  const at = () => performance.now() as never;
  const unhear = await hearWatches(
    node.bus,
    {
      ...words,
      watchLines: (merchant, when) => {
        watched += 1;
        words.watchLines(merchant, when);
      },
    },
    at,
  );
  const [own, other, without] = [
    await page(token),
    await page(stranger),
    await page(await house.signInWith(['callLog'], [])),
  ];
  await until(() => watched === 2 && without.heard.length > 0);
  expect(without.heard).toMatchObject([{ type: 'refused' }]);
  const watchedCall = words.begin({ call: '1', merchantId: ground.merchantId, taskId: null }, at());
  for (const to of ['dialling', 'ringing', 'talking'] as const) watchedCall.moved({ to, at: at() });
  await until(() => own.heard.length > 0);
  expect(own.heard).toEqual([{ type: 'linesChanged', topic: 'lines' }]);
  expect(other.heard).toEqual([]);
  for (const { socket } of [own, other, without]) socket.close();
  await unhear();
});

test('kept SIP of a call: whole for who sees phones, masked for who does not, of another merchant’s call none', async () => {
  const id = await call(lineFault);
  const message = {
    atMs: 3,
    way: 'out',
    summary: 'INVITE',
    cseq: '1 INVITE',
    peer: '192.0.2.10:5060',
    transport: 'udp',
  };
  const ladder = [
    { ...message, text: 'INVITE sip:13800138000@192.0.2.10 SIP/2.0\r\n' },
    { ...message, way: 'in', summary: '486 13800138000 busy', text: 'SIP/2.0 486 13800138000 busy\r\n' },
  ] as const;
  const bare = await call(lineFault);
  await house.database.db
    .transaction()
    .execute(tx => fileLadder(tx, { merchantId: ground.merchantId, call: id, ladder: ladder as never }));
  expect(await house.ask(monitorEndpoints.ladder, { id }, token)).toEqual({ messages: ladder });
  expect(await house.ask(monitorEndpoints.ladder, { id: bare }, token)).toEqual({ messages: [] });
  expect(await house.ask(callEndpoints.detail, { id }, token)).toMatchObject({ hasLadder: true, sipCode: 503 });
  expect(await house.ask(callEndpoints.detail, { id: bare }, token)).toMatchObject({ hasLadder: false });
  const masked = await house.signInWith(['callLog'], []);
  const { messages } = await house.ask(monitorEndpoints.ladder, { id }, masked);
  expect(messages[0]?.text).toBe('INVITE sip:138****8000@192.0.2.10 SIP/2.0\r\n');
  expect(messages[1]).toMatchObject({
    summary: '486 138****8000 busy',
    text: 'SIP/2.0 486 138****8000 busy\r\n',
  });
  expect(await house.post('call/ladder', { id, token: stranger })).toMatchObject({ errorCode: 105 });
});

test('a line that refuses every call is down here, in the list of lines and on the first page, with when it is tried again', async () => {
  const rest = (until: string) =>
    house.database.pool.query(
      `insert into line_health (merchant_id, line_id, state, rests_until) values ($1, $2, 'up', ${until})
       on conflict (merchant_id, line_id) do update set state = excluded.state, rests_until = excluded.rests_until`,
      [ground.merchantId, ground.ordinaryLine],
    );
  await rest("now() + interval '4 minutes'");
  const refusing = { because: 'refusing', restsUntil: expect.any(String) };
  const isIt = ({ id }: { readonly id: string }) => id === ground.ordinaryLine;
  const [{ line }, { list }, { todo }] = [
    await ordinary(),
    await house.ask(lineEndpoints.list, {}, token),
    await house.ask(homeEndpoints.index, { days: 7 }, token),
  ];
  expect(line).toMatchObject({ health: { state: 'down', ...refusing } });
  expect(list.find(isIt)).toMatchObject({ health: { state: 'down', ...refusing } });
  expect(todo).toContainEqual(expect.objectContaining({ kind: 'line', id: ground.ordinaryLine, ...refusing }));
  await rest('null');
});
