import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressValue, responseTo } from './build.ts';
import { parseAuth } from './credentials.ts';
import { allHeaders, header } from './message.ts';
import { parseNameAddr } from './name-addr.ts';
import { parseMessage } from './parse.ts';
import { splitList } from './scan.ts';
import { serialise } from './serialise.ts';
import { escapeUser, parseHostPort, parseSipUri, userOf } from './uri.ts';
import { parseVia } from './via.ts';

const lines = (...all: string[]) => Buffer.from(`${all.join('\r\n')}\r\n\r\n`);
const INVITE = [
  'INVITE sip:15400000001@192.0.2.1 SIP/2.0',
  'Via: SIP/2.0/UDP 192.0.2.2:5070;branch=z9hG4bKabc;rport',
  'From: <sip:057188880000@192.0.2.1>;tag=f1',
  'To: <sip:15400000001@192.0.2.1>',
  'Call-ID: c1',
  'CSeq: 1 INVITE',
  'Max-Forwards: 70',
];
const replaced = (start: string, line: string) => INVITE.map(each => (each.startsWith(start) ? line : each));
const parse = (...all: string[]) => parseMessage(lines(...all));

describe('a message', () => {
  test('is read with compact names, folded lines, odd spaces and case', () => {
    const parsed = parse(
      'INVITE sip:b@h SIP/2.0',
      'v:SIP / 2.0 / UDP h2 ; branch = z9hG4bKx',
      'f  :  "A, B" <sip:a@h>',
      ' ;tag=t',
      't: sip:b@h',
      'i: x',
      'CSEQ: 0007   INVITE',
      'm: <sip:a@h2>, <sip:c@h2>',
    );
    expect(parsed).toMatchObject({
      ok: true,
      message: { via: { host: 'h2', branch: 'z9hG4bKx' }, from: { display: 'A, B' }, cseq: { number: 7 }, callId: 'x' },
    });
  });

  test('keeps its body by Content-Length, forgets what follows, and reads Chinese', () => {
    const bytes = Buffer.from(`${[...INVITE, 'Subject: 课程回访', 'Content-Length: 6'].join('\r\n')}\r\n\r\n你好,再见`);
    const parsed = parseMessage(bytes);
    expect(parsed.ok && Buffer.from(parsed.message.body).toString()).toBe('你好');
    expect(parsed.ok && header(parsed.message.headers, 'subject')).toBe('课程回访');
  });

  test('with bare line feeds is read too', () => {
    expect(parseMessage(Buffer.from(`${INVITE.join('\n')}\n\n`)).ok).toBe(true);
  });

  test.each([
    ['no request line', ['hello'], null],
    ['two spaces in the request line', replaced('INVITE', 'INVITE  sip:b@h SIP/2.0'), 400],
    ['another version', replaced('INVITE', 'INVITE sip:b@h SIP/3.0'), 505],
    ['a port out of range', replaced('INVITE', 'INVITE sip:b@h:70000 SIP/2.0'), 400],
    ['no Call-ID', INVITE.filter(line => !line.startsWith('Call-ID')), 400],
    ['two To', [...INVITE, 'To: <sip:z@h>'], 400],
    ['an open quote', replaced('From', 'From: "A <sip:a@h>;tag=1'), 400],
    ['CSeq of another method', replaced('CSeq', 'CSeq: 1 BYE'), 400],
    ['CSeq beyond 31 bits', replaced('CSeq', 'CSeq: 2147483648 INVITE'), 400],
    ['Max-Forwards beyond 255', replaced('Max', 'Max-Forwards: 256'), 400],
    ['a negative length', [...INVITE, 'Content-Length: -1'], 400],
    ['a length beyond the datagram', [...INVITE, 'Content-Length: 10'], 400],
    ['a header without a colon', [...INVITE, 'nonsense'], 400],
    ['an empty Via parameter', replaced('Via', 'Via: SIP/2.0/UDP h;;branch=z9hG4bKa'), 400],
    ['300 headers', [...INVITE, ...Array.from({ length: 300 }, () => 'X: y')], 400],
    ['a broken ACK', INVITE.map(line => line.replace('INVITE', 'ACK').replace('CSeq: 1', 'CSeq: x')), null],
    ['a broken answer', ['SIP/2.0 99 No', ...INVITE.slice(1)], null],
  ])('with %s is refused', (_what, text, status) => {
    const parsed = parse(...text);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? 'taken' : (parsed.refusal.answer?.status ?? null)).toBe(status);
  });

  test('longer than a datagram is refused without being read', () => {
    expect(parseMessage(new Uint8Array(70_000)).ok).toBe(false);
  });

  test('written and read again is the same', () => {
    const parsed = parse(...INVITE);
    expect(parsed.ok && parseMessage(serialise(parsed.message))).toEqual({
      ok: true,
      message: expect.objectContaining({ uri: 'sip:15400000001@192.0.2.1', callId: 'c1' }),
    });
  });

  test('lets nobody write a header of his own through a value', () => {
    const message = responseTo({ headers: [] }, { status: 486, reason: 'Busy\r\nX-Evil: 1', toTag: null });
    const text = serialise({ ...message, headers: [{ name: 'subject', value: 'a\r\nX-Evil: 2' }] }).toString();
    expect(text.split('\r\n').some(line => line.startsWith('X-Evil'))).toBe(false);
  });
});

