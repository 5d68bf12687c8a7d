import type { Instant } from '../../kit/index.ts';
import type { Exit } from '../plan/exit.ts';
import type { Level, Side, Spoken, TransferTarget } from '../plan/plan.ts';
import type { PartyPlace, PartyWho } from './people.ts';
import type { When } from './when.ts';

/** Who ended a talk; `user` is a person of the merchant who hung it up by hand. */
export const enders = ['callee', 'robot', 'user', 'platform'] as const;
export type EndedBy = (typeof enders)[number];

/** What happens to a conversation, as its rim (media worker, test talk, simulation) reports it. */
export type ConversationEvent =
  | {
      readonly type: 'conversation.started';
      readonly variables: Readonly<Record<string, string>>;
      /** By the merchant's clock. */
      readonly minuteOfDay: number;
      /** The merchant's day, `2026-11-24`; talks that were kept before it was told have none. */
      readonly date?: string;
    }
  /** A prompt was heard to its end. */
  | { readonly type: 'prompt.finished'; readonly prompt: number }
  /** A prompt was stopped by our own `stopSaying`: so many ms of the whole sentence (`fromMs` among them) had been sent. */
  | { readonly type: 'prompt.stopped'; readonly prompt: number; readonly heardMs: number }
  /** Voice activity of the callee began or ended. */
  | { readonly type: 'callee.speaking' }
  | { readonly type: 'callee.quiet' }
  /** Words of an unfinished sentence so far: shown, never routed on. */
  | { readonly type: 'callee.words'; readonly text: string }
  /**
   * A whole sentence: plan rules see these alone. Its syllables (pinyin without tones, one a character, '' where there is
   * none) are made at the rim, for recognition errors; absent, nothing is recognised by sound.
   */
  | { readonly type: 'callee.sentence'; readonly text: string; readonly syllables?: readonly string[] }
  | { readonly type: 'callee.key'; readonly key: string }
  /** A seat who takes part said it. */
  | { readonly type: 'person.sentence'; readonly party: string; readonly text: string }
  | { readonly type: 'timer.fired'; readonly timer: ConversationTimer }
  /** What the world said to an `ask`; one for each, and never later than its limit unless the rim is broken. */
  | { readonly type: 'ask.answered'; readonly ask: number; readonly answer: Answered }
  /** The balance reaches for so long yet. */
  | { readonly type: 'balance.out'; readonly leftMs: number }
  /** The call is over, whoever ended it. Last event. */
  | { readonly type: 'call.ended'; readonly by: EndedBy };

/**
 * `silence`: nobody spoke. `sentenceEnd`: voice stopped but no sentence came. `keys`: pause after a key. `longest`: the
 * longest call. `ask`: the world has not answered in time. `filler`: nor soon enough for silence.
 */
export type ConversationTimer = 'silence' | 'sentenceEnd' | 'keys' | 'longest' | 'ask' | 'filler';

/** What only the world knows. The conversation goes on after `limitMs` whatever becomes of it. */
export type Ask =
  | {
      readonly type: 'webhook';
      readonly node: string;
      readonly url: string;
      readonly method: 'GET' | 'POST';
      readonly body: Readonly<Record<string, string>>;
      readonly keeps: readonly { readonly path: string; readonly variable: string }[];
    }
  | {
      readonly type: 'sms';
      readonly node: string;
      readonly template: string;
      readonly values: Readonly<Record<string, string>>;
    }
  | { readonly type: 'transfer'; readonly node: string; readonly to: TransferTarget; readonly announcement: string }
  | {
      readonly type: 'llm';
      readonly node: string;
      readonly goal: string;
      readonly facts: string;
      readonly forbidden: readonly string[];
      readonly exits: readonly { readonly id: string; readonly name: string; readonly when: string }[];
      readonly said: readonly { readonly by: Side; readonly text: string }[];
    }
  /** Which of these does a sentence mean that no rule understood? */
  | {
      readonly type: 'meaning';
      readonly node: string;
      readonly text: string;
      readonly choices: readonly { readonly id: Exit; readonly name: string; readonly examples: readonly string[] }[];
    };

/** A talk so far, for who wants it in short. */
export interface TalkSoFar {
  readonly said: readonly { readonly by: Side | 'seat'; readonly text: string }[];
  readonly answers: readonly { readonly label: string; readonly value: string }[];
}

export const askTypes = ['webhook', 'sms', 'transfer', 'llm', 'meaning'] as const satisfies readonly Ask['type'][];

export type Answered =
  | { readonly type: 'kept'; readonly values: Readonly<Record<string, string>> }
  | { readonly type: 'sent' }
  /** Somebody has taken the call; the robot is done. */
  | {
      readonly type: 'transferred';
      readonly to: string;
      /** It is one of our seats, for whom no plan sets a limit. */
      readonly isSeat?: boolean;
    }
  | { readonly type: 'said'; readonly text: string }
  | { readonly type: 'exit'; readonly exit: string; readonly text: string }
  | { readonly type: 'means'; readonly choice: string }
  /** `because` is a word for the transcript: timeout, refused, nobody, nonsense, unknown. */
  | { readonly type: 'failed'; readonly because: string };

export const answerTypes = [
  'kept',
  'sent',
  'transferred',
  'said',
  'exit',
  'means',
  'failed',
] as const satisfies readonly Answered['type'][];

/**
 * What the conversation asks of its rim. Talking commands are carried out at once (docs/rules.md#effects). A rim answers
 * every `say` by `prompt.finished` or `prompt.stopped`; a prompt it cannot voice is stopped after 0 ms, and the talk goes
 * on.
 */
