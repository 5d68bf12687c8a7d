import type { DateBounds, DateTest } from './dates.ts';
import type { BuiltInMeaning, routerMeanings } from './exit.ts';
import type { PlanVoice } from './voice.ts';

/**
 * A plan (话术) as data: what an operator draws and a call runs (docs/conversation.md#plan-and-version). This is the
 * published form, kept as JSON in `plan_version.graph`; `compile.ts` checks it and builds the look-up tables the machine
 * needs.
 *
 * A sentence is text with variables, `您好，${name}`; how it sounds is not core's business.
 */
export interface Plan {
  readonly name: string;
  /** What the plan may ask for: filled from the task's columns or by collect nodes. */
  readonly variables: readonly PlanVariable[];
  readonly rootFlow: string;
  readonly flows: readonly Flow[];
  readonly intents: readonly Intent[];
  readonly knowledge: readonly KnowledgeItem[];
  readonly levelRules: readonly LevelRule[];
  readonly defaults: PlanDefaults;
  /** Set when a version is published. */
  readonly borrowed?: readonly BorrowedWords[];
  /** Set when a version is published: text of a sentence's fixed part → its recordings, in turn (`prompt` of a segment). */
  readonly recorded?: Readonly<Record<string, readonly string[]>>;
  /**
   * What the merchant's base voices say where the plan has no words of its own: fillers in turn, a farewell. Only a
   * published version carries them.
   */
  readonly base?: BaseWords;
  /** Its graph is shown to nobody: talks with it do not tell by which words they understood (decision 131). */
  readonly closed?: true;
}

export interface PlanVariable {
  readonly name: string;
  readonly label: string;
  /** Spoken when a callee has no value for it; may be empty. */
  readonly fallback: string;
  readonly spoken: Spoken;
}

/** A value is spoken otherwise than it is written: as money, as a day, digit by digit (phones, codes), as a surname with 先生/女士. */
export const aloudWays = ['amount', 'date', 'digits', 'surname'] as const;
export const spokenWays = ['asWritten', ...aloudWays] as const;
export type Spoken = (typeof spokenWays)[number];

export interface Flow {
  readonly id: string;
  readonly name: string;
  readonly rootNode: string;
  readonly nodes: readonly PlanNode[];
}

export type PlanNode =
  | SpeakNode
  | CollectNode
  | ConditionNode
  | MenuNode
  | TransferNode
  | SmsNode
  | WebhookNode
  | LlmNode
  | GotoNode
  | HangupNode;

interface NodeBase {
  readonly id: string;
  readonly name: string;
  /** Where the editor shows it, in its own pixels; a call does not care. */
  readonly at?: { readonly x: number; readonly y: number };
  /** Entered at most so often in one call; the next time it goes to `exceeded.to` instead. */
  readonly visits?: { readonly most: number; readonly to: string };
}

/** What a node that listens may be told to leave unheard (docs/conversation.md#ignoring). */
export interface Ignoring {
  /** Nothing said here routes (a statement that must be heard); `refusalsToo`: not even a refusal does. */
  readonly speech?: 'all' | 'allButRefusals';
  /** Questions of the knowledge base are not answered here. */
  readonly knowledge?: boolean;
  /** The global dialogue (忙, 你是谁 …) does not act here. */
  readonly common?: boolean;
  /** Silence is waited out: nobody is asked whether they are still there. */
  readonly silence?: boolean;
}

/** Say, then listen; leaves by what the callee means. */
export interface SpeakNode extends NodeBase {
  readonly kind: 'speak';
  /** Chosen in turn when the node is visited again. */
  readonly sentences: readonly string[];
  readonly interruption: Interruption;
  readonly ignoring?: Ignoring;
  readonly routers: readonly Router[];
  readonly silence?: Silence;
  readonly notUnderstood?: NotUnderstood;
}

/** Ask, and keep the answer under `variable`. */
export interface CollectNode extends NodeBase {
  readonly kind: 'collect';
  readonly sentences: readonly string[];
  readonly interruption: Interruption;
  readonly ignoring?: Ignoring;
  readonly variable: string;
  readonly accepts: Accepts;
  /** `collected` is where it goes on; other meanings (a refusal …) may leave too. */
  readonly routers: readonly Router[];
  readonly silence?: Silence;
  readonly notUnderstood?: NotUnderstood;
}

