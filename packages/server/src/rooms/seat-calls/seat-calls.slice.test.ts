import {
  blacklistEndpoints,
  callEndpoints,
  seatEndpoints,
  seatLogEndpoints,
  seatPwdEndpoint,
  seatWorkEndpoints,
} from '@lianxian/contract';
import type { TransferNode } from '@lianxian/core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CallHouse } from '../../../test/calls.ts';
import { FAR_TONE_HZ } from '../../../test/far-phone.ts';
import type { TestPerson } from '../../../test/people.ts';
import { seatGround, startSeatHouse } from '../../../test/seat-ground.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { insertLine } from '../lines/index.ts';
import { insertPlan } from '../plans/index.ts';

/** Seats with telephones of their own at a real SIP port, a far phone behind the line, two merchants. */
let house: CallHouse;
let port: number;
const [ANNA_HZ, BEN_HZ, CAT_HZ] = [500, 900, 1_300];
let anna: TestPerson;
let ben: TestPerson;
/** May not see numbers. */
let cat: TestPerson;
let group: string;

const THEIR_EXTENSION = '8050';

const { sql, stateOf, is, callOf, callsOf, lastEnded, phoneOf, strayPhone, isUp, comesToHear, seat, prepare, quiet } =
  seatGround(() => ({
    house,
    port,
  }));

beforeAll(async () => {
  ({ house, port } = await startSeatHouse());
  await prepare();
  anna = await seat('anna');
  ben = await seat('ben', { buttons: ['phone:unmask'] });
  cat = await seat('cat', { extension: '8003', buttons: ['call_out'] });
  await seat('theo', { merchant: house.merchants[1], extension: THEIR_EXTENSION });
  const fields = { name: '一组', strategy: 'longestIdle' as const, members: [anna.id, ben.id], ringS: '3' };
  group = (await house.ask(seatEndpoints.groupSave, fields, house.token)).id;
});
afterEach(async () => {
  await quiet();
  house.far.willSay([]);
});
afterAll(() => house.close());

test('O-164: a seat dials, the far phone rings, both hear each other; one record, the seat’s own, with the plan that it chose as guide', async () => {
  house.far.willSay([]);
  const [{ id: merchantId }] = house.merchants;
  const guide = { ...shortPlan, name: '回访' };
  const planId = await insertPlan(merchantDb(house.database.db, merchantId), guide, new Date());
  const phone = await phoneOf(anna, ANNA_HZ);
  await is(anna, 'idle');
  const before = await callsOf(anna);
  await isUp(phone.dial('15400000001', [{ name: 'X-Plan-Id', value: planId }]));
  await is(anna, 'inCall');
  await comesToHear(phone, FAR_TONE_HZ);
  const again = await phone.dial('15400000002').ended;
  expect(again, 'a seat has one call').toMatchObject({ how: 'refused', code: 486 });
  phone.hangUp();
  expect(await lastEnded(anna)).toMatchObject({
    ...{
      state: 'answered',
      hung_up_by: 'seat',
      origin: 'seat',
      plan_id: null,
      owner_id: anna.id,
      phone: '15400000001',
    },
  });
  expect(await callsOf(anna)).toBe(before + 1);
  await is(anna, 'idle');
  const { id = '' } = (await callOf(anna)) ?? {};
  const filed = await house.ask(seatWorkEndpoints.call, { id }, anna.token);
  expect(filed.call).toMatchObject({ callId: id, planId, planName: '回访' });
});

test('whatever line a seat calls over, a practice number is called over the practice line', async () => {
  const ordinary = { name: '网关', address: '192.0.2.10', username: '', callerNumber: '4008' };
  const line = await insertLine(merchantDb(house.database.db, house.merchants[0].id), ordinary, false);
  const phone = await phoneOf(anna, ANNA_HZ);
  await is(anna, 'idle');
  await isUp(phone.dial('15400000003'));
  await is(anna, 'inCall');
  await comesToHear(phone, FAR_TONE_HZ);
  phone.hangUp();
  expect(await lastEnded(anna)).toMatchObject({ state: 'answered', line_name: '练习线路' });
  await sql('update line set removed_at = now() where id = $1', line);
});

test('O-303: a seat that does not hold call_out dials no number', async () => {
  const phone = await phoneOf(ben, BEN_HZ);
  await is(ben, 'idle');
  expect(await phone.dial('15400000001').ended).toMatchObject({ how: 'refused', reason: 'noRight' });
  expect(await callsOf(ben)).toBe(0);
  expect(house.far.rings()).toBe(false);
});

