import { describe, expect, test } from 'vitest';
import { type Carrier, carrier } from '../../../test/carrier.ts';
import { calm, dial, endings, methods, SDP, scene } from '../../../test/user-agents.ts';
import { header } from '../grammar/message.ts';

const HOUR = 3_600_000;
const allows = 'Allow: INVITE, ACK, BYE, UPDATE';

/** An answered call; the carrier's 200 says more. */
const answered = (...more: readonly string[]): Carrier => {
  const stage = carrier();
  stage.reply(200, { body: 'v=0', more });
  return stage;
};
const cseqOf = (stage: Carrier, method: string) => [
  ...new Set(stage.requests(method).map(each => Number.parseInt(header(each.headers, 'cseq')!, 10))),
];
const ended = (stage: Carrier) => stage.events.flatMap(event => (event.type === 'ended' ? [event.ending] : []));

test('the ACK of a re-INVITE goes where its answer says the far end is now', () => {
  const stage = answered();
  stage.reoffer();
  stage.reply(200, { body: 'v=0', contact: 'sip:one@192.0.2.77:5070' });
  expect(stage.last()).toMatchObject({ method: 'ACK', uri: 'sip:one@192.0.2.77:5070' });
  expect(stage.destinations.at(-1)).toEqual({ host: '192.0.2.77', port: 5070 });
});

