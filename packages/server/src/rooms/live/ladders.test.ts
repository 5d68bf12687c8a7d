import { type Instant, instant, type Verdict } from '@lianxian/core';
import { expect, test } from 'vitest';
import { maskedText, repeatsItsAnswer, safeText } from './ladder.view.ts';
import { type CallLadder, createLadders, type LadderMessage, MOST_MESSAGES, type SeenMessage } from './ladders.ts';

const world = () => {
  const told: string[] = [];
  const more: string[] = [];
  const all = createLadders();
  const calls = new Map<string, CallLadder>();
  const ladders = {
    seen: all.seen,
    begin: (call: string, placedAt: Instant, whole: boolean) => {
      const tell = ({ summary }: LadderMessage) => told.push(`${call} ${summary}`);
      const onMore = (messages: readonly LadderMessage[]) => more.push(`${call} ${messages.length}`);
      calls.set(call, all.open({ placedAt, whole, tell, onMore }));
    },
    belongs: (callId: string, call: string) => calls.get(call)?.belongs(callId),
    forRecord: (call: string, about: Verdict) => calls.get(call)?.forRecord(about) ?? null,
    end: (call: string) => {
      calls.get(call)?.end();
      calls.delete(call);
    },
  };
  return { ladders, told, more };
};
const seen = (callId: string, summary: string, over: Partial<SeenMessage> = {}): SeenMessage => ({
  at: instant(1_000),
  way: /^\d/.test(summary) ? 'in' : 'out',
  callId,
  summary,
  cseq: '1 INVITE',
  peer: { host: '192.0.2.1', port: 5060 },
  transport: 'udp',
  text: () => `${summary} whole`,
  ...over,
});
const verdict = (fault: Verdict['fault']): Verdict => ({
  state: 'busy',
  fault,
  mayRetry: true,
  sipCode: 486,
  because: 'busy',
});
const summaries = (messages: readonly LadderMessage[] | null) => messages?.map(({ summary }) => summary);

test('an INVITE that left before anybody knew whose it is stands first on its call’s ladder', () => {
  const { ladders, told } = world();
  ladders.begin('7', instant(990), true);
  ladders.seen(seen('a', 'INVITE'));
  ladders.seen(seen('other', 'OPTIONS'));
  expect(told).toEqual([]);
  ladders.belongs('a', '7');
  ladders.seen(seen('a', '100 Trying', { at: instant(1_020) }));
  expect(told).toEqual(['7 INVITE', '7 100 Trying']);
  expect(ladders.forRecord('7', verdict('callee'))).toMatchObject([
    { atMs: 10, way: 'out', summary: 'INVITE', peer: '192.0.2.1:5060', transport: 'udp', text: 'INVITE whole' },
    { atMs: 30, way: 'in', summary: '100 Trying' },
  ]);
});

test('an attempt keeps facts, and its record only those of a fault of the line; the answer that ended it with its text', () => {
  const { ladders } = world();
  for (const call of ['1', '2', '3']) {
    ladders.begin(call, instant(0), false);
    ladders.seen(seen(call, 'INVITE'));
    ladders.belongs(call, call);
    ladders.seen(seen(call, '488 Not Acceptable Here'));
  }
  expect(ladders.forRecord('1', verdict('callee'))).toBeNull();
  expect(ladders.forRecord('2', verdict('carrier'))).toMatchObject([
    { summary: 'INVITE', text: '' },
    { text: '488 Not Acceptable Here whole' },
  ]);
  for (let n = 0; n < 3; n += 1) ladders.seen(seen('3', '200 OK'));
  expect(summaries(ladders.forRecord('3', verdict('nobody')))).toHaveLength(5);
});

test('what comes after the record was filed completes it; a call that keeps none is left alone', () => {
  const { ladders, more } = world();
  for (const [call, whole] of [
    ['1', true],
    ['2', false],
  ] as const) {
    ladders.begin(call, instant(0), whole);
    ladders.belongs(call, call);
    ladders.seen(seen(call, 'BYE'));
    ladders.forRecord(call, verdict('nobody'));
    ladders.seen(seen(call, '200 OK', { cseq: '2 BYE' }));
    ladders.end(call);
  }
  expect(more).toEqual(['1 2', '1 2']);
  expect(ladders.forRecord('1', verdict('us'))).toBeNull();
});

test('a ladder is bounded, and so are the messages of strangers', () => {
  const { ladders, told } = world();
  ladders.begin('7', instant(0), true);
  ladders.seen(seen('early', 'INVITE'));
  for (let n = 0; n < 1_000; n += 1) ladders.seen(seen(`scan ${n}`, 'OPTIONS'));
  ladders.belongs('early', '7');
  expect(told).toEqual([]);
  for (let n = 0; n < 100; n += 1) ladders.seen(seen('early', '200 OK'));
  expect(told).toHaveLength(MOST_MESSAGES);
});

