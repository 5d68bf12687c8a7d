import { instant } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import { calm, dial, endings, methods, SDP, scene } from '../../../test/user-agents.ts';
import { responseTo } from '../grammar/build.ts';
import { parseAuth } from '../grammar/credentials.ts';
import { type Header, header, type SipResponse } from '../grammar/message.ts';
import { createAuthenticator } from './authenticator.ts';
import { createChallenger } from './challenger.ts';
import { digestResponse, readChallenges } from './digest.ts';

const mufasa = {
  username: 'Mufasa',
  realm: 'http-auth@example.org',
  password: 'Circle of Life',
  method: 'GET',
  uri: '/dir/index.html',
  nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
  counted: { cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ', nc: '00000001' },
};

describe('the digest', () => {
  test('is as RFC 7616 §3.9.1 calculates it', () => {
    expect(digestResponse({ ...mufasa, algorithm: 'MD5' })).toBe('8ca523f5e9506fed4657c9700eebdbec');
    expect(digestResponse({ ...mufasa, algorithm: 'SHA-256' })).toBe(
      '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
    );
  });

  test('without qop is as RFC 2069 has it', () => {
    // md5(md5("bob:biloxi.com:zanzibar") : nonce : md5("INVITE:sip:bob@biloxi.com")), a much-cited worked example.
    const response = digestResponse({
      algorithm: 'MD5',
      username: 'bob',
      realm: 'biloxi.com',
      password: 'zanzibar',
      method: 'INVITE',
      uri: 'sip:bob@biloxi.com',
      nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
      counted: null,
    });
    expect(response).toBe('bf57e4e0d0bffc0fbaedce64d59add5e');
  });
});

const challenge = (status: number, ...values: readonly string[]): SipResponse => ({
  ...responseTo({ headers: [] }, { status, toTag: null }),
  headers: values.map(value => ({ name: status === 407 ? 'proxy-authenticate' : 'www-authenticate', value })),
});

describe('a challenge', () => {
  test('is answered in the order of the server, where we can', () => {
    const response = challenge(401, 'Basic realm="x"', 'Digest realm="a", nonce="1", algorithm=SHA-256, qop="auth"');
    expect(readChallenges(401, response.headers)).toMatchObject([{ algorithm: 'SHA-256', qop: 'auth', realm: 'a' }]);
  });

  test('that asks for what we cannot is left alone', () => {
    for (const value of [
      'Digest realm="a"',
      'Digest realm="a", nonce="1", algorithm=X',
      'Digest nonce="1", qop="auth-conf"',
    ]) {
      expect(readChallenges(401, challenge(401, value).headers)).toEqual([]);
    }
  });

  test('is tried once, and again only when stale; a second request begins anew', () => {
    const authenticator = createAuthenticator({ username: 'u', password: 'p' }, () => 'c');
    authenticator.begin();
    const fresh = challenge(407, 'Digest realm="a", nonce="1", qop="auth"');
    const stale = challenge(407, 'Digest realm="a", nonce="2", qop="auth", stale=true');
    expect([fresh, fresh, stale, stale, stale].map(authenticator.absorb)).toEqual([true, false, true, true, false]);
    authenticator.begin();
    expect(authenticator.absorb(fresh)).toBe(true);
  });

  test('without a qop is not answered where there was one before, in this process or an earlier one', () => {
    const bare = challenge(401, 'Digest realm="a", nonce="2", algorithm=SHA-256');
    const full = challenge(401, 'Digest realm="a", nonce="1", qop="auth"');
    let seen = 0;
    const memory = { hadQop: false, onQop: () => void seen++ };
    const fresh = createAuthenticator({ username: 'u', password: 'p', memory }, () => 'c');
    const answers = [bare, full, full, bare].map(each => {
      fresh.begin();
      return [fresh.absorb(each), fresh.isWeakened(), seen];
    });
    expect(answers).toEqual([
      [true, false, 0],
      [true, false, 1],
      [true, false, 1],
      [false, true, 1],
    ]);
    const [signed] = fresh.headers('INVITE', 'sip:b@h');
    expect(parseAuth(signed!.value)?.fields.get('nonce'), 'nothing was said to the weak one').toBe('1');
    const later = createAuthenticator({ username: 'u', password: 'p', memory: { ...memory, hadQop: true } }, () => 'c');
    expect([later.absorb(bare), later.isWeakened()]).toEqual([false, true]);
    expect(later.headers('INVITE', 'sip:b@h')).toEqual([]);
    const both = { ...bare, headers: [...bare.headers, ...full.headers] };
    expect([later.absorb(both), later.isWeakened()], 'of two the one with a qop').toEqual([true, false]);
  });

  test('counts its nonce up, and a proxy and a server are both answered', () => {
    const authenticator = createAuthenticator({ username: 'u', password: 'p' }, () => 'c');
    authenticator.absorb(challenge(401, 'Digest realm="server", nonce="2"'));
    authenticator.absorb(challenge(407, 'Digest realm="proxy", nonce="1", qop="auth", opaque="o"'));
    authenticator.headers('INVITE', 'sip:b@h');
    const [server, proxy] = authenticator.headers('BYE', 'sip:b@h');
    expect(proxy!.name).toBe('proxy-authorization');
    expect(parseAuth(proxy!.value)?.fields.get('nc')).toBe('00000002');
    expect(parseAuth(proxy!.value)?.fields.get('opaque')).toBe('o');
    expect(server!.name).toBe('authorization');
    expect(parseAuth(server!.value)?.fields.has('qop')).toBe(false);
  });
});

describe.each([
  [401, 'MD5'],
  [407, 'MD5'],
  [401, 'SHA-256'],
  [407, 'SHA-256'],
] as const)('a phone that demands credentials by %i and %s', (status, algorithm) => {
  const demanding = (nonceLifetimeMs = 60_000) =>
    scene(7, calm, {
      challenger: createChallenger({
        status,
        algorithms: [algorithm],
        realm: 'practice',
        passwordOf: username => (username === 'line' ? 'secret' : null),
        nonceLifetimeMs,
        secret: 'seal',
      }),
    });
  const call = (credentials: { username: string; password: string } | null) => {
    const stage = demanding();
    const { network, alice, bob } = stage;
    bob.onIncoming = leg => bob.act(bob.agent.incoming(leg, it => it.answer(bob.address, SDP, network.now())));
    dial(alice, bob, 9_000, network.now(), { credentials });
    network.plan(2_000, at => alice.act(alice.agent.hangUp('a', null, at)));
    network.run(100_000);
    return stage;
  };

  test('is satisfied by the right ones', () => {
    const { alice } = call({ username: 'line', password: 'secret' });
    expect(endings(alice)).toEqual(['byUs']);
    expect(methods(alice)).toEqual(['INVITE', 'ACK', 'INVITE', 'ACK', 'BYE']);
    const invites = alice.sent.flatMap(each => (each.kind === 'request' && each.method !== 'BYE' ? [each] : []));
    expect(invites.map(each => header(each.headers, 'cseq'))).toEqual(['1 INVITE', '1 ACK', '2 INVITE', '2 ACK']);
    expect(new Set(invites.map(each => header(each.headers, 'call-id'))).size).toBe(1);
  });

  test.each([
    ['a wrong password', { username: 'line', password: 'wrong' }, 2],
    ['an unknown name', { username: 'who', password: 'secret' }, 2],
    ['none', null, 1],
  ])('ends the call as credentialsRefused with %s', (_what, credentials, tries) => {
    const { alice, bob } = call(credentials);
    expect(alice.events.at(-1)?.event).toMatchObject({ ending: { how: 'credentialsRefused', code: status } });
    expect(methods(alice).filter(method => method === 'INVITE')).toHaveLength(tries);
    expect(bob.incoming).toEqual([]);
  });
});

test('a nonce grown old is answered with a fresh one', () => {
  const options = { status: 401, realm: 'r', passwordOf: () => 'p', nonceLifetimeMs: 1_000 } as const;
  const challenger = createChallenger({ ...options, secret: 's' });
  const authenticator = createAuthenticator({ username: 'u', password: 'p' }, () => 'c');
  const first = challenger.demand(requestWith([]), '192.0.2.9', instant(0))!;
  authenticator.absorb({ ...challenge(401), headers: first.headers });
  const signed = authenticator.headers('INVITE', 'sip:b@h');
  expect(challenger.demand(requestWith(signed), '192.0.2.9', instant(500))).toBeNull();
  expect(challenger.demand(requestWith(signed), '192.0.2.9', instant(2_000))?.headers[0]?.value).toContain(
    'stale=true',
  );
});

test('who cannot read SHA-256 gives up, comes again without credentials and is asked for MD5 alone', () => {
  const options = { status: 401, realm: 'r', passwordOf: () => 'p', nonceLifetimeMs: 60_000 } as const;
  const challenger = createChallenger({ ...options, secret: 's' });
  const asked = (headers: readonly Header[], source = '192.0.2.9', at = 0) =>
    challenger
      .demand(requestWith(headers), source, instant(at))
      ?.headers.map(({ value }) => value.match(/algorithm=([\w-]+)/)?.[1]);
  expect(asked([])).toEqual(['SHA-256', 'MD5']);
  expect(asked([], '192.0.2.10'), 'another host').toEqual(['SHA-256', 'MD5']);
  expect(asked([])).toEqual(['MD5']);
  const { headers } = challenger.demand(requestWith([]), '192.0.2.9', instant(0))!;
  const authenticator = createAuthenticator({ username: 'u', password: 'p' }, () => 'c');
  authenticator.absorb({ ...challenge(401), headers });
  const signed = authenticator.headers('INVITE', 'sip:b@h');
  expect(asked(signed)).toBeUndefined();
  expect(asked(signed), 'its next question is in its own tongue').toEqual(['MD5']);
  expect(asked([]), 'once it has come in, both are offered anew').toEqual(['SHA-256', 'MD5']);
});

test('credentials overheard and sent again are refused, the next count is taken', () => {
  const options = {
    status: 401,
    realm: 'r',
    passwordOf: () => 'p',
    nonceLifetimeMs: 60_000,
  } as const;
  const challenger = createChallenger({ ...options, secret: 's' });
  const authenticator = createAuthenticator({ username: 'u', password: 'p' }, () => 'c');
  authenticator.absorb({
    ...challenge(401),
    headers: challenger.demand(requestWith([]), '192.0.2.9', instant(0))!.headers,
  });
  const first = authenticator.headers('INVITE', 'sip:b@h');
  const second = authenticator.headers('INVITE', 'sip:b@h');
  const demanded = (headers: typeof first) => challenger.demand(requestWith(headers), '192.0.2.9', instant(500));
  expect(demanded(first)).toBeNull();
  expect(demanded(first)?.headers[0]?.value).toContain('stale=true');
  expect(demanded(second)).toBeNull();
  expect(demanded(first)?.headers[0]?.value).toContain('stale=true');
});

function requestWith(headers: readonly { name: string; value: string }[]) {
  const via = { transport: 'UDP', host: 'h', port: null, branch: 'b', params: new Map() };
  const address = { display: '', uri: 'sip:a@h', params: new Map() };
  const cseq = { number: 1, method: 'INVITE' };
  const body = new Uint8Array(0);
  const essentials = { via, from: address, to: address, callId: 'c', cseq };
  return { kind: 'request' as const, method: 'INVITE', uri: 'sip:b@h', headers, body, ...essentials };
}