export type Accepts =
  | { readonly type: 'text' }
  | { readonly type: 'number'; readonly min?: number; readonly max?: number }
  | { readonly type: 'date'; readonly within?: DateBounds }
  /** Digits of a telephone, normalised as `phone` does; spoken or pressed. */
  | { readonly type: 'phone' }
  /** Money in yuan, with at most two decimals: 三百五, 两万, 1.5 万. */
  | { readonly type: 'amount'; readonly min?: number; readonly max?: number }
  | {
      readonly type: 'choice';
      readonly options: readonly { readonly value: string; readonly words: readonly string[] }[];
    }
  | { readonly type: 'keys'; readonly min: number; readonly max: number; readonly end: '#' | null };

/** Leaves at once by the first condition that holds, else by `otherwise`. */
export interface ConditionNode extends NodeBase {
  readonly kind: 'condition';
  readonly branches: readonly { readonly when: Condition; readonly to: string }[];
  readonly otherwise: string;
}

/** How a variable is held against a value. */
export const comparisons = ['equal', 'notEqual', 'contains', 'less', 'greater'] as const;

export type ConditionPart =
  | {
      readonly variable: string;
      readonly is: (typeof comparisons)[number];
      readonly value: string;
    }
  | { readonly variable: string; readonly is: 'empty' | 'filled' }
  /** The day it was kept as; what names none is read for one. */
  | { readonly variable: string; readonly is: 'date'; readonly date: DateTest }
  /** Minutes of the merchant's day, [from, to). */
  | { readonly timeOfDay: { readonly from: number; readonly to: number } };

/** One, or several that must all hold. */
export type Condition = ConditionPart | { readonly all: readonly ConditionPart[] };

/** Phone keys: 1 for this, 2 for that. */
export interface MenuNode extends NodeBase {
  readonly kind: 'menu';
  readonly sentences: readonly string[];
  readonly interruption: Interruption;
  readonly ignoring?: Ignoring;
  readonly keys: readonly { readonly key: string; readonly label: string; readonly to: string }[];
  /** Spoken answers may choose as well. */
  readonly routers: readonly Router[];
  readonly silence?: Silence;
  readonly notUnderstood?: NotUnderstood;
}

/**
 * Hands the callee to a person. The robot says `sentences`, then somebody is rung; who answers takes the call and the
 * robot leaves it. Nobody in time: on to `otherwise`.
 */
export interface TransferNode extends NodeBase {
  readonly kind: 'transfer';
  readonly sentences: readonly string[];
  readonly to: TransferTarget;
  readonly ringTimeoutMs: number;
  /** Said again and again while it rings; music where empty. */
  readonly waiting: readonly string[];
  readonly otherwise: string;
}

export type TransferTarget =
  | { readonly type: 'seat'; readonly seat: string }
  | { readonly type: 'group'; readonly group: string }
  /** Cold: bridged as soon as it answers. Announced: `announcement` is said to who answers first. */
  | { readonly type: 'outside'; readonly number: string; readonly announcement: string };

/** Sends a text message to the callee and goes on. */
export interface SmsNode extends NodeBase {
  readonly kind: 'sms';
  /** Name or id of the merchant's template. */
  readonly template: string;
  readonly sent: string;
  readonly failed: string;
}

/** Asks the merchant's own system, keeps what it answers in variables, and goes on. */
export interface WebhookNode extends NodeBase {
  readonly kind: 'webhook';
  /** http or https; `${name}` is filled and escaped. Never an address of the machine's own network. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Variables that are sent, by name. */
  readonly sends: readonly string[];
  /** `path`: dotted way into the JSON that came (`data.order.state`). */
  readonly keeps: readonly { readonly path: string; readonly variable: string }[];
  readonly timeoutMs: number;
  readonly done: string;
  readonly failed: string;
}

