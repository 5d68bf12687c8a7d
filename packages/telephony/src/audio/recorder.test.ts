import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ulawToAlaw } from './g711.ts';
import { recordingPeaks } from './peaks.ts';
import { createRecorder } from './recorder.ts';
import { ALAW_HEADER_BYTES, readWavHeader } from './wav.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recorder-'));
});
afterEach(() => rm(folder, { recursive: true }));

const silence = 0xd5;
const frame = (byte: number): Uint8Array => new Uint8Array(160).fill(byte);

const sides = async (file: string): Promise<{ left: Buffer; right: Buffer }> => {
  const data = (await readFile(file)).subarray(ALAW_HEADER_BYTES);
  const side = (first: number): Buffer => Buffer.from(data.filter((_, n) => n % 2 === first));
  return { left: side(0), right: side(1) };
};

const noFailure = (because: string): void => {
  throw new Error(because);
};

test('both sides lie where their time was, and gaps are silence', async () => {
  const file = join(folder, '2026', '11', 'one.wav');
  const recorder = createRecorder(file, noFailure);
  recorder.place(0, 800, frame(0x11));
  recorder.place(1, 1_600, frame(0x22));
  recorder.flush(600);
  recorder.place(0, 8_000, frame(0xff), ulawToAlaw);
  const recorded = await recorder.close(1_250);
  expect(recorded).toEqual({ file, durationMs: 1_250, bytes: ALAW_HEADER_BYTES + 20_000 });
  const { left, right } = await sides(file);
  expect([left[799], left[800], left[959], left[960]]).toEqual([silence, 0x11, 0x11, silence]);
  expect([right[800], right[1_599], right[1_600], right[1_760]]).toEqual([silence, silence, 0x22, silence]);
  expect(left[8_000]).toBe(ulawToAlaw[0xff]);
  expect(left).toHaveLength(10_000);
});

test('closing writes the true sizes', async () => {
  const file = join(folder, 'sizes.wav');
  await createRecorder(file, noFailure).close(500);
  const bytes = await readFile(file);
  expect([bytes.readUInt32LE(4), bytes.readUInt32LE(46), bytes.readUInt32LE(54)]).toEqual([8_050, 4_000, 8_000]);
});

test('a packet half a second late finds its place, one a second late is dropped', async () => {
  const file = join(folder, 'late.wav');
  const recorder = createRecorder(file, noFailure);
  recorder.flush(1_550);
  recorder.place(0, 8_000, frame(0x33));
  recorder.place(0, 0, frame(0x44));
  recorder.place(0, 7_520, frame(0x55));
  await recorder.close(1_600);
  const { left } = await sides(file);
  expect(left[8_000]).toBe(0x33);
  expect(left[0]).toBe(silence);
  // Half of it lay before the window: 7,600 samples had been handed on.
  expect([left[7_599], left[7_600], left[7_679], left[7_680]]).toEqual([silence, 0x55, 0x55, silence]);
});

test('a minute without a flush (a stalled loop) is still a minute in the file', async () => {
  const file = join(folder, 'stall.wav');
  const recorder = createRecorder(file, noFailure);
  recorder.place(0, 80, frame(0x11));
  recorder.place(1, 24_000, frame(0x22));
  const { durationMs } = await recorder.close(20_000);
  expect(durationMs).toBe(20_000);
  const { left, right } = await sides(file);
  expect([left[80], right[24_000], right[24_160]]).toEqual([0x11, 0x22, silence]);
});

test('a recorder that dies leaves a file that plays as far as it was written', async () => {
  const file = join(folder, 'crash.wav');
  const recorder = createRecorder(file, noFailure);
  recorder.place(0, 0, frame(0x11));
  recorder.flush(1_400);
  while (recorder.recorded().bytes < ALAW_HEADER_BYTES + 800 * 16) await new Promise(done => setImmediate(done));
  const bytes = await readFile(file);
  expect(readWavHeader(bytes, bytes.length)).toMatchObject({ coding: 'alaw', channels: 2, dataBytes: 800 * 16 });
  expect(await recordingPeaks(file, 4)).toMatchObject({ durationMs: 800, robot: [0, 0, 0, 0] });
  await recorder.close(1_400);
});

test.skipIf(!existsSync('/dev/full'))('a full disk ends the recording, is told once, and nothing throws', async () => {
  const told: string[] = [];
  let tell = (): void => {};
  const failed = new Promise<void>(done => {
    tell = done;
  });
  const recorder = createRecorder('/dev/full', because => {
    told.push(because);
    tell();
  });
  recorder.flush(1_000);
  await failed;
  recorder.place(0, 16_000, frame(0x11));
  recorder.flush(19_000);
  expect(await recorder.close(20_000)).toMatchObject({ durationMs: 0 });
  expect(told).toEqual(['ENOSPC']);
});

test('a disk that falls ten seconds behind ends the recording', async () => {
  const told: string[] = [];
  const recorder = createRecorder(join(folder, 'slow.wav'), because => told.push(because));
  // Never yields, as a disk that does not answer.
  for (let n = 1; n <= 40; n += 1) recorder.flush(n * 400);
  await recorder.close(16_000);
  expect(told).toEqual(['diskTooSlow']);
});

test('a place that cannot be written is told once', async () => {
  const told: string[] = [];
  const file = join(folder, 'taken.wav');
  await createRecorder(file, noFailure).close(0);
  const recorder = createRecorder(join(file, 'below-a-file.wav'), because => told.push(because));
  recorder.flush(1_000);
  await recorder.close(1_000);
  expect(told).toEqual(['EEXIST']);
});

test('the waveform shows each side where it was loud', async () => {
  const file = join(folder, 'peaks.wav');
  const recorder = createRecorder(file, noFailure);
  recorder.place(0, 0, frame(0xaa));
  recorder.place(1, 7_840, frame(0x2a));
  await recorder.close(1_000);
  const peaks = await recordingPeaks(file, 4);
  expect(peaks).toEqual({ callee: [0.984, 0, 0, 0], robot: [0, 0, 0, 0.984], quiet: [], durationMs: 1_000 });
});

test('more columns than samples, and no columns at all, are no trouble', async () => {
  const file = join(folder, 'tiny.wav');
  await createRecorder(file, noFailure).close(1);
  expect(await recordingPeaks(file, 100)).toMatchObject({ durationMs: 1 });
  expect(await recordingPeaks(file, 0)).toMatchObject({ callee: [0] });
});