test('who may not be called is not: 403 with the reason, no row, nothing at the far end', async () => {
  const phone = await phoneOf(anna, ANNA_HZ);
  await is(anna, 'idle');
  await house.ask(blacklistEndpoints.add, { phones: '15400000009', reason: '不再联系' }, house.token);
  const before = await callsOf(anna);
  for (const [to, reason] of [
    ['15400000009', 'numberBlacklisted'],
    ['110', 'emergencyNumber'],
    ['13800000001', 'practiceLine'],
    ['n.made-up-token', 'notFound'],
    [THEIR_EXTENSION, 'shortNumber'],
  ] as const) {
    const end = await phone.dial(to).ended;
    expect(end, to).toMatchObject({ how: 'refused', reason });
  }
  expect(await callsOf(anna)).toBe(before);
  expect(house.far.rings()).toBe(false);
  expect(await stateOf(anna)).toBe('idle');
});

test('a wrong secret, one that was replaced, and a stranger get no telephone', async () => {
  const phone = await strayPhone(ANNA_HZ);
  const { account, pwd } = await house.ask(seatPwdEndpoint, {}, anna.token);
  expect(await phone.register(account, 'wrong')).toBe('failed');
  await house.ask(seatPwdEndpoint, {}, anna.token);
  const second = await strayPhone(ANNA_HZ);
  expect(await second.register(account, pwd)).toBe('failed');
});

test('a call among seats: a colleague’s short number rings the colleague, both hear, no line and no money', async () => {
  const [a, b] = [await phoneOf(anna, ANNA_HZ), await phoneOf(ben, BEN_HZ)];
  await is(anna, 'idle');
  await is(ben, 'idle');
  await isUp(a.dial('8002'));
  await is(ben, 'inCall');
  expect(b.rung).toMatchObject([{ kind: 'internal', from: '8001' }]);
  await comesToHear(a, BEN_HZ);
  await comesToHear(b, ANNA_HZ);
  b.hangUp();
  expect(await lastEnded(anna)).toMatchObject({ origin: 'internal', state: 'answered', phone: '8002' });
  const live = 'select legs, cost::float8 from call where placed_by = $1 order by id desc limit 1';
  expect(await sql(live, anna.id)).toEqual([{ legs: 0, cost: 0 }]);
  await is(ben, 'idle');
});

test('a colleague who is consulted joins aside, then has the call', async () => {
  house.far.willSay([]);
  const [a, b] = [await phoneOf(anna, ANNA_HZ), await phoneOf(ben, BEN_HZ)];
  await is(anna, 'idle');
  await is(ben, 'idle');
  await isUp(a.dial('15400000003'));
  const callId = (await callOf(anna))!.id;
  const act = (what: string, more = {}) =>
    house.ask(seatWorkEndpoints.act, { callId, act: what as 'hold', ...more }, anna.token);
  await act('hold');
  await is(anna, 'held');
  await act('resume');
  await is(anna, 'inCall');
  await act('consult', { to: { type: 'seat', id: ben.id } });
  await is(ben, 'inCall');
  expect(b.rung.at(-1)).toMatchObject({ kind: 'consult', logId: callId, from: '15400000003' });
  await comesToHear(b, ANNA_HZ);
  const seenBy = async ({ token }: TestPerson) => (await house.ask(seatWorkEndpoints.call, { id: callId }, token)).call;
  const mine = async (seat: TestPerson) => (await seenBy(seat))?.isMine;
  expect([(await seenBy(anna))?.before, (await seenBy(ben))?.before]).toEqual([null, expect.objectContaining({})]);
  expect([await mine(anna), await mine(ben)]).toEqual([true, false]);
  await act('transfer');
  await is(anna, 'idle');
  house.far.interject('');
  await is(ben, 'inCall');
  await house.until(() => mine(ben));
  b.hangUp();
  expect(await lastEnded(anna)).toMatchObject({ id: callId, state: 'answered' });
});

test('who hangs up while consulting hands the call on; a transfer that nobody takes after its seat hung up ends, and says why', async () => {
  house.far.willSay([]);
  const [a, b] = [await phoneOf(anna, ANNA_HZ), await phoneOf(ben, BEN_HZ)];
  await is(anna, 'idle');
  await is(ben, 'idle');
  const act = (callId: string, what: string) =>
    house.ask(seatWorkEndpoints.act, { callId, act: what as 'hold', to: { type: 'seat', id: ben.id } }, anna.token);
  const first = a.dial('15400000006');
  await isUp(first);
  const consulted = (await callOf(anna))!.id;
  await act(consulted, 'consult');
  await is(ben, 'inCall');
  a.hangUp();
  await is(anna, 'idle');
  await comesToHear(b, FAR_TONE_HZ);
  b.hangUp();
  expect(await lastEnded(anna)).toMatchObject({ id: consulted, state: 'answered', hung_up_by: 'seat' });
  await is(ben, 'idle');

  b.willAnswer(false);
  const second = a.dial('15400000007');
  await isUp(second);
  const transferred = (await callOf(anna))!.id;
  await act(transferred, 'transfer');
  await is(ben, 'ringing');
  a.hangUp();
  expect(await lastEnded(anna)).toMatchObject({ id: transferred, because: 'seatGone', hung_up_by: 'platform' });
  // It was rung for it and has no part in it.
  await is(ben, 'idle');
  expect((await house.ask(seatWorkEndpoints.call, {}, ben.token)).call).toBe(null);
});

