import { blacklistEndpoints, seatPwdEndpoint, seatWorkEndpoints } from '@lianxian/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CallHouse } from '../../../test/calls.ts';
import { openPages } from '../../../test/page-socket.ts';
import type { TestPerson } from '../../../test/people.ts';
import { anyHour, setPlatformRules, setRules } from '../../../test/rules.ts';
import { seatGround, startSeatHouse } from '../../../test/seat-ground.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { insertLine } from '../lines/index.ts';

/** Calls among seats, of a merchant with a line and of one that never had one; and what a seat is told that was not done. */
let house: CallHouse;
let port: number;
const pages = openPages();
const HZ = { anna: 500, ben: 900, cat: 1_300 };
type Name = keyof typeof HZ;
let ours: Readonly<Record<Name, TestPerson>>;
let theirs: Readonly<Record<'anna' | 'ben', TestPerson>>;
let lineId: string;

const { sql, is, callOf, ended, onDuty, strayPhone, isUp, comesToHear, seat, prepare, quiet } = seatGround(() => ({
  house,
  port,
}));
const act = ({ token }: TestPerson, callId: string, what: string, more = {}) =>
  house.ask(seatWorkEndpoints.act, { callId, act: what as 'hold', ...more }, token);

beforeAll(async () => {
  ({ house, port } = await startSeatHouse());
  await prepare();
  const [own, merchant] = house.merchants;
  const line = { name: '外线', address: `127.0.0.1:${house.far.port}`, username: '', callerNumber: '4008' };
  lineId = await insertLine(merchantDb(house.database.db, own.id), line, false);
  ours = { anna: await seat('anna'), ben: await seat('ben'), cat: await seat('cat') };
  theirs = { anna: await seat('ada', { merchant }), ben: await seat('bo', { merchant }) };
});
afterEach(quiet);
afterAll(async () => {
  pages.closeAll();
  await house.close();
});

test('who was called within the house holds, loads the page anew and hands the call on as who called', async () => {
  const [a, b, c] = [await onDuty(ours.anna, HZ.anna), await onDuty(ours.ben, HZ.ben), await onDuty(ours.cat, HZ.cat)];
  const dial = a.dial('8002');
  await isUp(dial);
  await is(ours.ben, 'inCall');
  const { id } = (await callOf(ours.anna))!;
  await act(ours.ben, id, 'hold');
  await is(ours.ben, 'held');
  await is(ours.anna, 'held');
  await act(ours.ben, id, 'resume');
  await is(ours.ben, 'inCall');

  b.cut();
  const again = await strayPhone(HZ.ben);
  const { account, pwd } = await house.ask(seatPwdEndpoint, {}, ours.ben.token);
  expect(await again.register(account, pwd)).toBe('registered');
  await house.until(async () => again.talks());
  expect(again.rung).toMatchObject([{ kind: 'resume', isResume: true, logId: id }]);
  await comesToHear(a, HZ.ben);

  await act(ours.ben, id, 'transfer', { to: { type: 'seat', id: ours.cat.id } });
  await is(ours.cat, 'inCall');
  await is(ours.ben, 'idle');
  expect(c.rung).toMatchObject([{ kind: 'transfer', logId: id, from: '8001' }]);
  await comesToHear(a, HZ.cat);
  c.hangUp();
  expect(await ended(id)).toMatchObject({ state: 'answered', because: 'seatHungUp', seat_id: ours.anna.id });
  const legs = await sql('select kind, employee_id from call_leg where call_id = $1 order by n', id);
  expect(legs).toEqual(
    [ours.anna, ours.ben, ours.ben, ours.cat].map(({ id: employee }) => ({ kind: 'seat', employee_id: employee })),
  );
  expect((await house.detail(id)).state).toBe('answered');
});

test('a merchant that never had a line: its seats call each other, and it has no line by that', async () => {
  const lines = () =>
    sql('select house, removed_at is null as there from line where merchant_id = $1', house.merchants[1].id);
  expect(await lines()).toEqual([]);
  const [a, b] = [await onDuty(theirs.anna, HZ.anna), await onDuty(theirs.ben, HZ.ben)];
  await isUp(a.dial('8002'));
  await is(theirs.ben, 'inCall');
  await comesToHear(b, HZ.anna);
  const { id } = (await callOf(theirs.anna))!;
  a.hangUp();
  expect(await ended(id)).toMatchObject({ state: 'answered' });
  expect(await lines()).toEqual([{ house: true, there: false }]);
});

test('what the rules refuse is named in X-Because, what they warn of in X-Warning; nobody is dialled, or the call is made', async () => {
  const [{ id: merchant }] = house.merchants;
  await setPlatformRules(house.database, anyHour);
  const caps = { perDay: 1, per7Days: null, per30Days: null, minutesBetween: 0 };
  await setRules(house.database, merchant, { byHand: 'warn', hours: anyHour.hours!, caps });
  house.far.willSay([]);
  const a = await onDuty(ours.anna, HZ.anna);
  await house.ask(blacklistEndpoints.add, { phones: '13900139009', reason: '不再联系' }, house.token);
  expect(await a.dial('13900139009').ended).toMatchObject({ how: 'refused', code: 403 });
  expect(a.sip()).toMatch(/^X-Because: numberBlacklisted\r$/im);
  for (const warned of [false, true]) {
    const dial = a.dial('13900139001');
    await isUp(dial);
    a.hangUp();
    await dial.ended;
    await is(ours.anna, 'idle');
    expect(/^X-Warning: cappedDay\r$/im.test(a.sip())).toBe(warned);
  }
});

test('what a seat asks for and the node cannot do is told to its page, and the call goes on', async () => {
  const [{ id: merchant }] = house.merchants;
  await setRules(house.database, merchant, { byHand: 'free', channels: 300 });
  house.far.willSay([]);
  const a = await onDuty(ours.anna, HZ.anna);
  await isUp(a.dial('13900139002'));
  await is(ours.anna, 'inCall');
  const { id } = (await callOf(ours.anna))!;
  const page = pages.connect(house.origin, ours.anna.token, '');
  await page.ready;
  page.say({ type: 'subscribe', topic: `seat:${ours.anna.id}` });
  const told = () =>
    page.came.flatMap(message => {
      const { type, because } = message as { type?: string; because?: string };
      return type === 'seat.notDone' ? [because] : [];
    });
  await sql('update line set channels = 1 where id = $1', lineId);
  const outside = { to: { type: 'outside', phone: '13900139003' } };
  // What a node knows of a line is of a moment ago: asked until the new word counts.
  const isTold = (because: string, asks: () => Promise<unknown>) =>
    house.until(async () => {
      await asks();
      return told().includes(because);
    });
  await isTold('lineFull', () => act(ours.anna, id, 'transfer', outside));
  await sql('update balance set amount = 0 where merchant_id = $1', merchant);
  // In one word: a line that has room and costs nothing would be dialled.
  await sql('update line set channels = 10, price_per_minute = 1 where id = $1', lineId);
  await isTold('balanceOut', () => act(ours.anna, id, 'conference', outside));
  await isTold('nobodyFree', () => act(ours.anna, id, 'consult', { to: { type: 'seat', id: ours.ben.id } }));
  await is(ours.anna, 'inCall');
  expect(house.far.talks()).toBe(true);
  a.hangUp();
  expect(await ended(id)).toMatchObject({ state: 'answered' });
});
