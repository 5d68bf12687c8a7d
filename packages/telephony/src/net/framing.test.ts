import { instant } from '@lianxian/core/kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFramer, type Piece } from './framing.ts';

const zero = instant(0);
const message = (body: string, length: string | null = `Content-Length: ${Buffer.byteLength(body)}`): string =>
  [
    'OPTIONS sip:a@b SIP/2.0',
    'Via: SIP/2.0/TCP h;branch=z9hG4bK1',
    ...(length === null ? [] : [length]),
    '',
    body,
  ].join('\r\n');

/** Pieces as text: the message, `ping`, or `garbage: why`. */
const said = (piece: Piece): string => {
  if (piece.type === 'message') return piece.bytes.toString();
  return piece.type === 'ping' ? 'ping' : `garbage: ${piece.because}`;
};
const cut = (...chunks: readonly string[]): string[] => {
  const framer = createFramer();
  return chunks.flatMap(chunk => framer.push(Buffer.from(chunk), zero).map(said));
};

describe('a stream is cut', () => {
  const [one, two] = [message('v=0\r\n'), message('')];
  test.each<[string, readonly string[], readonly string[]]>([
    ['one message', [one], [one]],
    ['two at once', [one + two], [one, two]],
    ['a body that comes later', [one.slice(0, -3), one.slice(-3)], [one]],
    ['line ends before a message', [`\r\n${one}`], [one]],
    ['a keep-alive', ['\r\n\r\n'], ['ping']],
    ['a keep-alive in two packets', ['\r\n', '\r\n'], ['ping']],
    ['a keep-alive behind a message', [`${one}\r\n\r\n`], [one, 'ping']],
    ['the answer to ours', ['\r\n'], []],
    ['a compact name', [message('x', 'l: 1')], [message('x', 'l: 1')]],
    ['spaces before the colon', [message('x', 'Content-length  :  1 ')], [message('x', 'Content-length  :  1 ')]],
    ['a folded length', [message('x', 'Content-Length:\r\n 1')], [message('x', 'Content-Length:\r\n 1')]],
    ['bare line feeds', ['A b SIP/2.0\nl: 2\n\nhi'], ['A b SIP/2.0\nl: 2\n\nhi']],
    ['no length', [message('', null)], ['garbage: no Content-Length']],
    ['a length that is none', [message('', 'Content-Length: -1')], ['garbage: malformed Content-Length']],
    ['two lengths', [message('', 'l: 0\r\nContent-Length: 0')], ['garbage: more than one Content-Length']],
    ['a web browser', ['GET / HTTP/1.1\r\nHost: h\r\n\r\n'], ['garbage: no Content-Length']],
    ['a TLS client', ['\x16\x03\x01\x02'], ['garbage: no SIP']],
    ['a message beyond the limit', [message('', 'Content-Length: 65535')], ['garbage: too long']],
    ['nothing after garbage', [message('', null), one], ['garbage: no Content-Length']],
  ])('%s', (_what, chunks, pieces) => {
    expect(cut(...chunks)).toEqual(pieces);
  });

  test('a head without end is given up at the limit', () => {
    const framer = createFramer();
    const long = Buffer.alloc(65_000, 'a');
    expect(framer.push(long, zero)).toEqual([]);
    expect(framer.push(long, zero).map(said)).toEqual(['garbage: a head without end']);
  });

  test('an unfinished message knows since when it waits', () => {
    const framer = createFramer();
    framer.push(Buffer.from('\r\n'), instant(1));
    expect(framer.waitingSince()).toBeNull();
    framer.push(Buffer.from(one.slice(0, 9)), instant(2));
    framer.push(Buffer.from(one.slice(9, 12)), instant(7));
    expect(framer.waitingSince()).toBe(2);
    framer.push(Buffer.from(one.slice(12)), instant(9));
    expect(framer.waitingSince()).toBeNull();
  });

  test('single line ends far apart are no keep-alive', () => {
    const framer = createFramer();
    expect(framer.push(Buffer.from('\r\n'), instant(0))).toEqual([]);
    expect(framer.push(Buffer.from('\r\n'), instant(25_000))).toEqual([]);
  });
});

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

test(`any messages in any pieces come out as they went in (seed ${seed})`, () => {
  const bodies = fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { minLength: 1, maxLength: 6 });
  const gaps = fc.array(fc.constantFrom('', '\r\n', '\n'), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(
      bodies,
      gaps,
      fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 60 }),
      (texts, between, sizes) => {
        const messages = texts.map(text => message(text));
        const stream = Buffer.from(messages.map((each, i) => (between[i] ?? '') + each).join(''));
        const framer = createFramer();
        const got: string[] = [];
        let from = 0;
        for (const size of [...sizes, stream.length]) {
          for (const piece of framer.push(stream.subarray(from, from + size), zero)) {
            if (piece.type !== 'ping') got.push(said(piece));
          }
          from += size;
        }
        expect(got).toEqual(messages);
      },
    ),
    { seed, numRuns: 300 },
  );
});

test(`rubbish in any pieces breaks nothing, and after garbage nothing comes (seed ${seed})`, () => {
  const rubbish = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .constantFrom('\r\n', '\r\n\r\n', 'l: 5', 'Content-Length: 99999999', ' ', 'BYE sip:a SIP/2.0\r\n')
        .map(text => Uint8Array.from(Buffer.from(text))),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(rubbish, chunks => {
      const framer = createFramer();
      const pieces = chunks.flatMap(chunk => framer.push(chunk, zero));
      const end = pieces.findIndex(piece => piece.type === 'garbage');
      expect(end < 0 || pieces.slice(end + 1).every(piece => piece.type === 'ping')).toBe(true);
    }),
    { seed, numRuns: 500 },
  );
});

test('a message that comes octet by octet costs no more than its length', () => {
  const framer = createFramer();
  const whole = Buffer.from(message('x'.repeat(60_000)));
  const before = process.cpuUsage();
  let got = 0;
  for (let i = 0; i < whole.length; i++) got += framer.push(whole.subarray(i, i + 1), zero).length;
  expect(got).toBe(1);
  // Copying what is there for each octet would move 1.8 GB.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});