test('O-180, O-181: a robot hands over to a group: free the longest first, who does not answer is passed by, nobody is the plan’s branch', async () => {
  const handOver: TransferNode = {
    kind: 'transfer',
    id: 'handOver',
    name: '转人工',
    sentences: ['请稍候。'],
    to: { type: 'group', group },
    ringTimeoutMs: 20_000,
    waiting: [],
    otherwise: 'bye',
  };
  const bye = { kind: 'hangup', id: 'bye', name: '再见', sentences: ['再见。'] } as const;
  const flow = { id: 'main', name: '主流程', rootNode: 'handOver', nodes: [handOver, bye] };
  const [{ id: merchantId }] = house.merchants;
  const plan = { ...shortPlan, name: '转人工', flows: [flow] };
  const planId = await insertPlan(merchantDb(house.database.db, merchantId), plan, new Date());
  const place = async () =>
    (
      await house.ask(
        callEndpoints.place,
        { planId, lineId: house.lineId, phone: '15400000005', variables: {} },
        house.token,
      )
    ).id;
  house.far.willSay([]);

  expect(await house.filed(await place()), 'nobody is there').toMatchObject({ because: 'robotHungUp' });

  const b = await phoneOf(ben, BEN_HZ);
  await is(ben, 'idle');
  const a = await phoneOf(anna, ANNA_HZ);
  await is(anna, 'idle');
  b.willAnswer(false);
  const id = await place();
  await is(anna, 'inCall');
  expect(b.rung, 'free the longest').toMatchObject([{ kind: 'handover', logId: id, from: '15400000005' }]);
  expect(a.rung).toMatchObject([{ kind: 'handover', logId: id }]);
  expect(a.sip()).toMatch(new RegExp(`^x-log-id: ${id}\\r$`, 'im'));
  expect(a.sip()).toMatch(/^From: .*<sip:15400000005@/m);
  const log = await house.ask(seatLogEndpoints.seatDetail, { id }, anna.token);
  expect(log).toMatchObject({ id, phone: '15400000005' });
  await is(ben, 'idle');
  a.hangUp();
  expect(await house.filed(id)).toMatchObject({ state: 'answered' });
  const owner = await sql('select seat_id from call where id = $1', id);
  expect(owner).toEqual([{ seat_id: anna.id }]);
});

test('A-33: who may not see numbers has a token, in SIP as on pages; a blind transfer; a promised call is done', async () => {
  house.far.willSay([]);
  const number = '15400000010';
  const [{ id: merchantId }] = house.merchants;
  const [todo] = await sql<{ id: string }>(
    `insert into todo (merchant_id, kind, state, due_at, phone, owner_id, made_by)
     values ($1, 'callBack', 'open', now(), $2, $3, $3) returning id`,
    ...[merchantId, number, anna.id],
  );
  const [a, c] = [await phoneOf(anna, ANNA_HZ), await phoneOf(cat, CAT_HZ)];
  await is(anna, 'idle');
  await is(cat, 'idle');
  await isUp(a.dial(number, [{ name: 'X-Todo-Id', value: todo!.id }]));
  await is(anna, 'inCall');
  const seenBy = async ({ token }: TestPerson) => (await house.ask(seatWorkEndpoints.call, {}, token)).call;
  expect(await seenBy(anna)).toMatchObject({ kind: 'callback', phone: number });
  const { id: callId } = (await callOf(anna))!;
  const to = { type: 'seat', id: cat.id } as const;
  await house.ask(seatWorkEndpoints.act, { callId, act: 'transfer', to }, anna.token);
  await is(cat, 'inCall');
  await is(anna, 'idle');
  expect(c.rung).toMatchObject([{ kind: 'transfer', logId: callId, from: expect.stringMatching(/^n\./) }]);
  const shown = await seenBy(cat);
  expect(shown).toMatchObject({ callId, kind: 'transfer', phone: '154****0010' });
  expect(JSON.stringify(shown)).not.toContain(number);
  c.hangUp();
  await lastEnded(anna);
  await house.until(
    async () => (await sql('select 1 from todo where id = $1 and done_call_id = $2', todo!.id, callId))[0],
  );
  await is(cat, 'idle');
  const again = c.dial(c.rung[0]!.from);
  await isUp(again);
  expect(await callOf(cat)).toMatchObject({ phone: number });
  c.hangUp();
  await lastEnded(cat);
  expect(c.sip()).toContain(c.rung[0]!.from);
  expect(c.sip()).not.toContain(number);
});

