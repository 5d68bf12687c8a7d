import { once } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { certificate } from '../../test/certificate.ts';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import { ask, SDP, tcpPhone, webPhone } from '../../test/stream-phone.ts';
import { allHeaders } from '../sip/grammar/message.ts';
import { answerChallenge, readChallenges } from '../sip/user-agent/digest.ts';
import type { RegistrationState } from '../sip/user-agent/registration-state.ts';
import type { BindingStore, RegistrarAccounts, StoredBinding } from './registrar-types.ts';
import type { IncomingLeg, Trunk } from './types.ts';

/** Two of our exchanges: a gateway that registers, and a house with a registrar. */
const { open, clear } = createStage();
afterEach(clear);

const accounts: RegistrarAccounts = {
  find: async username => (username === 'gate' ? { account: 'account-1', password: 'right' } : null),
};
const memoryStore = (kept: readonly StoredBinding[] = []) => {
  const saved: (readonly StoredBinding[])[] = [];
  const store: BindingStore = {
    save: async (_account, bindings) => void saved.push(bindings),
    load: async () => kept,
  };
  return { store, saved };
};

const openHouse = async (kept: readonly StoredBinding[] = []) => {
  const { store, saved } = memoryStore(kept);
  const house = await open({
    media: noteMedia().host,
    registrar: { realm: 'house', accounts, bindings: store, isInner: user => user === 'inner' },
  });
  return { house, saved };
};

/** States as they come, and a way to wait for one. */
const noteStates = () => {
  const seen: RegistrationState[] = [];
  let onState: (state: RegistrationState) => void = () => undefined;
  return {
    seen,
    on: (state: RegistrationState) => {
      seen.push(state);
      onState(state);
    },
    until: (is: RegistrationState['is']): Promise<RegistrationState> => {
      const last = seen.at(-1);
      if (last?.is === is) return Promise.resolve(last);
      return new Promise(settle => {
        onState = state => {
          if (state.is === is) settle(state);
        };
      });
    },
  };
};

const trunkTo = (house: { localAddress: { host: string; port: number } }): Trunk => ({
  target: house.localAddress,
  loopback: false,
  realTimeText: false,
});
const who = { id: 'line-1', username: 'gate', password: 'right', expiresS: 300 };

describe('a line that registers', () => {
  test('is registered, stays so when asked again, and takes its contact back when stopped', async () => {
    const { house, saved } = await openHouse();
    const gateway = await open({ media: noteMedia().host });
    const states = noteStates();
    const registration = gateway.register({ ...who, trunk: trunkTo(house) }, states.on);
    const state = await states.until('registered');
    expect(state).toMatchObject({ code: 200, because: '', seenAs: gateway.localAddress });
    expect(state.roundTripMs).toBeGreaterThan(0);
    const [binding] = house.bindingsOf('account-1');
    expect(binding).toMatchObject({ source: gateway.localAddress, flow: 'main', sequence: 2, userAgent: 'Lianxian' });
    registration.again();
    expect(states.seen.at(-1)?.is).toBe('refreshing');
    await states.until('registered');
    expect(house.bindingsOf('account-1')).toHaveLength(1);
    await registration.stop();
    expect(states.seen.at(-1)).toMatchObject({ is: 'unregistered', until: null });
    expect(house.bindingsOf('account-1')).toEqual([]);
    expect(saved.map(each => each.length)).toEqual([1, 1, 0]);
  });

  test('says that its password is refused, and waits', async () => {
    const { house } = await openHouse();
    const gateway = await open({ media: noteMedia().host });
    const states = noteStates();
    gateway.register({ ...who, password: 'wrong', trunk: trunkTo(house) }, states.on);
    const state = await states.until('failed');
    expect(state).toMatchObject({ code: 401, because: 'credentialsRefused', until: null });
    expect(state.againAt! - performance.now()).toBeGreaterThan(800_000);
  });

  test('says that its registrar has no address', async () => {
    const gateway = await open({ media: noteMedia().host });
    const states = noteStates();
    const trunk = { target: { host: 'registrar.invalid', port: 5_060 }, loopback: false, realTimeText: false };
    gateway.register({ ...who, trunk }, states.on);
    expect((await states.until('failed')).because).toBe('unresolved');
  });

  test('is called by its own contact, and tells by which registration', async () => {
    const { house } = await openHouse();
    const gateway = await open({ media: noteMedia().host });
    const states = noteStates();
    gateway.register({ ...who, trunk: trunkTo(house) }, states.on);
    await states.until('registered');
    const arrived = new Promise<IncomingLeg>(settle =>
      gateway.onIncoming(leg => {
        settle(leg);
        leg.answer();
        return () => undefined;
      }),
    );
    const { contact, flow, source } = house.bindingsOf('account-1')[0]!;
    const signals = noteSignals();
    const trunk = { ...trunkTo(gateway), binding: { contact, flow, source } };
    house.dial({ leg: 'a', trunk, to: '13800000000', from: '057188880000', ringTimeoutMs: 5_000 }, signals.on);
    await signals.next('answered');
    expect(await arrived).toMatchObject({ registration: 'line-1', account: null, from: '057188880000' });
  });
});

