import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import { type FastTime, startFastTime } from '../../test/fast-time.ts';
import { type NameRecord, openNameServer } from '../../test/name-server.ts';
import type { Address } from '../net/address.ts';
import { header } from '../sip/grammar/message.ts';
import type { ExchangeOptions } from './options.ts';
import type { Trunk } from './types.ts';

/** A trunk with several servers (RFC 3263): found by name, tried one after the other. Time is virtual. */
let time: FastTime;
const stage = createStage();
const closing: { close: () => Promise<void> }[] = [];
beforeEach(() => {
  time = startFastTime();
});
afterEach(async () => {
  await stage.clear();
  await Promise.all(closing.splice(0).map(each => each.close()));
  await time.stop();
});

const trunkOf = async (servers: readonly Address[], transport: 'udp' | 'tcp' = 'udp') => {
  const records: NameRecord[] = servers.map(({ port }, i) => ({
    type: 'SRV',
    host: 's.carrier.test',
    port,
    priority: i,
    weight: 0,
  }));
  const names = await openNameServer({
    [`_sip._${transport}.carrier.test`]: records,
    's.carrier.test': [{ type: 'A', address: '127.0.0.1' }],
  });
  closing.push(names);
  const trunk: Trunk = {
    target: { host: 'carrier.test', port: null },
    transport,
    loopback: false,
    realTimeText: false,
  };
  return { trunk, options: { nameServers: [names.address] } satisfies Partial<ExchangeOptions> };
};

/** An address nobody listens at, nor will while the test runs: a socket that speaks to somebody else holds its port. */
const closedPort = async (): Promise<Address> => {
  const held = createSocket('udp4').bind(0, '127.0.0.1');
  closing.push({ close: async () => void held.close() });
  await once(held, 'listening');
  const { address: host, port } = held.address();
  held.connect(port, host);
  await once(held, 'connect');
  return { host, port };
};

/** The same over TCP. */
const closedTcpPort = async (): Promise<Address> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const held = connect((server.address() as AddressInfo).port, '127.0.0.1');
  closing.push({
    close: async () => {
      held.destroy();
      server.close();
      await once(server, 'close');
    },
  });
  await once(held, 'connect');
  const { localAddress: host, localPort: port } = held;
  return { host: host!, port: port! };
};

const placed = async (servers: readonly Address[], more: Partial<Trunk> = {}) => {
  const { trunk, options } = await trunkOf(servers);
  const media = noteMedia();
  const alice = await stage.open({ media: media.host, ...options });
  const signals = noteSignals();
  const request = { leg: 'a', to: '100', from: '200', ringTimeoutMs: 10_000 };
  alice.dial({ ...request, trunk: { ...trunk, ...more } }, signals.on);
  return { alice, signals, media, trunk };
};

const SDP = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9000 RTP/AVP 8\r\n';

describe('the next server is tried', () => {
  test('after one that is closed and one that is full; it is one call with one Call-ID', async () => {
    const [full, good] = [await stage.openPhone(), await stage.openPhone()];
    const { alice, signals, media } = await placed([await closedPort(), full.address, good.address]);
    const second = await full.request('INVITE');
    full.answer(second, 503, '', alice);
    const third = await good.request('INVITE');
    good.answer(third, 200, SDP, alice);
    await signals.next('answered');
    expect([second, third].map(each => [each.callId, each.cseq.number])).toEqual([
      [third.callId, 2],
      [third.callId, 3],
    ]);
    expect(new Set([second, third].map(each => each.via.branch)).size).toBe(2);
    expect(header(third.headers, 'from')).toBe(header(second.headers, 'from'));
    expect(third.uri).toBe('sip:100@carrier.test');
    expect(signals.seen.map(each => each.type)).toEqual(['dialled', 'dialled', 'dialled', 'answered']);
    expect(media.open.size).toBe(1);
    alice.hangUp('a');
    good.answer(await good.request('BYE'), 200, '', alice);
    await signals.next('ended');
  });

  test('after two that are closed; the last one closed ends the call', async () => {
    const good = await stage.openPhone();
    const { alice, signals } = await placed([await closedPort(), await closedPort(), good.address]);
    good.answer(await good.request('INVITE', 3), 486, '', alice);
    expect((await signals.next('ended')).ending).toMatchObject({ how: 'refused', code: 486 });
    const none = await placed([await closedPort(), await closedPort()]);
    expect((await none.signals.next('ended')).ending).toMatchObject({ how: 'transportError', reason: 'unreachable' });
    expect(none.signals.seen.filter(each => each.type === 'dialled')).toHaveLength(2);
  });

  test('with the credentials it asks for', async () => {
    const [full, good] = [await stage.openPhone(), await stage.openPhone()];
    const credentials = { username: 'line', password: 'secret' };
    const { alice, signals } = await placed([full.address, good.address], { credentials });
    full.answer(await full.request('INVITE'), 503, '', alice);
    const ask = [{ name: 'www-authenticate', value: 'Digest realm="r", nonce="n", qop="auth"' }];
    good.answer(await good.request('INVITE', 2), 401, '', alice, ask);
    const signed = await good.request('INVITE', 3);
    expect(header(signed.headers, 'authorization')).toContain('username="line"');
    good.answer(signed, 486, '', alice);
    expect((await signals.next('ended')).ending).toMatchObject({ how: 'refused', code: 486 });
  });
});

