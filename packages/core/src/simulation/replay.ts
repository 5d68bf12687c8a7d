import {
  type Answered,
  type Ask,
  type CompiledPlan,
  type ConversationEvent,
  type ConversationNote,
  type ConversationState,
  type ConversationSummary,
  stepConversation,
  type TalkView,
  talkOf,
  variablesOf,
} from '../conversation/index.ts';
import { after, createTimeline, type Instant } from '../kit/index.ts';
import { MOST_MOVES, type Move } from './moves.ts';
import { calleeVoiceMs, createRobotSide, pace } from './robot-side.ts';

/**
 * A talk as a list of moves, run anew from its beginning through the machine of a call, in virtual time: the same moves
 * give the same talk. Going back a turn is fewer moves, another way is other moves; nothing is kept in between.
 *
 * The robot is let finish before the callee speaks, but for moves that speak into it. After the last move it goes on until
 * it listens, the call is over, or the world is asked something that no move answers and `world` holds back.
 */
interface ReplayOptions {
  readonly plan: CompiledPlan;
  readonly moves: readonly Move[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly minuteOfDay?: number;
  /** The merchant's day; without one no date is known in the talk. */
  readonly date?: string | undefined;
  /** What is answered where no move answers; `hold` waits for one. Everything fails by default. */
  readonly world?: (ask: Ask) => Answered | 'hold';
  /** Pinyin of a sentence, one a character: made at the rim. */
  readonly syllables?: (text: string) => readonly string[];
}

/** A note of the conversation, and the move it belongs to: −1 is the opening. */
interface ReplayedNote {
  readonly note: ConversationNote;
  readonly move: number;
  /** Of a line of the robot: the sentence as it stands in the plan, and what its variables were then. */
  readonly sentence?: SaidSentence;
}

interface SaidSentence {
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Nothing where the robot said words of its own (a language model's), which stand nowhere in the plan. */
const sentenceOf = (state: ConversationState, note: ConversationNote): SaidSentence | null => {
  if (note.type !== 'robot.said') return null;
  const saying = [...state.queue, state.lastSaid].find(each => each?.prompt === note.line);
  if (!saying || saying.verbatim) return null;
  const { values } = state;
  const said = variablesOf(saying.text).flatMap(name => (Object.hasOwn(values, name) ? [[name, values[name]!]] : []));
  return { text: saying.text, values: Object.fromEntries(said) };
};

interface ReplayedAsk {
  readonly ask: number;
  readonly what: Ask;
  readonly at: Instant;
  readonly limitMs: number;
}

export interface Replay {
  /** All that happened; `notes` says of each note of it, by its number, which move it belongs to. */
  readonly talk: TalkView;
  readonly notes: readonly ReplayedNote[];
  /** Moves that were carried out; fewer than given where the call was over before. */
  readonly done: number;
  /** For each turn of the callee: from its last sound to the robot's next word. */
  readonly waits: readonly { readonly move: number; readonly ms: number }[];
  readonly state: ConversationState;
  readonly now: Instant;
  /** Held back: the world must answer before the talk goes on. */
  readonly pending: ReplayedAsk | null;
  /** What the call would be if the callee hung up now; what it was when it is over. */
  readonly summary: ConversationSummary | null;
  readonly ended: boolean;
}

/** The move that a part of the talk belongs to: −1 is the opening. */
export const moveOf = ({ notes }: Pick<Replay, 'notes'>, { nth }: { readonly nth: number }): number =>
  notes[nth]?.move ?? -1;

const KEY_PACE_MS = 300;
/** The world answers after so long unless a move says otherwise. */
const WORLD_MS = 300;
/** Longer than any reply, waits of the world included; what is not at rest by then stays as it is. */
const LONGEST_REPLY_MS = 180_000;
const MOST_EVENTS = 20_000;

export const replay = (options: ReplayOptions): Replay => {
  const run = new Run(options);
  run.begin();
  options.moves.slice(0, MOST_MOVES).forEach((move, index) => {
    run.perform(move, index);
  });
  return run.result();
};

class Run {
  readonly #options: ReplayOptions;
  readonly #timeline = createTimeline<ConversationEvent>();
  readonly #robot;
  readonly #notes: ReplayedNote[] = [];
  readonly #waits: { move: number; ms: number }[] = [];
  /** Index of a move that answered an ask out of its turn. */
  readonly #used = new Set<number>();
  #move = -1;
  #done = 0;
  #events = 0;
  #pending: ReplayedAsk | null = null;
  /** The robot speaks until then. */
  #speaking: { readonly from: Instant; readonly to: Instant } | null = null;
  /** It has begun to speak since the last move. */
  #replied = false;
  #lastSound: Instant | null = null;

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#robot = createRobotSide({
      plan: options.plan,
      stage: this.#timeline,
      onVoice: (from, to) => this.#robotSpeaks(from, to),
      onVoiceStopped: () => {
        this.#speaking = null;
      },
      onAsk: (asked, at) => this.#ask({ ...asked, at }),
      onUnask: ask => {
        if (this.#pending?.ask === ask) this.#pending = null;
      },
    });
  }

