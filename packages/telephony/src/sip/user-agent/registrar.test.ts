import { dice, instant } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import { hexFrom, SDP } from '../../../test/user-agents.ts';
import type { Address } from '../../net/address.ts';
import { parseAuth } from '../grammar/credentials.ts';
import { allHeaders, header, type SipResponse } from '../grammar/message.ts';
import { createUserAgent } from './agent.ts';
import { createBindings } from './bindings.ts';
import type { AgentAction } from './context.ts';
import { answerChallenge, readChallenges } from './digest.ts';

/** A registrar with two accounts and a seat, whose password we drew, and hands that write REGISTERs. Time is what the test says. */
const PASSWORDS: Readonly<Record<string, string>> = { gate: 'right', other: 'also-right', seat: 'right' };
const home: Address = { host: '192.0.2.9', port: 5060 };
const elsewhere: Address = { host: '198.51.100.7', port: 5060 };

interface Wants {
  readonly user?: string;
  readonly password?: string | null;
  readonly from?: Address;
  readonly flow?: string;
  readonly at?: number;
  readonly callId?: string;
  readonly cseq?: number;
  readonly lines?: readonly string[];
  readonly aor?: string;
  readonly method?: string;
}

/** `shy`: who has not logged in is a stranger. */
const stage = (shy = false, isOverloaded: (account: string | null) => boolean = () => false) => {
  const bindings = createBindings();
  const agent = createUserAgent({
    random: hexFrom(dice(11)),
    product: 'test',
    maxLegs: 10,
    onOffer: () => ({ body: SDP }),
    registrar: { realm: 'house', bindings },
    isOverloaded,
    ...(shy ? { isKnown: (host: string) => met.includes(host) } : {}),
  });
  const answers: SipResponse[] = [];
  const asked: string[] = [];
  const bound: string[][] = [];
  const told: string[] = [];
  const met: string[] = [];
  const calls: (string | null)[] = [];
  let serial = 0;
  let isAway = false;
  let isSlow = false;

  const take = (actions: readonly AgentAction[], at: number) => {
    for (const action of actions) {
      if (action.type === 'send' && action.message.kind === 'response') answers.push(action.message);
      if (action.type === 'bound') bound.push(action.bindings.map(each => each.contact));
      if (action.type === 'met') met.push(action.host);
      if (action.type === 'security') told.push(`${action.kind} ${action.address}`);
      if (action.type === 'incoming') calls.push(action.account);
      if (action.type !== 'lookUp') continue;
      asked.push(action.username);
      if (isSlow) continue;
      const password = PASSWORDS[action.username];
      const isDrawn = action.username === 'seat';
      const found = password === undefined ? null : { account: `account-${action.username}`, password, isDrawn };
      take(agent.accountFound(action.token, isAway ? 'away' : found, instant(at)), at);
    }
  };

  const send = (wants: Wants, auth: readonly string[]): SipResponse => {
    const { method = 'REGISTER', from = home, flow = 'main', at = 0, user = 'gate' } = wants;
    const aor = wants.aor ?? user;
    const text = [
      `${method} sip:house.test SIP/2.0`,
      `Via: SIP/2.0/UDP ${from.host}:${from.port};branch=z9hG4bK${serial++};rport`,
      `From: <sip:${aor}@house.test>;tag=f${serial}`,
      `To: <sip:${aor}@house.test>`,
      `Call-ID: ${wants.callId ?? `call-${serial}`}`,
      `CSeq: ${wants.cseq ?? 1} ${method}`,
      ...(wants.lines ?? [`Contact: <sip:${user}@${from.host}:${from.port}>`]),
      ...auth,
      'Content-Length: 0',
      '\r\n',
    ].join('\r\n');
    const before = answers.length;
    take(agent.receive(Buffer.from(text), from, flow, instant(at)), at);
    return answers.slice(before).at(-1)!;
  };

  /** With a password: asked once, then answers the challenge. */
  const login = (wants: Wants = {}): SipResponse => {
    const challenged = send(wants, []);
    const [challenge] = readChallenges(401, challenged.headers);
    const { user = 'gate', password = 'right', method = 'REGISTER' } = wants;
    if (challenge === undefined || password === null) return challenged;
    const parts = { method, uri: 'sip:house.test', cnonce: `c${serial}`, count: 1 };
    const { value } = answerChallenge(challenge, { username: user, password }, parts);
    return send({ ...wants, cseq: (wants.cseq ?? 1) + 1 }, [`Authorization: ${value}`]);
  };

  return {
    agent,
    bindings,
    answers,
    asked,
    bound,
    told,
    met,
    calls,
    send,
    login,
    away: () => (isAway = true),
    slow: () => (isSlow = true),
  };
};

