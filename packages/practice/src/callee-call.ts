import { type Dice, type Instant, instant } from '@lianxian/core/kit';
import { createTextLines, type MediaLeg, type MediaSignal } from '@lianxian/telephony';
import { createMouth, type Mouth } from './mouth.ts';
import type { Part } from './part.ts';
import { type TurnEffect, type TurnEvent, type Turns, turn, turnsAtStart } from './turns.ts';

/**
 * One callee on the phone, from the answer on: joins the turn machine to sound, text and the clock. What the callee says
 * comes from its part; how it sounds from the voice.
 */
export interface CalleeCall {
  readonly hear: (signal: MediaSignal) => void;
  /** The call is over, whoever ended it: no timer and no sound is left. */
  readonly end: () => void;
}

export interface CalleeCallParts {
  readonly media: MediaLeg;
  readonly part: Part;
  /** The sound of a text in this callee's voice. */
  readonly voice: (text: string) => Promise<Uint8Array>;
  readonly pilotHz: number | null;
  readonly chance: Dice;
  readonly hangUp: () => void;
  readonly onTrouble: (because: string) => void;
}

const HELLO = '喂？听得到吗？';
/** So much of what the robot said since the callee's last sentence is remembered. */
const HEARD_LIMIT = 20;

const now = (): Instant => instant(performance.now());

export const createCalleeCall = (parts: CalleeCallParts): CalleeCall => {
  const { media, part, voice, chance, hangUp, onTrouble } = parts;
  let state: Turns = turnsAtStart;
  let timer: NodeJS.Timeout | undefined;
  const robotText = createTextLines();
  let heard: string[] = [];
  let over = false;

  const mouth: Mouth = createMouth(media, parts.pilotHz);

  const say = async (text: string, last: boolean): Promise<void> => {
    const audio = await voice(text);
    if (over) return;
    await mouth.say(text, audio);
    take({ type: 'said', last });
  };

  const saySomething = (what: 'part' | 'hello'): void => {
    const line = what === 'hello' ? { text: HELLO, last: false } : part.next(heard.join(''));
    heard = [];
    if (line === null) take({ type: 'said', last: true });
    else
      say(line.text, line.last).catch((error: unknown) => {
        onTrouble(`the voice failed: ${String(error)}`);
        hangUp();
      });
  };

  const setTimer = (wanted: Extract<TurnEffect, { type: 'timer' }>['timer']): void => {
    clearTimeout(timer);
    if (wanted) timer = setTimeout(() => take({ type: wanted.fires }), Math.max(0, wanted.at - performance.now()));
  };

  const carryOut = (effect: TurnEffect): void => {
    if (effect.type === 'hangUp') hangUp();
    else if (effect.type === 'say') saySomething(effect.what);
    else setTimer(effect.timer);
  };

  const take = (event: TurnEvent): void => {
    if (over) return;
    const step = turn(state, event, now(), chance);
    if (step.kind !== 'moved') return;
    state = step.state;
    for (const effect of step.effects) carryOut(effect);
  };

  const read = (chunk: string): void => {
    for (const line of robotText.push(chunk)) {
      if (line.kind === 'sentence') heard = [...heard, line.text].slice(-HEARD_LIMIT);
      take({ type: 'robotText', sentenceEnded: line.kind === 'sentence' });
    }
  };

  take({ type: 'started' });
  return {
    hear: signal => {
      if (signal.type === 'speaking') take({ type: 'robotSpeaking' });
      else if (signal.type === 'quiet') take({ type: 'robotQuiet' });
      else if (signal.type === 'played') mouth.played(signal.id);
      else if (signal.type === 'text') read(signal.text);
    },
    end: () => {
      over = true;
      clearTimeout(timer);
      mouth.close();
    },
  };
};
