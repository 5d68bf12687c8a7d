import { createHash } from 'node:crypto';
import { instant } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import { parseAuth } from '../grammar/credentials.ts';
import { emptyBody, type Header, type ReceivedRequest, type SipResponse } from '../grammar/message.ts';
import { createAuthenticator } from './authenticator.ts';
import { type ChallengerOptions, createChallenger } from './challenger.ts';
import {
  answerChallenge,
  type Challenge,
  digestResponse,
  hashedName,
  readAlgorithm,
  readChallenges,
} from './digest.ts';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

describe('RFC 7616 §3.9.2', () => {
  const jason = {
    username: 'Jäsøn Doe',
    realm: 'api@example.org',
    password: 'Secret, or not?',
    method: 'GET',
    uri: '/doe.json',
    nonce: '5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK',
    algorithm: 'SHA-512-256' as const,
    counted: { cnonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v', nc: '00000001' },
  };

  // The RFC prints SHA-512 cut to 256 bits here (erratum 4897); the figures below are SHA-512/256 of FIPS 180-4, as the
  // erratum corrects them.
  test('by SHA-512/256 with a name that is hashed', () => {
    expect(hashedName('SHA-512-256', jason.username, jason.realm)).toBe(
      '793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b',
    );
    expect(digestResponse(jason)).toBe('3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5');
  });
});

describe('the calculation', () => {
  const base = { username: 'u', realm: 'r', password: 'p', method: 'INVITE', uri: 'sip:b@h', nonce: 'n' };
  const counted = { cnonce: 'c', nc: '00000001' };

  test('of the session variants hashes nonce and cnonce into the key', () => {
    const secret = sha(`${sha('u:r:p')}:n:c`);
    const wanted = sha(`${secret}:n:00000001:c:auth:${sha('INVITE:sip:b@h')}`);
    expect(digestResponse({ ...base, algorithm: 'SHA-256-sess', counted })).toBe(wanted);
  });

  test('of auth-int protects the body', () => {
    const wanted = md5(`${md5('u:r:p')}:n:00000001:c:auth-int:${md5(`INVITE:sip:b@h:${md5('v=0')}`)}`);
    const input = { ...base, algorithm: 'MD5' as const, counted: { ...counted, qop: 'auth-int' as const } };
    expect(digestResponse({ ...input, body: Buffer.from('v=0') })).toBe(wanted);
  });
});

const respond = (status: number, ...headers: readonly (readonly [string, string])[]): SipResponse => ({
  kind: 'response',
  status,
  reason: '',
  headers: headers.map(([name, value]) => ({ name, value })),
  body: emptyBody,
});
const fieldsOf = (header: Header | undefined) => parseAuth(header?.value ?? '')?.fields;

describe('as client', () => {
  const who = { username: 'u', password: 'p' };
  const counter = () => {
    let n = 0;
    return () => `c${++n}`;
  };

  test('the strongest algorithm of a realm is taken, whatever the order', () => {
    const challenges = readChallenges(
      401,
      respond(
        401,
        ['www-authenticate', 'Digest realm="a", nonce="1", algorithm=MD5, qop="auth"'],
        ['www-authenticate', 'Digest realm="a", nonce="2", algorithm=SHA-256, qop="auth,auth-int"'],
        ['www-authenticate', 'Digest realm="a", nonce="3", algorithm=SHA-1024, qop="auth"'],
        ['www-authenticate', 'Digest realm="b", nonce="4", qop="auth-int"'],
        ['www-authenticate', 'Digest realm="c", nonce="5", algorithm=md5-SESS'],
      ).headers,
    );
    expect(challenges).toMatchObject([
      { realm: 'a', nonce: '2', algorithm: 'SHA-256', qop: 'auth' },
      { realm: 'b', nonce: '4', algorithm: 'MD5', qop: 'auth-int' },
      { realm: 'c', nonce: '5', algorithm: 'MD5-sess', qop: null },
    ]);
  });

  test('the name goes hashed where it is asked for so', () => {
    const challenge: Challenge = {
      isProxy: false,
      realm: 'r',
      nonce: 'n',
      opaque: null,
      algorithm: 'SHA-256',
      qop: 'auth',
      isStale: false,
      userhash: true,
    };
    const fields = fieldsOf(
      answerChallenge(challenge, who, { method: 'INVITE', uri: 'sip:b@h', cnonce: 'c', count: 1 }),
    );
    expect(fields?.get('username')).toBe(sha('u:r'));
    expect(fields?.get('userhash')).toBe('true');
    expect(fields?.get('response'), 'the digest knows the name itself').toBe(
      sha(`${sha('u:r:p')}:n:00000001:c:auth:${sha('INVITE:sip:b@h')}`),
    );
  });

  test('the next nonce is taken from an answer, and counts from one again', () => {
    const authenticator = createAuthenticator(who, counter());
    authenticator.absorb(respond(401, ['www-authenticate', 'Digest realm="a", nonce="1", qop="auth"']));
    const [first] = authenticator.headers('INVITE', 'sip:b@h');
    authenticator.note(respond(200, ['authentication-info', 'nextnonce="2", qop=auth, nc=00000001']));
    const [second] = authenticator.headers('BYE', 'sip:b@h');
    expect(['nonce', 'nc'].map(name => fieldsOf(first)?.get(name))).toEqual(['1', '00000001']);
    expect(['nonce', 'nc'].map(name => fieldsOf(second)?.get(name))).toEqual(['2', '00000001']);
  });

  test('a nonce keeps its cnonce, a fresh one has another', () => {
    const authenticator = createAuthenticator(who, counter());
    authenticator.absorb(
      respond(401, ['www-authenticate', 'Digest realm="a", nonce="1", qop="auth", algorithm=MD5-sess']),
    );
    const [first] = authenticator.headers('INVITE', 'sip:b@h');
    const [second] = authenticator.headers('BYE', 'sip:b@h');
    authenticator.begin();
    authenticator.absorb(
      respond(401, ['www-authenticate', 'Digest realm="a", nonce="2", qop="auth", algorithm=MD5-sess']),
    );
    const [third] = authenticator.headers('BYE', 'sip:b@h');
    expect([first, second, third].map(each => fieldsOf(each)?.get('cnonce'))).toEqual(['c1', 'c1', 'c2']);
  });

  test.each([
    ['MD5', 'MD5'],
    ['md5', 'MD5'],
    ['sha-256-SESS', 'SHA-256-sess'],
    ['SHA-512-256', 'SHA-512-256'],
    [undefined, 'MD5'],
    ['AKAv1-MD5', null],
    ['', null],
  ])('algorithm %s is read as %s', (text, wanted) => expect(readAlgorithm(text)).toBe(wanted));
});

describe('as server', () => {
  const options: ChallengerOptions = {
    status: 401,
    realm: 'r',
    passwordOf: name => (name === 'u' ? 'p' : null),
    nonceLifetimeMs: 60_000,
    secret: 'seal',
  };
  const requestWith = (headers: readonly Header[], method = 'INVITE'): ReceivedRequest => {
    const address = { display: '', uri: 'sip:a@h', params: new Map() };
    const via = { transport: 'UDP', host: 'h', port: null, branch: 'b', params: new Map() };
    const essentials = { via, from: address, to: address, callId: 'c', cseq: { number: 1, method } };
    return { kind: 'request', method, uri: 'sip:b@h', headers, body: emptyBody, ...essentials };
  };
  const stage = (more: Partial<ChallengerOptions> = {}) => {
    const challenger = createChallenger({ ...options, ...more });
    const judge = (headers: readonly Header[], at = 0, method = 'INVITE') =>
      challenger.judge(requestWith(headers, method), '192.0.2.9', instant(at));
    const challenge = (at = 0) => {
      const judgement = judge([], at);
      return judgement.ok ? [] : judgement.demand.headers;
    };
    const signer = (username: string, password: string, at = 0) => {
      const authenticator = createAuthenticator({ username, password }, () => 'c');
      authenticator.absorb({ ...respond(401), headers: challenge(at) });
      return authenticator;
    };
    return { judge, challenge, signer };
  };
  const because = (judgement: ReturnType<ReturnType<typeof stage>['judge']>) =>
    judgement.ok ? 'ok' : judgement.because;

  test('SHA-256 is offered before MD5, and either is taken', () => {
    const { judge, challenge } = stage();
    expect(challenge().map(({ value }) => /algorithm=(\S+),/.exec(value)?.[1])).toEqual(['SHA-256', 'MD5']);
    for (const [i] of challenge().entries()) {
      const authenticator = createAuthenticator({ username: 'u', password: 'p' }, () => 'c');
      authenticator.absorb({ ...respond(401), headers: [challenge()[i]!] });
      expect(judge(authenticator.headers('INVITE', 'sip:b@h'))).toEqual({ ok: true, username: 'u' });
    }
  });

  test('unknown names and wrong passwords are told alike', () => {
    const { judge, signer } = stage();
    const refusals = [signer('u', 'wrong'), signer('nobody', 'p'), signer('nobody', '')].map(each =>
      judge(each.headers('INVITE', 'sip:b@h')),
    );
    expect(refusals.map(because)).toEqual(['wrong', 'wrong', 'wrong']);
    const shapes = refusals.map(each =>
      each.ok ? '' : each.demand.headers.map(({ value }) => value.replace(/nonce="[^"]*"/, '')),
    );
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
  });

  test('an empty password of nobody opens nothing', () => {
    const { judge, signer } = stage({ passwordOf: () => null });
    expect(because(judge(signer('', '').headers('INVITE', 'sip:b@h')))).toBe('wrong');
  });

  test('a nonce of our making is needed: forged, altered and foreign ones are asked anew', () => {
    const { judge, signer } = stage();
    const [good] = signer('u', 'p').headers('INVITE', 'sip:b@h');
    const altered = (from: RegExp, to: string) => [{ name: good!.name, value: good!.value.replace(from, to) }];
    expect(because(judge(altered(/nonce="[^"]*"/, 'nonce="0-0.00000000000000000000000000000000"')))).toBe('stale');
    expect(because(judge(altered(/nonce="./, 'nonce="f')))).toBe('stale');
    expect(because(judge(altered(/realm="r"/, 'realm="other"')))).toBe('none');
    expect(because(judge(altered(/response="."?/, 'response="0')))).toBe('wrong');
    expect(because(judge(altered(/algorithm=SHA-256/, 'algorithm=SHA-512-256')))).toBe('wrong');
    expect(because(judge([good!], 0, 'BYE')), 'of another method').toBe('wrong');
    expect(because(judge([good!]))).toBe('ok');
  });

  test('a count that does not rise is stale, and so is an old nonce', () => {
    const { judge, signer } = stage();
    const authenticator = signer('u', 'p');
    const first = authenticator.headers('INVITE', 'sip:b@h');
    const second = authenticator.headers('INVITE', 'sip:b@h');
    expect([second, second, first].map(each => because(judge(each)))).toEqual(['ok', 'stale', 'stale']);
    expect(because(judge(authenticator.headers('INVITE', 'sip:b@h'), 60_001))).toBe('stale');
  });

  test('a nonce without counts serves once', () => {
    const { judge, challenge } = stage();
    const bare = { name: 'www-authenticate', value: challenge()[1]!.value.replace(', qop="auth"', '') };
    const authenticator = createAuthenticator({ username: 'u', password: 'p' }, () => 'c');
    authenticator.absorb({ ...respond(401), headers: [bare] });
    const signed = authenticator.headers('INVITE', 'sip:b@h');
    expect([judge(signed), judge(signed)].map(because)).toEqual(['ok', 'stale']);
  });

  test('what was forgotten for want of room is stale, never good again', () => {
    const { judge, signer } = stage();
    const authenticator = signer('u', 'p', 0);
    const used = authenticator.headers('INVITE', 'sip:b@h');
    expect(because(judge(used))).toBe('ok');
    for (let i = 1; i <= 10_000; i++) judge(signer('u', 'p', i).headers('INVITE', 'sip:b@h'), i);
    expect(because(judge(used, 10_001))).toBe('stale');
    expect(because(judge(authenticator.headers('INVITE', 'sip:b@h'), 10_001))).toBe('stale');
  });
});