describe('an answer', () => {
  test('copies what it must and tags To once', () => {
    const parsed = parse(...INVITE, 'Via: SIP/2.0/UDP proxy;branch=z9hG4bKp');
    if (!parsed.ok) throw new Error('unread');
    const answer = responseTo(parsed.message, { status: 180, toTag: 'b1' });
    expect(allHeaders(answer.headers, 'via')).toHaveLength(2);
    expect(header(answer.headers, 'to')).toBe('<sip:15400000001@192.0.2.1>;tag=b1');
    expect(header(responseTo(answer, { status: 200, toTag: 'zz' }).headers, 'to')).toContain('tag=b1');
  });
});

describe('addresses', () => {
  test.each([
    [
      'sip:alice@example.com:5070;transport=udp?x=y',
      { user: 'alice', host: 'example.com', port: 5070, headers: 'x=y' },
    ],
    ['sip:[2001:db8::1]:5070', { user: null, host: '2001:db8::1', port: 5070 }],
    ['SIPS:a;b=c@h', { scheme: 'sips', user: 'a;b=c', host: 'h' }],
    ['sip:2001:db8::10', null],
    ['sip:@h', null],
    ['sip:a@b@c', null],
    ['tel:+8613800000000', null],
    ['sip:a@', null],
  ])('%s', (text, expected) => {
    if (expected === null) expect(parseSipUri(text)).toBeNull();
    else expect(parseSipUri(text)).toMatchObject(expected);
  });

  test.each([
    ['sip:%31%35400000001@h', '15400000001'],
    ['sip:+8615400000001;npdi@h;user=phone', '+8615400000001'],
    ['tel:15400000001;phone-context=cn', '15400000001'],
    ['sip:h', ''],
  ])('the number of %s is %s', (uri, number) => {
    expect(userOf(uri)).toBe(number);
  });

  test('a number with odd keys is escaped and comes back', () => {
    expect(escapeUser('*123#')).toBe('*123%23');
    expect(userOf(`sip:${escapeUser('坐席 1@x')}@h`)).toBe('坐席 1@x');
  });

  test('parameters without brackets belong to the header, within them to the URI', () => {
    expect(parseNameAddr('sip:a@h;tag=1')?.params.get('tag')).toBe('1');
    expect(parseNameAddr('<sip:a@h;lr>;tag=1')?.uri).toBe('sip:a@h;lr');
    expect(parseNameAddr('sip:a@h?Route=x')).toBeNull();
    expect(addressValue('sip:a@h')).toBe('<sip:a@h>');
  });

  test('hosts, Via and lists', () => {
    expect(parseHostPort('h:0')).toEqual({ host: 'h', port: 0 });
    expect(parseHostPort('h:')).toBeNull();
    expect(parseVia('SIP/2.0/UDP [::1]:5060;received=::2;branch=z9hG4bKx')).toMatchObject({ host: '::1', port: 5060 });
    expect(parseVia('SIP/3.0/UDP h')).toBeNull();
    expect(splitList('<sip:a,b@h>, "x,y" <sip:c@h>')).toEqual(['<sip:a,b@h>', '"x,y" <sip:c@h>']);
    expect(splitList('a,,b')).toBeNull();
    expect(parseAuth('Digest realm="a, b", nonce="n\\"1", qop="auth,auth-int", stale=FALSE')?.fields).toEqual(
      new Map([
        ['realm', 'a, b'],
        ['nonce', 'n"1'],
        ['qop', 'auth,auth-int'],
        ['stale', 'FALSE'],
      ]),
    );
  });
});

describe('hostile input', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  console.log(`SIP grammar fuzz seed ${seed}`);
  const whole = lines(...INVITE, 'Contact: <sip:a@h>', 'Route: <sip:p;lr>');

  test('of any bytes is never an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), bytes => void parseMessage(bytes)),
      { seed, numRuns: 500 },
    );
  });

  test('of a message with damaged bytes is taken or refused, and what is taken can be written again', () => {
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(damage, hits => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of hits) bytes[at] = value;
        const parsed = parseMessage(bytes);
        if (parsed.ok) expect(parseMessage(serialise(parsed.message)).ok).toBe(true);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  test('of well-known pieces in any order costs no more than its length', () => {
    const piece = fc.constantFrom(
      '"',
      '\\',
      '<',
      '>',
      ';',
      ',',
      '=',
      'sip:',
      '@',
      ':',
      '[',
      ']',
      ' ',
      '\r\n ',
      'a',
      '%',
      '?',
      'tag',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 2_000 }), pieces => {
        const value = pieces.join('');
        const before = process.cpuUsage();
        parse(...INVITE.slice(0, 6), `Contact: ${value}`);
        parse(...replaced('From', `From: ${value}`));
        parseAuth(`Digest ${value}`);
        // Backtracking would take minutes.
        expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
      }),
      { seed, numRuns: 100 },
    );
  });
});