describe('the timer of a session', () => {
  test('is asked for: half an hour, at least ninety seconds', () => {
    const [invite] = carrier().requests('INVITE');
    expect(header(invite!.headers, 'session-expires')).toBe('1800');
    expect(header(invite!.headers, 'min-se')).toBe('90');
  });

  test('that we keep is refreshed by UPDATE at half of each interval, hour after hour', () => {
    const stage = answered('Session-Expires: 600;refresher=uac', allows);
    for (let minute = 1; minute <= 180; minute++) {
      stage.pass(60_000);
      const due = stage.requests('UPDATE').length * 300_000;
      if (minute % 5 === 0) {
        expect(due, 'one each five minutes').toBe(minute * 60_000);
        stage.reply(200, { more: ['Session-Expires: 600;refresher=uac'] }, stage.requests('UPDATE').at(-1)!);
      }
    }
    expect(stage.requests('UPDATE')[0]).toMatchObject({ body: new Uint8Array(0) });
    expect(header(stage.requests('UPDATE')[0]!.headers, 'session-expires')).toBe('600;refresher=uac');
    expect(ended(stage)).toEqual([]);
    expect(stage.requests('BYE')).toEqual([]);
  });

  test('is not raised for ever by a far end that finds every interval too small', () => {
    const stage = answered('Session-Expires: 600;refresher=uac', allows);
    stage.pass(300_000);
    for (let i = 1; i <= 50; i++) {
      const update = stage.requests('UPDATE').at(-1)!;
      stage.reply(422, { more: [`Min-SE: ${600 + i}`] }, update);
    }
    expect(stage.requests('UPDATE').length).toBeLessThanOrEqual(5);
    expect(ended(stage), 'the session lives until its end').toEqual([]);
  });

  test('is refreshed by a re-INVITE that offers the same where the far end takes no UPDATE, or says so', () => {
    const plain = answered('Session-Expires: 600;refresher=uac', 'Allow: INVITE, ACK, BYE');
    plain.pass(300_000);
    expect(plain.requests('INVITE')[1]).toMatchObject({ body: SDP });
    expect(cseqOf(plain, 'INVITE')).toEqual([1, 2]);
    plain.reply(200, { body: 'v=0', more: ['Session-Expires: 600;refresher=uac'] });
    expect(cseqOf(plain, 'ACK')).toEqual([1, 2]);
    const liar = answered('Session-Expires: 600;refresher=uac', allows);
    liar.pass(300_000);
    liar.reply(501, {}, liar.requests('UPDATE')[0]!);
    expect(liar.requests('INVITE')).toHaveLength(2);
  });

  test('that they keep ends the call when they do not, a little before its end', () => {
    const stage = answered('Session-Expires: 1800;refresher=uas');
    stage.pass(1_767_999);
    expect(stage.requests('BYE')).toEqual([]);
    stage.pass(1);
    expect(stage.requests('BYE')).toHaveLength(1);
    stage.reply(200, {}, stage.requests('BYE')[0]!);
    expect(ended(stage)).toMatchObject([{ how: 'sessionExpired' }]);
  });

  test('that they keep by UPDATE or re-INVITE goes on for hours, and each answer says so', () => {
    const stage = answered('Session-Expires: 1800;refresher=uas');
    for (let i = 0; i < 12; i++) {
      stage.pass(900_000);
      const timer = ['Supported: timer', 'Session-Expires: 1800;refresher=uac'];
      const answer = stage.ask(i % 2 === 0 ? 'UPDATE' : 'INVITE', { more: timer, body: i % 2 === 0 ? '' : 'v=0' });
      if (i % 2 === 1) stage.ask('ACK', { cseq: i + 1 });
      expect(header(answer!.headers, 'session-expires')).toBe('1800;refresher=uac');
      expect(header(answer!.headers, 'require')).toBe('timer');
    }
    expect(stage.now()).toBe(3 * HOUR);
    expect(ended(stage)).toEqual([]);
  });

  test('is not there where the answer names none', () => {
    const stage = answered();
    stage.pass(5 * HOUR);
    expect([...stage.requests('UPDATE'), ...stage.requests('BYE')]).toEqual([]);
  });

  test.each([
    ['408', 408, 'sessionExpired'],
    ['481', 481, 'byThem'],
  ])('whose refresh is answered %s ends the call', (_what, status, how) => {
    const stage = answered('Session-Expires: 600;refresher=uac', allows);
    stage.pass(300_000);
    stage.reply(status, {}, stage.requests('UPDATE')[0]!);
    stage.reply(200, {}, stage.requests('BYE')[0]!);
    expect(ended(stage)).toMatchObject([{ how }]);
  });

  test('whose refresh is refused for the moment is tried again before its end; then it is over', () => {
    const stage = answered('Session-Expires: 600;refresher=uac', allows);
    for (let i = 0; i < 3; i++) {
      stage.pass(i === 0 ? 300_000 : 75_000);
      expect(stage.requests('UPDATE')).toHaveLength(i + 1);
      stage.reply(500, {}, stage.requests('UPDATE').at(-1)!);
    }
    stage.pass(200_000);
    expect(stage.requests('BYE').length).toBeGreaterThan(0);
    stage.pass(40_000);
    expect(ended(stage)).toMatchObject([{ how: 'sessionExpired' }]);
  });

  test('whose refresh is too short by their lights is asked again at once with theirs', () => {
    const stage = answered('Session-Expires: 600;refresher=uac', allows);
    stage.pass(300_000);
    stage.reply(422, { more: ['Min-SE: 900'] }, stage.requests('UPDATE')[0]!);
    expect(header(stage.requests('UPDATE')[1]!.headers, 'session-expires')).toBe('900;refresher=uac');
  });

  test('between two of our own agents holds through three hours of loss, and the call ends once on each side', () => {
    const { network, alice, bob } = scene(11, { loss: 0.2, doubling: 0.1, maxDelayMs: 300 });
    bob.onIncoming = leg => bob.act(bob.agent.incoming(leg, it => it.answer(bob.address, SDP, network.now())));
    dial(alice, bob, 20_000, network.now());
    network.run(3 * HOUR);
    expect([...endings(alice), ...endings(bob)]).toEqual([]);
    expect(methods(alice).filter(method => method === 'UPDATE').length).toBeGreaterThanOrEqual(11);
    alice.act(alice.agent.hangUp('a', null, network.now()));
    network.run(100_000);
    expect([endings(alice), endings(bob)]).toEqual([['byUs'], ['byThem']]);
    expect([...alice.defects, ...bob.defects]).toEqual([]);
    expect(alice.agent.open()).toEqual({ transactions: 0, dialogs: 0, alarms: 0 });
  });

  test('ends the call within the interval when the far end dies without a word', () => {
    const { network, alice, bob } = scene(3, calm);
    bob.onIncoming = leg => bob.act(bob.agent.incoming(leg, it => it.answer(bob.address, SDP, network.now())));
    dial(alice, bob, 20_000, network.now());
    network.run(5_000);
    network.attach(alice.address, { receive: () => {}, wake: () => {}, nextWake: () => null });
    network.run(1_900_000);
    expect(endings(bob)).toEqual(['sessionExpired']);
    expect(bob.agent.open()).toEqual({ transactions: 0, dialogs: 0, alarms: 0 });
  });
});

