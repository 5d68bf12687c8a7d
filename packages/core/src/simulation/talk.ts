import {
  type CompiledPlan,
  type ConversationEffect,
  type ConversationEvent,
  type ConversationNote,
  type ConversationState,
  type ConversationSummary,
  startConversation,
  stepConversation,
} from '../conversation/index.ts';
import { after, drive, type Happened, type Instant, instant, type Stage } from '../kit/index.ts';
import { type CalleeEffect, type CalleeEvent, startCallee, stepCallee } from './callee.ts';
import type { Persona } from './personas.ts';

/** Paces and ears of a telephone line, in ms: how long sentences take, and when either side notices the other's voice. */
const pace = {
  robotPerCharacter: 220,
  calleePerCharacter: 190,
  lastSyllable: 150,
  voiceNoticed: 80,
  quietNoticed: 460,
} as const;
const longestTalk = instant(30 * 60_000);
const mostEvents = 20_000;

export interface SimulatedTalk {
  /** The SIP answer when the callee did not pick up; null when it did. */
  readonly refusedWith: number | null;
  readonly notes: readonly ConversationNote[];
  readonly summary: ConversationSummary | null;
  /** What happened to the conversation: enough to replay it. */
  readonly events: readonly Happened<ConversationEvent>[];
  /** Stretches of silence between two voices, longest first. */
  readonly silences: readonly Silence[];
}

export interface Silence {
  readonly from: Instant;
  readonly ms: number;
}

type TalkEvent =
  | { readonly to: 'robot'; readonly event: ConversationEvent }
  | { readonly to: 'callee'; readonly event: CalleeEvent };

export interface TalkOptions {
  readonly plan: CompiledPlan;
  readonly persona: Persona;
  readonly seed: number;
  readonly variables?: Readonly<Record<string, string>>;
  readonly minuteOfDay?: number;
}

/** One call of a plan to a simulated callee, in virtual time. */
export const simulateTalk = (options: TalkOptions): SimulatedTalk => {
  const talk = new Talk(options);
  const begin = [{ event: { to: 'callee', event: { type: 'called' } }, at: instant(0) }] as const;
  drive<TalkEvent>({
    begin,
    until: longestTalk,
    mostEvents,
    handle: (event, at, stage) => talk.handle(event, at, stage),
  });
  return talk.result();
};

/** The line between the two machines: what one does becomes what the other hears. */
class Talk {
  readonly #options: TalkOptions;
  #robot: ConversationState;
  #callee;
  #refusedWith: number | null = null;
  readonly #notes: ConversationNote[] = [];
  readonly #events: Happened<ConversationEvent>[] = [];
  readonly #voices: { readonly from: number; to: number }[] = [];
  #saying: { readonly prompt: number; readonly since: Instant } | null = null;

  constructor(options: TalkOptions) {
    this.#options = options;
    this.#robot = startConversation(options.plan);
    this.#callee = startCallee(options.persona, options.seed);
  }

