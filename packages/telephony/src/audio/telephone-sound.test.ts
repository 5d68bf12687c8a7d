import { expect, test } from 'vitest';
import { decodeAlaw, encodeAlaw } from './g711.ts';
import { speechWav } from './labelled-wav.ts';
import { speechLoudness } from './loudness.ts';
import { soundPeaks, telephoneSound } from './telephone-sound.ts';
import { tone } from './tone.ts';
import { decodeWav, readWavHeader } from './wav.ts';

/** The same tone at any rate: `tone` speaks 8 kHz. */
const toneAt = (rate: number, hertz: number, ms: number, loud: number): Int16Array =>
  Int16Array.from({ length: (rate * ms) / 1000 }, (_, n) => 32_767 * loud * Math.sin((2 * Math.PI * hertz * n) / rate));

test.each([8_000, 11_025, 16_000, 22_050, 44_100, 48_000])('from %i Hz, quiet or loud, it is equally loud', rate => {
  for (const loud of [0.02, 0.8]) {
    const sound = telephoneSound({ sampleRate: rate, channels: [toneAt(rate, 440, 600, loud)] });
    expect(20 * Math.log10(speechLoudness(sound) / 3_277)).toBeCloseTo(0, 0);
    expect(Math.abs(sound.length / 8 - 680)).toBeLessThan(25);
  }
});

test('what lies above the telephone’s band does not fold back into it', () => {
  const low = toneAt(48_000, 440, 600, 0.3);
  const with6k = low.map((sample, n) => sample + Math.round(9_000 * Math.sin((2 * Math.PI * 6_000 * n) / 48_000)));
  const sound = telephoneSound({ sampleRate: 48_000, channels: [with6k] }).subarray(800, 4_000);
  const at = (hertz: number): number => {
    const [sine, cosine] = [Math.sin, Math.cos].map(wave =>
      sound.reduce((sum, sample, n) => sum + sample * wave((2 * Math.PI * hertz * n) / 8_000), 0),
    );
    return Math.hypot(sine!, cosine!);
  };
  expect(at(2_000) / at(440)).toBeLessThan(0.01);
});

test('a side of stereo that is silent does not make the other quiet', () => {
  const one = toneAt(8_000, 440, 500, 0.3);
  const both = telephoneSound({ sampleRate: 8_000, channels: [one, new Int16Array(one.length)] });
  expect([...both]).toEqual([...telephoneSound({ sampleRate: 8_000, channels: [one] })]);
});

test('of silence nothing is left, and its waveform is flat', () => {
  expect(telephoneSound({ sampleRate: 44_100, channels: [new Int16Array(44_100)] })).toHaveLength(0);
  expect([...soundPeaks(new Int16Array(), 4)]).toEqual([0, 0, 0, 0]);
  expect([...soundPeaks(Int16Array.of(0, -32_768, 128, 0), 2)]).toEqual([255, 1]);
});

test('a synthesised file says so in its metadata and still plays; a recorded one says nothing', () => {
  const samples = decodeAlaw(encodeAlaw(tone([440], 100, 0.3)));
  const labelled = speechWav(samples, { producer: '启航云呼', produceId: 'a1b2' });
  const decoded = decodeWav(labelled);
  if (typeof decoded === 'string') throw new Error(decoded);
  expect([...decoded.channels[0]!]).toEqual([...samples]);
  const json = /\{"AIGC".*?\}\}/.exec(labelled.toString('latin1'))?.[0] ?? '';
  expect(JSON.parse(json)).toMatchObject({ AIGC: { Label: '1', ContentProducer: '启航云呼', ProduceID: 'a1b2' } });
  expect(labelled.readUInt32LE(4)).toBe(labelled.length - 8);
  const plain = speechWav(samples, null);
  expect(plain.includes('AIGC')).toBe(false);
  expect(readWavHeader(plain)).toMatchObject({ coding: 'pcm', sampleRate: 8_000, dataBytes: samples.length * 2 });
});
