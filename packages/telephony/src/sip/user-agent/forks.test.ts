import { describe, expect, test } from 'vitest';
import { carrier } from '../../../test/carrier.ts';
import { header } from '../grammar/message.ts';

const media = (stage: ReturnType<typeof carrier>) =>
  stage.events.flatMap(event =>
    (event.type === 'provisional' || event.type === 'answered') && event.body !== null
      ? [`${event.type} ${event.fork} ${Buffer.from(event.body)}`]
      : [],
  );
const rseq = (number: number) => ['Require: 100rel', `RSeq: ${number}`];

describe('a call of ours that forks', () => {
  test('hears the early media of each fork as it comes, and the answer counts', () => {
    const stage = carrier();
    stage.reply(183, { tag: 'one', body: 'v=1' });
    stage.reply(183, { tag: 'two', body: 'v=2' });
    stage.reply(200, { tag: 'one', body: 'v=3' });
    expect(media(stage)).toEqual(['provisional one v=1', 'provisional two v=2', 'answered one v=3']);
    expect(stage.agent.open().dialogs, 'each fork has its dialog until the call ends').toBe(2);
  });

  test('with an answer that brings no SDP goes on with the early media of that fork', () => {
    const stage = carrier();
    stage.reply(183, { tag: 'one', body: 'v=1' });
    stage.reply(200, { tag: 'one' });
    expect(stage.events.at(-1)).toMatchObject({ type: 'answered', fork: 'one', body: null });
  });

  test('hangs the second that answers up, and each that comes later, up to eight', () => {
    const stage = carrier();
    for (let i = 1; i <= 12; i++) stage.reply(200, { tag: `fork-${i}` });
    expect(stage.requests('ACK')).toHaveLength(8);
    expect(stage.requests('BYE').map(({ uri }) => uri)).toEqual(
      [2, 3, 4, 5, 6, 7, 8].map(i => `sip:fork-${i}@192.0.2.9:5099`),
    );
    expect(stage.events.filter(({ type }) => type === 'answered')).toHaveLength(1);
  });

  test('to more telephones than we keep dialogs with is answered by whichever answers', () => {
    const stage = carrier();
    for (let i = 1; i <= 20; i++) stage.reply(180, { tag: `phone-${i}` });
    stage.reply(200, { tag: 'phone-20', body: 'v=0' });
    expect(stage.events.at(-1)).toMatchObject({ type: 'answered', fork: 'phone-20' });
    expect(stage.requests('ACK').map(({ uri }) => uri)).toEqual(['sip:phone-20@192.0.2.9:5099']);
    stage.hangUp();
    stage.pass(60_000);
    expect(stage.agent.open()).toEqual({ transactions: 0, dialogs: 0, alarms: 0 });
  });

  test('goes on ringing when one fork says BYE', () => {
    const stage = carrier();
    stage.reply(183, { tag: 'one' });
    stage.reply(183, { tag: 'two' });
    stage.ask('BYE', { tag: 'one' });
    stage.reply(200, { tag: 'two' });
    expect(stage.events.map(({ type }) => type)).toEqual(['dialled', 'provisional', 'provisional', 'answered']);
    expect(stage.statuses()).toEqual([200]);
  });

  test('leaves no early dialog behind when it is refused', () => {
    const stage = carrier();
    stage.reply(183, { tag: 'one' });
    stage.reply(183, { tag: 'two' });
    stage.reply(486);
    stage.pass(60_000);
    expect(stage.agent.open()).toEqual({ transactions: 0, dialogs: 0, alarms: 0 });
  });

  test('a 200 that crosses the CANCEL of a fork with early dialogs gets ACK and a BYE of higher number than its PRACK', () => {
    const stage = carrier();
    stage.reply(183, { tag: 'one', more: rseq(1) });
    stage.reply(200, {}, stage.requests('PRACK')[0]!);
    stage.hangUp();
    stage.reply(200, { tag: 'one' });
    expect(header(stage.requests('PRACK')[0]!.headers, 'cseq')).toBe('2 PRACK');
    expect(header(stage.requests('BYE')[0]!.headers, 'cseq')).toBe('3 BYE');
    expect(header(stage.requests('ACK')[0]!.headers, 'cseq')).toBe('1 ACK');
  });
});

