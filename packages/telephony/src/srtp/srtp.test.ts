import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildRtp } from '../rtp/packet.ts';
import { createKeyStream } from './key-stream.ts';
import { deriveKey, makeSdesKey, readSdesKey, srtpKeys } from './keys.ts';
import { createSrtcpReceiver, createSrtcpSender } from './srtcp.ts';
import { createSrtpReceiver, createSrtpSender } from './srtp.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const master = { key: hex('E1F97A0D3E018BE0D64FA32C06DE4139'), salt: hex('0EC675AD498AFEEBB6960B3AABE6') };
const suites = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const;

test('the key stream of RFC 3711 B.2, at its beginning and where the counter nears its end', () => {
  const stream = createKeyStream(hex('2B7E151628AED2A6ABF7158809CF4F3C'));
  const bytes = stream.of(hex('F0F1F2F3F4F5F6F7F8F9FAFBFCFD'), 0xff02 * 16);
  const block = (n: number): string =>
    Buffer.from(bytes.subarray(n * 16, n * 16 + 16))
      .toString('hex')
      .toUpperCase();
  expect([0, 1, 2, 0xfeff, 0xff00, 0xff01].map(block)).toEqual([
    'E03EAD0935C95E80E166B16DD92B4EB4',
    'D23513162B02D0F72A43A2FE4A5F97AB',
    '41E95B3BB0A2E8DD477901E4FCA894C0',
    'EC8CDF7398607CB0F2D21675EA9EA1E4',
    '362B7C3C6773516318A077D7FC5073AE',
    '6A2CC3787889374FBEB4C81B17BA6C44',
  ]);
});

test('the session keys of RFC 3711 B.3', () => {
  const { encryption, salt, authentication } = srtpKeys(master);
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase();
  expect(text(encryption)).toBe('C61E7A93744F39EE10734AFE3FF7A087');
  expect(text(salt)).toBe('30CBBC08863D8C85D49DB34A9AE1');
  expect(text(authentication)).toBe('CEBE321F6FF7716B6FD4AB49AF256A156D38BAA4');
  expect(text(deriveKey(master, 1, 94))).toBe(
    'CEBE321F6FF7716B6FD4AB49AF256A156D38BAA48F0A0ACF3C34E2359E6CDBCEE049646C43D9327AD175578EF7227098' +
      '6371C10C9A369AC2F94A8C5FBCDDDC256D6E919A48B610EF17C2041E474035766B68642C59BBFC2F34DB60DBDFB2',
  );
});

/** The packets that libsrtp checks itself against (test/srtp_driver.c, srtp_validate). */
const plain = `800f1234decafbadcafebabe${'ab'.repeat(16)}`;
const sealed = '800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb';

test('a packet is sealed as other implementations seal it, and opened again', () => {
  const sender = createSrtpSender(master, 'AES_CM_128_HMAC_SHA1_80');
  expect(Buffer.from(sender.protect(hex(plain))!).toString('hex')).toBe(sealed);
  const receiver = createSrtpReceiver(master, 'AES_CM_128_HMAC_SHA1_80');
  expect(Buffer.from(receiver.unprotect(hex(sealed))!).toString('hex')).toBe(plain);
});

test('a report of another implementation is opened', () => {
  const opened = createSrtcpReceiver(master).unprotect(
    hex('81c8000bcafebabe7128035be487b9bdbef89041f977a5a880000001993e08cd54d6c1230798'),
  );
  expect(opened && Buffer.from(opened).toString('hex')).toBe(`81c8000bcafebabe${'ab'.repeat(16)}`);
});

const packet = (index: number, payload: Uint8Array, ssrc = 7): Buffer =>
  buildRtp({ marker: false, payloadType: 8, sequence: index & 0xffff, timestamp: (index * 160) >>> 0, ssrc, payload });

