import { afterEach, describe, expect, test } from 'vitest';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import type { BindingStore, RegistrarAccounts, StoredBinding } from './registrar-types.ts';
import type { RegistrationState } from './registration-types.ts';
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
    registrar: { realm: 'house', accounts, bindings: store },
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