test('credentials, folded ones too, and keys of the media are cut out of a text', () => {
  const text = safeText(
    [
      'INVITE sip:13800138000@192.0.2.1 SIP/2.0',
      'Proxy-Authorization: Digest username="u", realm="r",',
      '  response="0123456789abcdef0123456789abcdef"',
      'authorization : Digest username="u", nonce="n"',
      'Call-ID: a',
      '',
      'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0',
      'a=sendrecv',
    ].join('\r\n'),
  );
  expect(text.split('\r\n')).toEqual([
    'INVITE sip:13800138000@192.0.2.1 SIP/2.0',
    'Proxy-Authorization: …',
    'authorization : …',
    'Call-ID: a',
    '',
    'a=crypto:1 AES_CM_128_HMAC_SHA1_80 …',
    'a=sendrecv',
  ]);
});

test.each([
  ['INVITE sip:13800138000@192.0.2.1:5060 SIP/2.0', 'INVITE sip:138****8000@192.0.2.1:5060 SIP/2.0'],
  ['To: <sip:+8613800138000@a.example>;tag=1', 'To: <sip:+861****8000@a.example>;tag=1'],
  ['From: "02088888800" <sips:02088888800@a.example>', 'From: "020****8800" <sips:020****8800@a.example>'],
  ['P-Called-Party-ID: <tel:02066667777;phone-context=x>', 'P-Called-Party-ID: <tel:020****7777;phone-context=x>'],
  ['X-Number: 9013800138000', 'X-Number: 90138****8000'],
  ['Contact: <sip:192.168.100.200:5060;transport=udp>', 'Contact: <sip:192.168.100.200:5060;transport=udp>'],
  ['REGISTER sip:203.0.113.10 SIP/2.0', 'REGISTER sip:203.0.113.10 SIP/2.0'],
  [
    'Via: SIP/2.0/UDP 192.168.100.200:5060;received=203.0.113.100',
    'Via: SIP/2.0/UDP 192.168.100.200:5060;received=203.0.113.100',
  ],
  ['Proxy-Authenticate: Digest realm="203.0.113.100"', 'Proxy-Authenticate: Digest realm="203.0.113.100"'],
  ['c=IN IP4 203.0.113.100', 'c=IN IP4 203.0.113.100'],
  ['From: 02088888800 <sip:x@a.example>', 'From: 020****8800 <sip:x@a.example>'],
  ['X-Transfer-To: 13912345678', 'X-Transfer-To: 139****5678'],
  ['Diversion: <sip:138.0013.8001@a.example>', 'Diversion: <sip:138****8001@a.example>'],
  ['o=- 3941234567 1 IN IP4 192.0.2.1', 'o=- 3941234567 1 IN IP4 192.0.2.1'],
])('who may see no phones reads %s as %s', (text, masked) => {
  expect(maskedText(text, '13800138000')).toBe(masked);
});

test('a 200 that is said a third time tells that our ACK does not arrive', () => {
  const answers = (cseqs: readonly string[]) => cseqs.map(cseq => ({ way: 'in', summary: '200 OK', cseq }) as const);
  expect(repeatsItsAnswer(answers(['1 INVITE', '1 INVITE', '2 INVITE', '3 BYE', '3 BYE', '3 BYE']))).toBe(false);
  expect(repeatsItsAnswer(answers(['1 INVITE', '1 INVITE', '1 INVITE']))).toBe(true);
});

test('a message of 64 KiB, of signs that take many bytes, with an emoji at the cut, fits the bus and can be stored', () => {
  const kept: LadderMessage[] = [];
  const ladders = createLadders();
  const tell = (message: LadderMessage) => kept.push(message);
  ladders.open({ placedAt: instant(0), whole: true, tell, onMore: () => undefined }).belongs('a');
  for (const sign of ['x', '忙', '😀', '\u0001', '\0', '😀x'])
    ladders.seen(
      seen('a', `486 ${sign.repeat(20_000)}`, {
        cseq: `1 ${sign.repeat(20_000)}`,
        text: () => `SIP/2.0 486 ${sign.repeat(65_536 / sign.length)}`,
      }),
    );
  expect(kept).toHaveLength(6);
  for (const message of kept) {
    const json = JSON.stringify(message);
    expect(Buffer.byteLength(json)).toBeLessThan(6_000);
    // Half of a pair, or a zero, is JSON that PostgreSQL refuses.
    expect(json).not.toMatch(/\\u(?:d[89a-f]|0000)/i);
    expect(message.text.startsWith('SIP/2.0 486')).toBe(true);
  }
});
