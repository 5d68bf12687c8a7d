import type { Guard, Instant, Sentence, SentenceSegment } from '@lianxian/core';
import type { MediaLeg, MediaSignal } from '@lianxian/telephony';
import { now } from './clock.ts';
import { restBefore } from './pauses.ts';
import type { PromptCache } from './prompt-cache.ts';
import { createRobotText } from './robot-text.ts';
import { createVoicing } from './voiced.ts';
import type { WakeUps } from './wake-ups.ts';

/**
 * What the robot says on one call: a sentence is voiced, sounds, and is shown as real-time text; one at a time. What
 * becomes of it is told as `finished` or `stopped`, once for every `say`.
 *
 *   idle ─say→ voicing ─its sound is there→ sounding ─played→ idle
 *                 └─ stop, or nothing could be voiced ──────────▶ idle (0 ms heard)
 */
export interface RobotVoice {
  /** `fromMs`: it was stopped by mistake there, and goes on from the rest before. */
  readonly say: (prompt: number, sentence: Sentence, at: Instant, fromMs?: number) => void;
  readonly stop: (prompt: number) => void;
  /** The leg has played one to its end or to where it was stopped. */
  readonly played: (signal: Extract<MediaSignal, { type: 'played' }>) => void;
  /** Calls made a prompt that was asked for, or could not. */
  readonly promptMade: (hash: string, made: boolean) => void;
  /** The call is over. */
  readonly close: () => void;
}

interface RobotVoiceOptions {
  readonly voice: string;
  readonly standIn: string;
  readonly cache: PromptCache;
  readonly wakeUps: Pick<WakeUps, 'set'>;
  readonly leg: () => Pick<MediaLeg, 'play' | 'stopPlaying' | 'sendText'> | null;
  readonly ask: (hash: string, segment: SentenceSegment) => void;
  /** Of its call. */
  readonly guard: Guard;
  readonly finished: (prompt: number, at: Instant) => void;
  readonly stopped: (prompt: number, heardMs: number, at: Instant) => void;
  /** A sentence sounds without what the voice did not make in time. */
  readonly incomplete: () => void;
  /** What sounds now was not spoken by people alone. */
  readonly synthesised: () => void;
}

/** A-law at 8 kHz. */
const BYTES_PER_MS = 8;

/** What of a text is said in the last part of its sound, about. */
const lastPart = (text: string, after: number): string => {
  const chars = [...text];
  return after > 0 ? chars.slice(Math.floor(chars.length * after)).join('') : text;
};

export const createRobotVoice = (options: RobotVoiceOptions): RobotVoice => {
  const { voice, standIn, cache, wakeUps, leg, ask, guard } = options;
  const text = createRobotText(words => leg()?.sendText(words), wakeUps);
  const voicing = createVoicing({ voice, standIn, cache, wakeUps, ask, guard });
  let current: { readonly prompt: number; sounding: boolean } | null = null;

  /** Its sound was still awaited: nothing of it was heard, and the conversation goes on without it. */
  const unheard = (prompt: number): void => {
    if (current?.prompt === prompt) current = null;
    options.stopped(prompt, 0, now());
  };

  return {
    say: (prompt, sentence, at, fromMs = 0) => {
      const saying = { prompt, sounding: false };
      current = saying;
      voicing.begin(sentence, at, (sounds, isWhole, isSynthesised) => {
        if (current !== saying) return;
        if (!isWhole) options.incomplete();
        if (sounds === null) return unheard(prompt);
        if (isSynthesised) options.synthesised();
        saying.sounding = true;
        const startMs = fromMs === 0 ? 0 : restBefore(sounds, fromMs);
        leg()?.play(prompt, sounds, startMs);
        const ms = sounds.reduce((sum, sound) => sum + sound.length, 0) / BYTES_PER_MS;
        text.begin(lastPart(sentence.text, startMs / ms), now(), ms - startMs);
      });
    },
    stop: prompt => {
      if (current?.prompt !== prompt) return;
      if (current.sounding) return leg()?.stopPlaying();
      voicing.cancel();
      setImmediate(guard(unheard), prompt);
    },
    played: ({ id, complete, heardMs, at }) => {
      if (current?.prompt === id) {
        if (complete) text.finish();
        else text.stop();
        current = null;
      }
      if (complete) options.finished(id, at);
      else options.stopped(id, heardMs, at);
    },
    promptMade: voicing.made,
    close: () => {
      voicing.cancel();
      text.stop();
    },
  };
};