describe('the next server is not tried', () => {
  test.each([486, 404, 500, 603])('after %i', async status => {
    const [first, second] = [await stage.openPhone(), await stage.openPhone()];
    const { alice, signals } = await placed([first.address, second.address]);
    first.answer(await first.request('INVITE'), status, '', alice);
    expect((await signals.next('ended')).ending).toMatchObject({ how: 'refused', code: status });
    expect(second.seen).toHaveLength(0);
  });

  test('after a 503 that comes when it had rung', async () => {
    const [first, second] = [await stage.openPhone(), await stage.openPhone()];
    const { alice, signals } = await placed([first.address, second.address]);
    const invite = await first.request('INVITE');
    first.answer(invite, 180, '', alice);
    first.answer(invite, 503, '', alice);
    expect((await signals.next('ended')).ending).toMatchObject({ how: 'refused', code: 503 });
    expect(second.seen).toHaveLength(0);
  });

  test('when the last one is full: its 503 is the answer', async () => {
    const only = await stage.openPhone();
    const { alice, signals } = await placed([only.address]);
    only.answer(await only.request('INVITE'), 503, '', alice);
    expect((await signals.next('ended')).ending).toMatchObject({ how: 'refused', code: 503 });
  });

  test('when nobody wants the call any more', async () => {
    const [first, second] = [await stage.openPhone(), await stage.openPhone()];
    const { alice, signals } = await placed([first.address, second.address]);
    const invite = await first.request('INVITE');
    alice.hangUp('a');
    first.answer(invite, 503, '', alice);
    expect((await signals.next('ended')).ending).toMatchObject({ how: 'cancelled', code: 503 });
    expect(second.seen).toHaveLength(0);
  });
});

describe('an address that requests may not go to', () => {
  const inner = '127.0.0.2';
  const mayReach = (address: string) => address !== inner;
  const at = (address: string) => ({ 'pbx.test': [{ type: 'A', address, ttl: 1 } as const] });
  const opened = async (address: string) => {
    const names = await openNameServer(at(address));
    closing.push(names);
    const alice = await stage.open({ media: noteMedia().host, nameServers: [names.address], mayReach });
    return { alice, names };
  };
  const trunkTo = (host: string, port: number): Trunk => ({
    target: { host, port },
    loopback: false,
    realTimeText: false,
    credentials: { username: 'line', password: 'secret' },
  });
  const dial = (alice: Awaited<ReturnType<typeof stage.open>>, trunk: Trunk, leg: string) => {
    const signals = noteSignals();
    alice.dial({ leg, trunk, to: '100', from: '200', ringTimeoutMs: 10_000 }, signals.on);
    return signals;
  };

  test.each(['pbx.test', inner])('gets no INVITE, no OPTIONS and no REGISTER, and each says why: %s', async host => {
    const silent = await stage.openPhone(inner);
    const { alice } = await opened(inner);
    const trunk = trunkTo(host, silent.address.port);
    const signals = dial(alice, trunk, 'a');
    expect((await signals.next('ended')).ending.how).toBe('notAllowed');
    expect(await alice.probe(trunk)).toMatchObject({ code: null, because: 'notAllowed' });
    const failed = Promise.withResolvers<string>();
    const registration = alice.register(
      { id: 'r', trunk, username: 'line', password: 'secret', expiresS: 60 },
      state => state.is === 'failed' && failed.resolve(state.because),
    );
    expect(await failed.promise).toBe('notAllowed');
    await registration.stop();
    expect(silent.seen).toEqual([]);
  });

  test('is found out at each call: a name that moves there in between is followed no further', async () => {
    const [good, silent] = [await stage.openPhone(), await stage.openPhone(inner)];
    const { alice, names } = await opened('127.0.0.1');
    const first = dial(alice, trunkTo('pbx.test', good.address.port), 'a');
    good.answer(await good.request('INVITE'), 486, '', alice);
    await first.next('ended');
    names.change(at(inner));
    await new Promise(pass => setTimeout(pass, 2_000));
    const second = dial(alice, trunkTo('pbx.test', silent.address.port), 'b');
    expect((await second.next('ended')).ending.how).toBe('notAllowed');
    expect(silent.seen).toEqual([]);
  });

  test('is no place for the rest of a call, whatever name the far end gives itself: it goes back to where it came from', async () => {
    const [good, silent] = [await stage.openPhone(), await stage.openPhone(inner)];
    const { alice } = await opened(inner);
    const signals = dial(alice, trunkTo('127.0.0.1', good.address.port), 'a');
    const contact = [{ name: 'contact', value: `<sip:100@pbx.test:${silent.address.port}>` }];
    good.answer(await good.request('INVITE'), 200, SDP, alice, contact);
    await signals.next('answered');
    await good.request('ACK');
    alice.hangUp('a');
    good.answer(await good.request('BYE'), 200, '', alice);
    await signals.next('ended');
    expect(silent.seen).toEqual([]);
  });
});

test('OPTIONS to a closed port is unreachable within seconds', async () => {
  const alice = await stage.open({ media: noteMedia().host });
  const target = await closedPort();
  expect(await alice.probe({ target, loopback: true })).toMatchObject({ code: null, because: 'unreachable', target });
});

test('OPTIONS goes on to the next server too', async () => {
  const bob = await stage.open({ media: noteMedia().host, listeners: { tcp: { host: '127.0.0.1', port: 0 } } });
  const { trunk, options } = await trunkOf([await closedTcpPort(), bob.listening('tcp')!], 'tcp');
  const alice = await stage.open({ media: noteMedia().host, ...options });
  expect(await alice.probe(trunk)).toMatchObject({ code: 200, target: bob.listening('tcp') });
  expect(await alice.probe({ ...trunk, target: { host: 'unknown.test', port: null } })).toMatchObject({
    code: null,
    because: 'unresolved',
    target: null,
  });
});
