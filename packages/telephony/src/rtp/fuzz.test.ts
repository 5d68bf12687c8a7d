import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instant } from '@lianxian/core/kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createListener } from '../media/listener.ts';
import { createTexter } from '../media/texter.ts';
import { parseRtcp } from '../rtcp/packet.ts';
import { createReporter } from '../rtcp/reporter.ts';
import { buildRtp, parseRtp } from './packet.ts';
import { createReception } from './reception.ts';
import { parseRedundancy } from './redundancy.ts';
import { createKeyReceiver } from './telephone-event.ts';

/**
 * Whatever bytes come: nothing throws, nothing grows beyond its bound, nothing is told that was not in them. What once
 * broke is kept in `test/corpus/media`, one datagram a file in hex, and taken first.
 */
const corpusFolder = join(import.meta.dirname, '../../test/corpus/media');
const corpus = readdirSync(corpusFolder).map(name => [
  name,
  Uint8Array.from(Buffer.from(readFileSync(join(corpusFolder, name), 'utf8').replaceAll(/#.*|\s/g, ''), 'hex')),
]) as [string, Uint8Array][];

const address = { host: '127.0.0.1', port: 9 };

/** Everything of a leg that takes bytes from the network. */
const leg = () => {
  const told: string[] = [];
  const sounds: number[] = [];
  const listener = createListener(
    {
      firstPacket: () => {},
      key: key => told.push(key),
      keyLasts: () => {},
      voice: () => {},
      sound: (atMs, { payload }) => sounds.push(atMs, payload.length),
    },
    { voiceActivity: true, inBandKeys: true },
  );
  listener.use({
    address,
    codec: 'PCMA',
    payloadType: 8,
    telephoneEvent: 101,
    comfortNoise: 13,
    direction: 'sendrecv',
  });
  const texter = createTexter(
    () => {},
    text => told.push(text),
  );
  texter.use({ address, t140: 98, red: 99 });
  const reporter = createReporter({
    cname: '',
    wallZero: 0,
    clockRate: 8_000,
    chance: () => 0.5,
    sent: () => ({ ssrc: 1, timestamp: 0, packets: 1, bytes: 1 }),
    reception: listener.reception.report,
  });
  return {
    told,
    take: (bytes: Uint8Array, at: number): void => {
      listener.take(bytes, instant(at));
      listener.frame(instant(at), 0);
      texter.take(bytes, instant(at));
      texter.frame(instant(at));
      reporter.take(bytes, instant(at));
      expect(sounds.every(Number.isFinite)).toBe(true);
      sounds.length = 0;
    },
    check: (): void => {
      const { received, lost, outOfOrder, doubled, bursts } = listener.reception.counts();
      for (const count of [received, lost, outOfOrder, doubled, bursts]) expect(count).toBeGreaterThanOrEqual(0);
      const { roundTripMs, remote } = reporter.facts();
      expect(roundTripMs ?? 0).toBeLessThanOrEqual(10_000);
      expect(remote?.lostPerMille ?? 0).toBeLessThanOrEqual(1_000);
      expect(listener.reception.jitterMs()).toBeGreaterThanOrEqual(0);
    },
  };
};

test.each(corpus)('%s breaks nothing any more', (_name, bytes) => {
  const { take, check } = leg();
  for (const at of [1_000, 1_020, 2_000]) take(Uint8Array.from(bytes), at);
  check();
});

/** Bytes that look like a packet of ours: a right version, a known type, then anything. */
const likely = fc
  .tuple(
    fc.constantFrom(8, 0, 13, 98, 99, 101, 0x88, 0xe5, 200, 201, 202, 203, 204),
    fc.uint8Array({ minLength: 2, maxLength: 220 }),
    fc.nat({ max: 63 }),
  )
  .map(([type, bytes, low]) => {
    const packet = Uint8Array.from(bytes);
    packet.set([0x80 | low, type]);
    return packet;
  });

const steps = fc.array(fc.tuple(fc.oneof(fc.uint8Array({ maxLength: 80 }), likely), fc.nat({ max: 3_000 })), {
  maxLength: 60,
});

test('any packets in any order at any time leave a leg whole', () => {
  fc.assert(
    fc.property(steps, packets => {
      const { take, check } = leg();
      let at = 1_000;
      for (const [bytes, later] of packets) {
        at += later;
        take(bytes, at);
      }
      check();
    }),
    { numRuns: 400 },
  );
});

test('parsers answer with a packet within the bytes, or a refusal', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), likely), bytes => {
      const rtp = parseRtp(bytes);
      if (typeof rtp !== 'string') expect(rtp.payload.length).toBeLessThanOrEqual(bytes.length - 12);
      const rtcp = parseRtcp(bytes);
      if (typeof rtcp !== 'string') expect(rtcp.blocks.length).toBeLessThanOrEqual(31);
      const blocks = parseRedundancy(bytes);
      if (typeof blocks !== 'string')
        expect(blocks.reduce((sum, { data }) => sum + data.length, 0)).toBeLessThanOrEqual(bytes.length);
    }),
    { numRuns: 3_000 },
  );
});

