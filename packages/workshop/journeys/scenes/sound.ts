import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  clippedSamples,
  envelope,
  findPiece,
  loudest,
  peak,
  type StereoSound,
  samplesOfALaw,
  shiftBetween,
  silences,
  tonePresence,
} from '../../src/sound/index.ts';
import { type CallDetail, recordingOf } from '../house/calls.ts';
import type { Ground } from './ground.ts';

/** Each callee's own tone (practice/src/pilot.ts), written down here a second time on purpose. */
const pilots: readonly (readonly [number: string, hz: number])[] = [
  ['15400000001', 2850],
  ['15400000002', 3000],
  ['15400000003', 3150],
];
/** Calls whose sound is looked at packet by packet. */
export const measuredNumbers: readonly string[] = pilots.map(([number]) => number);
const MOST_SILENCE_MS = 1_500;
/** A prompt is looked for from a little before its line to a little after; a piece of it so much later than the one before. */
const MARGIN_MS = 700;
const STEP_MS = 10;
const CANDIDATES = 5;
const RATE = 8_000;
const PIECE_MS = 500;
/** What was sent early by a frame is still behind the piece before. */
const SLACK_MS = 40;
/** Unrelated speech of the same rhythm stays below 0.5 over half a second. */
const ALIKE = 0.8;
const FOUND = 0.75;
const NOT_FOUND = 0.1;

interface RecordedCall {
  readonly detail: CallDetail;
  readonly sound: StereoSound;
}

interface Prompt {
  readonly samples: Float32Array;
  readonly shape: Float32Array;
}

const promptsOf = async (dataDir: string): Promise<readonly Prompt[]> => {
  const folder = join(dataDir, 'prompts');
  const files = (await readdir(folder)).filter(name => name.endsWith('.alaw'));
  const all = await Promise.all(
    files.map(async name => {
      const samples = samplesOfALaw(await readFile(join(folder, name)));
      return { samples, shape: envelope(samples, RATE, STEP_MS) };
    }),
  );
  // A comma between two variables is a prompt without sound.
  return all.filter(({ samples }) => samples.length >= (PIECE_MS * RATE) / 1000);
};

/**
 * How much of a prompt is found on both sides where a line was said. Loudness alone names the few that may be it: the
 * likeliest, and the likeliest of the long ones, since a short one fits many places by chance and a packet that left late
 * costs a long one its likeness. Of those that are found the longest counts (many begin with 「您好，」).
 */
const promptAt = ({ sound }: RecordedCall, prompts: readonly Prompt[], atMs: number) => {
  const { sampleRate: rate } = sound;
  const from = Math.max(0, Math.round(((atMs - MARGIN_MS) * rate) / 1000));
  const [right, left] = [sound.right.subarray(from), sound.left.subarray(from)];
  const shape = envelope(right, rate, STEP_MS);
  const fits = prompts.map(prompt => ({
    samples: prompt.samples,
    fit: shiftBetween(prompt.shape, shape, (2 * MARGIN_MS) / STEP_MS).likeness,
  }));
  const likeliest = (weight: (length: number) => number) =>
    fits
      .toSorted((a, b) => b.fit * weight(b.samples.length) - a.fit * weight(a.samples.length))
      .slice(0, CANDIDATES)
      .map(({ samples }) => samples);
  const [best] = [...new Set([...likeliest(() => 1), ...likeliest(Math.sqrt)])]
    .map(samples => ({ samples, right: foundShare(right, samples, rate) }))
    .sort(
      (a, b) =>
        Number(b.right > FOUND) - Number(a.right > FOUND) || b.right * b.samples.length - a.right * a.samples.length,
    );
  return { right: best!.right, left: foundShare(left, best!.samples, rate) };
};

/**
 * The share of a prompt's pieces that are found, one after the other. In pieces, because on a busy machine packets may leave
 * late: what follows is then shifted as a whole, so each piece is sought behind the one before, wherever that was. One in
 * whose middle the machine stood still is there if its halves are. How long a hole may be is a test of its own.
 */
const foundShare = (side: Float32Array, prompt: Float32Array, rate: number): number => {
  const samples = (ms: number): number => (ms * rate) / 1000;
  const step = samples(PIECE_MS);
  const starts = Array.from({ length: Math.max(1, Math.floor(prompt.length / step)) }, (_, i) => i * step);
  const placeOf = (piece: Float32Array, from: number): number | null => {
    const around = side.subarray(from, from + piece.length + samples(2 * MARGIN_MS));
    const { atMs, likeness } = findPiece(around, piece, rate);
    return likeness > ALIKE ? from + Math.round(samples(atMs)) : null;
  };
  const endOf = (piece: Float32Array, from: number): number | null => {
    const whole = placeOf(piece, from);
    if (whole !== null) return whole + piece.length;
    const half = piece.length / 2;
    const first = placeOf(piece.subarray(0, half), from);
    const second = first === null ? null : placeOf(piece.subarray(half), first + half);
    return second === null ? null : second + half;
  };
  let found = 0;
  let expected = 0;
  for (const start of starts) {
    const end = endOf(prompt.subarray(start, start + step), expected);
    if (end !== null) found += 1;
    expected = end === null ? expected + step : end - samples(SLACK_MS);
  }
  return found / starts.length;
};

export const sound = (ground: () => Ground, call: (number: string) => Promise<CallDetail>): void => {
  const recorded = async (number: string): Promise<RecordedCall> => {
    const detail = await call(number);
    return { detail, sound: await recordingOf(ground().house, ground().api, detail) };
  };

  describe('the sound of a call', () => {
    it.each(pilots)('left holds the callee %s by its tone of %i Hz, right does not', async (number, hz) => {
      const { sound } = await recorded(number);
      expect(tonePresence(sound.left, hz, sound.sampleRate)).toBeGreaterThan(0.8);
      expect(tonePresence(sound.right, hz, sound.sampleRate)).toBeLessThan(0.1);
      for (const [, other] of pilots.filter(pilot => pilot[1] !== hz)) {
        expect(tonePresence(sound.left, other, sound.sampleRate)).toBeLessThan(0.1);
      }
    });

    it.each(pilots)('right holds each prompt of the robot that %s heard to its end, left does not', async number => {
      const call = await recorded(number);
      const prompts = await promptsOf(ground().house.dataDir);
      const { transcript, hungUpBy } = call.detail;
      const lines = transcript.filter(line => line.speaker === 'robot' && line.interruptedAfterMs === null);
      const heard = hungUpBy === 'callee' ? lines.slice(0, -1) : lines;
      expect(heard.length).toBeGreaterThan(0);
      for (const line of heard) {
        const { left, right } = promptAt(call, prompts, line.atMs);
        expect(right, line.text).toBeGreaterThan(FOUND);
        expect(left, line.text).toBeLessThan(NOT_FOUND);
      }
    });

    it.each(pilots)(
      'nothing of the call with %s is cut off, and nobody leaves a silence of over 1.5 s',
      async number => {
        const { sound } = await recorded(number);
        for (const side of [sound.left, sound.right]) {
          expect(clippedSamples(side)).toBe(0);
          expect(peak(side)).toBeGreaterThan(0.1);
        }
        expect(silences(loudest(sound.left, sound.right), sound.sampleRate, MOST_SILENCE_MS, -40)).toEqual([]);
      },
    );
  });
};
