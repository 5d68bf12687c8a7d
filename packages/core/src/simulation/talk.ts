import type { CompiledPlan, ConversationEvent, ConversationNote, ConversationSummary } from '../conversation/index.ts';
import { after, drive, type Happened, type Instant, instant, type Stage } from '../kit/index.ts';
import { type CalleeEffect, type CalleeEvent, type CalleeState, startCallee, stepCallee } from './callee.ts';
import type { Persona } from './personas.ts';
import { calleeVoiceMs, createRobotSide, pace, type RobotSide } from './robot-side.ts';

const longestTalk = instant(30 * 60_000);
const mostEvents = 20_000;

export interface SimulatedTalk {
  /** The SIP answer when the callee did not pick up; null when it did. */
  readonly refusedWith: number | null;
  readonly notes: readonly ConversationNote[];
  readonly summary: ConversationSummary | null;
  /** What happened to the conversation: enough to replay it. */
  readonly events: readonly Happened<ConversationEvent>[];
  /** Stretches between the first and the last voice in which neither side spoke, longest first. */
  readonly silences: readonly Silence[];
}

export interface Silence {
  readonly from: Instant;
  readonly ms: number;
}

export interface TalkOptions {
  readonly plan: CompiledPlan;
  readonly persona: Persona;
  readonly seed: number;
  readonly variables?: Readonly<Record<string, string>>;
  readonly minuteOfDay?: number;
}

type TalkEvent =
  | { readonly to: 'robot'; readonly event: ConversationEvent }
  | { readonly to: 'callee'; readonly event: CalleeEvent };

interface Voice {
  readonly from: number;
  readonly to: number;
}

/** One call of a plan to a simulated callee, in virtual time. The same options give the same talk. */
export const simulateTalk = (options: TalkOptions): SimulatedTalk => {
  const talk = new Talk(options);
  drive<TalkEvent>({
    begin: [{ event: { to: 'callee', event: { type: 'called' } }, at: instant(0) }],
    until: longestTalk,
    mostEvents,
    handle: (event, at, stage) => talk.handle(event, at, stage),
  });
  return talk.result();
};

/** The line between the two machines: what one does becomes what the other hears. */
class Talk {
  readonly #options: TalkOptions;
  #robot: RobotSide | null = null;
  #callee: CalleeState;
  #refusedWith: number | null = null;
  readonly #calleeVoices: Voice[] = [];
  readonly #robotVoices: Voice[] = [];

  constructor(options: TalkOptions) {
    this.#options = options;
    this.#callee = startCallee(options.persona, options.seed);
  }

  handle(happened: TalkEvent, at: Instant, stage: Stage<TalkEvent>): void {
    this.#robot ??= this.#robotOn(stage);
    if (happened.to === 'robot') {
      this.#robot.hear(happened.event, at);
      return;
    }
    const step = stepCallee(this.#callee, happened.event, at);
    if (step.kind !== 'moved') return;
    this.#callee = step.state;
    for (const effect of step.effects) this.#calleeDoes(effect, at, stage);
  }

  result(): SimulatedTalk {
    const notes = this.#robot?.notes() ?? [];
    return {
      refusedWith: this.#refusedWith,
      notes,
      summary: notes.find(note => note.type === 'ended')?.summary ?? null,
      events: this.#robot?.events() ?? [],
      silences: silencesBetween([...this.#calleeVoices, ...this.#robotVoices]),
    };
  }

  #robotOn(stage: Stage<TalkEvent>): RobotSide {
    const calleeHears = (event: CalleeEvent, at: Instant) => stage.post({ to: 'callee', event }, at);
    const quietAt = (at: Instant) =>
      stage.setTimer('robot quiet', { to: 'callee', event: { type: 'robot.quiet' } }, after(at, pace.quietNoticed));
    return createRobotSide({
      plan: this.#options.plan,
      stage: {
        post: (event, at) => stage.post({ to: 'robot', event }, at),
        setTimer: (name, event, at) => stage.setTimer(`robot ${name}`, { to: 'robot', event }, at),
        clearTimer: name => stage.clearTimer(`robot ${name}`),
      },
      onVoice: (from, to) => {
        this.#robotVoices.push({ from, to });
        calleeHears({ type: 'robot.speaking' }, after(from, pace.voiceNoticed));
        quietAt(to);
      },
      onVoiceStopped: at => {
        const voice = this.#robotVoices.pop();
        if (voice) this.#robotVoices.push({ ...voice, to: at });
        quietAt(at);
      },
      onHangUp: at => calleeHears({ type: 'ended' }, at),
    });
  }

  #calleeDoes(effect: CalleeEffect, at: Instant, stage: Stage<TalkEvent>): void {
    const robotHears = (event: ConversationEvent, ms: number) => stage.post({ to: 'robot', event }, after(at, ms));
    switch (effect.type) {
      case 'ring':
        break;
      case 'refuse':
        this.#refusedWith = effect.code;
        break;
      case 'pickUp': {
        const { variables = {}, minuteOfDay = 600 } = this.#options;
        robotHears({ type: 'conversation.started', variables, minuteOfDay }, 0);
        break;
      }
      case 'say': {
        const ms = calleeVoiceMs(effect.sentence);
        this.#calleeVoices.push({ from: at, to: at + ms });
        robotHears({ type: 'callee.speaking' }, pace.voiceNoticed);
        robotHears({ type: 'callee.words', text: effect.sentence.slice(0, effect.sentence.length / 2) }, ms / 2);
        robotHears({ type: 'callee.sentence', text: effect.sentence }, ms);
        robotHears({ type: 'callee.quiet' }, ms + pace.quietNoticed);
        stage.post({ to: 'callee', event: { type: 'spoken' } }, after(at, ms));
        break;
      }
      case 'press':
        this.#calleeVoices.push({ from: at, to: at + pace.key });
        robotHears({ type: 'callee.key', key: effect.key }, pace.key);
        break;
      case 'hangUp':
        robotHears({ type: 'call.ended', by: 'callee' }, pace.hangUp);
        break;
      case 'setTimer': {
        const event = { type: 'timer.fired', timer: effect.timer } as const;
        stage.setTimer(`callee ${effect.timer}`, { to: 'callee', event }, effect.at);
        break;
      }
      case 'clearTimer':
        stage.clearTimer(`callee ${effect.timer}`);
        break;
    }
  }
}

const silencesBetween = (voices: readonly Voice[]): readonly Silence[] => {
  const inOrder = [...voices].sort((a, b) => a.from - b.from);
  const gaps: Silence[] = [];
  let quietSince = inOrder[0]?.from ?? 0;
  for (const { from, to } of inOrder) {
    if (from > quietSince) gaps.push({ from: instant(quietSince), ms: from - quietSince });
    quietSince = Math.max(quietSince, to);
  }
  return gaps.sort((a, b) => b.ms - a.ms);
};
