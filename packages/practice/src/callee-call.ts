import { type Instant, instant } from '@lianxian/core/kit';
import {
  type CalleeEffect,
  type CalleeEvent,
  type CalleeState,
  type CalleeTimer,
  createQuestionReader,
  type Said,
  saidBy,
  startCallee,
  stepCallee,
} from '@lianxian/core/simulation';
import type { IncomingLeg, LegSignal, Manner, MediaLeg, MediaSignal } from '@lianxian/telephony';
import { callAmbience } from './ambience.ts';
import { type Callee, NETWORK } from './callees.ts';
import { createPlayer, type Player } from './player.ts';
import { ringback } from './ringback.ts';
import type { Sounds } from './sounds.ts';

/**
 * One call to a callee: joins core's callee machine to the telephone, to sound and text, and to the clock. What the callee
 * does is decided there; here it only happens. Voice activity on the robot's sound is the machine's ear; what the robot asks
 * comes beside its words, in the real-time text. What is heard before the answer (a ringback, an announcement) needs media
 * early: 183 with SDP.
 */
export interface CalleeCall {
  readonly hear: (signal: MediaSignal) => void;
  readonly onLeg: (signal: LegSignal) => void;
  /** Sound may be sent although nobody has answered. */
  readonly onEarlyMedia: () => void;
}

interface CalleeCallParts {
  readonly callee: Pick<Callee, 'persona' | 'manner' | 'pilotHz'>;
  readonly seed: number;
  readonly leg: Pick<IncomingLeg, 'progress' | 'answer' | 'refuse'>;
  /** The call's media; there from early media or the answer on. */
  readonly media: () => MediaLeg | null;
  readonly sounds: Sounds;
  readonly hangUp: () => void;
  /** Told when it begins to say it. */
  readonly onSaid: (said: Said) => void;
  readonly onTrouble: (because: string) => void;
}

/** SIP answers (RFC 3261 section 21.1). */
const RINGING = 180;
const SESSION_PROGRESS = 183;
/** One key on the network: 100 ms of it and 60 ms of rest (telephony's key sender). */
const KEY_MS = 160;
const NO_SOUND = new Uint8Array();

const now = (): Instant => instant(performance.now());

export const createCalleeCall = (parts: CalleeCallParts): CalleeCall => {
  const { callee, leg, sounds } = parts;
  let state: CalleeState = startCallee(callee.persona, parts.seed);
  const timers = new Map<CalleeTimer | 'typing', NodeJS.Timeout>();
  const opened = Promise.withResolvers<Player>();
  let player: Player | null = null;
  let hasRingback = false;
  let over = false;
  const readQuestions = createQuestionReader();

  /** `heard`: the words that are sent for it. */
  const say = (text: string, manner: Manner, tail: Uint8Array, heard = text): void => {
    const said = async () => {
      const [audio, ready] = await Promise.all([sounds.sentence(text, manner), opened.promise]);
      if (over) return;
      await ready.say(heard, audio, tail);
      take({ type: 'spoken' });
    };
    said().catch((error: unknown) => giveUp(`a callee could not speak: ${String(error)}`));
  };

  const giveUp = (because: string): void => {
    parts.onTrouble(because);
    parts.hangUp();
  };

  const wake = (name: CalleeTimer | 'typing', ms: number, event: CalleeEvent): void => {
    clearTimeout(timers.get(name));
    timers.set(
      name,
      setTimeout(() => take(event), Math.max(0, ms)),
    );
  };

  const carryOut = (effect: CalleeEffect): void => {
    if (effect.type === 'say' || effect.type === 'press') parts.onSaid(saidBy(effect));
    switch (effect.type) {
      case 'ring':
        hasRingback = effect.ringback;
        leg.progress(hasRingback ? SESSION_PROGRESS : RINGING, hasRingback);
        break;
      case 'announce':
        leg.progress(SESSION_PROGRESS, true);
        say(effect.sentence, NETWORK, NO_SOUND);
        break;
      case 'pickUp':
        player?.lay(null);
        leg.answer();
        break;
      case 'refuse':
        leg.refuse(effect.code);
        break;
      case 'say':
        say(effect.sentence, callee.manner, effect.thenBeeps ? sounds.beep() : NO_SOUND, effect.heard);
        break;
      case 'press':
        parts.media()?.sendKeys(effect.keys);
        wake('typing', effect.keys.length * KEY_MS, { type: 'spoken' });
        break;
      case 'hangUp':
        parts.hangUp();
        break;
      case 'setTimer':
        wake(effect.timer, effect.at - now(), { type: 'timer.fired', timer: effect.timer });
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

  /** The player opens with the media: before the answer, or with it. */
  const openPlayer = (): Player | null => {
    const media = parts.media();
    if (player === null && media !== null) {
      player = createPlayer(media);
      opened.resolve(player);
    }
    return player;
  };

  const answered = (): void => {
    const ready = openPlayer();
    if (ready) ready.lay(callAmbience(callee.persona.inNoise === true, callee.pilotHz));
    else giveUp('the call was answered without media');
  };

  const ended = (): void => {
    over = true;
    take({ type: 'ended' });
    for (const timer of timers.values()) clearTimeout(timer);
    player?.close();
  };

  take({ type: 'called' });
  return {
    hear: signal => {
      if (over) return;
      if (signal.type === 'speaking') take({ type: 'robot.speaking' });
      else if (signal.type === 'quiet') take({ type: 'robot.quiet' });
      else if (signal.type === 'played') player?.played(signal.id);
      else if (signal.type === 'text')
        for (const question of readQuestions(signal.text)) take({ type: 'robot.asks', question });
    },
    onEarlyMedia: () => {
      if (!over) openPlayer()?.lay(hasRingback ? ringback() : null);
    },
    onLeg: signal => {
      if (signal.type === 'answered') answered();
      else if (signal.type === 'ended') ended();
    },
  };
};
