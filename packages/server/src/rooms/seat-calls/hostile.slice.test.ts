import { seatEndpoints, seatWorkEndpoints } from '@lianxian/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CallHouse } from '../../../test/calls.ts';
import type { TestPerson } from '../../../test/people.ts';
import { seatGround, startSeatHouse } from '../../../test/seat-ground.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { insertPlan } from '../plans/index.ts';
import { numberTokens } from '../seats/index.ts';

/** Seats whose telephones, or whose people, want more than they may. */
let house: CallHouse;
let port: number;
let anna: TestPerson;
let ben: TestPerson;

const HZ = 500;
const { sql, is, stateOf, callOf, ended, phoneOf, onDuty, isUp, seat, prepare, quiet } = seatGround(() => ({
  house,
  port,
}));

/** In a call with somebody outside, who says nothing. */
const inCall = async (of: TestPerson) => {
  house.far.willSay([]);
  const phone = await onDuty(of, HZ);
  await isUp(phone.dial('15400000001'));
  await is(of, 'inCall');
  return { phone, callId: (await callOf(of))!.id };
};

beforeAll(async () => {
  ({ house, port } = await startSeatHouse());
  await prepare();
  anna = await seat('anna', { mayPause: '1' });
  ben = await seat('ben');
});
afterEach(quiet);
afterAll(() => house.close());

test('a seat is one telephone: by what registered with a secret of before nobody calls, though its connection stands', async () => {
  const before = await phoneOf(anna, HZ);
  await is(anna, 'idle');
  const now = await phoneOf(anna, HZ);
  expect((await before.dial('15400000001').ended).how).toBe('refused');
  expect(await callOf(anna)).toBe(undefined);
  await isUp(now.dial('15400000001'));
  now.hangUp();
  await house.until(async () => (await callOf(anna))?.stage === 'ended');
});

test('a pause of the recording ends with the call of who made it: whoever has it next is recorded, and cannot pause', async () => {
  const { callId } = await inCall(anna);
  const b = await phoneOf(ben, HZ);
  await is(ben, 'idle');
  const act = (what: object, { token }: TestPerson) => house.post('seat/act', { callId, ...what, token });
  const isRecording = async ({ token }: TestPerson) =>
    (await house.ask(seatWorkEndpoints.call, {}, token)).call?.isRecording;
  expect(await act({ act: 'pause' }, anna)).toMatchObject({ errorCode: 0 });
  await house.until(async () => (await isRecording(anna)) === false);
  const to = JSON.stringify({ type: 'seat', id: ben.id });
  expect(await act({ act: 'transfer', to }, anna)).toMatchObject({ errorCode: 0 });
  await is(ben, 'inCall');
  await is(anna, 'idle');
  expect(await house.until(async () => isRecording(ben))).toBe(true);
  expect(await act({ act: 'pause' }, ben)).toMatchObject({ errorCode: 104 });
  b.hangUp();
});

test('who is only rung for a call reads it and writes nothing in it: when another has had it, it is not theirs', async () => {
  const { phone, callId } = await inCall(anna);
  const b = await phoneOf(ben, HZ);
  b.willAnswer(false);
  await is(ben, 'idle');
  const { token } = ben;
  const to = JSON.stringify({ type: 'seat', id: ben.id });
  expect(await house.post('seat/act', { callId, act: 'transfer', to, token: anna.token })).toMatchObject({
    errorCode: 0,
  });
  await is(ben, 'ringing');
  expect((await house.ask(seatWorkEndpoints.call, {}, token)).call).toMatchObject({ callId });
  for (const [path, fields] of [
    ['seat/keepDraft', { callId, answers: '[]', note: '我的' }],
    ['seat/uploadSurvey', { id: callId, jsonArray: '[]' }],
  ] as const)
    expect(await house.post(path, { ...fields, token })).toMatchObject({ errorCode: 105 });
  phone.hangUp();
  await house.until(async () => (await callOf(anna))?.stage === 'ended');
  expect(await house.post('seat/call', { id: callId, token })).toMatchObject({ errorCode: 105 });
  // As had they taken it while it rang (`setSeatEmp`).
  const [{ id: merchantId }] = house.merchants;
  await sql(
    'insert into seat_work (merchant_id, call_id, employee_id) values ($1, $2, $3)',
    merchantId,
    callId,
    ben.id,
  );
  expect(await house.post('seat/call', { id: callId, token })).toMatchObject({ errorCode: 105 });
  expect(await house.post('seat/call', { id: callId, token: anna.token })).toMatchObject({ errorCode: 0 });
});

