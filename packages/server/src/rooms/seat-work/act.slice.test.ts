import { blacklistEndpoints, seatEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';
import { giveSeat, insertSeatCall, NODE, openNode } from '../../../test/seats.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { insertLine } from '../lines/index.ts';
import { takeSeatOrders } from '../seats/index.ts';

/** What a seat wants of its call; two merchants, a seat that may call numbers, and one that may not. */
let house: TestHouse;
let owner: string;
let stranger: TestPerson;
let li: TestPerson;
let wang: TestPerson;
let lineId: string;

const post = (path: string, fields: object, person = li) => house.post(path, { ...fields, token: person.token });
const missing = { errorCode: 105 };
const orders = async () => (await takeSeatOrders(house.database.db, NODE)).map(({ order }) => order);

beforeAll(async () => {
  house = await startTestHouse();
  owner = await house.signIn(house.merchants[0]);
  const [{ id: mine }, { id: theirs }] = house.merchants;
  const people = peopleOf(house, house.merchants[0]);
  li = await people.person('李雷', { buttons: ['phone:unmask', 'call_out'] });
  wang = await people.person('小王');
  stranger = await peopleOf(house, house.merchants[1]).person('外人', { buttons: ['call_out'] });
  await giveSeat(house, mine, li.id);
  await giveSeat(house, mine, wang.id);
  await giveSeat(house, theirs, stranger.id);
  const line = { name: '主线路', address: '192.0.2.1', username: '', callerNumber: '' };
  lineId = await insertLine(merchantDb(house.database.db, mine), line, false);
  await openNode(house);
});
beforeEach(orders);
afterAll(() => house.close());

test('what a seat wants of its call is an order for the node that has it; nobody else’s call obeys, and whom it names must be there', async () => {
  const { id } = await insertSeatCall(house, { lineId, planId: null, of: li.id, isLive: true });
  const act = (fields: object, person = li) => post('seat/act', { callId: id, ...fields }, person);
  for (const person of [wang, stranger]) expect(await act({ act: 'hangUp' }, person)).toMatchObject(missing);
  expect(await act({ act: 'keys' })).toMatchObject({ errorCode: 100, field: 'keys' });
  expect(await act({ act: 'consult' })).toMatchObject({ errorCode: 100, field: 'to' });
  expect(await act({ act: 'transfer', to: JSON.stringify({ type: 'seat', id: stranger.id }) })).toMatchObject(missing);
  expect(await act({ act: 'transfer', to: JSON.stringify({ type: 'group', id: '9' }) })).toMatchObject(missing);
  expect(await act({ act: 'pause' })).toMatchObject({ errorCode: 104 });
  expect(await act({ act: 'keys', keys: '12#' })).toMatchObject({ errorCode: 0 });
  expect(await act({ act: 'consult', to: JSON.stringify({ type: 'seat', id: wang.id }) })).toMatchObject({
    errorCode: 0,
  });
  expect(await act({ act: 'transfer', to: JSON.stringify({ type: 'outside', phone: '138 0013-8000' }) })).toMatchObject(
    {
      errorCode: 0,
    },
  );
  const plain = { type: 'act', to: null, party: null, keys: '' };
  expect(await orders()).toEqual([
    { ...plain, act: 'keys', keys: '12#' },
    { ...plain, act: 'consult', to: { type: 'seat', id: wang.id } },
    { ...plain, act: 'transfer', to: { type: 'outside', phone: '13800138000' } },
  ]);
  await house.ask(seatEndpoints.save, { employeeId: li.id, mayPause: '1' }, owner);
  expect(await act({ act: 'pause' })).toMatchObject({ errorCode: 0 });
  const over = await insertSeatCall(house, { lineId, planId: null, of: li.id });
  expect(await post('seat/act', { callId: over.id, act: 'hold' })).toMatchObject({ errorCode: 119 });
});

test('O-303: who does not hold call_out has no number rung into a call, typed or by its token; colleagues still are', async () => {
  const { id, phone } = await insertSeatCall(house, { lineId, planId: null, of: wang.id, isLive: true });
  const act = (act: string, to: object) => post('seat/act', { callId: id, act, to: JSON.stringify(to) }, wang);
  const tokenOf = async () => (await post('seat/call', { id }, wang)).data as { call: { phone: string; dial: string } };
  const { call } = await tokenOf();
  expect(call.phone).toBe(`${phone.slice(0, 3)}****${phone.slice(-4)}`);
  for (const number of ['13800138000', call.dial])
    for (const what of ['consult', 'transfer', 'conference'])
      expect(await act(what, { type: 'outside', phone: number }), what).toMatchObject({ errorCode: 104 });
  expect(await orders(), 'nothing reaches the node').toEqual([]);
  expect(await act('consult', { type: 'seat', id: li.id })).toMatchObject({ errorCode: 0 });
  expect(await orders()).toHaveLength(1);
  // Given the right, the same wish is an order, with the number that its token stands for.
  await house.database.pool.query("update role set buttons = '{call_out}' where id = $1", [wang.roleId]);
  expect(await act('transfer', { type: 'outside', phone: call.dial })).toMatchObject({ errorCode: 0 });
  expect(await orders()).toMatchObject([{ act: 'transfer', to: { type: 'outside', phone } }]);
  await house.database.pool.query("update role set buttons = '{}' where id = $1", [wang.roleId]);
  expect(await act('transfer', { type: 'outside', phone: call.dial })).toMatchObject({ errorCode: 104 });
  expect(await orders()).toEqual([]);
});

test('a number that is never called is not rung into a call either, whatever right its seat holds', async () => {
  const { id } = await insertSeatCall(house, { lineId, planId: null, of: li.id, isLive: true });
  const outside = (phone: string) =>
    post('seat/act', { callId: id, act: 'consult', to: JSON.stringify({ type: 'outside', phone }) });
  await house.ask(blacklistEndpoints.add, { phones: '13800138009', reason: '不再联系' }, owner);
  for (const phone of ['13800138009', '15400000001', '95588', '110', 'n.made-up'])
    expect((await outside(phone)).errorCode, phone).not.toBe(0);
  expect(await orders()).toEqual([]);
});
