import { describe, expect, it } from 'vitest';
import { ringback } from '../../../practice/src/ringback.ts';
import { findPiece, type StereoSound, samplesOfALaw, silences, toneDb } from '../../src/sound/index.ts';
import { type CallDetail, recordingOf } from '../house/calls.ts';
import type { Ground } from './ground.ts';

/** The town by ear: what is heard before the answer, in noise, from a mailbox, and over the robot's words. */
const town = {
  agrees: '15400000001',
  poweredOff: '15400000007',
  voiceMail: '15400000008',
  interrupts: '15400000011',
  hangsUpOnIt: '15400000012',
  standsInNoise: '15400000015',
  emptyNumber: '15400000017',
  hasRingback: '15400000018',
} as const;

const PACKET_MS = 20;
/** Of the recording's begin, in seconds; and a piece of the ringback that is looked for in it. */
const BEGIN_S = 2;
const PIECE_S = 0.1;
/** The ringback under a word would still be this much like itself; a word alone is not. */
const ALIKE = 0.6;
/** The pilot lies at −49 dB, the street at −38. */
const QUIET_DB = -44;
const BEEP_HZ = 1_000;
/** The network needs so long for its sentence. */
const ANNOUNCEMENT_MS = 3_000;
/** A ringback lasts three seconds at least; a busy machine may lose some of it. */
const TUNE_PACKETS = 1_500 / PACKET_MS;
/** The robot's voice holds a little of every tone. */
const BEEP_ABOVE_VOICE_DB = 5;

const loudestTone = (side: Float32Array, hz: number, rate: number): number => {
  const size = rate / 4;
  const starts = Array.from({ length: Math.floor(side.length / size) }, (_, i) => i * size);
  return Math.max(...starts.map(start => toneDb(side.subarray(start, start + size), hz, rate)));
};

/** How much the recording's begin is like the piece of the ringback that it is most like: 1 is the ringback itself. */
const ringbackIn = ({ left, sampleRate }: StereoSound): number => {
  const melody = samplesOfALaw(ringback().alaw);
  const size = PIECE_S * sampleRate;
  const pieces = Array.from({ length: Math.floor(melody.length / size) }, (_, n) =>
    melody.subarray(n * size, (n + 1) * size),
  );
  const begin = left.subarray(0, BEGIN_S * sampleRate);
  return Math.max(...pieces.map(piece => findPiece(begin, piece, sampleRate).likeness));
};

export const townByEar = (ground: () => Ground, call: (number: string) => Promise<CallDetail>): void => {
  const heard = async (number: string): Promise<{ readonly detail: CallDetail; readonly sound: StereoSound }> => {
    const detail = await call(number);
    return { detail, sound: await recordingOf(ground().house, ground().api, detail) };
  };

  describe('the town by ear', () => {
    it('a ringback before the answer reaches us and is not in the recording, which begins with the answer', async () => {
      const { detail, sound } = await heard(town.hasRingback);
      const before = (detail.media?.packetsReceived ?? 0) - sound.durationMs / PACKET_MS;
      expect(before).toBeGreaterThan(TUNE_PACKETS);
      expect(ringbackIn(sound)).toBeLessThan(ALIKE);
      const other = await heard(town.agrees);
      expect((other.detail.media?.packetsReceived ?? 0) - other.sound.durationMs / PACKET_MS).toBeLessThan(50);
    });

    it.each([town.poweredOff, town.emptyNumber])(
      'an announcement before the answer is no talk: %s leaves no recording and no words',
      async number => {
        const detail = await call(number);
        expect(detail).toMatchObject({ recording: null, transcript: [], answeredAt: null });
        expect(detail.ringMs).toBeGreaterThan(ANNOUNCEMENT_MS);
      },
    );

    it('a street is on the left from the answer to the end, and the robot is not mistaken about it', async () => {
      const { detail, sound } = await heard(town.standsInNoise);
      const { left, right, sampleRate } = sound;
      expect(silences(left.subarray(sampleRate / 2), sampleRate, 100, QUIET_DB)).toEqual([]);
      expect(silences(right, sampleRate, 1_000, QUIET_DB).length).toBeGreaterThan(0);
      const said = detail.transcript.filter(line => line.speaker === 'callee');
      expect(said.length).toBe(3);
      expect(detail.transcript.every(line => line.interruptedAfterMs === null)).toBe(true);
    });

    it('a mailbox beeps on the left alone', async () => {
      const { sound } = await heard(town.voiceMail);
      const [left, right] = [sound.left, sound.right].map(side => loudestTone(side, BEEP_HZ, sound.sampleRate));
      expect(left).toBeGreaterThan(-20);
      expect(right).toBeLessThan(left! - BEEP_ABOVE_VOICE_DB);
    });

    it('who interrupts is given the word at once, and who hangs up in mid-sentence is gone in it', async () => {
      const cut = async (number: string) => (await call(number)).transcript.filter(line => line.interruptedAfterMs);
      expect((await cut(town.interrupts)).length).toBeGreaterThanOrEqual(2);
      const { detail } = await heard(town.hangsUpOnIt);
      expect(detail.transcript.at(-1)?.speaker).toBe('robot');
      expect(detail.talkMs).toBeLessThan(12_000);
    });
  });
};