describe('our re-INVITE', () => {
  const events = (stage: Carrier) => stage.events.slice(2).map(({ type }) => type);

  test('offers what the leg says, acknowledges each answer alike, and follows the new target', () => {
    const stage = answered();
    stage.reoffer();
    stage.reply(200, { body: 'v=7', contact: 'sip:moved@192.0.2.9:5099' });
    stage.reply(200, { body: 'v=7', contact: 'sip:moved@192.0.2.9:5099' });
    expect(events(stage)).toEqual(['reanswered']);
    const acks = stage.requests('ACK').slice(1);
    expect(acks).toHaveLength(2);
    expect(acks[0]).toEqual(acks[1]);
    stage.hangUp();
    expect(stage.requests('BYE')[0]).toMatchObject({ uri: 'sip:moved@192.0.2.9:5099' });
  });

  test.each([488, 403, 500, 606])('refused by %i leaves the session as it was', status => {
    const stage = answered();
    stage.reoffer();
    stage.reply(status);
    stage.pass(HOUR);
    expect(events(stage)).toEqual(['unchanged']);
    expect(stage.requests('BYE')).toEqual([]);
  });

  test('that meets theirs is 491 for both; the owner of the Call-ID waits 2.1 to 4 s', () => {
    const stage = answered();
    stage.reoffer();
    stage.ask('INVITE', { body: 'v=9' });
    expect(stage.statuses()).toEqual([491]);
    stage.reply(491);
    stage.pass(2_099);
    expect(cseqOf(stage, 'INVITE')).toEqual([1, 2]);
    stage.pass(1_902);
    expect(cseqOf(stage, 'INVITE')).toEqual([1, 2, 3]);
  });

  test('waits while the far end has not acknowledged its own', () => {
    const stage = answered();
    stage.ask('INVITE');
    stage.reoffer();
    expect(stage.requests('INVITE'), 'our offer is in the 200 already').toHaveLength(1);
    stage.ask('ACK', { cseq: 1, body: 'v=5' });
    stage.pass(4_000);
    expect(cseqOf(stage, 'INVITE')).toEqual([1, 2]);
    expect(events(stage)).toEqual(['reanswered']);
  });

  test('wanted twice while one is on its way leaves once more after it', () => {
    const stage = answered();
    stage.reoffer();
    stage.reoffer();
    stage.reoffer();
    stage.reply(200, { body: 'v=7' });
    stage.pass(4_000);
    expect(stage.requests('INVITE')).toHaveLength(3);
  });

  test('unknown to the far end ends the call; so does silence', () => {
    const gone = answered();
    gone.reoffer();
    gone.reply(481);
    gone.pass(40_000);
    expect(ended(gone)).toMatchObject([{ how: 'byThem' }]);
    const silent = answered();
    silent.reoffer();
    silent.pass(80_000);
    expect(ended(silent)).toMatchObject([{ how: 'sessionExpired' }]);
  });

  test('that rings for half a minute is taken back', () => {
    const stage = answered();
    stage.reoffer();
    stage.reply(180);
    stage.pass(33_000);
    expect(cseqOf(stage, 'CANCEL')).toEqual([2]);
    stage.reply(487);
    expect(events(stage)).toEqual(['unchanged']);
  });

  test('that is never answered, nor its CANCEL, leaves the session as it was', () => {
    const stage = answered();
    stage.reoffer();
    stage.reply(180);
    stage.pass(70_000);
    expect(events(stage)).toEqual(['unchanged']);
    stage.hangUp();
    stage.pass(70_000);
    expect(stage.agent.open()).toEqual({ transactions: 0, dialogs: 0, alarms: 0 });
  });

  test('is forgotten with a call that ends meanwhile', () => {
    const stage = answered();
    stage.reoffer();
    stage.reply(180);
    stage.ask('BYE');
    stage.pass(70_000);
    expect(stage.agent.open()).toEqual({ transactions: 0, dialogs: 0, alarms: 0 });
  });

  test('is challenged and answered, and its ACK carries the same credentials', () => {
    const stage = carrier({ credentials: { username: 'u', password: 'p' } });
    stage.reply(200, { body: 'v=0' });
    stage.reoffer();
    stage.reply(401, { more: ['WWW-Authenticate: Digest realm="r", nonce="n", qop="auth"'] });
    stage.reply(200, { body: 'v=7' });
    const [, , again] = stage.requests('INVITE');
    expect(header(again!.headers, 'authorization')).not.toBeNull();
    expect(header(stage.requests('ACK').at(-1)!.headers, 'authorization')).toBe(
      header(again!.headers, 'authorization'),
    );
  });
});