test('a seat that changes faster than the database keeps up is kept with gaps, in bounded room, and at last as it is', async () => {
  const { token, id } = ben;
  await phoneOf(ben, HZ);
  await is(ben, 'idle');
  const spans = async () =>
    Number((await sql<{ n: string }>('select count(*) as n from seat_span where employee_id = $1', id))[0]?.n);
  const before = await spans();
  const busy = await house.database.pool.connect();
  await busy.query('begin');
  await busy.query('select 1 from seat_presence where employee_id = $1 for update', [id]);
  const wish = async (state: 'break' | 'idle') =>
    expect(await house.post('seat/setState', { state, reason: '小休', token })).toMatchObject({ errorCode: 0 });
  for (let n = 0; n < 60; n++) {
    await wish('break');
    await wish('idle');
  }
  await wish('break');
  await house.until(async () => (await sql('select 1 from seat_order where employee_id = $1', id)).length === 0);
  await busy.query('rollback');
  busy.release();
  await is(ben, 'break');
  expect((await spans()) - before).toBeLessThan(60);
  await wish('idle');
  await is(ben, 'idle');
});

test('whose leg it is, a record says by the account, not by what a telephone calls itself', async () => {
  const { phone, callId } = await inCall(anna);
  phone.hangUp();
  await house.until(async () => (await callOf(anna))?.stage === 'ended');
  expect(
    await sql('select called_from from call_leg where call_id = $1 and employee_id = $2', callId, anna.id),
  ).toEqual([{ called_from: `seat.${anna.id}` }]);
});

test('a sign-in that expires, and a merchant that is switched off, end the telephone as signing out does; a call under way goes on', async () => {
  const { phone, callId } = await inCall(anna);
  await onDuty(ben, HZ);
  await sql("update session set expires_at = now() - interval '1 second' where employee_id = $1", anna.id);
  await house.until(async () => (await stateOf(anna)) !== 'inCall');
  expect(await stateOf(ben)).toBe('idle');
  expect(house.far.talks()).toBe(true);
  phone.hangUp();
  await ended(callId);
  expect((await phone.dial('15400000001').ended).how).toMatch(/refused|credentialsRefused/);
  await sql('update merchant set active = false where id = $1', house.merchants[0].id);
  await house.until(async () => (await stateOf(ben)) !== 'idle');
  await sql('update merchant set active = true where id = $1', house.merchants[0].id);
  anna = { ...anna, token: await house.sessionOf(house.merchants[0].id, anna.id) };
});

test('a seat that is taken away in mid-call loses its telephone; its call goes on, and ends as any other', async () => {
  const cat = await seat('cat');
  const { callId } = await inCall(cat);
  await house.ask(seatEndpoints.remove, { employeeId: cat.id }, house.token);
  for (const [path, fields] of [
    ['seat/act', { callId, act: 'hold' }],
    ['seat/keepDraft', { callId, answers: '[]' }],
    ['seat/call', {}],
  ] as const)
    expect(await house.post(path, { ...fields, token: cat.token }), path).toMatchObject({ errorCode: 104 });
  expect(house.far.talks()).toBe(true);
  house.far.hangUp();
  expect(await ended(callId)).toMatchObject({ state: 'answered', seat_id: cat.id });
});