describe.each(['tcp', 'tls'] as const)('over %s', transport => {
  const trusted = { certificate, authorities: [certificate.cert] };
  const here = { host: '127.0.0.1', port: 0 };

  const registeredOver = async () => {
    const { store } = memoryStore();
    const house = await open({
      media: noteMedia().host,
      listeners: { [transport]: here },
      ...trusted,
      registrar: { realm: 'house', accounts, bindings: store },
    });
    const gateway = await open({ media: noteMedia().host, ...trusted });
    const states = noteStates();
    const trunk: Trunk = { target: house.listening(transport)!, transport, loopback: false, realTimeText: false };
    const registration = gateway.register({ ...who, trunk }, states.on);
    await states.until('registered');
    return { house, gateway, registration, trunk };
  };

  test('a gateway registers, calls without another password, and is called by its own connection', async () => {
    const { house, gateway, registration, trunk } = await registeredOver();
    const binding = house.bindingsOf('account-1')[0]!;
    expect(binding.flow).toMatch(/^conn:/);
    const seen: (string | null)[] = [];
    house.onIncoming(leg => {
      seen.push(leg.account);
      leg.refuse(486);
      return () => undefined;
    });
    const out = noteSignals();
    gateway.dial({ leg: 'g', trunk, to: '100', from: 'gate', ringTimeoutMs: 5_000 }, out.on);
    expect((await out.next('ended')).ending.code).toBe(486);
    expect(seen).toEqual(['account-1']);

    const called = Promise.withResolvers<IncomingLeg>();
    gateway.onIncoming(leg => {
      called.resolve(leg);
      leg.refuse(486);
      return () => undefined;
    });
    const { contact, flow, source } = binding;
    const back = noteSignals();
    const way = { ...trunk, target: source, binding: { contact, flow, source } };
    house.dial({ leg: 'h', trunk: way, to: '13800000000', from: '4008', ringTimeoutMs: 5_000 }, back.on);
    expect(await called.promise).toMatchObject({ to: '13800000000', registration: 'line-1', transport });
    await back.next('ended');
    await registration.stop();
    expect(house.bindingsOf('account-1')).toEqual([]);
  });
});