  handle(happened: TalkEvent, at: Instant, stage: Stage<TalkEvent>): void {
    if (happened.to === 'callee') {
      const step = stepCallee(this.#callee, happened.event, at);
      if (step.kind !== 'moved') return;
      this.#callee = step.state;
      for (const effect of step.effects) this.#calleeDoes(effect, at, stage);
      return;
    }
    const { event } = happened;
    if (event.type === 'prompt.finished') {
      // A prompt that was stopped does not finish.
      if (this.#saying?.prompt !== event.prompt) return;
      this.#saying = null;
    }
    this.#events.push({ event, at });
    const step = stepConversation(this.#robot, event, at);
    if (step.kind !== 'moved') return;
    this.#robot = step.state;
    for (const effect of step.effects) this.#robotDoes(effect, at, stage);
  }

  result(): SimulatedTalk {
    const ended = this.#notes.find(note => note.type === 'ended');
    return {
      refusedWith: this.#refusedWith,
      notes: this.#notes,
      summary: ended?.summary ?? null,
      events: this.#events,
      silences: silencesBetween(this.#voices),
    };
  }

  #calleeDoes(effect: CalleeEffect, at: Instant, stage: Stage<TalkEvent>): void {
    const robotHears = (event: ConversationEvent, ms: number) => stage.post({ to: 'robot', event }, after(at, ms));
    switch (effect.type) {
      case 'ring':
        return;
      case 'refuse':
        this.#refusedWith = effect.code;
        return;
      case 'pickUp': {
        const { variables = {}, minuteOfDay = 600 } = this.#options;
        return robotHears({ type: 'conversation.started', variables, minuteOfDay }, 0);
      }
      case 'say': {
        const ms = [...effect.sentence].length * pace.calleePerCharacter + pace.lastSyllable;
        this.#voices.push({ from: at, to: at + ms });
        robotHears({ type: 'callee.speaking' }, pace.voiceNoticed);
        robotHears({ type: 'callee.words', text: effect.sentence.slice(0, effect.sentence.length / 2) }, ms / 2);
        robotHears({ type: 'callee.sentence', text: effect.sentence }, ms);
        robotHears({ type: 'callee.quiet' }, ms + pace.quietNoticed);
        return stage.post({ to: 'callee', event: { type: 'spoken' } }, after(at, ms));
      }
      case 'press':
        this.#voices.push({ from: at, to: at + 160 });
        return robotHears({ type: 'callee.key', key: effect.key }, 160);
      case 'hangUp':
        return robotHears({ type: 'call.ended', by: 'callee' }, 20);
      case 'setTimer': {
        const event = { type: 'timer.fired', timer: effect.timer } as const;
        return stage.setTimer(`callee ${effect.timer}`, { to: 'callee', event }, effect.at);
      }
      case 'clearTimer':
        return stage.clearTimer(`callee ${effect.timer}`);
    }
  }

  #robotDoes(effect: ConversationEffect, at: Instant, stage: Stage<TalkEvent>): void {
    const calleeHears = (event: CalleeEvent, ms: number) => stage.post({ to: 'callee', event }, after(at, ms));
    switch (effect.type) {
      case 'say': {
        const ms = [...effect.sentence.text].length * pace.robotPerCharacter + pace.lastSyllable;
        this.#saying = { prompt: effect.prompt, since: at };
        this.#voices.push({ from: at, to: at + ms });
        stage.clearTimer('robot quiet');
        calleeHears({ type: 'robot.speaking' }, pace.voiceNoticed);
        stage.post({ to: 'robot', event: { type: 'prompt.finished', prompt: effect.prompt } }, after(at, ms));
        const quiet = { to: 'callee', event: { type: 'robot.quiet' } } as const;
        return stage.setTimer('robot quiet', quiet, after(at, ms + pace.quietNoticed));
      }
      case 'stopSaying': {
        const heardMs = at - (this.#saying?.since ?? at);
        this.#saying = null;
        const voice = this.#voices.findLast(({ from }) => from === at - heardMs);
        if (voice) voice.to = at;
        const quiet = { to: 'callee', event: { type: 'robot.quiet' } } as const;
        stage.setTimer('robot quiet', quiet, after(at, pace.quietNoticed));
        const event = { type: 'prompt.stopped', prompt: effect.prompt, heardMs } as const;
        return stage.post({ to: 'robot', event }, at);
      }
      case 'note':
        this.#notes.push(effect.note);
        return;
      case 'hangUp':
        calleeHears({ type: 'ended' }, 0);
        return stage.post({ to: 'robot', event: { type: 'call.ended', by: 'robot' } }, after(at, 20));
      case 'setTimer': {
        const event = { type: 'timer.fired', timer: effect.timer } as const;
        return stage.setTimer(`robot ${effect.timer}`, { to: 'robot', event }, effect.at);
      }
      case 'clearTimer':
        return stage.clearTimer(`robot ${effect.timer}`);
    }
  }
}

/** Gaps between the first and the last voice of a call in which neither side spoke. */
const silencesBetween = (voices: readonly { readonly from: number; readonly to: number }[]): readonly Silence[] => {
  const inOrder = [...voices].sort((a, b) => a.from - b.from);
  const gaps: Silence[] = [];
  let quietSince = inOrder[0]?.from ?? 0;
  for (const { from, to } of inOrder) {
    if (from > quietSince) gaps.push({ from: instant(quietSince), ms: from - quietSince });
    quietSince = Math.max(quietSince, to);
  }
  return gaps.sort((a, b) => b.ms - a.ms);
};
