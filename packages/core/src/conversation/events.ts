import type { Instant } from '../kit/index.ts';
import type { Level } from './plan.ts';

/** Who ended a talk; `user` is a person of the merchant who hung it up by hand. */
export type EndedBy = 'callee' | 'robot' | 'user' | 'platform';

/** What happens to a conversation, as its rim (media worker, test talk, simulation) reports it. */
export type ConversationEvent =
  | {
      readonly type: 'conversation.started';
      readonly variables: Readonly<Record<string, string>>;
      readonly minuteOfDay: number;
    }
  /** A prompt was heard to its end. */
  | { readonly type: 'prompt.finished'; readonly prompt: number }
  /** A prompt was stopped by our own `stopSaying`, after so many ms of it had been sent. */
  | { readonly type: 'prompt.stopped'; readonly prompt: number; readonly heardMs: number }
  /** Voice activity of the callee began or ended. */
  | { readonly type: 'callee.speaking' }
  | { readonly type: 'callee.quiet' }
  /** Words of an unfinished sentence so far: shown, never routed on. */
  | { readonly type: 'callee.words'; readonly text: string }
  /** A whole sentence: plan rules see these alone. */
  | { readonly type: 'callee.sentence'; readonly text: string }
  | { readonly type: 'callee.key'; readonly key: string }
  | { readonly type: 'timer.fired'; readonly timer: ConversationTimer }
  /** The call is over, whoever ended it. Last event. */
  | { readonly type: 'call.ended'; readonly by: EndedBy };

/** `silence`: nobody spoke. `sentenceEnd`: voice stopped but no sentence came. `keys`: pause after a key. `longest`: the longest call. */
export type ConversationTimer = 'silence' | 'sentenceEnd' | 'keys' | 'longest';

/**
 * What the conversation asks of its rim. Talking commands are carried out at once (house §3). A rim answers every `say`
 * by `prompt.finished` or `prompt.stopped`; a prompt it cannot voice is stopped after 0 ms, and the talk goes on.
 */
export type ConversationEffect =
  | { readonly type: 'say'; readonly prompt: number; readonly sentence: Sentence }
  | { readonly type: 'stopSaying'; readonly prompt: number }
  | { readonly type: 'setTimer'; readonly timer: ConversationTimer; readonly at: Instant }
  | { readonly type: 'clearTimer'; readonly timer: ConversationTimer }
  | { readonly type: 'note'; readonly note: ConversationNote }
  | { readonly type: 'hangUp' };

/** A sentence ready to be voiced: fixed parts are shared prompts, variable parts are made for this callee. */
export interface Sentence {
  readonly segments: readonly SentenceSegment[];
  /** The whole text as it is shown. */
  readonly text: string;
}

export interface SentenceSegment {
  readonly text: string;
  readonly fixed: boolean;
  readonly spoken: 'asWritten' | 'digits';
}

/** Facts for the transcript, the live page and the record; each is appended to the call's transcript file as it happens. */
export type ConversationNote =
  | {
      readonly type: 'node.entered';
      readonly at: Instant;
      readonly node: string;
      readonly name: string;
      readonly knowledge: boolean;
    }
  | { readonly type: 'node.left'; readonly at: Instant; readonly node: string; readonly by: string }
  | {
      readonly type: 'robot.said';
      readonly at: Instant;
      readonly line: number;
      readonly text: string;
      readonly node: string;
    }
  /** Of `line` only so much was heard: the callee interrupted it, or (0 ms) it could not be voiced. */
  | { readonly type: 'robot.interrupted'; readonly at: Instant; readonly line: number; readonly heardMs: number }
  /** Where the callee's line began (voice onset when known), what it said, and which rule understood it. */
  | {
      readonly type: 'callee.said';
      readonly at: Instant;
      readonly endAt: Instant;
      readonly line: number;
      readonly text: string;
      readonly node: string;
      readonly understood: Understood | null;
      /** An answer was awaited and no rule understood this one; never of a greeting. */
      readonly missed: boolean;
      readonly whileRobotSpoke: boolean;
    }
  | { readonly type: 'callee.saying'; readonly at: Instant; readonly line: number; readonly text: string }
  | {
      readonly type: 'callee.keyed';
      readonly at: Instant;
      readonly line: number;
      readonly keys: string;
      readonly node: string;
      readonly understood: Understood | null;
    }
  | {
      readonly type: 'answer.kept';
      readonly at: Instant;
      readonly line: number;
      readonly variable: string;
      readonly label: string;
      readonly value: string;
    }
  /** The callee asked not to be called again, at whatever moment: noted at once, so that it outlives a crash. */
  | { readonly type: 'callee.wantsNoMoreCalls'; readonly at: Instant }
  | { readonly type: 'ended'; readonly at: Instant; readonly summary: ConversationSummary };

/** What was understood and by which rule: shown as 「凭 …」. */
export interface Understood {
  readonly meaning: string;
  readonly by: 'words' | 'key' | 'number' | 'choice' | 'text' | 'date';
  readonly matched: string;
}

export interface ConversationSummary {
  readonly level: Level;
  readonly levelRule: string;
  readonly turns: number;
  readonly answers: Readonly<Record<string, string>>;
  readonly path: readonly {
    readonly node: string;
    readonly name: string;
    readonly knowledge: boolean;
    readonly enteredAt: Instant;
    readonly leftBy: string;
  }[];
  /** Name of the node the flow stood at, knowledge apart; empty when the conversation never began. */
  readonly lastNode: string;
  readonly endedBy: EndedBy;
}