export type ConversationEffect =
  /** `fromMs`: it was stopped by mistake, and goes on where it stopped. */
  | { readonly type: 'say'; readonly prompt: number; readonly sentence: Sentence; readonly fromMs?: number }
  | { readonly type: 'ask'; readonly ask: number; readonly what: Ask; readonly limitMs: number }
  /** Nobody waits for it any more; a transfer that rings is taken back. */
  | { readonly type: 'unask'; readonly ask: number }
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
  readonly spoken: Spoken;
  /** A recording of it, by name; else it is synthesised. */
  readonly prompt?: string;
}

/** Facts for the transcript, the live page and the record; each is appended to the call's transcript file as it happens. */
export type ConversationNote =
  | {
      readonly type: 'node.entered';
      readonly at: Instant;
      readonly node: string;
      readonly name: string;
      readonly knowledge: boolean;
      /** The level that its rules give it so far; null, or absent in notes of earlier releases: none yet. */
      readonly level?: Level | null;
    }
  /** `name`: the merchant's own, of what the exit is called after; empty where it has none. */
  | {
      readonly type: 'node.left';
      readonly at: Instant;
      readonly node: string;
      readonly by: Exit;
      readonly name: string;
    }
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
      /** Somebody should look at the call now; absent: nobody need. */
      readonly wants?: CalleeWant;
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
      /** Of a date: the day and hour its words mean. */
      readonly when?: When;
    }
  /** The world was asked, or it has answered: for the transcript and for finding out what was slow. */
  | {
      readonly type: 'asked';
      readonly at: Instant;
      readonly node: string;
      readonly kind: Ask['type'];
      readonly outcome: 'asked' | Answered['type'];
      readonly detail: string;
    }
  /** The callee asked not to be called again, at whatever moment: noted at once, so that it outlives a crash. */
  | { readonly type: 'callee.wantsNoMoreCalls'; readonly at: Instant }
  /** The callee spoke of calling in the police, or an office that takes complaints; told once a talk. */
  | { readonly type: 'callee.namesAuthority'; readonly at: Instant }
  /** A seat said it; its side is the robot's lane. */
  | {
      readonly type: 'person.said';
      readonly at: Instant;
      readonly line: number;
      readonly party: string;
      readonly side: 'seat';
      readonly text: string;
    }
  /** Somebody came to stand somewhere (`joined` the first time), or left for good. `party`: of the callee `callee`. */
  | {
      readonly type: 'party';
      readonly at: Instant;
      readonly party: string;
      readonly who: PartyWho | { readonly type: 'callee' };
      readonly what: PartyPlace | 'joined' | 'left';
    }
  /** From here to `recordingResumed` the recording holds silence. */
  | { readonly type: 'recordingPaused'; readonly at: Instant }
  | { readonly type: 'recordingResumed'; readonly at: Instant }
  | { readonly type: 'ended'; readonly at: Instant; readonly summary: ConversationSummary };

/** A person to talk to; that a complaint is heard. */
export const calleeWants = ['person', 'complaint'] as const;
export type CalleeWant = (typeof calleeWants)[number];

/** What was understood and by which rule: shown as 「凭 …」. */
export interface Understood {
  /** `yes`, `collected`, an intent, an item of the knowledge base, a key. */
  readonly meaning: Exit;
  /** The merchant's own for it; empty where it is one of ours. */
  readonly name: string;
  readonly by:
    | 'words'
    | 'combined'
    | 'exact'
    | 'pattern'
    | 'sound'
    | 'like'
    /** What the sentence does in the talk (yes, no, busy, who …), in any trade. */
    | 'act'
    | 'model'
    | 'key'
    | 'number'
    | 'choice'
    | 'text'
    | 'date'
    | 'phone'
    | 'amount'
    /** A wish not to be called again, whatever the plan knows. */
    | 'wish';
  readonly matched: string;
  /** 0…1, of similar sentences, of sound and of what a sentence does. */
  readonly score?: number;
}

/** What is counted of a talk while it runs. */
export interface Counts {
  readonly turns: number;
  readonly positives: number;
  readonly negatives: number;
  readonly refusals: number;
  readonly notUnderstood: number;
  readonly silences: number;
  /** Prompts the callee stopped. */
  readonly interruptions: number;
  /** Questions answered out of the knowledge base. */
  readonly questions: number;
}

/** All that level rules may ask of a call: kept with its record, so that changed rules can be tried on it. */
export interface CallFacts extends Counts {
  readonly talkMs: number;
  readonly transferred: boolean;
  /** By id; how often. Intents and knowledge items. */
  readonly met: Readonly<Record<string, number>>;
  /** Node ids in the order they were entered, each with the `Exit` it was left by; empty while it is not left. */
  readonly passed: readonly { readonly node: string; readonly by: string }[];
  readonly answers: Readonly<Record<string, string>>;
  /** Answers that name a day or an hour, and the merchant's day of the call; absent where there are none, and of calls of before. */
  readonly dated?: { readonly calledOn: string; readonly answers: Readonly<Record<string, When>> };
  readonly hungUpBy: EndedBy;
}

export interface ConversationSummary {
  readonly level: Level;
  readonly levelRule: string;
  readonly tags: readonly string[];
  readonly customerType: number | null;
  readonly facts: CallFacts;
  readonly turns: number;
  readonly answers: Readonly<Record<string, string>>;
  readonly path: readonly {
    readonly node: string;
    readonly name: string;
    readonly knowledge: boolean;
    readonly enteredAt: Instant;
    readonly leftBy: Exit | '';
    /** The merchant's own name of that exit; empty where it has none. */
    readonly leftName: string;
  }[];
  /** Name of the node the flow stood at, knowledge apart; empty when the conversation never began. */
  readonly lastNode: string;
  readonly endedBy: EndedBy;
  /** The callee hung up in the middle of a sentence, after so much of it; null or absent: while nothing was being said. */
  readonly heardMs?: number | null;
}