describe.each(['tcp', 'ws', 'wss'] as const)('a phone on %s', transport => {
  test('is registered as long as its connection lives', async () => {
    const here = { host: '127.0.0.1', port: 0 };
    const { store, saved } = memoryStore();
    const told: string[] = [];
    const house = await open({
      media: noteMedia().host,
      listeners: { [transport]: here },
      certificate,
      registrar: {
        ...{ realm: 'house', accounts, bindings: store },
        onRegistered: (account, { flow, isNew }) => told.push(`${account} ${flow.slice(0, 7)} ${isNew}`),
        onUnregistered: (account, { isTakenBack }) => told.push(`${account} ${isTakenBack ? 'left' : 'gone'}`),
      },
    });
    const { port } = house.listening(transport)!;
    const at = { host: '127.0.0.1', port };
    const phone = transport === 'tcp' ? await tcpPhone(at) : await webPhone(`${transport}://127.0.0.1:${port}`);
    const register = (cseq: number, auth: readonly string[], expires = 300) =>
      phone.say(
        [
          'REGISTER sip:house SIP/2.0',
          `Via: SIP/2.0/${transport.toUpperCase()} phone.invalid;branch=z9hG4bKr${cseq}`,
          'From: <sip:gate@house>;tag=p',
          'To: <sip:gate@house>',
          'Call-ID: phone',
          `CSeq: ${cseq} REGISTER`,
          `Contact: <sip:gate@phone.invalid;transport=${transport === 'tcp' ? 'tcp' : 'ws'}>;expires=${expires}`,
          ...auth,
          'Content-Length: 0',
          '\r\n',
        ].join('\r\n'),
      );
    register(1, []);
    const { headers } = await phone.answerTo('1 REGISTER');
    const asked = allHeaders(headers, 'www-authenticate').map(value => /algorithm=([\w-]+)/.exec(value)?.[1]);
    // Browsers' telephones read the first challenge alone, and know MD5 alone.
    expect(asked).toEqual(transport === 'tcp' ? ['SHA-256', 'MD5'] : ['MD5']);
    const [challenge] = readChallenges(401, headers);
    const say = (cseq: number, expires?: number) => {
      const parts = { method: 'REGISTER', uri: 'sip:house', cnonce: 'c', count: cseq - 1 };
      const { value } = answerChallenge(challenge!, { username: 'gate', password: 'right' }, parts);
      register(cseq, [`Authorization: ${value}`], expires);
    };
    say(2);
    expect((await phone.answerTo('2 REGISTER')).status).toBe(200);
    say(3);
    expect((await phone.answerTo('3 REGISTER')).status).toBe(200);
    expect(house.bindingsOf('account-1')).toMatchObject([{ contact: expect.stringContaining('gate@phone.invalid') }]);
    say(4, 0);
    expect((await phone.answerTo('4 REGISTER')).status).toBe(200);
    expect(told.splice(2)).toEqual(['account-1 left']);
    say(5);
    expect((await phone.answerTo('5 REGISTER')).status).toBe(200);
    expect(told.splice(2)).toHaveLength(1);
    phone.cut();
    await vi.waitFor(() => expect(told.at(-1)).toBe('account-1 gone'));
    const flow = `conn:${transport}`.slice(0, 7);
    expect(told).toEqual([`account-1 ${flow} true`, `account-1 ${flow} false`, 'account-1 gone']);
    expect(house.bindingsOf('account-1')).toEqual([]);
    // A WebSocket leads nowhere after a restart: nothing of it is kept.
    if (transport === 'tcp') await vi.waitFor(() => expect(saved.at(-1)).toEqual([]));
    else expect(saved).toEqual([]);
  });
});

test('over a WebSocket nobody calls who has not proved whose it is, and no page of others connects', async () => {
  const house = await open({
    media: noteMedia().host,
    listeners: { wss: { host: '127.0.0.1', port: 0 } },
    certificate,
    pageOrigins: ['https://crm.example'],
    registrar: { realm: 'house', accounts, bindings: memoryStore().store },
  });
  const called = vi.fn(() => null);
  house.onIncoming(called);
  // The port of wss takes plain ones too, from this machine.
  const url = `ws://127.0.0.1:${house.listening('wss')!.port}`;
  const phone = await webPhone(url);
  phone.say(ask('INVITE', { transport: 'WS', host: 'phone.invalid', sdp: SDP }));
  expect((await phone.answerTo('1 INVITE')).status).toBe(401);
  expect(called).not.toHaveBeenCalled();
  phone.cut();
  for (const [origin, isTaken] of [
    ['https://evil.example', false],
    ['null', false],
    ['https://crm.example', true],
    ['http://127.0.0.1:8080', true],
  ] as const) {
    const socket = new WebSocket(url, ['sip'], { origin });
    const came = await once(socket, 'open').then(
      () => true,
      () => false,
    );
    expect(came, origin).toBe(isTaken);
    socket.terminate();
  }
});

