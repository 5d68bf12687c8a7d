import { instant } from '@lianxian/core/kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildRtcp, parseRtcp, type ReportBlock } from './packet.ts';
import { createReporter, type Reporter } from './reporter.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

const sr = '81c8000c 00000001 83aa7e80 80000000 000003e8 00000064 00003e80';
const block = '00000002 40fffffe 0001000a 00000010 12345678 00018000';
const sdes = '81ca0004 00000001 01064071 7a2e7878 00000000';
const bye = '81cb0001 00000001';

test('a compound packet is read field by field', () => {
  expect(parseRtcp(hex(`${sr} ${block} ${sdes} ${bye}`))).toEqual({
    ssrc: 1,
    sender: { ntpSeconds: 0x83aa7e80, ntpFraction: 0x80000000, timestamp: 1_000, packets: 100, bytes: 16_000 },
    blocks: [
      {
        ssrc: 2,
        fractionLost: 64,
        cumulativeLost: -2,
        highestSequence: 0x1000a,
        jitter: 16,
        lastReport: 0x12345678,
        delay: 0x18000,
      },
    ],
    bye: true,
  });
});

test('a goodbye of somebody else is none, and kinds that we do not know are stepped over', () => {
  expect(
    parseRtcp(hex(`${sr} ${block} 81cb0001 00000009 80cc0002 00000001 61626364 81cd0002 00000001 00000002`)),
  ).toMatchObject({
    bye: false,
    blocks: [{ ssrc: 2 }],
  });
});

test.each([
  ['', 'tooShort'],
  ['80c90001', 'tooShort'],
  ['40c90001 00000001', 'notVersion2'],
  ['80080001 00000001', 'notRtcp'],
  ['81ca0001 00000001', 'notCompound'],
  ['80c90002 00000001', 'lengthBeyondEnd'],
  ['80c90001 00000001 81ca', 'lengthBeyondEnd'],
  ['81c90001 00000001', 'blocksBeyondEnd'],
  ['80c80001 00000001', 'blocksBeyondEnd'],
  ['a0c90001 00000001 80c90001 00000001', 'paddingBeforeEnd'],
  ['a0c90002 00000001 00000005', 'paddingBeyondEnd'],
  ['a0c90002 00000001 00000000', 'paddingBeyondEnd'],
])('the bytes [%s] are refused: %s', (bytes, refusal) => {
  expect(parseRtcp(hex(bytes))).toBe(refusal);
});

const word = fc.nat({ max: 0xffff_ffff });
const anyBlock: fc.Arbitrary<ReportBlock> = fc.record({
  ssrc: word,
  fractionLost: fc.nat({ max: 255 }),
  cumulativeLost: fc.integer({ min: -0x80_0000, max: 0x7f_ffff }),
  highestSequence: word,
  jitter: word,
  lastReport: word,
  delay: word,
});

test('what is built is read again', () => {
  const sender = fc.record({ ntpSeconds: word, ntpFraction: word, timestamp: word, packets: word, bytes: word });
  fc.assert(
    fc.property(
      fc.record({
        ssrc: word,
        sender: fc.option(sender),
        blocks: fc.array(anyBlock, { maxLength: 31 }),
        bye: fc.boolean(),
      }),
      fc.string({ maxLength: 40 }),
      (report, cname) => {
        const bytes = buildRtcp({ ...report, cname });
        expect(bytes.length % 4).toBe(0);
        expect(parseRtcp(bytes)).toEqual(report);
      },
    ),
    { numRuns: 300 },
  );
});

/** A side with a clock of its own, that received what `received` says. */
const side = (ssrc: number, heard: number, chance = 0.5): Reporter =>
  createReporter({
    cname: 'x',
    wallZero: 1_700_000_000_000 + ssrc * 12_345,
    clockRate: 8_000,
    chance: () => chance,
    sent: at => ({ ssrc, timestamp: at * 8, packets: 200, bytes: 32_000 }),
    reception: () => ({ ssrc: heard, fractionLost: 12, cumulativeLost: 10, highestSequence: 300, jitter: 40 }),
  });

/** Runs two sides over a line of `oneWayMs` for `ms`. */
const talk = (a: Reporter, b: Reporter, oneWayMs: number, ms: number): void => {
  const inFlight: { readonly at: number; readonly to: Reporter; readonly bytes: Uint8Array }[] = [];
  for (let at = 0; at <= ms; at += 20) {
    while (inFlight[0] && inFlight[0].at <= at) {
      const { to, bytes } = inFlight.shift()!;
      expect(to.take(bytes, instant(at))).toBe(true);
    }
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const bytes = from.due(instant(at));
      if (bytes) inFlight.push({ at: at + oneWayMs, to, bytes });
    }
  }
};

test('two sides measure their round trip and learn what the other hears of them', () => {
  const [a, b] = [side(1, 2, 0.2), side(2, 1, 0.9)];
  talk(a, b, 60, 30_000);
  expect(a.facts().roundTripMs).toBeCloseTo(120, 0);
  expect(b.facts().roundTripMs).toBeCloseTo(120, 0);
  expect(a.facts().remote).toEqual({ lostPerMille: 50, jitterMs: 5 });
});

test('a report of another source, or of a time that never was, tells nothing', () => {
  const us = side(1, 2);
  us.take(
    side(3, 99).due(instant(0)) ?? buildRtcp({ ssrc: 3, sender: null, blocks: [], bye: false, cname: '' }),
    instant(0),
  );
  expect(us.facts()).toEqual({ roundTripMs: null, remote: null, saidBye: false });
  const odd = { ssrc: 1, fractionLost: 0, cumulativeLost: 0, highestSequence: 0, jitter: 0, lastReport: 77, delay: 5 };
  us.take(buildRtcp({ ssrc: 2, sender: null, blocks: [odd], bye: true, cname: '' }), instant(100));
  expect(us.facts()).toEqual({ roundTripMs: null, remote: { lostPerMille: 0, jitterMs: 0 }, saidBye: true });
});

test('reports leave every five seconds on average, none sooner than half of it, the first earlier', () => {
  const times: number[] = [];
  let n = 0;
  const reporter = createReporter({
    cname: 'x',
    wallZero: 0,
    clockRate: 8_000,
    chance: () => (n++ * 0.618_034) % 1,
    sent: () => ({ ssrc: 1, timestamp: 0, packets: 1, bytes: 1 }),
    reception: () => null,
  });
  for (let at = 0; at < 1_000_000; at += 20) if (reporter.due(instant(at))) times.push(at);
  const gaps = times.slice(1).map((at, i) => at - times[i]!);
  expect(times[0]).toBeLessThan(3_800);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_500);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(7_520);
  expect(Math.abs(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length - 5_000)).toBeLessThan(50);
});

test('who has stopped sending is a receiver in his third report, and says goodbye only where he had said something', () => {
  let packets = 10;
  const reporter = createReporter({
    cname: 'x',
    wallZero: 0,
    clockRate: 8_000,
    chance: () => 0.5,
    sent: () => ({ ssrc: 1, timestamp: 0, packets, bytes: 1 }),
    reception: () => null,
  });
  expect(reporter.bye(instant(0))).toBeNull();
  const kinds: number[] = [];
  for (let at = 0; kinds.length < 4; at += 20) {
    const bytes = reporter.due(instant(at));
    if (bytes) kinds.push(bytes[1]!);
    if (bytes && kinds.length === 1) packets += 5;
  }
  expect(kinds).toEqual([200, 200, 200, 201]);
  expect(parseRtcp(reporter.bye(instant(60_000))!)).toMatchObject({ bye: true });
});
