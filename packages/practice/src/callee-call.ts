import { type Instant, instant } from '@lianxian/core/kit';
import {
  type CalleeEffect,
  type CalleeEvent,
  type CalleeState,
  type CalleeTimer,
  type Persona,
  startCallee,
  stepCallee,
} from '@lianxian/core/simulation';
import type { IncomingLeg, LegSignal, MediaLeg, MediaSignal } from '@lianxian/telephony';
import { createMouth, type Mouth } from './mouth.ts';

/**
 * One call to a callee: joins core's callee machine to the telephone, to sound and text, and to the clock. What the callee
 * does is decided there; here it only happens. Voice activity on the robot's sound is the machine's ear.
 */
export interface CalleeCall {
  readonly hear: (signal: MediaSignal) => void;
  readonly onLeg: (signal: LegSignal) => void;
}

export interface CalleeCallParts {
  readonly persona: Persona;
  readonly seed: number;
  readonly leg: Pick<IncomingLeg, 'progress' | 'answer' | 'refuse'>;
  /** The call's media; asked for when the call is answered. */
  readonly media: () => MediaLeg | null;
  /** The sound of a text in this callee's voice. */
  readonly voice: (text: string) => Promise<Uint8Array>;
  readonly pilotHz: number | null;
  readonly hangUp: () => void;
  readonly onTrouble: (because: string) => void;
}

const RINGING = 180;

const now = (): Instant => instant(performance.now());

export const createCalleeCall = (parts: CalleeCallParts): CalleeCall => {
  let state: CalleeState = startCallee(parts.persona, parts.seed);
  const timers = new Map<CalleeTimer, NodeJS.Timeout>();
  const mouth = Promise.withResolvers<Mouth>();
  let openMouth: Mouth | null = null;
  let over = false;

  const say = async (sentence: string): Promise<void> => {
    const [audio, ready] = await Promise.all([parts.voice(sentence), mouth.promise]);
    if (over) return;
    await ready.say(sentence, audio);
    take({ type: 'spoken' });
  };

  const giveUp = (because: string): void => {
    parts.onTrouble(because);
    parts.hangUp();
  };

  const setTimer = (timer: CalleeTimer, at: Instant): void => {
    clearTimeout(timers.get(timer));
    const fire = () => take({ type: 'timer.fired', timer });
    timers.set(timer, setTimeout(fire, Math.max(0, at - performance.now())));
  };

  const carryOut = (effect: CalleeEffect): void => {
    switch (effect.type) {
      case 'ring':
        parts.leg.progress(RINGING, false);
        break;
      case 'pickUp':
        parts.leg.answer();
        break;
      case 'refuse':
        parts.leg.refuse(effect.code);
        break;
      case 'say':
        say(effect.sentence).catch((error: unknown) => giveUp(`a callee could not speak: ${String(error)}`));
        break;
      case 'press':
        parts.media()?.sendKeys(effect.key);
        break;
      case 'hangUp':
        parts.hangUp();
        break;
      case 'setTimer':
        setTimer(effect.timer, effect.at);
        break;
      case 'clearTimer':
        clearTimeout(timers.get(effect.timer));
    }
  };

  const take = (event: CalleeEvent): void => {
    const step = stepCallee(state, event, now());
    if (step.kind === 'impossible') giveUp(`a callee came into an impossible state: ${step.because}`);
    if (step.kind !== 'moved') return;
    state = step.state;
    for (const effect of step.effects) carryOut(effect);
  };

  const answered = (): void => {
    const media = parts.media();
    if (!media) {
      giveUp('the call was answered without media');
      return;
    }
    openMouth = createMouth(media, parts.pilotHz);
    mouth.resolve(openMouth);
  };

  const ended = (): void => {
    over = true;
    take({ type: 'ended' });
    openMouth?.close();
  };

  take({ type: 'called' });
  return {
    hear: signal => {
      if (over) return;
      if (signal.type === 'speaking') take({ type: 'robot.speaking' });
      else if (signal.type === 'quiet') take({ type: 'robot.quiet' });
      else if (signal.type === 'played') openMouth?.played(signal.id);
    },
    onLeg: signal => {
      if (signal.type === 'answered') answered();
      else if (signal.type === 'ended') ended();
    },
  };
};