describe('a registrar', () => {
  test('lets a call of its account in by the password alone, over UDP', async () => {
    const { house } = await openHouse();
    const gateway = await open({ media: noteMedia().host });
    const states = noteStates();
    gateway.register({ ...who, trunk: trunkTo(house) }, states.on);
    await states.until('registered');
    const seen: (string | null)[] = [];
    house.onIncoming(leg => {
      seen.push(leg.account);
      leg.answer();
      return () => undefined;
    });
    const signals = noteSignals();
    const credentials = { username: 'gate', password: 'right' };
    gateway.dial(
      { leg: 'g', trunk: { ...trunkTo(house), credentials }, to: '100', from: 'gate', ringTimeoutMs: 5_000 },
      signals.on,
    );
    await signals.next('answered');
    expect(seen).toEqual(['account-1']);
    const wrong = noteSignals();
    const guess = { username: 'gate', password: 'wrong' };
    gateway.dial(
      { leg: 'h', trunk: { ...trunkTo(house), credentials: guess }, to: '100', from: 'gate', ringTimeoutMs: 5_000 },
      wrong.on,
    );
    expect((await wrong.next('ended')).ending.how).toBe('credentialsRefused');
    expect(seen).toHaveLength(1);
  });

  test('asks whoever calls an inner name, wherever he is; one that was lost there did not hang up', async () => {
    const { house } = await openHouse();
    const node = await open({ media: noteMedia().host });
    const legs: IncomingLeg[] = [];
    house.onIncoming(leg => {
      legs.push(leg);
      leg.answer();
      return () => undefined;
    });
    const call = (leg: string, to: string, credentials?: { username: string; password: string }) => {
      const signals = noteSignals();
      const trunk = { ...trunkTo(house), isOurs: true, ...(credentials && { credentials }) };
      node.dial({ leg, trunk, to, from: '1', ringTimeoutMs: 5_000 }, signals.on);
      return signals;
    };
    expect((await call('s', 'inner').next('ended')).ending).toMatchObject({ code: 401 });
    expect((await call('w', 'inner', { username: 'gate', password: 'wrong' }).next('ended')).ending.how).toBe(
      'credentialsRefused',
    );
    expect(legs).toEqual([]);
    const signals = call('n', 'inner', { username: 'gate', password: 'right' });
    await signals.next('answered');
    expect(legs).toMatchObject([{ account: 'account-1', soundAt: { host: '127.0.0.1', port: expect.any(Number) } }]);
    house.hangUp(legs[0]!.leg, 'silent');
    expect((await signals.next('ended')).ending).toMatchObject({ how: 'byThem', reason: 'silent' });
    // Others are called as before.
    await call('o', '100').next('answered');
  });

  test('takes up what an earlier process kept', async () => {
    const kept: StoredBinding = {
      account: 'account-1',
      contact: 'sip:gate@127.0.0.1:5999',
      flow: 'main',
      source: { host: '127.0.0.1', port: 5_999 },
      callId: 'c',
      sequence: 7,
      userAgent: '',
      registeredAt: performance.now() as StoredBinding['registeredAt'],
      expiresAt: (performance.now() + 60_000) as StoredBinding['expiresAt'],
    };
    const { house } = await openHouse([kept]);
    expect(house.bindingsOf('account-1')).toEqual([kept]);
  });
});
