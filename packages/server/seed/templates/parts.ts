import {
  type Accepts,
  type CollectNode,
  canvasSpot,
  type Flow,
  type HangupNode,
  type KnowledgeItem,
  type LevelRule,
  type PartKind,
  type Plan,
  type PlanNode,
  type Router,
  repromptsOf,
  type SpeakNode,
} from '@lianxian/core';

/** What templates are written with. */
export interface Template {
  readonly plan: Plan;
  /** What parts say in it that speak of its matter. */
  readonly answers?: { readonly [K in PartKind]?: readonly string[] };
}

type Cell = readonly [column: number, row: number];

/** Who refuses a node that asks for it, or by the part for that anywhere else. */
export const refused: LevelRule = {
  level: 'D',
  name: '拒绝',
  match: 'any',
  when: [
    { fact: 'refusals', atLeast: 1 },
    { fact: 'metIntent', intent: 'common-refusal' },
  ],
};

/** Meaning or `intent:<id>` to the node it leads to. */
type Ways = Readonly<Record<string, string>>;
const INTENT = 'intent:';
/** Exits stand from the wished-for answer to the lost one, as a person reads them. */
const first = ['collected', 'yes', 'other'];
const last = ['no', 'refuse', 'notUnderstood', 'silence'];
const rank = (on: string): number => (first.includes(on) ? first.indexOf(on) - first.length : last.indexOf(on) + 1);
const routersOf = (ways: Ways): readonly Router[] =>
  Object.entries(ways)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([on, to]) => ({
      on: on.startsWith(INTENT) ? { intent: on.slice(INTENT.length) } : (on as Router['on'] & string),
      to,
    }));

export const says = (id: string, name: string, cell: Cell, sentences: readonly string[], ways: Ways): SpeakNode => ({
  kind: 'speak',
  id,
  name,
  at: canvasSpot(...cell),
  sentences,
  interruption: { when: 'onMeaning' },
  routers: routersOf(ways),
});

export const asks = (
  id: string,
  name: string,
  cell: Cell,
  sentences: readonly string[],
  answer: { readonly variable: string; readonly accepts: Accepts; readonly ways: Ways },
): CollectNode => ({
  kind: 'collect',
  id,
  name,
  at: canvasSpot(...cell),
  sentences,
  interruption: { when: 'onMeaning' },
  variable: answer.variable,
  accepts: answer.accepts,
  notUnderstood: { sentences: repromptsOf(answer.accepts) },
  routers: routersOf(answer.ways),
});

export const ends = (id: string, name: string, cell: Cell, sentences: readonly string[]): HangupNode => ({
  kind: 'hangup',
  id,
  name,
  at: canvasSpot(...cell),
  sentences,
});

export const mainFlow = (rootNode: string, nodes: readonly PlanNode[]): Flow => ({
  id: 'main',
  name: '主流程',
  rootNode,
  nodes,
});

/** A question that may come anywhere; answered, then the last question is asked again. */
export const answers = (
  id: string,
  name: string,
  words: readonly string[],
  sentences: readonly string[],
): KnowledgeItem => ({
  id,
  name,
  priority: 5,
  words,
  answers: sentences,
  interruption: { when: 'onMeaning' },
  next: { resume: 'repeat' },
  limit: 2,
});

/** The place of a variable in a sentence. */
export const slot = (name: string): string => `\${${name}}`;

const spoken = 'asWritten' as const;
export const variable = (name: string, label: string, fallback = '') => ({ name, label, fallback, spoken });
