import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { callEndpoints, lineEndpoints } from '@lianxian/contract';
import { openExchange, type RegistrationState } from '@lianxian/telephony';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallHouse, startCallHouse } from '../../../test/calls.ts';
import { type CallsProcess, startCallsProcess } from '../../../test/calls-process.ts';
import type { Config } from '../../config.ts';
import { LINES_CHANNEL } from '../lines/index.ts';

/** Gateways that register with a real calls process over UDP and TCP, and a carrier that it registers with. */
let house: CallHouse;
let calls: CallsProcess;
let config: Config;
const open: { readonly close: () => Promise<void> }[] = [];

/** Keeps its number over the lives of a process: below the ports that the system hands to others meanwhile. */
const lastingPort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(10_000, 20_000);
    const socket = createSocket('udp4').bind(port, '127.0.0.1');
    const isFree = await once(socket, 'listening').then(
      () => true,
      () => false,
    );
    await new Promise<void>(resolve => socket.close(() => resolve()));
    if (isFree) return port;
  }
};

/** Lines of which whoever looks after them was told something, as the database passes it on. */
const news: string[] = [];
let listener: Client;
beforeAll(async () => {
  const port = await lastingPort();
  house = await startCallHouse(async wanted => {
    config = { ...wanted, sip: { ...wanted.sip, port, tcp: true } };
    calls = await startCallsProcess(config);
    return { close: () => calls.stop() };
  });
  listener = new Client({ connectionString: house.url });
  await listener.connect();
  listener.on('notification', ({ payload }) => news.push(payload ?? ''));
  await listener.query(`listen ${LINES_CHANNEL}`);
});
afterAll(async () => {
  await listener.end();
  await Promise.all(open.map(each => each.close()));
  await house.close();
});

/** Answers every call with 486. */
const farEnd = async (options: Partial<Parameters<typeof openExchange>[0]> = {}) => {
  const audio = { host: '127.0.0.1', port: 39_996 };
  const media = { open: async () => ({ audio }), connect: () => {}, close: () => {} };
  const exchange = await openExchange({ bind: '127.0.0.1', port: 0, publicIp: null, media, ...options });
  open.push(exchange);
  const called: string[] = [];
  exchange.onIncoming(leg => {
    called.push(leg.to);
    leg.refuse(486);
    return () => undefined;
  });
  return { exchange, called };
};

const lineOf = async (fields: Partial<Parameters<typeof house.ask<typeof lineEndpoints.save>>[1]>): Promise<string> => {
  const line = { name: '网关', address: '', username: '', password: 'open-sesame', ...fields };
  return (await house.ask(lineEndpoints.save, line, house.token)).id;
};
const rowsOf = async (text: string, lineId: string) =>
  (await house.database.pool.query<Record<string, unknown>>(text, [lineId])).rows;
const is = (lineId: string, state: string) =>
  house.until(async () => {
    const [row] = await rowsOf('select * from line_health where line_id = $1', lineId);
    return row?.state === state && row;
  });
const bindings = (lineId: string) => rowsOf('select flow from sip_binding where line_id = $1', lineId);
const place = async (lineId: string, phone: string) => {
  const wish = { planId: house.planId, lineId, phone, variables: {} };
  return house.filed((await house.ask(callEndpoints.place, wish, house.token)).id);
};

const registers = async (username: string, transport: 'udp' | 'tcp') => {
  const { exchange, called } = await farEnd();
  const states: RegistrationState['is'][] = [];
  const trunk = {
    target: { host: '127.0.0.1', port: calls.sipPort },
    transport,
    loopback: false,
    realTimeText: false,
  };
  const registration = exchange.register(
    { id: username, trunk, username, password: 'open-sesame', expiresS: 300 },
    state => states.push(state.is),
  );
  await house.until(async () => states.includes('registered'));
  return { registration, called, states };
};

/** It is told whoever looks after the line: nobody finds it at his next look, half a minute later. */
const told = async (lineId: string, act: () => Promise<unknown>): Promise<void> => {
  news.length = 0;
  await act();
  await house.until(async () => news.some(text => text.includes(lineId)));
};

test('a gateway that registers is up by its news and called where it is; one that takes it back is down by its news', async () => {
  const lineId = await lineOf({ access: 'gateway', username: 'gate-udp' });
  await is(lineId, 'down');
  let gateway!: Awaited<ReturnType<typeof registers>>;
  await told(lineId, async () => {
    gateway = await registers('gate-udp', 'udp');
  });
  const { registration, called } = gateway;
  await is(lineId, 'up');
  expect(await place(lineId, '13900000001')).toMatchObject({ state: 'busy', sipCode: 486 });
  expect(called).toEqual(['13900000001']);
  await told(lineId, () => registration.stop());
  expect(await is(lineId, 'down')).toMatchObject({ because: 'notRegistered' });
  expect(await place(lineId, '13900000001')).toMatchObject({ state: 'lineFault', because: 'notRegistered' });
});