describe('reliable provisional answers to our call', () => {
  test('are offered, never demanded', () => {
    const [invite] = carrier().requests('INVITE');
    expect(header(invite!.headers, 'supported')).toBe('100rel, timer');
    expect(header(invite!.headers, 'require')).toBeNull();
  });

  test('are acknowledged in order, in their dialog; repetitions and gaps are not', () => {
    const stage = carrier();
    stage.reply(180, { tag: 'one', more: rseq(40) });
    stage.reply(180, { tag: 'one', more: rseq(40) });
    stage.reply(183, { tag: 'one', more: rseq(42) });
    stage.reply(183, { tag: 'one', more: rseq(41) });
    stage.reply(180, { tag: 'two', more: rseq(7) });
    expect(stage.requests('PRACK').map(each => [each.uri, header(each.headers, 'rack')])).toEqual([
      ['sip:one@192.0.2.9:5099', '40 1 INVITE'],
      ['sip:one@192.0.2.9:5099', '41 1 INVITE'],
      ['sip:two@192.0.2.9:5099', '7 1 INVITE'],
    ]);
    expect(
      stage.events.filter(({ type }) => type === 'provisional'),
      'told once each',
    ).toHaveLength(3);
  });

  test('whose PRACK got lost for good are acknowledged anew when repeated', () => {
    const stage = carrier();
    stage.reply(183, { more: rseq(5) });
    stage.pass(33_000);
    const before = stage.requests('PRACK').length;
    stage.reply(183, { more: rseq(5) });
    expect(stage.requests('PRACK')).toHaveLength(before + 1);
  });

  test('with SDP are the answer: neither a later one nor the 200 changes it', () => {
    const stage = carrier();
    stage.reply(183, { body: 'v=1', more: rseq(1) });
    stage.reply(183, { body: 'v=2' });
    stage.reply(200, { body: 'v=3' });
    expect(media(stage)).toEqual(['provisional one v=1']);
    expect(stage.events.at(-1)).toMatchObject({ type: 'answered', body: null });
  });

  test('without a number, or a number that is none, are ordinary ones', () => {
    const stage = carrier();
    stage.reply(183, { more: ['Require: 100rel'] });
    stage.reply(183, { more: ['Require: 100rel', 'RSeq: 0'] });
    expect(stage.requests('PRACK')).toEqual([]);
  });
});

describe('UPDATE before the answer', () => {
  test('is glare while our offer has no answer, and counts after a reliable one', () => {
    const stage = carrier();
    stage.reply(183, { body: 'v=1' });
    stage.ask('UPDATE', { body: 'v=2' });
    stage.reply(183, { body: 'v=3', more: rseq(1) });
    stage.ask('UPDATE', { body: 'v=4' });
    expect(stage.statuses()).toEqual([491, 200]);
    expect(stage.offers).toEqual([{ offer: 'v=4', fork: 'one' }]);
    stage.reply(200);
    expect(stage.events.at(-1)).toMatchObject({ type: 'answered', body: null });
  });

  test('moves the target of that dialog', () => {
    const stage = carrier();
    stage.reply(183, { body: 'v=1', more: rseq(1) });
    stage.ask('UPDATE', { contact: 'sip:moved@192.0.2.9:5099' });
    stage.reply(183, { more: rseq(2), contact: 'sip:moved@192.0.2.9:5099' });
    expect(stage.requests('PRACK').at(-1)).toMatchObject({ uri: 'sip:moved@192.0.2.9:5099' });
  });
});

describe('a refusal', () => {
  test('is told with the words, the cause and the patience of the carrier', () => {
    const stage = carrier();
    stage.reply(480, { more: ['Reason: Q.850;cause=18;text="No user responding"', 'Retry-After: 120 (busy hour)'] });
    expect(stage.events.at(-1)).toMatchObject({
      type: 'ended',
      ending: { how: 'refused', code: 480, reason: 'Whatever', q850: 18, retryAfterMs: 120_000 },
    });
  });

  test.each([
    ['to another user of the same server', 'sip:300@192.0.2.9:5099', ['sip:300@192.0.2.9:5099']],
    ['to the domain of the line', 'sip:300@carrier.test', ['sip:300@carrier.test']],
    ['to a stranger', 'sip:300@192.0.2.66', []],
    ['to a telephone number', 'tel:+8615400000001', []],
    ['to TLS', 'sips:300@192.0.2.9', []],
  ])('3xx %s', (_what, contact, followed) => {
    const stage = carrier();
    stage.reply(302, { contact });
    expect(
      stage
        .requests('INVITE')
        .slice(1)
        .map(({ uri }) => uri),
    ).toEqual(followed);
    if (followed.length === 0) expect(stage.events.at(-1)).toMatchObject({ ending: { how: 'refused', code: 302 } });
  });

  test('3xx is followed twice and no more', () => {
    const stage = carrier();
    for (let i = 0; i < 3; i++) stage.reply(302, { contact: `sip:30${i}@192.0.2.9:5099` });
    expect(stage.requests('INVITE')).toHaveLength(3);
    expect(stage.events.at(-1)).toMatchObject({ ending: { how: 'refused', code: 302 } });
  });

  test('422 is asked again with the interval it wants, twice at most', () => {
    const stage = carrier();
    stage.reply(422, { more: ['Min-SE: 3600'] });
    expect(header(stage.requests('INVITE')[1]!.headers, 'session-expires')).toBe('3600');
    expect(header(stage.requests('INVITE')[1]!.headers, 'min-se')).toBe('3600');
    expect(header(stage.requests('INVITE')[1]!.headers, 'cseq')).toBe('2 INVITE');
    stage.reply(422, { more: ['Min-SE: 7200'] });
    stage.reply(422, { more: ['Min-SE: 9000'] });
    expect(stage.requests('INVITE')).toHaveLength(3);
    expect(stage.events.at(-1)).toMatchObject({ ending: { how: 'refused', code: 422 } });
  });
});