const contactsOf = (answer: SipResponse) => allHeaders(answer.headers, 'contact');
/** What somebody outside can tell two answers apart by: everything but the nonce. */
const faceOf = (answer: SipResponse) => ({
  status: answer.status,
  reason: answer.reason,
  headers: answer.headers.map(each => each.name),
  challenges: allHeaders(answer.headers, 'www-authenticate').map(value =>
    [...parseAuth(value)!.fields].map(([name, text]) => (name === 'nonce' ? name : `${name}=${text}`)),
  ),
});

describe('a gateway', () => {
  test('is looked up while somebody elsewhere, who answers challenges, floods us with names: of one net a share waits', () => {
    const { login, slow, asked } = stage();
    slow();
    for (let n = 0; n < 600; n++)
      login({ from: { host: `198.51.100.${1 + (n % 250)}`, port: 5060 }, user: `name-${n}` });
    expect(asked).toHaveLength(100);
    expect(login({ from: { host: '198.51.100.9', port: 5060 } }).status).toBe(503);
    login({ from: home });
    expect(asked.at(-1)).toBe('gate');
    expect(asked).toHaveLength(101);
  });

  test('whose call comes while there is too much to do is named to whoever decides that: by its connection, as long as that is its', () => {
    const asked: (string | null)[] = [];
    const { login, send } = stage(false, account => {
      asked.push(account);
      return account !== 'account-gate';
    });
    const invite = (flow: string): number => send({ method: 'INVITE', flow }, []).status;
    expect([invite('conn:1'), asked.splice(0)]).toEqual([503, [null]]);
    login({ flow: 'conn:1', lines: ['Contact: <sip:gate@10.0.0.5:5060>;expires=300'] });
    expect([invite('conn:1'), asked.splice(0)]).toEqual([100, ['account-gate']]);
    expect([invite('conn:2'), asked.splice(0)]).toEqual([503, [null]]);
  });

  test('is asked for its password, and then registered for as long as it wished', () => {
    const { login, bound } = stage();
    const answer = login({ lines: ['Contact: <sip:gate@10.0.0.5:5060>;expires=300'] });
    expect(answer.status).toBe(200);
    expect(contactsOf(answer)).toEqual(['<sip:gate@10.0.0.5:5060>;expires=300']);
    expect(bound).toEqual([['sip:gate@10.0.0.5:5060']]);
  });

  test.each([
    ['without a wish: an hour', [], 3_600],
    ['by the Expires header', ['Expires: 120'], 120],
    ['longer than an hour: an hour', ['Expires: 90000'], 3_600],
    ['with a wish nobody can read: an hour', ['Expires: soon'], 3_600],
  ])('%s', (_what, more, expires) => {
    const answer = stage().login({ lines: ['Contact: <sip:gate@10.0.0.5>', ...more] });
    expect(contactsOf(answer)).toEqual([`<sip:gate@10.0.0.5>;expires=${expires}`]);
  });

  test('that wishes less than a minute hears what the least is', () => {
    const answer = stage().login({ lines: ['Contact: <sip:gate@10.0.0.5>;expires=30'] });
    expect([answer.status, header(answer.headers, 'min-expires')]).toEqual([423, '60']);
  });

  test('asks what is kept by a REGISTER without contact', () => {
    const { login } = stage();
    login();
    expect(contactsOf(login({ lines: [], at: 600_000 }))).toEqual(['<sip:gate@192.0.2.9:5060>;expires=3000']);
  });

  test('is forgotten when its time has run out', () => {
    const { login, bindings } = stage();
    login({ lines: ['Contact: <sip:gate@10.0.0.5>;expires=60'] });
    expect(bindings.of('account-gate', instant(59_000))).toHaveLength(1);
    expect(bindings.of('account-gate', instant(60_000))).toHaveLength(0);
    expect(contactsOf(login({ lines: [], at: 61_000 }))).toEqual([]);
  });

  test('has five contacts at most, the newest ones, and the newest first', () => {
    const { login } = stage();
    for (let i = 1; i < 7; i++) login({ lines: [`Contact: <sip:gate@10.0.0.${i}>`], at: i });
    const kept = contactsOf(login({ lines: [], at: 10 })).map(text => /10\.0\.0\.(\d)/.exec(text)?.[1]);
    expect(kept).toEqual(['6', '5', '4', '3', '2']);
  });

  test('takes one contact away, or all', () => {
    const { login } = stage();
    login({ lines: ['Contact: <sip:gate@10.0.0.1>, <sip:gate@10.0.0.2>'] });
    const one = login({ lines: ['Contact: <sip:gate@10.0.0.1>;expires=0'] });
    expect(contactsOf(one)).toEqual(['<sip:gate@10.0.0.2>;expires=3600']);
    expect(contactsOf(login({ lines: ['Contact: *', 'Expires: 0'] }))).toEqual([]);
    expect(login({ lines: ['Contact: *'] }).status, '* without Expires: 0').toBe(400);
    expect(login({ lines: ['Contact: *', 'Contact: <sip:a@b>', 'Expires: 0'] }).status).toBe(400);
  });

  test('whose older REGISTER arrives late changes nothing', () => {
    const { login, bindings } = stage();
    const contact = 'Contact: <sip:gate@10.0.0.1>';
    login({ callId: 'same', cseq: 10, lines: [contact] });
    expect(login({ callId: 'same', cseq: 5, lines: [`${contact};expires=0`] }).status).toBe(500);
    expect(login({ callId: 'same', cseq: 5, lines: ['Contact: *', 'Expires: 0'] }).status).toBe(500);
    expect(bindings.of('account-gate', instant(1))).toHaveLength(1);
    const both = [`${contact};expires=0`, 'Contact: <sip:gate@10.0.0.2>'];
    expect(login({ callId: 'same', cseq: 5, lines: both }).status, 'all or nothing').toBe(500);
    expect(bindings.of('account-gate', instant(1))).toHaveLength(1);
    expect(login({ callId: 'restarted', cseq: 1, lines: [`${contact};expires=0`] }).status).toBe(200);
    expect(bindings.of('account-gate', instant(1))).toHaveLength(0);
  });

  test('may register itself alone', () => {
    const { login, bindings } = stage();
    expect(login({ aor: 'other' }).status).toBe(403);
    expect(bindings.size()).toBe(0);
  });

  test('that needs an extension hears which one we lack', () => {
    const answer = stage().send({ lines: ['Contact: <sip:gate@10.0.0.1>', 'Require: outbound'] }, []);
    expect([answer.status, header(answer.headers, 'unsupported')]).toEqual([420, 'outbound']);
  });

  test('is told to come back when nobody can look its account up', () => {
    const { login, away, bindings } = stage();
    away();
    expect(login().status).toBe(503);
    expect(bindings.size()).toBe(0);
  });

  test('loses what came over a connection with the connection', () => {
    const { login, bindings } = stage();
    login({ flow: 'conn:tls:1' });
    expect(bindings.accountAt('conn:tls:1', home, instant(1))).toBe('account-gate');
    expect(bindings.cut(each => each.flow === 'conn:tls:1')).toEqual(['account-gate']);
    expect(bindings.of('account-gate', instant(1))).toEqual([]);
  });
});

