import { type BuiltInMeaning, type CallFacts, type HungUpBy, ownOf, type Plan } from '@lianxian/core';

/**
 * What level rules may ask of a call of an earlier release, which kept no facts: read from its words, its path and its
 * answers, by the version of the plan it was made with.
 */
export interface KeptWords {
  readonly lines: readonly KeptLine[];
  readonly path: readonly {
    readonly node: string;
    readonly knowledge: boolean;
    readonly leftBy: string;
  }[];
  readonly answers: readonly { readonly label: string; readonly value: string }[];
}

interface KeptLine {
  readonly speaker: 'robot' | 'callee';
  readonly text: string;
  readonly node: string;
  readonly understood: { readonly meaning: string } | null;
  readonly missed?: boolean;
  readonly interruptedAfterMs: number | null;
}

interface KeptCall {
  readonly talkMs: number;
  readonly turns: number;
  readonly hungUpBy: HungUpBy;
}

export const factsFrom = ({ talkMs, turns, hungUpBy }: KeptCall, words: KeptWords, plan: Plan): CallFacts => {
  const understood = words.lines.flatMap(line => (line.understood === null ? [] : [line.understood.meaning]));
  const meanings = understood.map(meaning => meansOf(plan, meaning));
  const times = (meaning: BuiltInMeaning) => meanings.filter(one => one === meaning).length;
  const knowledge = words.path.filter(step => step.knowledge);
  const robot = words.lines.filter(line => line.speaker === 'robot');
  return {
    talkMs,
    turns,
    positives: times('yes'),
    negatives: times('no'),
    refusals: times('refuse'),
    notUnderstood: words.lines.filter(line => line.missed === true).length,
    silences: robot.filter(line => silenceSentences(plan, line.node).has(line.text)).length + givenUp(words.path),
    interruptions: robot.filter(line => (line.interruptedAfterMs ?? 0) > 0).length,
    questions: knowledge.length,
    transferred: false,
    met: countEach([...understood.flatMap(meaning => intentIn(meaning) ?? []), ...knowledge.map(({ node }) => node)]),
    passed: words.path.map(({ node, leftBy }) => ({ node, by: leftBy })),
    answers: Object.fromEntries(
      words.answers.map(({ label, value }) => [plan.variables.find(one => one.label === label)?.name ?? label, value]),
    ),
    hungUpBy: enderOf[hungUpBy],
  };
};

/** As a conversation knows it: a seat is a person of the merchant. */
const enderOf = {
  callee: 'callee',
  robot: 'robot',
  user: 'user',
  seat: 'user',
  platform: 'platform',
  nobody: 'platform',
} as const satisfies Readonly<Record<HungUpBy, CallFacts['hungUpBy']>>;

const intentIn = (meaning: string): string | undefined => {
  const own = ownOf(meaning);
  return own?.kind === 'intent' ? own.id : undefined;
};

/** The built-in meaning of what a line was understood as: the intent's, or it is one itself. */
const meansOf = (plan: Plan, meaning: string): string =>
  plan.intents.find(({ id }) => id === intentIn(meaning))?.means ?? meaning;

/** What is said to somebody who says nothing, at a node. */
const silenceSentences = (plan: Plan, id: string): ReadonlySet<string> => {
  const node = plan.flows.flatMap(flow => flow.nodes).find(one => one.id === id);
  const own = node !== undefined && 'silence' in node ? node.silence : undefined;
  return new Set((own ?? plan.defaults.silence).sentences);
};

/** Silences after which nothing more was said. */
const givenUp = (path: KeptWords['path']): number => path.filter(({ leftBy }) => leftBy === 'silence').length;

const countEach = (ids: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const id of ids) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
};
