import { lineEndpoints, seatEndpoints, seatPwdEndpoint, userEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openPages } from '../../../test/page-socket.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';
import { giveSeat, NODE, openNode } from '../../../test/seats.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { inTransaction, merchantDb } from '../../platform/db/index.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { insertLine } from '../lines/index.ts';
import { insertPlan } from '../plans/index.ts';
import { keepWithinQuota, noteSeatState, openSeatAccounts, type SeatShown, takeSeatOrders } from './index.ts';

/** Who has a seat, how its telephone signs in, what it is over a day; two merchants always. */
let house: TestHouse;
let owner: string;
let stranger: string;
let foreign: TestPerson;
let li: TestPerson;
let wang: TestPerson;
let planId: string;
let draftId: string;
let lineId: string;
const pages = openPages();
const sql = async <R extends object>(text: string, ...values: readonly unknown[]): Promise<R[]> =>
  (await house.database.pool.query(text, [...values])).rows as R[];

beforeAll(async () => {
  house = await startTestHouse();
  [owner, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  const [{ id: mine }, { id: theirs }] = house.merchants;
  const people = peopleOf(house, house.merchants[0]);
  li = await people.person('李雷', { rights: ['callLog'], buttons: ['phone:unmask'] });
  wang = await people.person('小王');
  foreign = await peopleOf(house, house.merchants[1]).person('外人');
  const db = merchantDb(house.database.db, mine);
  lineId = await insertLine(
    db,
    { name: '主线路', address: '192.0.2.1', username: '', callerNumber: '02160000001' },
    false,
  );
  planId = await insertPlan(db, { ...shortPlan, name: '回访' }, new Date());
  draftId = await insertPlan(db, { ...shortPlan, name: '招生' }, new Date());
  await insertPlan(merchantDb(house.database.db, theirs), { ...shortPlan, name: '乙的话术' }, new Date());
  await openNode(house);
});
afterAll(async () => {
  pages.closeAll();
  await house.close();
});
beforeEach(async () => {
  for (const table of ['seat_secret', 'seat_span', 'seat_presence', 'seat_group', 'seat_plan', 'seat_account'])
    await sql(`delete from ${table}`);
  await sql('update employee set has_seat = false, seat_right = false');
});

const save = (employeeId: string, over: object = {}, token = owner) =>
  house.post('seat/save', { employeeId, ...over, token });
const connect = (token: string, over: object = {}) => house.ask(seatPwdEndpoint, over, token);
const accounts = () => openSeatAccounts(house.database.db, openSecrets(Buffer.alloc(32, 7).toString('base64')));
const passwordOf = async (person: TestPerson) => (await accounts().find(`seat.${person.id}`))?.password ?? null;

const told: unknown[] = [];
const shown = (seat: string, at: Date, over: Partial<SeatShown> = {}) =>
  noteSeatState(
    {
      ...{ merchantId: house.merchants[0].id, seat, state: 'idle', reason: '', since: at, call: null, node: NODE },
      ...over,
    },
    { db: house.database.db, push: { toTopic: (_, __, message) => void told.push(message) } },
  );

test('O-143, O-149, O-328: a seat account and the right to connect are two things; without the right nothing is open', async () => {
  const info = async () => await house.ask(userEndpoints.getUserInfo, {}, li.token);
  expect(await info()).toMatchObject({ hasSeat: false, seatRight: false });
  expect(await house.post('user/getSeatPwd', { token: li.token })).toMatchObject({ errorCode: 104 });
  expect(await save(li.id)).toMatchObject({ errorCode: 0, data: { extension: 8001 } });
  expect(await info()).toMatchObject({ hasSeat: true, seatRight: true });
  expect((await connect(li.token)).account).toBe(`seat.${li.id}`);
  await save(li.id, { enabled: '0' });
  expect(await info()).toMatchObject({ hasSeat: true, seatRight: false });
  for (const path of ['user/getSeatPwd', 'seat/me', 'seat/targets', 'seat/call'])
    expect(await house.post(path, { token: li.token })).toMatchObject({ errorCode: 104 });
  await house.ask(seatEndpoints.remove, { employeeId: li.id }, owner);
  expect(await info()).toMatchObject({ hasSeat: false, seatRight: false });
});

test('O-158 … O-163, O-340: account, domain, password, the number that is shown, its line and the plans', async () => {
  await save(li.id, { lineId });
  const given = await connect(li.token);
  expect(given).toMatchObject({
    ...{ account: `seat.${li.id}`, domain: 'lianxian', outline: '02160000001', outlineId: lineId, extension: 8001 },
    ...{
      autoAnswer: true,
      wrapUpS: 30,
      breakReasons: ['小休', '就餐', '培训', '会议'],
      ws: { port: 5443, tls: false },
    },
  });
  expect(given.pwd).toMatch(/^[\w-]{24}$/);
  expect(given.planInfos).toEqual([
    { id: draftId, planName: '招生' },
    { id: planId, planName: '回访' },
  ]);
  await save(li.id, { planIds: JSON.stringify([planId]) });
  expect((await connect(li.token)).planInfos).toEqual([{ id: planId, planName: '回访' }]);
});

test('each asking gives another secret, and the one before opens nothing; nobody’s account costs as much and opens nothing', async () => {
  await giveSeat(house, house.merchants[0].id, li.id);
  const first = await connect(li.token);
  expect(await passwordOf(li)).toBe(first.pwd);
  const second = await connect(li.token);
  expect(second.pwd).not.toBe(first.pwd);
  expect(await passwordOf(li)).toBe(second.pwd);
  for (const name of ['seat.9999999', 'seat.0', 'seat.', 'admin', `seat.${li.id} `])
    expect(await accounts().find(name)).toBeNull();
});

test('sign-out, a new password, the right taken away, being suspended or removed: each ends the secret within a second', async () => {
  const client = await house.database.pool.connect();
  const heard: string[] = [];
  client.on('notification', ({ payload = '' }) => void heard.push(payload));
  await client.query('listen seat_secret');
  const { id: merchantId } = house.merchants[0];
  const ends = async (end: (person: TestPerson) => Promise<unknown>) => {
    await sql(
      'update employee set active = true, has_seat = true, seat_right = true, removed_at = null where id = $1',
      li.id,
    );
    const person = { ...li, token: await house.sessionOf(merchantId, li.id) };
    await connect(person.token, { takeOver: true });
    expect(await passwordOf(person)).not.toBeNull();
    heard.length = 0;
    await end(person);
    await expect
      .poll(() => heard.map(payload => payload.split('.').slice(0, 2).join('.')), { timeout: 1_000 })
      .toContain(`${merchantId}.${li.id}`);
    expect(await passwordOf(person)).toBeNull();
  };
  await giveSeat(house, merchantId, li.id);
  try {
    await ends(({ token }) => house.post('user/logout', { token }));
    await ends(({ token, password }) =>
      house.post('user/changePwd', { oldPwd: password, newPwd: 'another-password-1', token }),
    );
    await ends(({ id }) => save(id, { enabled: '0' }));
    await ends(({ id }) => house.post('oa/setActive', { ids: JSON.stringify([id]), active: '0', token: owner }));
    await ends(({ id }) => house.post('seat/remove', { employeeId: id, token: owner }));
  } finally {
    client.release(true);
    await sql('update employee set active = true where id = $1', li.id);
    li = { ...li, token: await house.sessionOf(merchantId, li.id) };
  }
});

test('a second device is told where the seat is in use; it takes over after that question, and the first one says so', async () => {
  const { id: merchantId } = house.merchants[0];
  await giveSeat(house, merchantId, wang.id);
  const page = pages.connect(house.origin, wang.token, '');
  await page.ready;
  const topic = `seat:${wang.id}`;
  page.say({ type: 'subscribe', topic });
  page.say({ type: 'subscribe', topic: `seat:${li.id}` });
  await expect
    .poll(() => page.came)
    .toContainEqual(expect.objectContaining({ type: 'refused', topic: `seat:${li.id}` }));
  await connect(wang.token);
  await shown(wang.id, new Date(house.now().getTime() - 60_000));
  const second = await house.sessionOf(merchantId, wang.id);
  const refused = await house.post('user/getSeatPwd', { token: second });
  expect(refused).toMatchObject({ errorCode: 580 });
  expect(refused.errorMsg).toMatch(/^坐席正在另一台设备上使用：.*，\d\d:\d\d 起$/);
  const { grant } = await connect(second, { takeOver: true });
  await expect.poll(() => page.came).toContainEqual(expect.objectContaining({ type: 'seat.takenOver', topic, grant }));
  // The device that had it may take it back, and asks again.
  expect(await house.post('user/getSeatPwd', { token: wang.token })).toMatchObject({ errorCode: 580 });
});

test('nobody more may connect than the quota says; where it shrinks the newest seats may no longer', async () => {
  const { id: merchantId } = house.merchants[0];
  await sql('update merchant set seat_limit = 1 where id = $1', merchantId);
  await save(li.id);
  const full = await save(wang.id);
  expect(full).toMatchObject({ errorCode: 582, errorMsg: '坐席数已达上限 1，请先停用不用的坐席，或联系平台增加' });
  expect(await save(wang.id, { enabled: '0' })).toMatchObject({ errorCode: 0, data: { extension: 8002 } });
  await sql('update merchant set seat_limit = 5 where id = $1', merchantId);
  expect(await save(wang.id)).toMatchObject({ errorCode: 0 });
  const suspended = await inTransaction(house.database.db, tx => keepWithinQuota(tx, merchantId, 1));
  expect(suspended).toEqual([wang.id]);
  const { used, limit } = await house.ask(seatEndpoints.list, {}, owner);
  expect([used, limit]).toEqual([1, 5]);
});

test('what is another merchant’s is missing: people, lines, plans, groups; an extension is one seat’s; no gateway is called like a seat', async () => {
  const missing = { errorCode: 105 };
  expect(await save(foreign.id)).toMatchObject(missing);
  expect(await house.post('seat/save', { employeeId: li.id, token: stranger })).toMatchObject(missing);
  const [{ id: theirPlan } = { id: '' }] = await sql<{ id: string }>("select id from plan where name = '乙的话术'");
  expect(await save(li.id, { planIds: JSON.stringify([theirPlan]) })).toMatchObject(missing);
  await save(li.id, { extension: '8100' });
  expect(await save(wang.id, { extension: '8100' })).toMatchObject({ errorCode: 583, field: 'extension' });
  await save(wang.id);
  const group = { name: '客服', strategy: 'longestIdle' as const, members: [wang.id, li.id] };
  const { id } = await house.ask(seatEndpoints.groupSave, group, owner);
  expect(await house.post('seat/groupSave', { ...group, members: '[]', token: owner })).toMatchObject({
    errorCode: 235,
  });
  for (const path of ['seat/groupSave', 'seat/groupRemove'])
    expect(await house.post(path, { ...group, members: '[]', id, token: stranger })).toMatchObject(missing);
  await shown(wang.id, house.now());
  const { groups } = await house.ask(seatEndpoints.groupList, {}, owner);
  expect(groups).toMatchObject([{ name: '客服', ringS: 8, members: [{ name: '小王' }, { name: '李雷' }], free: 1 }]);
  expect(await house.ask(seatEndpoints.targets, {}, li.token)).toMatchObject({
    seats: [{ name: '小王', state: 'idle' }],
    groups: [{ id, free: 1 }],
  });
  const line = { name: '网关', access: 'gateway', username: `seat.${li.id}`, password: 'x', callerNumber: '' };
  expect(await house.post(lineEndpoints.save.path, { ...line, token: owner })).toMatchObject({ errorCode: 182 });
});

test('a state is kept, told to the merchant’s systems and to pages; of two nodes the one that took the seat last says what it is', async () => {
  await save(li.id);
  told.length = 0;
  await sql(
    `insert into webhook_endpoint (merchant_id, name, url, secret_sealed, events, made_by)
     values ($1, '系统', 'https://10.9.9.9/hook', '', '{seat.state}', $2)`,
    house.merchants[0].id,
    house.merchants[0].owner.id,
  );
  expect(await shown(li.id, house.now(), { state: 'break', reason: '就餐' })).toBe(true);
  const [{ body } = { body: '' }] = await sql<{ body: string }>(
    "select body from webhook_delivery where event = 'seat.state'",
  );
  expect(JSON.parse(body)).toMatchObject({
    type: 'seat.state',
    data: { seat: { id: li.id, name: '李雷' }, extension: 8001, state: 'break', reason: '就餐', callId: null },
  });
  expect(told).toMatchObject([
    { topic: `seat:${li.id}`, state: 'break', reason: '就餐' },
    { topic: 'seats', state: 'break' },
  ]);
  expect(await house.ask(seatEndpoints.me, {}, li.token)).toMatchObject({ state: 'break', reason: '就餐' });
  expect(await shown(li.id, house.now(), { node: 'another node' })).toBe(false);
  expect(await shown(li.id, house.now(), { node: 'another node', takes: true })).toBe(true);
  // That one shows no sign of life: whatever it said, nobody is there.
  expect(await house.ask(seatEndpoints.me, {}, li.token)).toMatchObject({ state: 'offline', reason: '' });
});

test('a break is one of the merchant’s, and an order for the node that has the telephone; offline there is nobody to obey', async () => {
  await save(li.id);
  const wish = (fields: object) => house.post('seat/setState', { ...fields, token: li.token });
  expect(await wish({ state: 'break', reason: '就餐' })).toMatchObject({ errorCode: 581 });
  await shown(li.id, house.now());
  expect(await wish({ state: 'break', reason: '睡觉' })).toMatchObject({ errorCode: 100, field: 'reason' });
  expect(await wish({ state: 'break', reason: '就餐' })).toMatchObject({ errorCode: 0, data: { state: 'idle' } });
  expect(await takeSeatOrders(house.database.db, 'another node')).toEqual([]);
  expect(await takeSeatOrders(house.database.db, NODE)).toEqual([
    {
      ...{ merchantId: house.merchants[0].id, employeeId: li.id, callId: null },
      order: { type: 'state', state: 'break', reason: '就餐' },
    },
  ]);
  expect(await takeSeatOrders(house.database.db, NODE)).toEqual([]);
});

test('states over a day, and a seat’s figures: calls, talk, hold, wrap-up, and how much of its time it worked', async () => {
  await save(li.id);
  const day = (clock: string) => new Date(`2026-03-09T${clock}:00+08:00`);
  const went: readonly (readonly [clock: string, over: Partial<SeatShown>])[] = [
    ['08:00', { state: 'idle' }],
    ['09:00', { state: 'inCall', call: '11' }],
    ['09:10', { state: 'held', call: '11' }],
    ['09:12', { state: 'inCall', call: '11' }],
    ['09:20', { state: 'wrapUp', call: '11' }],
    ['09:30', { state: 'break', reason: '就餐' }],
    ['10:00', { state: 'inCall', call: '12' }],
    ['10:30', { state: 'offline' }],
  ];
  for (const [clock, over] of went) await shown(li.id, day(clock), over);
  const { spans } = await house.ask(seatEndpoints.spans, { employeeId: li.id, day: '2026-03-09' }, owner);
  expect(spans.map(({ state, reason }) => state + reason)).toEqual([
    'idle',
    'inCall',
    'held',
    'inCall',
    'wrapUp',
    'break就餐',
    'inCall',
  ]);
  expect(spans[0]).toMatchObject({ from: day('08:00').toISOString(), to: day('09:00').toISOString() });
  const { seats } = await house.ask(seatEndpoints.figures, { day: '2026-03-09' }, owner);
  // 48 min of talk, 2 on hold, 10 of wrap-up in the two hours outside the break.
  expect(seats).toEqual([
    {
      ...{ employeeId: li.id, name: '李雷', calls: 2, talkS: 2_880, holdS: 120, wrapUpS: 600 },
      ...{ signedOnS: 9_000, breakS: 1_800, occupancy: 0.5 },
    },
  ]);
  expect(await house.ask(seatEndpoints.figures, { day: '2026-03-09' }, stranger)).toEqual({ seats: [] });
});
