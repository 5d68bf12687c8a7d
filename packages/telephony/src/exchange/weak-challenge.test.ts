import { afterEach, expect, test } from 'vitest';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import { header } from '../sip/grammar/message.ts';
import type { RegistrationState } from '../sip/user-agent/registration-state.ts';
import type { Trunk } from './types.ts';

/** A carrier that asked with a qop once, and now asks without: somebody between may want the older answer (RFC 7616 §5.8). */
const { open, openPhone, clear } = createStage();
afterEach(clear);

const FULL = { name: 'www-authenticate', value: 'Digest realm="carrier", nonce="1", qop="auth"' };
const BARE = { name: 'www-authenticate', value: 'Digest realm="carrier", nonce="2"' };
const who = { username: 'line', password: 'secret' };

const stage = async (memory: { hadQop: boolean; onQop: () => void }) => {
  const phone = await openPhone();
  const alice = await open({ media: noteMedia().host });
  const credentials = { ...who, memory };
  const trunk: Trunk = { target: phone.address, loopback: false, realTimeText: false, credentials };
  return { phone, alice, trunk, credentials };
};

test('a call over a line that had a qop ends as such when none is asked for, and no answer leaves', async () => {
  let told = 0;
  const { phone, alice, trunk } = await stage({ hadQop: false, onQop: () => void told++ });
  const signals = noteSignals();
  alice.dial({ leg: 'x', trunk, to: '1', from: '2', ringTimeoutMs: 5_000 }, signals.on);
  phone.answer(await phone.request('INVITE', 1), 401, '', alice, [FULL]);
  phone.answer(await phone.request('INVITE', 2), 401, '', alice, [BARE]);
  expect((await signals.next('ended')).ending).toMatchObject({ how: 'weakChallenge', code: 401 });
  expect(told).toBe(1);
  expect(phone.seen.filter(each => each.kind === 'request' && each.method === 'INVITE')).toHaveLength(2);
});

test('neither does a registration answer it: it fails as such, and tries again later', async () => {
  const { phone, alice, trunk, credentials } = await stage({ hadQop: true, onQop: () => undefined });
  const failed = Promise.withResolvers<RegistrationState>();
  alice.register({ id: 'r', trunk, ...credentials, expiresS: 300 }, state => {
    if (state.is === 'failed') failed.resolve(state);
  });
  const asked = await phone.request('REGISTER', 1);
  phone.answer(asked, 401, '', alice, [BARE]);
  expect(await failed.promise).toMatchObject({ code: 401, because: 'weakChallenge' });
  expect(header(asked.headers, 'authorization')).toBeNull();
  expect(phone.seen.filter(each => each.kind === 'request' && each.method === 'REGISTER')).toHaveLength(1);
});