describe('a stranger', () => {
  test('cannot tell a known name from an unknown one, nor a wrong password from a lock', () => {
    const { login, asked } = stage();
    const known = login({ password: 'wrong' });
    const unknown = login({ user: 'nobody', password: 'wrong' });
    expect(known.status).toBe(401);
    expect(faceOf(unknown)).toEqual(faceOf(known));
    expect(asked, 'both were looked up').toEqual(['gate', 'nobody']);
    for (let i = 0; i < 20; i++) login({ password: `guess-${i}` });
    expect(faceOf(login({ password: 'right' })), 'the right guess is not told either').toEqual(faceOf(known));
    expect(asked.at(-1), 'a locked one is looked up all the same').toBe('gate');
  });

  test('who guesses 200 times is locked, and the right one from elsewhere is not', () => {
    const { login, bindings } = stage();
    const seen = new Set<string>();
    for (let i = 0; i < 200; i++) seen.add(JSON.stringify(faceOf(login({ password: `guess-${i}`, at: i * 10 }))));
    expect(seen.size, 'every answer is the same').toBe(1);
    expect(login({ at: 3_000 }).status, 'locked, right password or not').toBe(401);
    expect(bindings.size()).toBe(0);
    expect(login({ from: elsewhere, at: 3_000 }).status).toBe(200);
    expect(login({ at: 599_000 }).status).toBe(401);
    expect(login({ at: 700_000 }).status, 'unlocked by time').toBe(200);
  });

  test('who guesses at a password that we drew locks his connection, and no colleague behind the same address', () => {
    const { login, told } = stage();
    const [hostile, honest] = [
      { user: 'seat', flow: 'conn:wss:1' },
      { user: 'seat', flow: 'conn:wss:2' },
    ];
    expect(login(honest).status).toBe(200);
    for (let i = 0; i < 400; i++) login({ ...hostile, flow: `conn:wss:${i % 2}-${i % 20}`, password: `guess-${i}` });
    for (let i = 0; i < 10; i++) login({ ...hostile, password: `guess-${i}` });
    expect(told).toContain(`lockedOut ${home.host}`);
    expect(login(hostile).status, 'by that connection nothing is right any more').toBe(401);
    expect(login(honest).status, 'who is registered stays so').toBe(200);
    expect(login({ ...honest, flow: 'conn:wss:3' }).status, 'and comes by another way, from the same address').toBe(
      200,
    );
    expect(login({ user: 'gate', flow: 'conn:wss:4' }).status, 'a password that people chose is guarded as ever').toBe(
      401,
    );
  });

  test('where lines are known by address may log in from anywhere, and is known from then on', () => {
    const { login, met, calls, agent } = stage(true);
    expect(login({ password: 'wrong' }).status).toBe(401);
    expect(met).toEqual([]);
    expect(login().status).toBe(200);
    expect(login({ method: 'INVITE', at: 10 }).status, 'a call with its password is let in').toBe(100);
    expect(calls).toEqual(['account-gate']);
    expect(met).toEqual([home.host, home.host]);
    expect(agent.legs()).toBe(1);
  });

  test('who guesses is told of to whoever guards the house, and so is his lock; who logs in is not', () => {
    const { login, told } = stage();
    login();
    expect(told).toEqual([]);
    for (let i = 0; i < 10; i++) login({ from: elsewhere, password: `guess-${i}` });
    expect(told).toEqual([...Array<string>(10).fill(`wrongPassword ${elsewhere.host}`), `lockedOut ${elsewhere.host}`]);
  });

  test('who tries many names from one address is locked for all of them', () => {
    const { login } = stage();
    for (let i = 0; i < 40; i++) login({ user: `${1_000 + i}`, password: '1234' });
    expect(login().status).toBe(401);
    expect(login({ from: elsewhere }).status).toBe(200);
  });

  test('who guesses from many addresses locks a name, but not where it is registered from', () => {
    const { login } = stage();
    login({ from: elsewhere });
    for (let i = 0; i < 120; i++) login({ password: 'guess', from: { host: `203.0.113.${i}`, port: 5060 } });
    expect(login({ from: { host: '203.0.113.200', port: 5060 } }).status).toBe(401);
    expect(login({ from: elsewhere }).status).toBe(200);
  });

  test('who forges the address of a gateway cannot lock it out: his nonce was given to another address', () => {
    const { send, login } = stage();
    for (let i = 0; i < 40; i++) {
      const [challenge] = readChallenges(401, send({ from: elsewhere }, []).headers);
      const parts = { method: 'REGISTER', uri: 'sip:house.test', cnonce: 'c', count: 1 };
      const { value } = answerChallenge(challenge!, { username: 'gate', password: `guess-${i}` }, parts);
      expect(send({ from: home, cseq: 2 }, [`Authorization: ${value}`]).status).toBe(401);
    }
    expect(login().status).toBe(200);
  });

  test('who floods with credentials for no challenge of ours costs no lookup', () => {
    const { send, asked } = stage();
    const parts =
      'realm="house", nonce="0-0.00", uri="sip:house.test", response="00", qop=auth, nc=00000001, cnonce="c"';
    const answer = send({}, [`Authorization: Digest username="gate", ${parts}`]);
    expect([answer.status, header(answer.headers, 'www-authenticate')?.includes('stale=true')]).toEqual([401, true]);
    expect(asked).toEqual([]);
  });

  test('who locks a name does not lock the address it was registered from last, though that has run out', () => {
    const { login } = stage();
    login({ lines: ['Contact: <sip:gate@192.0.2.9>;expires=60'] });
    const at = 3_600_000;
    for (let i = 0; i < 120; i++) login({ password: 'guess', from: { host: `203.0.113.${i}`, port: 5060 }, at });
    expect(login({ from: elsewhere, at }).status, 'elsewhere it is locked').toBe(401);
    expect(login({ at }).status).toBe(200);
  });

  test('who repeats credentials he overheard is asked anew', () => {
    const { send, login, bindings } = stage();
    const [challenge] = readChallenges(401, send({}, []).headers);
    const parts = { method: 'REGISTER', uri: 'sip:house.test', cnonce: 'c', count: 1 };
    const { value } = answerChallenge(challenge!, { username: 'gate', password: 'right' }, parts);
    expect(send({ cseq: 2 }, [`Authorization: ${value}`]).status).toBe(200);
    const again = send({ cseq: 3, from: elsewhere }, [`Authorization: ${value}`]);
    expect(again.status).toBe(401);
    expect(header(again.headers, 'www-authenticate')).toContain('stale=true');
    expect(bindings.of('account-gate', instant(0)).map(each => each.source)).toEqual([home]);
    expect(login().status, 'a stale nonce is nobody’s guess').toBe(200);
  });
});

