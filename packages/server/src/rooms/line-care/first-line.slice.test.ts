import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { lineEndpoints, monitorEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallHouse, startCallHouse } from '../../../test/calls.ts';
import type { OpenCalls } from '../../composition/calls.ts';
import type { Config } from '../../config.ts';
import { openCalls } from '../../house.ts';

/**
 * The SIP port opens with the first line beyond this machine. The tests follow each other, as an operator lives it: a
 * practice call, a first carrier, a restart. 127.0.0.2 stands for the network: a port on every address listens there, too.
 */
let house: CallHouse;
let calls: OpenCalls;
let config: Config;

beforeAll(async () => {
  house = await startCallHouse(async given => {
    config = { ...given, sip: { ...given.sip, bind: null } };
    calls = await openCalls(config);
    return { close: () => calls.close(10_000) };
  });
});
afterAll(() => house.close());

/** Whether the port is ours beyond this machine: nobody else can have it there. */
const isHeardBeyond = async (): Promise<boolean> => {
  const socket = createSocket('udp4').bind({ port: Number(calls.info.sipPort), address: '127.0.0.2', exclusive: true });
  const isOurs = await once(socket, 'listening').then(
    () => false,
    () => true,
  );
  if (!isOurs) await new Promise<void>(settle => socket.close(() => settle()));
  return isOurs;
};
const door = async (token = house.token) =>
  (await house.ask(lineEndpoints.list, { page: '1', limit: '10' }, token)).door;
const newLine = (address: string, of = house.token) =>
  house.ask(lineEndpoints.save, { name: '线路', address, username: '', password: '', callerNumber: '' }, of);
const check = async (id: string, kind: 'probe' | 'doctor') => {
  const { checkId } = await house.ask(monitorEndpoints.check, { id, kind }, house.token);
  const done = await house.until(async () => {
    const seen = await house.ask(monitorEndpoints.findings, { checkId }, house.token);
    return seen.state === 'done' && seen;
  });
  return done.findings;
};
const restart = async (sip: Partial<Config['sip']> = {}): Promise<void> => {
  await calls.close(10_000);
  calls = await openCalls({ ...config, sip: { ...config.sip, ...sip } });
};

test('with practice lines and lines of this machine alone nobody beyond it is heard, and both merchants are told so', async () => {
  await newLine(`127.0.0.1:${house.far.port}`);
  const shut = { is: 'shut', port: calls.info.sipPort, because: '' };
  expect(await door()).toEqual(shut);
  expect(await door(await house.signIn(house.merchants[1]))).toEqual(shut);
  expect(await isHeardBeyond()).toBe(false);
});

test('the first line beyond opens it without a restart, and a call that lives goes on', async () => {
  house.far.willSay([]);
  const call = await house.place();
  await house.until(async () => house.far.talks());
  // Of another merchant: the port is everybody's.
  const stranger = await house.signIn(house.merchants[1]);
  await newLine('192.0.2.10', stranger);
  await house.until(async () => (await door())?.is === 'open');
  expect(await isHeardBeyond()).toBe(true);
  expect((await house.detail(call)).state).toBeNull();
  house.far.hangUp();
  expect(await house.filed(call)).toMatchObject({ state: 'answered', hungUpBy: 'callee' });
});

test('a process that starts with such a line listens at once; where an address was set it wins', async () => {
  await restart();
  expect([calls.info.sipDoor, await isHeardBeyond()]).toEqual(['open', true]);
  expect(await door()).toEqual({ is: 'open', port: calls.info.sipPort, because: '' });
  await restart({ bind: '127.0.0.1' });
  expect([calls.info.sipDoor, await isHeardBeyond()]).toEqual(['fixed', false]);
  expect(await door()).toBeUndefined();
});

test('a gateway that is to register with us opens it as well, though nobody told of the line', async () => {
  await house.database.pool.query('update line set removed_at = now() where not practice');
  await restart();
  expect([calls.info.sipDoor, await isHeardBeyond()]).toEqual(['shut', false]);
  await house.database.pool.query(
    `insert into line (merchant_id, name, access, address, username) values ($1, '网关', 'gateway', '', 'gate-first')`,
    [house.merchants[0].id],
  );
  await house.until(async () => (await door())?.is === 'open');
  expect(await isHeardBeyond()).toBe(true);
});

test('a port that another program has beyond keeps it shut: page, health and check say why, and it opens when that is gone', async () => {
  await house.database.pool.query('update line set removed_at = now() where not practice');
  await restart();
  const holder = createSocket('udp4').bind({ port: Number(calls.info.sipPort), address: '127.0.0.2' });
  await once(holder, 'listening');
  const { id } = await newLine('192.0.2.11');
  const failed = { is: 'failed', port: calls.info.sipPort, because: 'EADDRINUSE' };
  await house.until(async () => (await door())?.is === 'failed');
  expect(await door()).toEqual(failed);
  await house.until(async () => {
    const { list } = await house.ask(lineEndpoints.list, { page: '1', limit: '10' }, house.token);
    return list.find(line => line.id === id)?.health.because === 'notOpen';
  });
  const found = { state: 'fault', says: 'sipPortTaken', values: { port: calls.info.sipPort, because: 'EADDRINUSE' } };
  expect(await check(id, 'doctor')).toContainEqual(expect.objectContaining({ check: 'reply', ...found }));
  expect(await check(id, 'probe')).toEqual([expect.objectContaining({ check: 'reply', ...found })]);
  // It dies and comes again while the port is still held: that is no reason to die again.
  await restart({ port: Number(calls.info.sipPort) });
  expect(calls.info.sipDoor).toBe('EADDRINUSE');
  expect(await door()).toEqual(failed);
  house.far.willSay([]);
  const call = await house.place();
  await house.until(async () => house.far.talks());
  house.far.hangUp();
  expect(await house.filed(call)).toMatchObject({ state: 'answered', hungUpBy: 'callee' });
  await new Promise<void>(settle => holder.close(() => settle()));
  await house.until(async () => {
    await house.ask(monitorEndpoints.check, { id, kind: 'probe' }, house.token);
    return (await door())?.is === 'open';
  });
  expect(await isHeardBeyond()).toBe(true);
});
