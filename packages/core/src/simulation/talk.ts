import {
  type CompiledPlan,
  type ConversationEvent,
  type ConversationNote,
  type ConversationSummary,
  questionAt,
} from '../conversation/index.ts';
import { after, drive, type Happened, type Instant, instant, type Stage } from '../kit/index.ts';
import { startCallee, stepCallee } from './callee.ts';
import type { CalleeEffect, CalleeEvent, CalleeState } from './callee-state.ts';
import type { Persona } from './persona.ts';
import {
  asksOn,
  calleeVoiceMs,
  createRobotSide,
  emptyWorld,
  pace,
  type RobotSide,
  type SimulatedWorld,
} from './robot-side.ts';
import { type Said, saidBy } from './said.ts';

const longestTalk = instant(30 * 60_000);
const MOST_EVENTS = 20_000;

export interface SimulatedTalk {
  /** Null where it was refused before it rang. */
  readonly ringing: Ringing | null;
  /** The SIP answer when the callee refused; null when it picked up or let it ring for ever. */
  readonly refusedWith: number | null;
  /** When it picked up or refused; null where it rings for ever. */
  readonly settledAt: Instant | null;
  readonly notes: readonly ConversationNote[];
  readonly summary: ConversationSummary | null;
  /** What the callee said or pressed, with what it meant where it has a mind. */
  readonly said: readonly Said[];
  /** What happened to the conversation: enough to replay it. */
  readonly events: readonly Happened<ConversationEvent>[];
  /** Stretches between the first and the last voice in which neither side spoke, longest first. */
  readonly silences: readonly Silence[];
}

interface Ringing {
  readonly at: Instant;
  /** Music or an announcement is heard before the answer. */
  readonly earlyMedia: boolean;
}

interface Silence {
  readonly from: Instant;
  readonly ms: number;
}

interface TalkOptions {
  readonly plan: CompiledPlan;
  readonly persona: Persona;
  readonly seed: number;
  readonly variables?: Readonly<Record<string, string>>;
  readonly minuteOfDay?: number;
  /** The merchant's day; without it none is known. */
  readonly date?: string;
  /** Pinyin of a sentence, one a character: made at the rim. */
  readonly syllables?: (text: string) => readonly string[];
  /** What the world answers; without it everything fails. */
  readonly world?: SimulatedWorld;
}

type TalkEvent =
  | { readonly to: 'robot'; readonly event: ConversationEvent }
  | { readonly to: 'callee'; readonly event: CalleeEvent };

interface Voice {
  readonly from: number;
  readonly to: number;
}

/** What a mailbox's tone takes, its rest included. */
const BEEP_MS = 600;
/** Words of an unfinished sentence are shown so often. */
const WORDS_EVERY_MS = 1_000;
/** Noise that sets in is taken for a voice until the ear has learned it. */
const NOISE_LEARNED_MS = 1_500;

/** One call of a plan to a simulated callee, in virtual time. The same options give the same talk. */
export const simulateTalk = (options: TalkOptions): SimulatedTalk => {
  const talk = new Talk(options);
  drive<TalkEvent>({
    begin: [{ event: { to: 'callee', event: { type: 'called' } }, at: instant(0) }],
    until: longestTalk,
    mostEvents: MOST_EVENTS,
    handle: (event, at, stage) => talk.handle(event, at, stage),
  });
  return talk.result();
};

/** The line between the two machines: what one does becomes what the other hears. */
class Talk {
  readonly #options: TalkOptions;
  #robot: RobotSide | null = null;
  #callee: CalleeState;
  #ringing: Ringing | null = null;
  #refusedWith: number | null = null;
  #settledAt: Instant | null = null;
  readonly #said: Said[] = [];
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
      ringing: this.#ringing,
      refusedWith: this.#refusedWith,
      settledAt: this.#settledAt,
      notes,
      summary: notes.find(note => note.type === 'ended')?.summary ?? null,
      said: this.#said,
      events: this.#robot?.events() ?? [],
      silences: silencesBetween([...this.#calleeVoices, ...this.#robotVoices]),
    };
  }