test('nothing of another merchant’s is any seat’s: calls, seats, groups, plans, to-dos, tokens, over HTTP and in SIP', async () => {
  const [own, merchant] = house.merchants;
  const theo = await seat('theo', { merchant });
  const tim = await seat('tim', { merchant });
  const owner = await house.signIn(merchant);
  const fields = { name: '一组', strategy: 'all' as const, members: [anna.id], ringS: '3' };
  const group = (await house.ask(seatEndpoints.groupSave, fields, house.token)).id;
  const phone = '15400000009';
  const todoOf = async (of: string, who: TestPerson) =>
    (
      await sql<{ id: string }>(
        `insert into todo (merchant_id, kind, state, due_at, phone, owner_id, made_by)
         values ($1, 'callBack', 'open', now(), $2, $3, $3) returning id`,
        ...[of, phone, who.id],
      )
    )[0]!.id;
  const [todoId, theirTodo] = [await todoOf(own.id, anna), await todoOf(merchant.id, theo)];
  const theirPlan = await insertPlan(merchantDb(house.database.db, merchant.id), shortPlan, new Date());
  const tokens = numberTokens(openSecrets(Buffer.alloc(32, 7).toString('base64')));
  const token = tokens.of(phone, { merchantId: own.id, employeeId: anna.id }, new Date());

  const { phone: first, callId } = await inCall(anna);
  const a = await onDuty(theo, HZ);
  await onDuty(tim, HZ);
  await isUp(a.dial('8002'));
  await is(theo, 'inCall');
  const { id: theirs } = (await callOf(theo))!;
  const to = (target: object) => ({ callId: theirs, act: 'transfer', to: JSON.stringify(target) });
  const asked = async (who: string, tries: readonly (readonly [path: string, fields: Record<string, string>])[]) => {
    for (const [path, given] of tries)
      expect(await house.post(path, { ...given, token: who }), `${path} ${JSON.stringify(given)}`).toMatchObject({
        errorCode: 105,
      });
  };
  await asked(theo.token, [
    ['seat/call', { id: callId }],
    ['seat/act', { callId, act: 'hangUp' }],
    ['seat/keepDraft', { callId, answers: '[]' }],
    ['seat/uploadSurvey', { id: callId }],
    ['seat/uploadCallTask', { phone, id: callId }],
    ['seat/uploadCallTask', { phone: token }],
    ['seat/wrapUp', { callId, note: '我的' }],
    ['taskLog/seatDetail', { id: callId }],
    ['taskLog/setSeatEmp', { id: callId }],
    ['custom/callOut', { logId: callId }],
    ['custom/detailWithTask', { todoId }],
    ['custom/detailWithTask', { phone: token }],
    ['seat/guides', { planId: house.planId }],
    ['seat/act', to({ type: 'seat', id: anna.id })],
    ['seat/act', to({ type: 'group', id: group })],
    ['seat/act', to({ type: 'outside', phone: token })],
  ]);
  await asked(owner, [
    ['seat/save', { employeeId: anna.id }],
    ['seat/save', { employeeId: theo.id, planIds: JSON.stringify([house.planId]) }],
    ['seat/save', { employeeId: theo.id, lineId: house.lineId }],
    ['seat/remove', { employeeId: anna.id }],
    ['seat/groupSave', { ...fields, members: JSON.stringify([anna.id]) }],
    ['seat/groupSave', { ...fields, id: group, members: '[]' }],
    ['seat/groupRemove', { id: group }],
    ['seat/spans', { employeeId: anna.id, day: '2026-03-09' }],
  ]);
  a.hangUp();
  await ended(theirs);
  await is(theo, 'idle');
  expect(await a.dial(token).ended).toMatchObject({ how: 'refused', code: 404 });
  expect((await a.dial('8001').ended).how, 'anna’s').toBe('refused');
  first.hangUp();
  await ended(callId);
  await is(anna, 'idle');
  const headers = [
    { name: 'X-Plan-Id', value: theirPlan },
    { name: 'X-Todo-Id', value: theirTodo },
  ];
  await isUp(first.dial(phone, headers));
  await is(anna, 'inCall');
  const { id } = (await callOf(anna))!;
  first.hangUp();
  await ended(id);
  expect(await sql('select plan_id from seat_work where call_id = $1', id)).toEqual([{ plan_id: null }]);
  expect(await sql('select state from todo where id = any($1)', [todoId, theirTodo])).toEqual([
    { state: 'open' },
    { state: 'open' },
  ]);
});

test('whatever is done at once, nobody is left: the call ends once, its seats are free, and can be called again', async () => {
  const dora = await seat('dora');
  const [b, d] = [await onDuty(ben, HZ), await onDuty(dora, HZ)];
  const to = ({ id }: TestPerson) => JSON.stringify({ type: 'seat', id });
  const { phone: a, callId: first } = await inCall(anna);
  let callId = first;
  const act = (what: string, more: object = {}) =>
    house.post('seat/act', { callId, act: what, ...more, token: anna.token });
  const together: readonly (() => readonly unknown[])[] = [
    () => [act('transfer', { to: to(ben) }), a.hangUp()],
    () => [act('consult', { to: to(ben) }), house.far.hangUp()],
    () => [act('hold'), house.far.hangUp(), act('transfer', { to: to(dora) })],
    () => [act('conference', { to: to(ben) }), act('transfer', { to: to(dora) }), b.dial('15400000002')],
    () => [act('hangUp'), act('hold'), act('rejoin'), a.hangUp()],
  ];
  for (const [n, all] of together.entries()) {
    if (n > 0) {
      await isUp(a.dial('15400000001'));
      await is(anna, 'inCall');
      callId = (await callOf(anna))!.id;
    }
    await Promise.all(all());
    await house.until(async () => (await sql('select 1 from seat_order')).length === 0);
    for (const phone of [a, b, d]) phone.hangUp();
    house.far.hangUp();
    await house.until(async () => {
      // Who was on the way when all hung up is there now.
      for (const phone of [a, b, d]) phone.hangUp();
      return (await sql("select 1 from call where stage <> 'ended'")).length === 0;
    });
    for (const one of [anna, ben, dora]) await is(one, 'idle');
    await house.until(async () => (await sql('select 1 from seat_call')).length === 0);
    expect(await callOf(anna), `${n}`).toMatchObject({ id: callId, stage: 'ended', state: 'answered' });
  }
});
