import {
  type Answered,
  type Ask,
  type CompiledPlan,
  type ConversationEffect,
  type ConversationEvent,
  type ConversationNote,
  type ConversationState,
  startConversation,
  stepConversation,
} from '../conversation/index.ts';
import { after, type Happened, type Instant, type Stage } from '../kit/index.ts';

/** Paces and ears of a telephone line, in ms: how long sentences take, and when either side notices the other's voice. */
export const pace = {
  robotPerCharacter: 220,
  calleePerCharacter: 190,
  lastSyllable: 150,
  voiceNoticed: 80,
  quietNoticed: 460,
  key: 160,
  hangUp: 20,
} as const;

interface RobotSideOptions {
  readonly plan: CompiledPlan;
  readonly stage: Stage<ConversationEvent>;
  /** The robot's voice begins, and will end at `to` unless it is stopped. */
  readonly onVoice?: (from: Instant, to: Instant) => void;
  readonly onVoiceStopped?: (at: Instant) => void;
  readonly onHangUp?: (at: Instant) => void;
  /** The world is asked; who leaves this out has a world that never answers, and the conversation goes on by its limit. */
  readonly onAsk?: (asked: { readonly ask: number; readonly what: Ask; readonly limitMs: number }, at: Instant) => void;
  readonly onUnask?: (ask: number) => void;
}

/** The world of a simulation: what it answers to an ask, and after how long. */
export type SimulatedWorld = (ask: Ask) => { readonly answer: Answered; readonly afterMs: number };

/** Nothing can be asked, and that is said soon. */
export const emptyWorld: SimulatedWorld = () => ({ answer: { type: 'failed', because: 'unknown' }, afterMs: 300 });

/** Answers what is asked at its moment on the stage; what is taken back, and what comes too late, is nobody's any more. */
export const asksOn =
  (stage: Stage<ConversationEvent>, world: SimulatedWorld): NonNullable<RobotSideOptions['onAsk']> =>
  ({ ask, what }, at) => {
    const { answer, afterMs } = world(what);
    stage.post({ type: 'ask.answered', ask, answer }, after(at, afterMs));
  };

export interface RobotSide {
  readonly hear: (event: ConversationEvent, at: Instant) => void;
  readonly state: () => ConversationState;
  readonly notes: () => readonly ConversationNote[];
  /** What happened to the conversation: enough to replay it. */
  readonly events: () => readonly Happened<ConversationEvent>[];
}

/** The rim of a conversation in virtual time: prompts last as long as their text, timers are on the stage. */
export const createRobotSide = ({ plan, stage, ...told }: RobotSideOptions): RobotSide => {
  let state = startConversation(plan);
  let saying: { readonly since: Instant; readonly fromMs: number } | null = null;
  const notes: ConversationNote[] = [];
  const events: Happened<ConversationEvent>[] = [];

  const carryOut = (effect: ConversationEffect, at: Instant): void => {
    switch (effect.type) {
      case 'say': {
        const whole = [...effect.sentence.text].length * pace.robotPerCharacter + pace.lastSyllable;
        const to = after(at, Math.max(pace.lastSyllable, whole - (effect.fromMs ?? 0)));
        saying = { since: at, fromMs: effect.fromMs ?? 0 };
        told.onVoice?.(at, to);
        stage.setTimer('prompt', { type: 'prompt.finished', prompt: effect.prompt }, to);
        break;
      }
      case 'stopSaying': {
        const heardMs = at - (saying?.since ?? at) + (saying?.fromMs ?? 0);
        saying = null;
        stage.clearTimer('prompt');
        told.onVoiceStopped?.(at);
        stage.post({ type: 'prompt.stopped', prompt: effect.prompt, heardMs }, at);
        break;
      }
      case 'note':
        notes.push(effect.note);
        break;
      case 'ask':
        told.onAsk?.({ ask: effect.ask, what: effect.what, limitMs: effect.limitMs }, at);
        break;
      case 'unask':
        told.onUnask?.(effect.ask);
        break;
      case 'hangUp':
        told.onHangUp?.(at);
        stage.post({ type: 'call.ended', by: 'robot' }, after(at, pace.hangUp));
        break;
      case 'setTimer':
        stage.setTimer(effect.timer, { type: 'timer.fired', timer: effect.timer }, effect.at);
        break;
      case 'clearTimer':
        stage.clearTimer(effect.timer);
        break;
    }
  };

  return {
    hear: (event, at) => {
      events.push({ event, at });
      const step = stepConversation(state, event, at);
      if (step.kind !== 'moved') return;
      state = step.state;
      for (const effect of step.effects) carryOut(effect, at);
    },
    state: () => state,
    notes: () => notes,
    events: () => events,
  };
};

/** How long a callee's sentence takes. */
export const calleeVoiceMs = (sentence: string): number =>
  [...sentence].length * pace.calleePerCharacter + pace.lastSyllable;