/** A free talk with a goal, by the merchant's language model; `exits` are its tools. */
export interface LlmNode extends NodeBase {
  readonly kind: 'llm';
  /** The robot's first words here; may be empty. */
  readonly sentences: readonly string[];
  readonly interruption: Interruption;
  readonly goal: string;
  /** What it may say about the matter; nothing else. */
  readonly facts: string;
  readonly forbidden: readonly string[];
  readonly exits: readonly { readonly id: string; readonly name: string; readonly when: string; readonly to: string }[];
  readonly mostTurns: number;
  /** One answer of the model may take so long; then `failed`. */
  readonly timeoutMs: number;
  /** Too many turns, no model, nonsense, or too slow. */
  readonly failed: string;
  readonly silence?: Silence;
}

export interface GotoNode extends NodeBase {
  readonly kind: 'goto';
  readonly flow: string;
}

export interface HangupNode extends NodeBase {
  readonly kind: 'hangup';
  readonly sentences: readonly string[];
}

/** What makes a router fire: a built-in meaning, an intent of the plan, or a collected answer. */
export type Meaning = (typeof routerMeanings)[number] | { readonly intent: string };

export interface Router {
  readonly on: Meaning;
  readonly to: string;
}

/** When what the callee says stops the robot (docs/conversation.md#interruption). */
export type Interruption =
  | { readonly when: 'never' }
  | { readonly when: 'always' }
  | { readonly when: 'after'; readonly ms: number }
  | { readonly when: 'onIntents'; readonly intents: readonly string[] }
  /** By meaning only: whatever the plan understands stops it, mere voice does not. */
  | { readonly when: 'onMeaning' };

/** Nobody says anything: after `ms`, up to `times`, say `sentences[n]`; then leave by `silence`. */
export interface Silence {
  readonly ms: number;
  readonly sentences: readonly string[];
}

/** Not understood: say `sentences[n]` and listen again; then leave by `notUnderstood`. */
export interface NotUnderstood {
  readonly sentences: readonly string[];
}

/**
 * By what a sentence is recognised. Tried in this order, the first method that finds anything decides: words in all their
 * kinds and patterns, similar sentences, sound, and last the merchant's language model.
 */
export interface Recognised {
  /** Found anywhere in a sentence. */
  readonly words: readonly string[];
  /** All of a row, in any order: 什么时候 + 发货. */
  readonly combined?: readonly (readonly string[])[];
  /** The whole sentence and nothing else but particles. */
  readonly exact?: readonly string[];
  /** `[帮我|给我](查|报)天气`: [optional], (choice), `*` any few characters. Never a regular expression of the host. */
  readonly patterns?: readonly string[];
  /** Words that also count when a recogniser wrote other characters of the same or a confusable sound. */
  readonly sounds?: readonly string[];
  /** Sentences like this one. */
  readonly likes?: readonly string[];
  /** Whatever is said with one of these in it is not this, by no method. */
  readonly except?: readonly string[];
  /** Meanings of the built-in list (常用意思), by id: what callees say of them is heard beside the plan's own. */
  readonly meanings?: readonly string[];
  /** Groups of the common word library, by id. A published version carries their words in `borrowed`. */
  readonly groups?: readonly string[];
}

/** The words of a group of the common library as they were when the version was published. */
export interface BorrowedWords {
  readonly id: string;
  readonly name: string;
  readonly recognised: Omit<Recognised, 'groups'>;
}

export interface Intent extends Recognised {
  readonly id: string;
  readonly name: string;
  /** Among several that match, the higher one wins; the longer word breaks a tie. */
  readonly priority: number;
  /** A built-in meaning this intent gives words to, or none: routed by its id. */
  readonly means?: BuiltInMeaning;
  /** Whoever says this is never called again (docs/conversation.md#no-more-calls), whatever the plan does about it. */
  readonly noMoreCalls?: boolean;
}

/** A question that may come at any node: answered, then the flow resumes. */
export interface KnowledgeItem extends Recognised {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly answers: readonly string[];
  readonly interruption: Interruption;
  readonly next: { readonly resume: 'repeat' | 'continue' } | { readonly goto: string } | { readonly hangUp: true };
  /** Answered at most so often in one call; after that the words are treated as not understood. */
  readonly limit: number;
  /**
   * A part of the global dialogue rather than a question about the matter. `repeat` says the last sentence again,
   * whatever `answers` holds; the others answer like any item. All act at every node that does not ignore them.
   */
  readonly common?: CommonDialogue;
}

