/**
 * A plan (话术) as data: what an operator draws and a call runs (product.md §3, plan). This is the published form, kept
 * as JSON in `plan_version.graph`; `compile.ts` checks it and builds the look-up tables the machine needs.
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
}

export interface PlanVariable {
  readonly name: string;
  readonly label: string;
  /** Spoken when a callee has no value for it; may be empty. */
  readonly fallback: string;
  /** How the value is spoken: as written, or digit by digit (phones, codes). */
  readonly spoken: 'asWritten' | 'digits';
}

export interface Flow {
  readonly id: string;
  readonly name: string;
  readonly rootNode: string;
  readonly nodes: readonly PlanNode[];
}

export type PlanNode = SpeakNode | CollectNode | ConditionNode | MenuNode | GotoNode | HangupNode;

interface NodeBase {
  readonly id: string;
  readonly name: string;
}

/** Say, then listen; leaves by what the callee means. */
export interface SpeakNode extends NodeBase {
  readonly kind: 'speak';
  /** Chosen in turn when the node is visited again. */
  readonly sentences: readonly string[];
  readonly interruption: Interruption;
  readonly routers: readonly Router[];
  readonly silence?: Silence;
  readonly notUnderstood?: NotUnderstood;
}

/** Ask, and keep the answer under `variable`. */
export interface CollectNode extends NodeBase {
  readonly kind: 'collect';
  readonly sentences: readonly string[];
  readonly interruption: Interruption;
  readonly variable: string;
  readonly accepts: Accepts;
  /** `collected` is where it goes on; other meanings (拒绝 …) may leave too. */
  readonly routers: readonly Router[];
  readonly silence?: Silence;
  readonly notUnderstood?: NotUnderstood;
}

export type Accepts =
  | { readonly type: 'text' }
  | { readonly type: 'number'; readonly min?: number; readonly max?: number }
  | { readonly type: 'date' }
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

export type Condition =
  | {
      readonly variable: string;
      readonly is: 'equal' | 'notEqual' | 'contains' | 'less' | 'greater';
      readonly value: string;
    }
  | { readonly variable: string; readonly is: 'empty' | 'filled' }
  /** Minutes of the merchant's day, [from, to). */
  | { readonly timeOfDay: { readonly from: number; readonly to: number } };

/** Phone keys: 1 for this, 2 for that. */
export interface MenuNode extends NodeBase {
  readonly kind: 'menu';
  readonly sentences: readonly string[];
  readonly interruption: Interruption;
  readonly keys: readonly { readonly key: string; readonly label: string; readonly to: string }[];
  /** Spoken answers may choose as well. */
  readonly routers: readonly Router[];
  readonly silence?: Silence;
  readonly notUnderstood?: NotUnderstood;
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
export type Meaning =
  | '肯定'
  | '否定'
  | '拒绝'
  | '默认'
  | '无应答'
  | '未识别'
  | { readonly intent: string }
  | 'collected';

export interface Router {
  readonly on: Meaning;
  readonly to: string;
}

/** When what the callee says stops the robot (product.md §3: never, always, after N seconds, on certain intents). */
export type Interruption =
  | { readonly when: 'never' }
  | { readonly when: 'always' }
  | { readonly when: 'after'; readonly ms: number }
  | { readonly when: 'onIntents'; readonly intents: readonly string[] };

/** Nobody says anything: after `ms`, up to `times`, say `sentences[n]`; then leave by 无应答. */
export interface Silence {
  readonly ms: number;
  readonly sentences: readonly string[];
}

/** Not understood: say `sentences[n]` and listen again; then leave by 未识别. */
export interface NotUnderstood {
  readonly sentences: readonly string[];
}

export interface Intent {
  readonly id: string;
  readonly name: string;
  /** Among several that match, the higher one wins; the longer word breaks a tie. */
  readonly priority: number;
  /** A built-in meaning this intent gives words to (肯定 否定 拒绝), or none: routed by its id. */
  readonly means?: '肯定' | '否定' | '拒绝';
  /** Whoever says this is never called again (product.md §5), whatever the plan does about it. */
  readonly noMoreCalls?: boolean;
  readonly words: readonly string[];
}

/** A question that may come at any node: answered, then the flow resumes. */
export interface KnowledgeItem {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly words: readonly string[];
  readonly answers: readonly string[];
  readonly interruption: Interruption;
  readonly next: { readonly resume: 'repeat' | 'continue' } | { readonly goto: string };
  /** Answered at most so often in one call; after that the words are treated as not understood. */
  readonly limit: number;
}

export interface PlanDefaults {
  readonly silence: Silence;
  readonly notUnderstood: NotUnderstood;
  /** The longest call, in ms of talk; then the robot says good-bye by hanging up. */
  readonly longestMs: number;
  readonly mostTurns: number;
  /** Said before the opening when not empty: that a machine speaks and that the call is recorded (product.md §5). */
  readonly announcement: string;
  /** Said before the robot gives up: nothing left to try, too many turns, too long. A default stands in. */
  readonly farewell?: string;
}

export type Level = 'A' | 'B' | 'C' | 'D' | 'E' | 'F';

/** Ordered; the first rule whose conditions all hold decides. The last rule should have none. */
export interface LevelRule {
  readonly level: Level;
  readonly name: string;
  readonly when: readonly LevelCondition[];
}

export type LevelCondition =
  | {
      readonly fact: 'talkMs' | 'turns' | 'positives' | 'negatives' | 'refusals' | 'notUnderstood';
      readonly atLeast?: number;
      readonly atMost?: number;
    }
  | { readonly fact: 'passedNode'; readonly node: string }
  | { readonly fact: 'metIntent'; readonly intent: string }
  | { readonly fact: 'answered'; readonly variable: string }
  | { readonly fact: 'hungUpBy'; readonly by: 'callee' | 'robot' };
