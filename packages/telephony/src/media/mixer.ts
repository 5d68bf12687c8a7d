import { alawToLinear, linearToAlaw } from '../audio/g711.ts';
import type { FrameMember } from './frame-clock.ts';
import { FRAME_SAMPLES } from './playout.ts';
import type { MediaEngine, MediaLeg, SoundSource, VoiceTap } from './types.ts';

/**
 * Up to eight legs of one engine, and who hears whom: a conference, a supervisor who listens, whispers to the seat alone or
 * barges in. Every 20 ms a frame is taken of everybody and a sum made for each: linear 16 bit, bent softly from −6 dBFS on,
 * so that all speaking at once neither wraps nor crackles. Who begins or ends to hear somebody does so over one frame:
 * no click, and nobody else's sound is touched. Who hears one alone hears it as it came.
 *
 * Invariants: nobody hears himself; of each leg every frame is mixed exactly once; nothing is allocated per frame.
 */
export interface Mixer {
  /**
   * Takes a leg in; its far end hears the mix from the next frame on. It is heard by nobody and hears nobody yet.
   * @throws {RangeError} when eight are in, or the leg has too many taps.
   */
  readonly join: (leg: MixedLeg) => void;
  /** Its far end hears silence again, unless something else was spliced since. */
  readonly leave: (leg: MixedLeg) => void;
  /** From the next frame on `listener` hears `speaker`, or no longer; ignored where one of them is not in, or both are one. */
  readonly hears: (listener: MixedLeg, speaker: MixedLeg, yes: boolean) => void;
  /** Everybody hears everybody. */
  readonly conference: () => void;
  readonly legs: () => readonly MixedLeg[];
  readonly close: () => void;
}

export const MOST_PARTICIPANTS = 8;

/** What a mixer needs of a leg. */
export type MixedLeg = Pick<MediaLeg, 'tap' | 'splice'>;

interface Participant {
  readonly leg: MixedLeg;
  readonly tap: VoiceTap;
  readonly release: () => void;
  /** What it said in this frame, A-law as it came. */
  readonly said: Uint8Array;
  speaks: boolean;
  /** What it hears in this frame, A-law. */
  readonly mixed: Uint8Array;
  hearsAny: boolean;
  /** By speaker: 1 is heard, 0 not; what was in the frame before decides whether it is faded. */
  readonly wanted: Map<Participant, 0 | 1>;
  readonly given: Map<Participant, 0 | 1>;
}

/** Above it (−6 dBFS) the sum is bent, so that it never reaches full scale. */
const KNEE = 16_384;
const HEADROOM = 32_767 - KNEE;

const bent = (value: number): number => {
  const size = value < 0 ? -value : value;
  if (size <= KNEE) return value;
  const over = size - KNEE;
  const limited = KNEE + (HEADROOM * over) / (over + HEADROOM);
  return value < 0 ? -limited : limited;
};

export const createMixer = ({ frameClock }: Pick<MediaEngine, 'frameClock'>): Mixer => {
  const participants: Participant[] = [];
  const sum = new Float32Array(FRAME_SAMPLES);

  const find = (leg: MixedLeg): Participant | undefined => participants.find(each => each.leg === leg);

  const add = ({ said }: Participant, from: 0 | 1, to: 0 | 1): void => {
    if (from === to) {
      for (let i = 0; i < FRAME_SAMPLES; i += 1) sum[i] = sum[i]! + alawToLinear[said[i]!]!;
      return;
    }
    const step = (to - from) / FRAME_SAMPLES;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) sum[i] = sum[i]! + alawToLinear[said[i]!]! * (from + step * i);
  };

  /** The one whom it hears, where nobody's sound begins or ends with this frame; else null. */
  const onlyOne = ({ wanted, given }: Participant): Participant | null => {
    let only: Participant | null = null;
    for (const speaker of participants) {
      const to = wanted.get(speaker) ?? 0;
      if (to !== (given.get(speaker) ?? 0)) return null;
      if (to === 0 || !speaker.speaks) continue;
      if (only !== null) return null;
      only = speaker;
    }
    return only;
  };

  const mixFor = (listener: Participant): void => {
    const only = onlyOne(listener);
    if (only !== null) {
      listener.hearsAny = true;
      listener.mixed.set(only.said);
      return;
    }
    listener.hearsAny = false;
    for (const speaker of participants) {
      const from = listener.given.get(speaker) ?? 0;
      const to = listener.wanted.get(speaker) ?? 0;
      if (from !== to) listener.given.set(speaker, to);
      if (!speaker.speaks || (from === 0 && to === 0)) continue;
      if (!listener.hearsAny) sum.fill(0);
      listener.hearsAny = true;
      add(speaker, from, to);
    }
    if (!listener.hearsAny) return;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) listener.mixed[i] = linearToAlaw[(bent(sum[i]!) >> 3) + 4096]!;
  };

  const member: FrameMember = {
    frame: () => {
      for (const one of participants) one.speaks = one.tap.frame(one.said, 0);
      for (const one of participants) mixFor(one);
    },
  };

  const leave = (leg: MixedLeg): void => {
    const gone = find(leg);
    if (!gone) return;
    participants.splice(participants.indexOf(gone), 1);
    for (const { wanted, given } of participants) {
      wanted.delete(gone);
      given.delete(gone);
    }
    gone.release();
    gone.tap.close();
    if (participants.length === 0) frameClock.leave(member);
  };

  const hears: Mixer['hears'] = (listener, speaker, yes) => {
    const [hearing, speaking] = [find(listener), find(speaker)];
    if (hearing && speaking && hearing !== speaking) hearing.wanted.set(speaking, yes ? 1 : 0);
  };

  return {
    join: leg => {
      if (find(leg)) return;
      if (participants.length >= MOST_PARTICIPANTS) throw new RangeError(`more than ${MOST_PARTICIPANTS} in one mixer`);
      participants.push(enter(leg));
      if (participants.length === 1) frameClock.join(member);
    },
    leave,
    hears,
    conference: () => {
      for (const { leg: listener } of participants)
        for (const { leg: speaker } of participants) hears(listener, speaker, true);
    },
    legs: () => participants.map(({ leg }) => leg),
    close: () => {
      for (const { leg } of [...participants]) leave(leg);
    },
  };
};

const enter = (leg: MixedLeg): Participant => {
  const tap = leg.tap();
  const mixed = new Uint8Array(FRAME_SAMPLES);
  const source: SoundSource = {
    frame: (target, at) => {
      if (one.hearsAny) target.set(mixed, at);
      return one.hearsAny;
    },
  };
  const one: Participant = {
    leg,
    tap,
    release: leg.splice(source),
    said: new Uint8Array(FRAME_SAMPLES),
    speaks: false,
    mixed,
    hearsAny: false,
    wanted: new Map(),
    given: new Map(),
  };
  return one;
};