describe('a call', () => {
  const call = { method: 'INVITE', lines: ['Contact: <sip:gate@192.0.2.9:5060>'] } as const;

  test('of a stranger comes without account, for he may be a carrier known by his address', () => {
    const { send, calls } = stage();
    send({ ...call, from: elsewhere }, []);
    expect(calls).toEqual([null]);
  });

  test('over the connection that an account registered by is that account’s', () => {
    const { login, send, calls } = stage();
    login({ flow: 'conn:tcp:7' });
    send({ ...call, flow: 'conn:tcp:7' }, []);
    expect(calls).toEqual(['account-gate']);
  });

  test('by UDP from where an account registered has to prove it', () => {
    const { login, send, calls } = stage();
    login();
    expect(send(call, []).status).toBe(401);
    expect(calls).toEqual([]);
    expect(login(call).status).toBe(100);
    expect(calls).toEqual(['account-gate']);
  });

  test('with wrong credentials is nobody’s', () => {
    const { login, calls } = stage();
    login();
    expect(login({ ...call, password: 'wrong' }).status).toBe(401);
    expect(calls).toEqual([]);
  });

  test('cancelled while its account is looked up rings nowhere', () => {
    const bindings = createBindings();
    const agent = createUserAgent({
      random: hexFrom(dice(3)),
      product: 'test',
      maxLegs: 10,
      onOffer: () => ({ body: SDP }),
      registrar: { realm: 'house', bindings },
    });
    const statuses: number[] = [];
    let nonce = 'n';
    const tokens: string[] = [];
    const take = (actions: readonly AgentAction[]) => {
      for (const action of actions) {
        if (action.type === 'send' && action.message.kind === 'response') {
          statuses.push(action.message.status);
          nonce = readChallenges(401, action.message.headers)[0]?.nonce ?? nonce;
        }
        if (action.type === 'lookUp') tokens.push(action.token);
        if (action.type === 'incoming') statuses.push(0);
      }
    };
    const message = (method: string) =>
      [
        `${method} sip:1@house.test SIP/2.0`,
        `Via: SIP/2.0/UDP 192.0.2.9:5060;branch=z9hG4bK${nonce};rport`,
        'From: <sip:gate@house.test>;tag=f',
        'To: <sip:1@house.test>',
        'Call-ID: c',
        `CSeq: 1 ${method}`,
        'Contact: <sip:gate@192.0.2.9>',
        ...(method === 'INVITE'
          ? [`Authorization: Digest realm="house", username="gate", nonce="${nonce}", uri="u", response="r"`]
          : []),
        'Content-Length: 0',
        '\r\n',
      ].join('\r\n');
    take(agent.receive(Buffer.from(message('INVITE')), home, 'main', instant(0)));
    expect(statuses.splice(0)).toEqual([401]);
    take(agent.receive(Buffer.from(message('INVITE')), home, 'main', instant(0)));
    take(agent.receive(Buffer.from(message('CANCEL')), home, 'main', instant(1)));
    take(agent.accountFound(tokens[0]!, { account: 'a', password: 'right' }, instant(2)));
    expect(statuses).toEqual([200, 487]);
  });
});
