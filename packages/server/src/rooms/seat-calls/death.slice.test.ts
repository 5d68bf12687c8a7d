import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { callEndpoints, seatEndpoints, seatPwdEndpoint } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallHouse, startCallHouse } from '../../../test/calls.ts';
import { type CallsProcess, startCallsProcess } from '../../../test/calls-process.ts';
import { peopleOf } from '../../../test/people.ts';
import { openSeatPhone } from '../../../test/seat-phone.ts';
import type { Config } from '../../config.ts';

/** A seat in a call of a real calls process, which is killed. */
let house: CallHouse;
let calls: CallsProcess;
let config: Config;
const port = randomInt(10_000, 20_000);

beforeAll(async () => {
  house = await startCallHouse(async wanted => {
    config = { ...wanted, sip: { ...wanted.sip, port, tcp: true } };
    calls = await startCallsProcess(config);
    return { close: () => calls.stop() };
  });
  await house.database.pool.query('update merchant set seat_limit = 9');
});
afterAll(() => house.close());

test('kill -9 of calls: a seat’s call is settled as interrupted, its callee is let go, and nobody is dialled again', async () => {
  const seat = await peopleOf(house, house.merchants[0]).person('anna', { buttons: ['phone:unmask', 'call_out'] });
  await house.ask(seatEndpoints.save, { employeeId: seat.id }, house.token);
  const { account, pwd } = await house.ask(seatPwdEndpoint, {}, seat.token);
  const phone = await openSeatPhone(port, 500);
  expect(await phone.register(account, pwd)).toBe('registered');
  const row = async () =>
    (await house.database.pool.query('select stage, state, because from call where placed_by = $1', [seat.id])).rows;
  const presence = 'select 1 from seat_presence where employee_id = $1 and state = $2';
  const is = (state: string) =>
    house.until(async () => (await house.database.pool.query(presence, [seat.id, state])).rowCount === 1);
  await is('idle');
  house.far.willSay([]);
  const dial = phone.dial('15400000006');
  expect(await Promise.race([dial.answered, dial.ended])).toBe(undefined);
  await house.until(async () => (await row())[0]?.stage === 'talking');
  await calls.kill();
  calls = await startCallsProcess(config);
  await house.until(async () => (await row())[0]?.stage === 'ended');
  expect(await row()).toEqual([{ stage: 'ended', state: 'interrupted', because: 'processDied' }]);
  await house.until(async () => !house.far.talks() && !house.far.rings());
  await phone.close();
});

test('a gate of the seats’ sound that cannot start keeps no robot from calling', async () => {
  await calls.kill();
  const taken = createSocket('udp4');
  await new Promise<void>(done => taken.bind(0, '127.0.0.1', done));
  const { port: webRtcPort } = taken.address();
  calls = await startCallsProcess({ ...config, sip: { ...config.sip, webRtcPort, stunPort: webRtcPort } });
  house.far.willSay([]);
  const id = await house.place();
  await house.until(async () => house.far.talks());
  await house.ask(callEndpoints.hangUp, { id }, house.token);
  expect(await house.filed(id)).toMatchObject({ state: 'answered' });
  taken.close();
});
