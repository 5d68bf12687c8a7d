import {
  type CompiledPlan,
  type ConversationEvent,
  type ConversationNote,
  type ConversationState,
  type SyllablesOf,
  type TalkView,
  talkOf,
} from '../conversation/index.ts';
import { after, createTimeline, type Instant } from '../kit/index.ts';
import { asksOn, calleeVoiceMs, createRobotSide, emptyWorld, pace, type SimulatedWorld } from './robot-side.ts';

/**
 * A talk with a plan by hand, in virtual time: what is typed is spoken by the callee at a person's pace, through the same
 * machine that runs a call. For the terminal, for conversations kept as files, and for tests.
 */
export interface TypedTalk {
  /** Picks up; the robot has its first word as soon as time goes on. Without a `date` no day is kept of an answer. */
  readonly begin: (variables?: Readonly<Record<string, string>>, minuteOfDay?: number, date?: string) => void;
  /** Lets the robot finish, then speaks. Back when the sentence was understood. */
  readonly say: (text: string) => void;
  /** Speaks `afterMs` from now, whatever the robot does. */
  readonly sayOver: (text: string, afterMs: number) => void;
  /** Noise of the callee's that is no sentence, `afterMs` from now and so long. */
  readonly cough: (afterMs: number, ms: number) => void;
  readonly press: (keys: string) => void;
  /** Nobody speaks for so long. */
  readonly wait: (ms: number) => void;
  /** Lets the robot finish what it says. */
  readonly letFinish: () => void;
  /** Goes on until the robot speaks again or the call is over. */
  readonly letReply: () => void;
  /** When the callee's last sound was. */
  readonly lastSound: () => Instant;
  readonly hangUp: () => void;
  /** The balance reaches for so long yet. */
  readonly runOut: (leftMs: number) => void;
  readonly state: () => ConversationState;
  readonly notes: () => readonly ConversationNote[];
  /** What they make. */
  readonly talk: () => TalkView;
  readonly now: () => Instant;
}

/** Between two keys. */
const KEY_PACE_MS = 300;
/** Longer than any prompt: a talk that does not come to rest by then is a defect. */
const LONGEST_SETTLE_MS = 120_000;

/** Without `syllablesOf` (a rim's library) nothing typed is recognised by its sound. */
export const createTypedTalk = (
  plan: CompiledPlan,
  world: SimulatedWorld = emptyWorld,
  syllablesOf: SyllablesOf = () => [],
): TypedTalk => {
  const timeline = createTimeline<ConversationEvent>();
  const robot = createRobotSide({ plan, stage: timeline, onAsk: asksOn(timeline, world) });

  let lastSound = timeline.now();

  const runTo = (until: Instant): void => {
    for (let next = timeline.next(until); next; next = timeline.next(until)) robot.hear(next.event, next.at);
  };
  const run = (ms: number): void => runTo(after(timeline.now(), ms));
  /** Runs event by event while `on` holds. */
  const runWhile = (on: () => boolean): void => {
    const until = after(timeline.now(), LONGEST_SETTLE_MS);
    while (on()) {
      const next = timeline.next(until);
      if (!next) return;
      robot.hear(next.event, next.at);
    }
  };
  const letFinish = (): void =>
    runWhile(() => ['greeting', 'saying', 'parting', 'leaving', 'hearing', 'asking'].includes(robot.state().kind));
  const letReply = (): void =>
    runWhile(() => ['greeting', 'hearing', 'listening', 'keying'].includes(robot.state().kind));
  const post = (event: ConversationEvent, ms: number): void => timeline.post(event, after(timeline.now(), ms));

  const sayOver = (text: string, afterMs: number): void => {
    const ms = calleeVoiceMs(text);
    post({ type: 'callee.speaking' }, afterMs + pace.voiceNoticed);
    post({ type: 'callee.sentence', text, syllables: syllablesOf(text) }, afterMs + ms);
    post({ type: 'callee.quiet' }, afterMs + ms + pace.quietNoticed);
    lastSound = after(timeline.now(), afterMs + ms);
    run(afterMs + ms + pace.quietNoticed);
  };

  return {
    begin: (variables = {}, minuteOfDay = 600, date) => {
      post({ type: 'conversation.started', variables, minuteOfDay, ...(date && { date }) }, 0);
      run(0);
    },
    say: text => {
      letFinish();
      sayOver(text, 0);
    },
    sayOver,
    cough: (afterMs, ms) => {
      post({ type: 'callee.speaking' }, afterMs + pace.voiceNoticed);
      post({ type: 'callee.quiet' }, afterMs + ms + pace.quietNoticed);
      lastSound = after(timeline.now(), afterMs + ms);
      run(afterMs + ms + pace.quietNoticed);
    },
    press: keys => {
      letFinish();
      for (const key of keys) {
        post({ type: 'callee.key', key }, KEY_PACE_MS);
        run(KEY_PACE_MS);
        lastSound = timeline.now();
      }
    },
    wait: run,
    letFinish,
    letReply,
    lastSound: () => lastSound,
    hangUp: () => {
      post({ type: 'call.ended', by: 'callee' }, 0);
      run(0);
    },
    runOut: leftMs => {
      post({ type: 'balance.out', leftMs }, 0);
      run(0);
    },
    state: robot.state,
    notes: robot.notes,
    talk: () => talkOf(robot.notes()),
    now: timeline.now,
  };
};