describe('the far end may', () => {
  test('hold by re-INVITE and take back by UPDATE', () => {
    const stage = answered();
    stage.ask('INVITE', { body: 'v=1' });
    stage.ask('ACK', { cseq: 1 });
    stage.ask('UPDATE', { body: 'v=2' });
    expect(stage.statuses()).toEqual([200, 200]);
    expect(stage.offers.map(({ offer }) => offer)).toEqual(['v=1', 'v=2']);
  });

  test('not change what we cannot follow, and the call goes on', () => {
    const stage = answered();
    stage.stage.onOffer = () => ({ status: 488 });
    stage.ask('INVITE', { body: 'v=1' });
    stage.ask('UPDATE', { body: 'v=2' });
    stage.stage.onOffer = () => ({ body: SDP });
    stage.ask('INVITE', { body: 'v=3' });
    expect(stage.statuses()).toEqual([488, 488, 200]);
    expect(ended(stage)).toEqual([]);
  });

  test('not offer twice at a time: 500 with Retry-After while its last is unacknowledged', () => {
    const stage = answered();
    stage.ask('INVITE', { body: 'v=1' });
    const early = stage.ask('INVITE', { body: 'v=2' });
    expect(stage.statuses()).toEqual([200, 500]);
    expect(Number(header(early!.headers, 'retry-after'))).toBeLessThanOrEqual(10);
  });

  test('send keys by INFO, each told once, in either way of writing them', () => {
    const stage = answered();
    const relay = ['Content-Type: application/dtmf-relay'];
    stage.ask('INFO', { more: relay, body: 'Signal=5\r\nDuration=160\r\n' });
    stage.ask('INFO', { more: relay, body: 'Signal= *\r\n' });
    stage.ask('INFO', { more: relay, body: 'Signal=11\r\nDuration=100' });
    stage.ask('INFO', { more: ['Content-Type: application/dtmf'], body: 'd' });
    stage.ask('INFO', { more: relay, body: 'Signal=flash' });
    stage.ask('INFO', { more: ['Content-Type: text/plain'], body: 'hello' });
    stage.ask('INFO');
    expect(stage.events.flatMap(event => (event.type === 'key' ? [event.key] : []))).toEqual(['5', '*', '#', 'D']);
    expect(stage.statuses()).toEqual([200, 200, 200, 200, 200, 415, 200]);
  });

  test('not do what nobody has a use for', () => {
    const stage = answered();
    const refused = ['MESSAGE', 'REFER', 'SUBSCRIBE', 'NOTIFY', 'DANCE'].map(method => stage.ask(method));
    expect(stage.statuses()).toEqual([405, 405, 489, 489, 501]);
    for (const answer of refused) expect(header(answer!.headers, 'allow')).toContain('UPDATE');
  });

  test('say why it hangs up', () => {
    const stage = answered();
    stage.ask('BYE', { more: ['Reason: Q.850;cause=16;text="Normal call clearing"'] });
    expect(ended(stage)).toMatchObject([{ how: 'byThem', q850: 16, reason: 'Normal call clearing' }]);
  });

  test('not end a call with the wrong tag', () => {
    const stage = answered();
    stage.ask('BYE', { tag: 'stranger' });
    expect(stage.statuses()).toEqual([481]);
    expect(ended(stage)).toEqual([]);
  });
});

test('keys of ours go by INFO, the next after the last was answered and has had its time', () => {
  const stage = answered();
  stage.sendKeys('1x2#', 100);
  const body = (i: number) => Buffer.from(stage.requests('INFO')[i]!.body).toString();
  expect(body(0)).toBe('Signal=1\r\nDuration=100\r\n');
  stage.pass(500);
  stage.reply(200, {}, stage.requests('INFO')[0]!);
  stage.pass(0);
  const sent = () => cseqOf(stage, 'INFO').length;
  expect(sent()).toBe(2);
  stage.reply(500, {}, stage.requests('INFO').at(-1)!);
  stage.pass(179);
  expect(sent()).toBe(2);
  stage.pass(1);
  expect(sent()).toBe(3);
  expect(body(stage.requests('INFO').length - 1)).toBe('Signal=#\r\nDuration=100\r\n');
});
