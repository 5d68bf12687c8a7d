import { expect, test } from 'vitest';
import { ALAW_HEADER_BYTES, alawWavHeader, decodeWav, readWavHeader } from './wav.ts';

/** A WAV by hand: chunk name and body, sizes as given. */
const chunk = (name: string, body: Buffer, size = body.length): Buffer => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
};

const format = (tag: number, channels: number, rate: number, bits: number, extra = Buffer.alloc(0)): Buffer => {
  const body = Buffer.alloc(16);
  body.writeUInt16LE(tag, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(rate, 4);
  body.writeUInt16LE(bits, 14);
  return chunk('fmt ', Buffer.concat([body, extra]));
};

const wav = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), ...chunks]);

const int16 = (...samples: readonly number[]): Buffer => Buffer.from(Int16Array.from(samples).buffer);

test('16-bit PCM comes apart by channel, whatever chunks stand before the sound', () => {
  const file = wav(chunk('LIST', Buffer.from('odd')), format(1, 2, 44_100, 16), chunk('data', int16(1, -2, 3, -4)));
  expect(decodeWav(file)).toEqual({ sampleRate: 44_100, channels: [Int16Array.of(1, 3), Int16Array.of(-2, -4)] });
});

test.each([
  [6, 8, Buffer.of(0xd5, 0xaa), [8, 32_256]],
  [7, 8, Buffer.of(0xff, 0x80), [0, 32_124]],
  [1, 8, Buffer.of(128, 255), [0, 32_512]],
  [1, 24, Buffer.of(0xff, 0x01, 0x02, 0x00, 0xff, 0xff), [0x0201, -1]],
])('coding %i with %i bits is read', (tag, bits, data, samples) => {
  const sound = decodeWav(wav(format(tag, 1, 8_000, bits), chunk('data', data)));
  expect(typeof sound === 'string' ? sound : [...sound.channels[0]!]).toEqual(samples);
});

test('the extensible format names its real coding further in', () => {
  const extra = Buffer.alloc(24);
  extra.writeUInt16LE(22, 0);
  extra.writeUInt16LE(6, 8);
  expect(readWavHeader(wav(format(0xfffe, 1, 8_000, 8, extra), chunk('data', Buffer.of(1))))).toMatchObject({
    coding: 'alaw',
  });
});

test.each([
  ['a streamer that never knew its size', 0xffffffff],
  ['a recorder that died before it wrote one', 0],
  ['a file that was cut short', 5_000],
])('%s: what the file holds counts', (_name, size) => {
  const file = wav(format(1, 1, 8_000, 16), chunk('data', int16(1, 2, 3), size));
  expect(readWavHeader(file)).toMatchObject({ dataBytes: 6 });
});

test.each([
  [Buffer.from('not a wav at all'), 'notWav'],
  [wav(), 'noFormat'],
  [wav(chunk('data', int16(1))), 'noFormat'],
  [wav(chunk('fmt ', Buffer.alloc(4))), 'noFormat'],
  [wav(format(1, 1, 8_000, 16)), 'noData'],
  [wav(format(85, 2, 44_100, 16)), 'unsupportedCoding'],
  [wav(format(1, 0, 8_000, 16)), 'unsupportedCoding'],
  [wav(format(1, 1, 8_000, 12)), 'unsupportedCoding'],
  [wav(format(1, 1, 0, 16)), 'unsupportedCoding'],
])('a file that is none is refused by name (%#)', (file, refusal) => expect(decodeWav(file)).toBe(refusal));

test('our own header is read back', () => {
  const header = alawWavHeader(2, 1_000);
  expect(header).toHaveLength(ALAW_HEADER_BYTES);
  expect(readWavHeader(header, ALAW_HEADER_BYTES + 1_000)).toEqual({
    isCut: false,
    coding: 'alaw',
    channels: 2,
    sampleRate: 8_000,
    bitsPerSample: 8,
    dataStart: 58,
    dataBytes: 1_000,
  });
  expect(header.readUInt32LE(4)).toBe(1_050);
});

test('a file that holds less than its header claims broke off; one of a streamer did not', () => {
  const header = alawWavHeader(1, 1_000);
  expect(readWavHeader(header, ALAW_HEADER_BYTES + 400)).toMatchObject({ dataBytes: 400, isCut: true });
  const streamed = alawWavHeader(1, 0xffffffff);
  expect(readWavHeader(streamed, ALAW_HEADER_BYTES + 400)).toMatchObject({ dataBytes: 400, isCut: false });
});
