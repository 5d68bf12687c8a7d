import type { Guard } from '@lianxian/core/kit';
import type { MediaEngine, MediaLeg } from '@lianxian/telephony';
import { alawSilence } from '@lianxian/telephony';
import type { Breaker } from '../platform/breaker.ts';
import type { DeafBecause, Recogniser, RecogniserSettings } from '../speech/ports/recogniser.ts';
import {
  createRecogniserSession,
  type RecogniserFacts,
  type RecogniserSession,
  type RecogniserSessionOptions,
} from './recogniser-session.ts';

/**
 * A leg's session with a recogniser: what its far end says is taken every 20 ms, by the frame clock all legs keep to, and
 * given to the recogniser in this process; no sound crosses to another one. What is lost or not sent is silence, so that
 * time goes on for the recogniser as it does for the callee.
 */
export interface LegRecogniser extends Pick<RecogniserSession, 'speaking' | 'quiet'> {
  readonly close: () => RecogniserFacts;
}

interface LegHears extends Pick<RecogniserSessionOptions, 'words' | 'sentence'> {
  /** Of its call; recognisers and time speak through it. */
  readonly guard: Guard;
  readonly deaf: (because: DeafBecause) => void;
}

/** Gives a call its session; made once a worker, with the breakers of its services. */
export type OpenLegRecogniser = (settings: RecogniserSettings, leg: MediaLeg, hears: LegHears) => LegRecogniser;

interface LegRecogniserParts {
  readonly recogniserOf: (settings: RecogniserSettings) => Recogniser;
  readonly breakerOf: (service: string) => Breaker;
  readonly frameClock: MediaEngine['frameClock'];
}

const FRAME_BYTES = 160;

const clockOf = (guard: Guard): RecogniserSessionOptions['clock'] => ({
  now: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(guard(act), ms);
    return () => clearTimeout(timer);
  },
});

/** What its service says comes in at any moment, in the middle of a socket's event. */
const guardedRecogniser = (recogniser: Recogniser, guard: Guard): Recogniser => ({
  ...recogniser,
  listen: ({ ready, words, sentence, lost }) =>
    recogniser.listen({ ready: guard(ready), words: guard(words), sentence: guard(sentence), lost: guard(lost) }),
});

export const createLegRecogniser =
  ({ recogniserOf, breakerOf, frameClock }: LegRecogniserParts): OpenLegRecogniser =>
  (settings, leg, { guard, ...hears }) => {
    const recogniser = guardedRecogniser(recogniserOf(settings), guard);
    const session = createRecogniserSession({
      recogniser,
      breaker: breakerOf(settings.service),
      clock: clockOf(guard),
      ...hears,
    });
    const tap = leg.tap();
    const frame = new Uint8Array(FRAME_BYTES);
    const member = {
      frame: guard(() => {
        if (!tap.frame(frame, 0)) frame.fill(alawSilence);
        session.sound(frame);
      }),
    };
    frameClock.join(member);
    return {
      speaking: session.speaking,
      quiet: session.quiet,
      close: () => {
        frameClock.leave(member);
        tap.close();
        return session.close();
      },
    };
  };