test('a key is told as often as keys were pressed, whatever is lost, doubled or out of order within one press', () => {
  const press = fc.record({
    code: fc.nat({ max: 15 }),
    packets: fc.array(fc.record({ keep: fc.boolean(), twice: fc.boolean(), order: fc.nat() }), {
      minLength: 3,
      maxLength: 12,
    }),
  });
  fc.assert(
    fc.property(fc.array(press, { maxLength: 12 }), fc.nat({ max: 0xffff_ffff }), (presses, start) => {
      const receiver = createKeyReceiver();
      const wanted: number[] = [];
      let told = 0;
      let timestamp = start;
      for (const { code, packets } of presses) {
        const kept = packets.filter(({ keep }) => keep);
        if (kept.length > 0) wanted.push(code);
        const payloads = kept.flatMap(({ twice }, n) => {
          const duration = (n + 1) * 160;
          const payload = Uint8Array.of(code, n >= packets.length - 3 ? 0x8a : 10, duration >> 8, duration & 0xff);
          return twice ? [payload, payload] : [payload];
        });
        for (const payload of payloads.sort((a, b) => ((a[3]! * 7) % 5) - ((b[3]! * 7) % 5))) {
          const packet = { marker: false, payloadType: 101, sequence: 0, timestamp: timestamp >>> 0, ssrc: 1, payload };
          if (receiver.take(packet)?.begins) told += 1;
        }
        timestamp += packets.length * 160 + 480;
      }
      expect(told).toBe(wanted.length);
    }),
    { numRuns: 500 },
  );
});

test('losses are counted right over wraps, doubles and disorder', () => {
  const fate = fc.record({ lost: fc.boolean(), twice: fc.boolean(), delay: fc.nat({ max: 30 }) });
  fc.assert(
    fc.property(fc.nat({ max: 0xffff }), fc.array(fate, { minLength: 2, maxLength: 400 }), (first, fates) => {
      const reception = createReception(8_000);
      const last = fates.length - 1;
      const sent = fates.map((each, n) => ({ ...each, n, lost: n > 0 && n < last && each.lost }));
      const arriving = sent
        .filter(({ lost }) => !lost)
        .flatMap(each => (each.twice ? [each, each] : [each]))
        .sort((a, b) => (a.n === 0 ? -1 : b.n === 0 ? 1 : a.n + a.delay - (b.n + b.delay)));
      for (const { n } of arriving)
        reception.take(
          {
            marker: false,
            payloadType: 8,
            sequence: (first + n) & 0xffff,
            timestamp: n * 160,
            ssrc: 1,
            payload: new Uint8Array(),
          },
          n,
        );
      const lost = sent.filter(each => each.lost).length;
      expect(reception.counts()).toMatchObject({
        lost,
        received: fates.length - lost,
        doubled: arriving.length - fates.length + lost,
      });
    }),
    { numRuns: 300 },
  );
});

test('what is built is read again, whatever is in it', () => {
  const packet = fc.record({
    marker: fc.boolean(),
    // 64–95 with the marker look like RTCP (RFC 5761 §4) and are not used.
    payloadType: fc.oneof(fc.nat({ max: 63 }), fc.integer({ min: 96, max: 127 })),
    sequence: fc.nat({ max: 0xffff }),
    timestamp: fc.nat({ max: 0xffff_ffff }),
    ssrc: fc.nat({ max: 0xffff_ffff }),
    payload: fc.uint8Array({ maxLength: 200 }),
  });
  fc.assert(
    fc.property(packet, each => {
      expect(parseRtp(Uint8Array.from(buildRtp(each)))).toEqual(each);
    }),
  );
});