  begin(): void {
    const { variables = {}, minuteOfDay = 600, date } = this.#options;
    this.#post({ type: 'conversation.started', variables, minuteOfDay, ...(date !== undefined && { date }) }, 0);
    this.#pass(0);
  }

  perform(move: Move, index: number): void {
    if (this.#used.has(index)) {
      this.#done += 1;
      return;
    }
    if (move.does === 'over' || move.does === 'cough' || (move.does === 'hangUp' && move.afterMs !== undefined))
      this.#letReply();
    else this.#settle();
    if (this.#isOver()) return;
    this.#move = index;
    this.#done += 1;
    this.#replied = false;
    this.#carryOut(move);
  }

  result(): Replay {
    this.#settle();
    const state = this.#robot.state();
    const talk = talkOf(this.#notes.map(({ note }) => note));
    return {
      talk,
      notes: this.#notes,
      done: this.#done,
      waits: this.#waits,
      state,
      now: this.#timeline.now(),
      pending: this.#pending,
      summary: this.#isOver() ? talk.summary : this.#summaryIfNow(state),
      ended: this.#isOver(),
    };
  }

  #summaryIfNow(state: ConversationState): ConversationSummary | null {
    const over = stepConversation(state, { type: 'call.ended', by: 'callee' }, this.#timeline.now());
    const notes = over.kind === 'moved' ? over.effects.flatMap(one => (one.type === 'note' ? [one.note] : [])) : [];
    return talkOf(notes).summary;
  }

  #carryOut(move: Move): void {
    switch (move.does) {
      case 'say':
        this.#speak(move.text, 0);
        break;
      case 'over':
        this.#speak(move.text, this.#into(move.afterMs));
        break;
      case 'cough':
        this.#cough(this.#into(move.afterMs), move.ms);
        break;
      case 'press':
        this.#press(move.keys);
        break;
      case 'silent':
        this.#pass(move.ms);
        break;
      case 'answer':
        this.#answerPending(move.answer);
        break;
      case 'hangUp':
        this.#hangUp(move.afterMs === undefined ? 0 : this.#into(move.afterMs));
        break;
    }
  }

  #cough(afterMs: number, ms: number): void {
    this.#post({ type: 'callee.speaking' }, afterMs + pace.voiceNoticed);
    this.#post({ type: 'callee.quiet' }, afterMs + ms + pace.quietNoticed);
    this.#pass(afterMs + ms + pace.quietNoticed);
  }

  #hangUp(afterMs: number): void {
    this.#post({ type: 'call.ended', by: 'callee' }, afterMs);
    this.#pass(afterMs);
  }

