import { dice } from '@lianxian/core/kit';
import { describe, expect, it } from 'vitest';
import {
  clippedSamples,
  envelope,
  findPiece,
  loudest,
  parseStereo,
  peak,
  rmsDb,
  shiftBetween,
  silences,
  toneDb,
  toneGapMs,
  tonePresence,
} from './index.ts';

const RATE = 8000;
const sine = (hz: number, amplitude: number, seconds: number) =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / RATE));
const noise = (seed: number, amplitude: number, seconds: number) => {
  const chance = dice(seed);
  return Float32Array.from({ length: seconds * RATE }, () => amplitude * (2 * chance.next() - 1));
};
const together = (...parts: Float32Array[]) =>
  parts[0]!.map((_, i) => parts.reduce((sum, part) => sum + (part[i] ?? 0), 0));

describe('the measuring tools', () => {
  it('read the loudness of a tone in dB of full scale', () => {
    expect(toneDb(sine(3100, 0.1, 1), 3100, RATE)).toBeCloseTo(-20, 1);
    expect(toneDb(sine(3100, 0.1, 1), 3200, RATE)).toBeLessThan(-70);
  });

  it('hear a quiet tone under loud noise and none where there is none', () => {
    const loud = noise(1, 0.2, 4);
    expect(tonePresence(together(loud, sine(3100, 0.03, 4)), 3100, RATE)).toBeGreaterThan(0.8);
    expect(tonePresence(loud, 3100, RATE)).toBeLessThan(0.2);
    expect(tonePresence(new Float32Array(RATE), 3100, RATE)).toBe(0);
    expect(toneGapMs(together(loud, sine(3100, 0.03, 4)), 3100, RATE)).toBeLessThan(500);
    expect(toneGapMs(new Float32Array(RATE), 3100, RATE)).toBe(1_000);
  });

  it('find a piece where it lies, whatever its loudness and under another voice', () => {
    const piece = noise(2, 0.5, 1);
    const sound = noise(3, 0.05, 6);
    for (let i = 0; i < piece.length; i++) sound[20_000 + i]! += piece[i]! * 0.3;
    const found = findPiece(sound, piece, RATE);
    expect(found.atMs).toBe(2500);
    expect(found.likeness).toBeGreaterThan(0.9);
  });

  it('do not find a piece that is not there', () => {
    expect(findPiece(noise(4, 0.5, 6), noise(5, 0.5, 1), RATE).likeness).toBeLessThan(0.2);
    expect(findPiece(new Float32Array(6 * RATE), noise(5, 0.5, 1), RATE).likeness).toBe(0);
    expect(findPiece(new Float32Array(10), noise(5, 0.5, 1), RATE).likeness).toBe(0);
  });

  it('list the silences of a sound', () => {
    const sound = new Float32Array(5 * RATE);
    sound.set(sine(400, 0.3, 1), RATE);
    expect(silences(sound, RATE, 500)).toEqual([
      { fromMs: 0, toMs: 1000 },
      { fromMs: 2000, toMs: 5000 },
    ]);
    expect(silences(loudest(sound, noise(6, 0.1, 5)), RATE, 500)).toEqual([]);
  });

  it('tell by how much one sound trails another', () => {
    const speech = new Float32Array(6 * RATE);
    for (const second of [0, 2, 3, 5]) speech.set(noise(second, 0.3, 0.7), second * RATE);
    const late = new Float32Array(8 * RATE);
    late.set(
      speech.map(sample => sample * 0.5),
      0.8 * RATE,
    );
    const { steps, likeness } = shiftBetween(envelope(speech, RATE, 20), envelope(late, RATE, 20), 150);
    expect(steps).toBe(40);
    expect(likeness).toBeGreaterThan(0.95);
  });

  it('tell peak, loudness and cut-off samples', () => {
    expect(peak(sine(400, 0.5, 1))).toBeCloseTo(0.5, 2);
    expect(rmsDb(sine(400, 1, 1))).toBeCloseTo(-3, 1);
    expect(clippedSamples(Float32Array.of(0.2, 0.985, -0.99, 0.9))).toBe(2);
  });
});

const text = (s: string) => [...s].map(c => c.charCodeAt(0));
const u32 = (n: number) => [n & 255, (n >> 8) & 255, (n >> 16) & 255, n >>> 24];
const u16 = (n: number) => [n & 255, n >> 8];

/** A stereo A-law file, written by hand: left 0xD5 (nothing), right 0xAA (A-law's top). */
const waveFile = (change: (view: DataView) => void = () => {}): Uint8Array => {
  const format = [
    ...text('fmt '),
    ...u32(18),
    ...u16(6),
    ...u16(2),
    ...u32(8000),
    ...u32(16000),
    ...u16(2),
    ...u16(8),
    0,
    0,
  ];
  const data = [...text('data'), ...u32(8), 0xd5, 0xaa, 0xd5, 0xaa, 0xd5, 0xaa, 0xd5, 0xaa];
  const body = [...text('WAVE'), ...format, ...data];
  const bytes = Uint8Array.from([...text('RIFF'), ...u32(body.length), ...body]);
  change(new DataView(bytes.buffer));
  return bytes;
};

describe('reading a recording', () => {
  it('keeps left and right apart', () => {
    const sound = parseStereo(waveFile());
    expect(sound.durationMs).toBe(0.5);
    expect([...sound.left].every(sample => Math.abs(sample) < 0.001)).toBe(true);
    expect([...sound.right].every(sample => Math.abs(sample) > 0.98)).toBe(true);
  });

  it('reads 16-bit samples as well, as a recording leaves the house', () => {
    const samples = [0, 16_384, -8_192, 32_767];
    const body = [...text('WAVE'), ...text('fmt '), ...u32(16), ...u16(1), ...u16(2), ...u32(8000), ...u32(32_000)];
    body.push(...u16(4), ...u16(16), ...text('data'), ...u32(8), ...samples.flatMap(sample => u16(sample & 0xffff)));
    const sound = parseStereo(Uint8Array.from([...text('RIFF'), ...u32(body.length), ...body]));
    expect([...sound.left, ...sound.right]).toEqual([0, -0.25, 0.5, Math.fround(32_767 / 32_768)]);
  });

  it('says what is wrong with a file whose lengths contradict each other', () => {
    expect(() => parseStereo(waveFile(view => view.setUint32(4, 9, true)))).toThrow(/RIFF says/);
    expect(() => parseStereo(waveFile(view => view.setUint16(20, 1, true)))).toThrow('format 1 with 2 channels');
    expect(() => parseStereo(new Uint8Array(20))).toThrow('not a RIFF/WAVE file');
  });
});