test('whatever is lost or comes out of order, over the wrap of the sequence too, all that comes is opened once', () => {
  const property = fc.property(
    fc.constantFrom(...suites),
    fc.integer({ min: 0, max: 0xffff }),
    fc.array(fc.record({ lost: fc.boolean(), delay: fc.nat({ max: 40 }), twice: fc.boolean() }), {
      minLength: 1,
      maxLength: 200,
    }),
    fc.uint8Array({ maxLength: 40 }),
    (suite, first, fates, payload) => {
      const sender = createSrtpSender(master, suite);
      const receiver = createSrtpReceiver(master, suite);
      const sent = fates.map((fate, n) => ({
        ...fate,
        n,
        bytes: Buffer.from(sender.protect(packet(first + n, payload))!),
      }));
      const arriving = sent
        .filter(({ lost, n }) => n === 0 || !lost)
        // The first is heard first: before it nobody knows the round.
        .sort((a, b) => (a.n === 0 ? -1 : b.n === 0 ? 1 : a.n + a.delay - (b.n + b.delay)));
      for (const { n, bytes, twice } of arriving) {
        const opened = receiver.unprotect(Buffer.from(bytes));
        expect(opened && Buffer.from(opened)).toEqual(packet(first + n, payload));
        if (twice) expect(receiver.unprotect(Buffer.from(bytes))).toBeNull();
      }
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test('three rounds of sequence numbers with every hundredth packet heard', () => {
  const [sender, receiver] = [createSrtpSender(master, suites[0]), createSrtpReceiver(master, suites[0])];
  const payload = Uint8Array.of(1, 2, 3);
  let heard = 0;
  for (let n = 0; n < 200_000; n += 1) {
    // The sender sees each, so that its rounds are right; sealing all would only take time.
    if (n % 100 !== 0 && n % 0x10000 !== 0 && n % 0x10000 !== 0xffff) continue;
    const bytes = sender.protect(packet(n, payload))!;
    if (n % 100 === 0 && receiver.unprotect(Buffer.from(bytes))) heard += 1;
  }
  expect(heard).toBe(2_000);
});

test('who misses the first packets just before the wrap still opens the rest', () => {
  const [sender, receiver] = [createSrtpSender(master, suites[0]), createSrtpReceiver(master, suites[0])];
  for (const n of [65_530, 65_531]) sender.protect(packet(n, Uint8Array.of(1)));
  for (const n of [65_540, 65_541])
    expect(receiver.unprotect(Buffer.from(sender.protect(packet(n, Uint8Array.of(1)))!))).not.toBeNull();
});

test('a bit that was changed anywhere, a key of somebody else, or plain RTP is not heard', () => {
  const property = fc.property(fc.constantFrom(...suites), fc.nat(), (suite, where) => {
    const bytes = Buffer.from(createSrtpSender(master, suite).protect(packet(5, new Uint8Array(160)))!);
    const bit = where % (bytes.length * 8);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    expect(createSrtpReceiver(master, suite).unprotect(bytes)).toBeNull();
  });
  fc.assert(property, { numRuns: 500 });
  const other = readSdesKey(makeSdesKey())!;
  const bytes = createSrtpSender(master, suites[0]).protect(packet(5, new Uint8Array(160)))!;
  expect(createSrtpReceiver(other, suites[0]).unprotect(Buffer.from(bytes))).toBeNull();
  expect(createSrtpReceiver(master, suites[0]).unprotect(packet(5, new Uint8Array(160)))).toBeNull();
});

test('no part of a key stream is used twice when the suite changes in the middle', () => {
  const sender = createSrtpSender(master, suites[0]);
  const payload = new Uint8Array(16);
  const body = (n: number): string => Buffer.from(sender.protect(packet(n, payload))!.subarray(12, 28)).toString('hex');
  const streams = [body(65_534), body(65_535), body(65_536)];
  sender.use(suites[1]);
  streams.push(body(65_537));
  sender.use(suites[0]);
  streams.push(...[65_538, 131_071, 131_072].map(body), body(131_073));
  expect(new Set(streams).size).toBe(streams.length);
});

test('a far end that restarts with a new source is opened; a flood of sources takes no memory', () => {
  const receiver = createSrtpReceiver(master, suites[0]);
  for (let ssrc = 1; ssrc <= 100; ssrc += 1) {
    const sender = createSrtpSender(master, suites[0]);
    expect(receiver.unprotect(Buffer.from(sender.protect(packet(9, Uint8Array.of(1), ssrc))!))).not.toBeNull();
  }
});

test('reports are sealed and opened, each once', () => {
  const [sender, receiver] = [createSrtcpSender(master), createSrtcpReceiver(master)];
  const report = hex(`80c90001${'cafebabe'}81ca0002${'cafebabe'}01000000`);
  for (let n = 0; n < 5; n += 1) {
    const bytes = Buffer.from(sender.protect(report)!);
    expect(Buffer.from(receiver.unprotect(Buffer.from(bytes))!)).toEqual(report);
    expect(receiver.unprotect(Buffer.from(bytes))).toBeNull();
    bytes[5]! ^= 1;
    expect(receiver.unprotect(bytes)).toBeNull();
  }
});

test('no bytes from the network make the openers throw', () => {
  const [srtp, srtcp] = [createSrtpReceiver(master, suites[1]), createSrtcpReceiver(master)];
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), bytes => {
      expect([srtp.unprotect(bytes), srtcp.unprotect(bytes)]).toEqual([null, null]);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['', 'no bytes'],
  [Buffer.alloc(29).toString('base64'), 'a byte too few'],
  [Buffer.alloc(46).toString('base64'), 'another cipher'],
])('the key [%s] is none: %s', inline => expect(readSdesKey({ suite: suites[0], inline })).toBeNull());