  #press(keys: string): void {
    for (const key of keys) {
      this.#post({ type: 'callee.key', key }, KEY_PACE_MS);
      this.#pass(KEY_PACE_MS);
    }
    this.#lastSound = this.#timeline.now();
  }

  #speak(text: string, afterMs: number): void {
    const ms = calleeVoiceMs(text);
    const syllables = this.#options.syllables?.(text);
    this.#post({ type: 'callee.speaking' }, afterMs + pace.voiceNoticed);
    this.#post({ type: 'callee.sentence', text, ...(syllables && { syllables }) }, afterMs + ms);
    this.#post({ type: 'callee.quiet' }, afterMs + ms + pace.quietNoticed);
    this.#pass(afterMs + ms);
    this.#lastSound = this.#timeline.now();
    this.#pass(pace.quietNoticed);
  }

  /** From now until so long into what the robot says. */
  #into(afterMs: number): number {
    const begun = this.#speaking?.from ?? this.#timeline.now();
    return Math.max(0, begun + afterMs - this.#timeline.now());
  }

  #robotSpeaks(from: Instant, to: Instant): void {
    this.#speaking = { from, to };
    this.#replied = true;
    if (this.#lastSound === null) return;
    this.#waits.push({ move: this.#move, ms: Math.max(0, Math.round(from - this.#lastSound)) });
    this.#lastSound = null;
  }

  #ask(asked: ReplayedAsk): void {
    const { moves } = this.#options;
    const index = moves.findIndex((_, at) => at > this.#move && !this.#used.has(at));
    const next = moves[index];
    if (next?.does === 'answer') {
      this.#used.add(index);
      this.#post({ type: 'ask.answered', ask: asked.ask, answer: next.answer }, next.afterMs ?? WORLD_MS);
      return;
    }
    const answer = this.#options.world?.(asked.what) ?? { type: 'failed', because: 'unknown' };
    if (answer === 'hold') this.#pending = asked;
    else this.#post({ type: 'ask.answered', ask: asked.ask, answer }, WORLD_MS);
  }

  #answerPending(answer: Answered): void {
    const asked = this.#pending;
    this.#pending = null;
    if (asked) this.#post({ type: 'ask.answered', ask: asked.ask, answer }, 0);
    this.#pass(0);
  }

  #isOver(): boolean {
    return this.#robot.state().kind === 'ended';
  }

  #speaksNow(): boolean {
    return this.#speaking !== null && this.#speaking.to > this.#timeline.now();
  }

  /** Nothing happens any more unless somebody does something. */
  #isAtRest(): boolean {
    const { kind } = this.#robot.state();
    if (kind === 'ended') return true;
    if (this.#pending !== null) return !this.#speaksNow();
    return kind === 'listening' || kind === 'keying';
  }

  #settle(): void {
    this.#runUntil(() => this.#isAtRest());
  }

  #letReply(): void {
    this.#runUntil(() => this.#replied || this.#isAtRest());
  }

  #post(event: ConversationEvent, ms: number): void {
    this.#timeline.post(event, after(this.#timeline.now(), ms));
  }

  #pass(ms: number): void {
    const until = after(this.#timeline.now(), ms);
    while (this.#next(until));
  }

  #runUntil(isEnough: () => boolean): void {
    const until = after(this.#timeline.now(), LONGEST_REPLY_MS);
    while (!isEnough() && this.#next(until));
  }

  /** One event; false when none is left before `until`. */
  #next(until: Instant): boolean {
    if (this.#events >= MOST_EVENTS) return false;
    const next = this.#timeline.next(until);
    if (next === null) return false;
    this.#events += 1;
    const before = this.#robot.notes().length;
    this.#robot.hear(next.event, next.at);
    for (const note of this.#robot.notes().slice(before)) {
      const sentence = sentenceOf(this.#robot.state(), note);
      this.#notes.push({ note, move: this.#move, ...(sentence && { sentence }) });
    }
    return true;
  }
}
