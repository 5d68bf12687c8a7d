import { after } from '@lianxian/core';
import { createMusic, type MediaLeg } from '@lianxian/telephony';
import { now } from './clock.ts';
import { createVoicing, type VoicingOptions } from './voiced.ts';

/*
 * Sound around a hand-over: music for who waits, and the words a person hears who is handed somebody.
 */

/** Music on a leg, beneath whatever is said on it. */
export const createWaitingMusic = () => {
  let take: (() => void) | null = null;
  const end = (): void => {
    take?.();
    take = null;
  };
  return {
    begin: (leg: MediaLeg | null): void => {
      end();
      take = leg?.splice(createMusic()) ?? null;
    },
    end,
  };
};

export interface Announcer {
  /** Says it on legs that play nothing else, then goes on; an empty one, or one without a sound, at once. */
  readonly say: (legs: readonly MediaLeg[], text: string, done: () => void) => void;
  /** Calls made a prompt, or could not. */
  readonly made: (hash: string, made: boolean) => void;
  readonly close: () => void;
}

export const createAnnouncer = (options: VoicingOptions): Announcer => {
  const voicing = createVoicing(options);
  let cancel: () => void = () => undefined;
  return {
    say: (legs, text, done) => {
      if (text === '') return done();
      const sentence = { text, segments: [{ text, fixed: true, spoken: 'asWritten' as const }] };
      voicing.begin(sentence, now(), sounds => {
        if (sounds === null) return done();
        for (const leg of legs) leg.play(0, sounds);
        const ms = sounds.reduce((sum, sound) => sum + sound.length, 0) / BYTES_PER_MS;
        cancel = options.wakeUps.set(after(now(), ms + BREATH_MS), done);
      });
    },
    made: voicing.made,
    close: () => {
      voicing.cancel();
      cancel();
    },
  };
};

/** A-law at 8 kHz. */
const BYTES_PER_MS = 8;
const BREATH_MS = 200;