test('a blind transfer that nobody takes is back with who had it', async () => {
  house.far.willSay([]);
  await sql('update merchant_settings set seat_ring_s = 1');
  const [a, b] = [await phoneOf(anna, ANNA_HZ), await phoneOf(ben, BEN_HZ)];
  await is(anna, 'idle');
  await is(ben, 'idle');
  await isUp(a.dial('15400000011'));
  await is(anna, 'inCall');
  b.willAnswer(false);
  const { id: callId } = (await callOf(anna))!;
  const to = { type: 'seat', id: ben.id } as const;
  await house.ask(seatWorkEndpoints.act, { callId, act: 'transfer', to }, anna.token);
  await is(anna, 'held');
  await house.until(async () => b.rung.length === 1);
  await is(anna, 'inCall');
  await comesToHear(a, FAR_TONE_HZ);
  expect(await stateOf(ben)).toBe('idle');
  a.hangUp();
  expect(await lastEnded(anna)).toMatchObject({ id: callId, hung_up_by: 'seat' });
  await sql('update merchant_settings set seat_ring_s = 3');
});

test('another device takes the seat over in mid-call: asked first, then the same call goes on there', async () => {
  house.far.willSay([]);
  const first = await phoneOf(anna, ANNA_HZ);
  await is(anna, 'idle');
  await isUp(first.dial('15400000012'));
  await is(anna, 'inCall');
  const before = await callsOf(anna);
  const { id: callId } = (await callOf(anna))!;
  const token = await house.sessionOf(house.merchants[0].id, anna.id);
  expect(await house.post('user/getSeatPwd', { token })).toMatchObject({ errorCode: 580 });
  const { account, pwd } = await house.ask(seatPwdEndpoint, { takeOver: '1' }, token);
  const second = await strayPhone(CAT_HZ);
  expect(await second.register(account, pwd)).toBe('registered');
  await house.until(async () => second.talks() && !first.talks());
  expect(second.rung).toMatchObject([{ kind: 'resume', isResume: true, logId: callId }]);
  await comesToHear(second, FAR_TONE_HZ);
  expect(await stateOf(anna)).toBe('inCall');
  second.hangUp();
  expect(await lastEnded(anna)).toMatchObject({ id: callId, state: 'answered' });
  expect(await callsOf(anna)).toBe(before);
  // That one has the seat from here on.
  anna = { ...anna, token };
});

test('lost and back: the same call goes on over a new leg, one record', async () => {
  house.far.willSay([]);
  const phone = await phoneOf(anna, ANNA_HZ);
  await is(anna, 'idle');
  await isUp(phone.dial('15400000004'));
  await is(anna, 'inCall');
  const before = await callsOf(anna);
  phone.cut();
  await is(anna, 'connecting');
  const again = await phoneOf(anna, ANNA_HZ);
  const callId = (await callOf(anna))!.id;
  await house.until(async () => again.talks());
  expect(again.rung).toMatchObject([{ kind: 'resume', isResume: true, logId: callId }]);
  await is(anna, 'inCall');
  await comesToHear(again, FAR_TONE_HZ);
  expect(house.far.talks()).toBe(true);
  again.hangUp();
  expect(await lastEnded(anna)).toMatchObject({ id: callId, state: 'answered', hung_up_by: 'seat' });
  expect(await callsOf(anna)).toBe(before);
});

test('who goes offline is so at once: another device that comes is not asked whether it takes over', async () => {
  const phone = await phoneOf(ben, BEN_HZ);
  await is(ben, 'idle');
  await phone.unregister();
  await is(ben, 'offline');
  const token = await house.sessionOf(house.merchants[0].id, ben.id);
  // The secret that was given a moment ago is not about to be used.
  await sql(`update seat_secret set made_at = made_at - interval '1 minute' where employee_id = $1`, ben.id);
  expect(await house.post('user/getSeatPwd', { token })).toMatchObject({ errorCode: 0 });
  ben = { ...ben, token };
});

test('who signs out has no telephone', async () => {
  await phoneOf(ben, BEN_HZ);
  await is(ben, 'idle');
  await sql('update session set revoked_at = now() where employee_id = $1', ben.id);
  await house.until(async () => (await stateOf(ben)) !== 'idle');
  ben = { ...ben, token: await house.sessionOf(house.merchants[0].id, ben.id) };
});