  #robotOn(stage: Stage<TalkEvent>): RobotSide {
    const calleeHears = (event: CalleeEvent, at: Instant) => stage.post({ to: 'callee', event }, at);
    const quietAt = (at: Instant) =>
      stage.setTimer('robot quiet', { to: 'callee', event: { type: 'robot.quiet' } }, after(at, pace.quietNoticed));
    const ownStage: Stage<ConversationEvent> = {
      post: (event, at) => stage.post({ to: 'robot', event }, at),
      setTimer: (name, event, at) => stage.setTimer(`robot ${name}`, { to: 'robot', event }, at),
      clearTimer: name => stage.clearTimer(`robot ${name}`),
    };
    return createRobotSide({
      plan: this.#options.plan,
      stage: ownStage,
      onAsk: asksOn(ownStage, this.#options.world ?? emptyWorld),
      onVoice: (from, to) => {
        this.#robotVoices.push({ from, to });
        this.#tellsQuestion(from, stage);
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

  /** Where the robot will listen when it has spoken; only who has a mind looks at it. */
  #tellsQuestion(at: Instant, stage: Stage<TalkEvent>): void {
    const state = this.#robot?.state();
    if (state === undefined || this.#options.persona.temper === undefined) return;
    const passed = state.path.map(({ node }) => node);
    const question = questionAt(this.#options.plan, { node: state.node, date: state.date, passed });
    stage.post({ to: 'callee', event: { type: 'robot.asks', question } }, at);
  }

  #calleeDoes(effect: CalleeEffect, at: Instant, stage: Stage<TalkEvent>): void {
    switch (effect.type) {
      case 'ring':
        this.#ringing = { at, earlyMedia: effect.ringback };
        break;
      case 'announce':
        this.#ringing = { at, earlyMedia: true };
        stage.post({ to: 'callee', event: { type: 'spoken' } }, after(at, calleeVoiceMs(effect.sentence)));
        break;
      case 'refuse':
        this.#refusedWith = effect.code;
        this.#settledAt = at;
        break;
      case 'pickUp':
        this.#pickUp(at, stage);
        break;
      case 'say':
        this.#say(effect, at, stage);
        break;
      case 'press':
        this.#press(effect, at, stage);
        break;
      case 'hangUp':
        stage.post({ to: 'robot', event: { type: 'call.ended', by: 'callee' } }, after(at, pace.hangUp));
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

  #pickUp(at: Instant, stage: Stage<TalkEvent>): void {
    const { variables = {}, minuteOfDay = 600, date, persona } = this.#options;
    this.#settledAt = at;
    this.#robotHears(
      { type: 'conversation.started', variables, minuteOfDay, ...(date !== undefined && { date }) },
      at,
      stage,
    );
    if (!persona.inNoise) return;
    this.#robotHears({ type: 'callee.speaking' }, after(at, pace.voiceNoticed), stage);
    this.#robotHears({ type: 'callee.quiet' }, after(at, NOISE_LEARNED_MS), stage);
  }

  #say(effect: Extract<CalleeEffect, { type: 'say' }>, at: Instant, stage: Stage<TalkEvent>): void {
    const { sentence, thenBeeps, heard = sentence } = effect;
    this.#said.push(saidBy(effect));
    const ms = calleeVoiceMs(sentence);
    const to = after(at, ms + (thenBeeps ? BEEP_MS : 0));
    this.#calleeVoices.push({ from: at, to });
    this.#robotHears({ type: 'callee.speaking' }, after(at, pace.voiceNoticed), stage);
    const step = Math.min(WORDS_EVERY_MS, ms / 2);
    for (let shown = step; shown < ms; shown += step) {
      const text = heard.slice(0, (heard.length * shown) / ms);
      this.#robotHears({ type: 'callee.words', text }, after(at, shown), stage);
    }
    const syllables = this.#options.syllables?.(heard);
    this.#robotHears({ type: 'callee.sentence', text: heard, ...(syllables && { syllables }) }, after(at, ms), stage);
    this.#robotHears({ type: 'callee.quiet' }, after(to, pace.quietNoticed), stage);
    stage.post({ to: 'callee', event: { type: 'spoken' } }, to);
  }

  #press(effect: Extract<CalleeEffect, { type: 'press' }>, at: Instant, stage: Stage<TalkEvent>): void {
    const { keys } = effect;
    this.#said.push(saidBy(effect));
    const pressedAt = (index: number) => after(at, index * pace.key);
    this.#calleeVoices.push({ from: at, to: pressedAt(keys.length) });
    for (const [index, key] of [...keys].entries())
      this.#robotHears({ type: 'callee.key', key }, pressedAt(index + 1), stage);
    stage.post({ to: 'callee', event: { type: 'spoken' } }, pressedAt(keys.length));
  }

  #robotHears(event: ConversationEvent, at: Instant, stage: Stage<TalkEvent>): void {
    stage.post({ to: 'robot', event }, at);
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