export const commonDialogues = [
  'refusal',
  'busy',
  'whoAreYou',
  'repeat',
  'notHeard',
  'complaint',
  'wantsPerson',
  'wrongNumber',
  'numberSource',
  'thinkItOver',
] as const;
/** 拒绝, 忙, 你是谁, 重复, 没听清, 投诉, 转人工, 打错了, 怎么有我电话, 考虑一下. */
export type CommonDialogue = (typeof commonDialogues)[number];

export interface PlanDefaults {
  readonly silence: Silence;
  readonly notUnderstood: NotUnderstood;
  /** The longest call, in ms of talk; then the robot says good-bye by hanging up. */
  readonly longestMs: number;
  readonly mostTurns: number;
  /**
   * Said before the opening when not empty: that a machine speaks and that the call is recorded
   * (docs/conversation.md#opening).
   */
  readonly announcement: string;
  /** What the opening must say to be published; each is wanted unless it is false. */
  readonly opening?: { readonly caller?: boolean; readonly machine?: boolean; readonly recorded?: boolean };
  /** Said before the robot gives up: nothing left to try, too many turns, too long. A default stands in. */
  readonly farewell?: string;
  /** Said to who asks not to be called again, before the robot hangs up; one of ours stands in. */
  readonly apology?: string;
  /** Said while the world is asked (webhook, model, recogniser) longer than `afterMs`; nobody hears a dead line. */
  readonly filler?: { readonly afterMs: number; readonly sentences: readonly string[] };
  /** Words that only say 「I am listening」, besides 嗯, 对, 好的. */
  readonly backchannels?: readonly string[];
  readonly voice?: PlanVoice;
  /** Words of two syllables and more are heard by ear as well, when nothing else says anything (docs/conversation.md#recognition). */
  readonly byEar?: boolean;
  /** Asks the merchant's language model what a sentence nobody understood may mean, at most so long; 0 or absent: never. */
  readonly modelMs?: number;
}

export interface BaseWords {
  readonly filler?: readonly string[];
  readonly farewell?: string;
}

export const levels = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
export type Level = (typeof levels)[number];
/** Of somebody who is to be called back. */
export const goodLevels = ['A', 'B'] as const satisfies readonly Level[];

/** Who speaks in a talk. */
export const sides = ['robot', 'callee'] as const;
export type Side = (typeof sides)[number];

/** Whose words a call may hold: a seat speaks in the robot's lane. */
export const speakers = [...sides, 'seat'] as const;
export type Speaker = (typeof speakers)[number];

/** What level rules may count of a talk. */
export const countedFacts = [
  'talkMs',
  'turns',
  'positives',
  'negatives',
  'refusals',
  'notUnderstood',
  'silences',
  'interruptions',
  'questions',
] as const;

/** −1 公海, 0 无意向, 1 潜在, 2 意向, 3 跟进, 4 闲置, 9 成交: what a call makes of its customer. */
export const customerTypes = [-1, 0, 1, 2, 3, 4, 9] as const;

/** Ordered; the first rule that holds decides. The last rule should have no condition. */
export interface LevelRule {
  readonly level: Level;
  readonly name: string;
  readonly when: readonly LevelCondition[];
  /** All conditions (the default), or one of them. */
  readonly match?: 'all' | 'any';
  readonly tags?: readonly string[];
  /** Absent leaves it alone. */
  readonly customerType?: (typeof customerTypes)[number];
}

export type LevelCondition = { readonly not?: boolean } & (
  | {
      readonly fact: (typeof countedFacts)[number];
      readonly atLeast?: number;
      readonly atMost?: number;
    }
  | { readonly fact: 'passedNode'; readonly node: string }
  /** `by`: an `Exit`; empty in a draft where none was chosen yet. */
  | { readonly fact: 'leftNode'; readonly node: string; readonly by: string }
  | { readonly fact: 'metIntent'; readonly intent: string; readonly atLeast?: number }
  | { readonly fact: 'answered'; readonly variable: string; readonly value?: string }
  | { readonly fact: 'answeredDate'; readonly variable: string; readonly date: DateTest }
  | { readonly fact: 'hungUpBy'; readonly by: Side }
  | { readonly fact: 'transferred' }
);