test('when a gateway’s password is changed, who registered with the old one is called no more and cannot come back', async () => {
  const fields = { access: 'gateway', username: 'gate-lost' } as const;
  const lineId = await lineOf(fields);
  const { registration, states, called } = await registers('gate-lost', 'udp');
  await is(lineId, 'up');
  await lineOf({ ...fields, id: lineId, password: 'another-one' });
  await is(lineId, 'down');
  expect(await bindings(lineId)).toEqual([]);
  expect(await place(lineId, '13900000006')).toMatchObject({ because: 'notRegistered' });
  registration.again();
  await house.until(async () => states.at(-1) === 'failed');
  expect(called).toEqual([]);
  await registration.stop();
});

test('an account of a gateway is one merchant’s at a time; the next one’s is a new one', async () => {
  const fields = { access: 'gateway', username: 'gate-taken' } as const;
  const lineId = await lineOf(fields);
  const stranger = await house.signIn(house.merchants[1]);
  const wish = { name: '网关', address: '', password: 'stolen-sesame', ...fields };
  expect(await house.post('line/save', { ...wish, token: stranger })).toMatchObject({ errorCode: 182 });
  const { registration, called } = await registers('gate-taken', 'udp');
  await is(lineId, 'up');
  await house.ask(lineEndpoints.remove, { id: lineId }, house.token);
  const { id: theirs } = await house.ask(lineEndpoints.save, wish, stranger);
  await is(theirs, 'down');
  expect(await bindings(theirs)).toEqual([]);
  await registration.stop();
  expect(called).toEqual([]);
});

test('a line that leads to ourselves makes one call in for each call out; removed meanwhile, both go on to their records', async () => {
  const lineId = await lineOf({ address: `127.0.0.1:${calls.sipPort}`, password: '' });
  const number = '057188880077';
  await house.ask(lineEndpoints.addNumbers, { lineId, numbers: number }, house.token);
  const { list } = await house.ask(lineEndpoints.numbers, { lineId, limit: '10' }, house.token);
  await house.ask(lineEndpoints.saveNumber, { id: list[0]?.id ?? '', planId: house.planId }, house.token);
  const wish = { planId: house.planId, lineId, phone: number, variables: {} };
  const { id } = await house.ask(callEndpoints.place, wish, house.token);
  const stages = async () =>
    (await rowsOf('select direction, stage from call where line_id = $1 order by direction', lineId)).map(
      ({ direction, stage }) => `${direction} ${stage}`,
    );
  await house.until(async () => (await stages()).every(stage => stage.endsWith('talking')));
  await house.ask(lineEndpoints.remove, { id: lineId }, house.token);
  expect(await stages()).toEqual(['in talking', 'out talking']);
  await house.ask(callEndpoints.hangUp, { id }, house.token);
  await house.until(async () => (await stages()).every(stage => stage.endsWith('ended')));
  expect(await rowsOf('select state from call where line_id = $1', lineId)).toEqual([
    { state: 'answered' },
    { state: 'answered' },
  ]);
});

test('kill -9: over UDP gateways are called as before, over TCP when they are back; lines are looked after and registered again', async () => {
  const [byUdp, byTcp] = [
    await lineOf({ access: 'gateway', username: 'gate-udp-2' }),
    await lineOf({ access: 'gateway', username: 'gate-tcp-2' }),
  ];
  const account = { account: '4001', password: 'open-sesame' };
  const carrier = await farEnd({
    registrar: {
      realm: 'carrier',
      accounts: { find: async name => (name === '4001' ? account : null) },
      bindings: { save: async () => undefined, load: async () => [] },
    },
  });
  const address = `127.0.0.1:${carrier.exchange.localAddress.port}`;
  const registered = await lineOf({ access: 'register', address, username: '4001' });
  const udp = await registers('gate-udp-2', 'udp');
  const tcp = await registers('gate-tcp-2', 'tcp');
  for (const lineId of [byUdp, byTcp, registered]) await is(lineId, 'up');
  expect(await place(byTcp, '13900000002')).toMatchObject({ state: 'busy' });

  const [{ fence } = { fence: 0 }] = await rowsOf('select fence from line_health where line_id = $1', registered);
  await calls.kill();
  expect(await bindings(byTcp)).toHaveLength(1);
  // Its own lines are its own again at once: who waits until the leases are over is not done in this test's time.
  await house.database.pool.query("update line_health set leased_until = now() + interval '1 hour'");
  calls = await startCallsProcess(config);
  expect(await place(byUdp, '13900000003')).toMatchObject({ state: 'busy' });
  expect(udp.called).toEqual(['13900000003']);
  await house.until(async () => {
    const [row] = await rowsOf('select fence, state from line_health where line_id = $1', registered);
    return row?.state === 'up' && Number(row.fence) > Number(fence);
  });
  expect(await place(registered, '13900000004')).toMatchObject({ state: 'busy' });
  expect(carrier.called).toEqual(['13900000004']);
  expect(carrier.exchange.bindingsOf('4001')).not.toHaveLength(0);
  // The gateway finds its connection gone and registers again, with more patience than this test has.
  await house.until(async () => {
    if (tcp.states.at(-1) === 'failed') tcp.registration.again();
    return (await bindings(byTcp)).length === 1;
  });
  await is(byTcp, 'up');
  expect(await place(byTcp, '13900000005')).toMatchObject({ state: 'busy' });
  expect(tcp.called).toEqual(['13900000002', '13900000005']);
  expect(tcp.states.filter(state => state === 'registered').length).toBeGreaterThan(1);
});
