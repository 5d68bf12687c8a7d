import {
  type Answered,
  type Ask,
  type CompiledPlan,
  type EndedBy,
  isCallees,
  type Level,
} from '../conversation/index.ts';
import type { Move } from './moves.ts';
import { moveOf, type Replay, replay } from './replay.ts';

/**
 * The regression lab: conversations that belong to a plan, with what must come of them. Whoever changes the plan runs them
 * all in virtual time; a departure is told as what was expected and what was.
 */
export interface TestConversation {
  readonly variables: Readonly<Record<string, string>>;
  readonly minuteOfDay: number;
  /** The merchant's day; tests of before it was told have none. */
  readonly date?: string;
  readonly moves: readonly Move[];
  /** What the world says where no move says it: everything succeeds as far as that can be said, or fails. */
  readonly world: 'succeeds' | 'fails';
  readonly expects: Expectations;
}

/** What is left out is not looked at. */
interface Expectations {
  /** Nodes passed in this order, others in between; by id. */
  readonly path?: readonly string[] | undefined;
  readonly avoids?: readonly string[] | undefined;
  /** What a turn is understood as (an `Exit`; `yes` is any yes); empty: not understood. */
  readonly understood?: readonly { readonly move: number; readonly meaning: string }[] | undefined;
  /** The robot says this; after that move where one is given (−1: the opening), else anywhere. */
  readonly says?: readonly { readonly move?: number | undefined; readonly text: string }[] | undefined;
  readonly answers?: Readonly<Record<string, string>> | undefined;
  readonly level?: Level | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly endedBy?: EndedBy | undefined;
  /** Longest wait for the robot's word in any turn. */
  readonly withinMs?: number | undefined;
  readonly mostTurns?: number | undefined;
}

export interface Broken {
  readonly what: keyof Expectations;
  readonly expected: string;
  readonly was: string;
  /** The turn it broke at, where it is one. */
  readonly move: number | null;
}

interface TestRun {
  readonly broken: readonly Broken[];
  readonly replay: Replay;
}

interface LabOptions {
  readonly syllables?: (text: string) => readonly string[];
}

export const runTest = (plan: CompiledPlan, test: TestConversation, options: LabOptions = {}): TestRun => {
  const { moves, variables, minuteOfDay, date, world } = test;
  const answers = world === 'succeeds' ? asIfDone : asIfFailed;
  const done = replay({ plan, moves, variables, minuteOfDay, date, world: answers, ...options });
  return { broken: departures(plan, test.expects, done), replay: done };
};

/** The best that can be said without a world: no value is known, and no model thinks. */
export const asIfDone = (ask: Ask): Answered => {
  switch (ask.type) {
    case 'webhook':
      return { type: 'kept', values: {} };
    case 'sms':
      return { type: 'sent' };
    case 'transfer':
      return { type: 'transferred', to: '' };
    case 'llm':
      return { type: 'exit', exit: ask.exits[0]?.id ?? '', text: '' };
    case 'meaning':
      return { type: 'failed', because: 'unknown' };
  }
};

export const asIfFailed = (): Answered => ({ type: 'failed', because: 'unknown' });

const departures = (plan: CompiledPlan, expects: Expectations, run: Replay): readonly Broken[] => [
  ...pathBroken(plan, expects, run),
  ...saidBroken(plan, expects, run),
  ...endBroken(plan, expects, run),
  ...paceBroken(expects, run),
];

const nameOf = (plan: CompiledPlan, id: string): string =>
  plan.nodes.get(id)?.name ?? plan.knowledge.get(id)?.name ?? id;

/** Nodes and knowledge items in the order they were entered. */
const passedOf = ({ talk }: Replay): readonly string[] => talk.path.map(({ node }) => node);

const pathBroken = (plan: CompiledPlan, { path, avoids }: Expectations, run: Replay): readonly Broken[] => {
  const passed = passedOf(run);
  const names = (ids: readonly string[]) => ids.map(id => nameOf(plan, id)).join(' → ');
  const broken: Broken[] = [];
  if (path !== undefined && !isWithin(path, passed))
    broken.push({ what: 'path', expected: names(path), was: names(passed), move: null });
  for (const node of avoids ?? [])
    if (passed.includes(node))
      broken.push({ what: 'avoids', expected: nameOf(plan, node), was: names(passed), move: null });
  return broken;
};

/** Are all of these in those, in this order? */
const isWithin = (wanted: readonly string[], passed: readonly string[]): boolean => {
  let next = 0;
  for (const node of passed) if (node === wanted[next]) next += 1;
  return next === wanted.length;
};

const saidBroken = (plan: CompiledPlan, { says, understood }: Expectations, run: Replay): readonly Broken[] => {
  const broken: Broken[] = [];
  const robot = run.talk.lines.filter(({ by }) => by === 'robot');
  for (const { move, text } of says ?? []) {
    const there = robot.filter(line => move === undefined || moveOf(run, line) === move).map(line => line.text);
    if (there.some(line => line.includes(text))) continue;
    broken.push({ what: 'says', expected: text, was: there.join(' '), move: move ?? null });
  }
  for (const { move, meaning } of understood ?? []) {
    const was = meaningOf(run, move);
    if (was === null || !isMeant(plan, was, meaning))
      broken.push({ what: 'understood', expected: meaning, was: was ?? '', move });
  }
  return broken;
};

/** Is what was understood what is expected? A yes is one by whichever intent it was told. */
export const isMeant = ({ plan }: CompiledPlan, was: string, expected: string): boolean =>
  was === expected || plan.intents.some(({ id, means }) => was === `intent:${id}` && means === expected);

/** What a move was understood as: empty where nothing understood it, null where nothing was said. */
const meaningOf = (run: Replay, move: number): string | null => {
  const said = run.talk.lines.filter(isCallees).findLast(line => moveOf(run, line) === move);
  return said === undefined ? null : (said.understood?.meaning ?? '');
};

const endBroken = (plan: CompiledPlan, expects: Expectations, run: Replay): readonly Broken[] => {
  const { summary, ended } = run;
  const broken: Broken[] = [];
  const compare = (what: 'level' | 'tags' | 'endedBy', expected: string | undefined, was: string) => {
    if (expected !== undefined && expected !== was) broken.push({ what, expected, was, move: null });
  };
  compare('level', expects.level, summary?.level ?? '');
  compare('tags', expects.tags && sortedText(expects.tags), sortedText(summary?.tags ?? []));
  compare('endedBy', expects.endedBy, ended ? (summary?.endedBy ?? '') : '');
  for (const [name, value] of Object.entries(expects.answers ?? {})) {
    const was = run.state.answers[name] ?? '';
    const label = plan.variables.get(name)?.label ?? name;
    const named = (answer: string) => (answer === '' ? '' : `${label} = ${answer}`);
    if (was !== value) broken.push({ what: 'answers', expected: named(value), was: named(was), move: null });
  }
  return broken;
};

const sortedText = (tags: readonly string[]): string => [...tags].sort().join(' ');

const paceBroken = ({ withinMs, mostTurns }: Expectations, run: Replay): readonly Broken[] => {
  const broken: Broken[] = [];
  for (const { move, ms } of run.waits)
    if (withinMs !== undefined && ms > withinMs)
      broken.push({ what: 'withinMs', expected: String(withinMs), was: String(ms), move });
  const { turns } = run.state.counts;
  if (mostTurns !== undefined && turns > mostTurns)
    broken.push({ what: 'mostTurns', expected: String(mostTurns), was: String(turns), move: null });
  return broken;
};

/**
 * The expectations with what came in place of what did not hold, so that the same talk passes from now on. What was not
 * looked at is not looked at now, and what can no more be expected (a sentence of a turn that is no more) is left out.
 */
export const accepted = (plan: CompiledPlan, expects: Expectations, run: Replay): Expectations => {
  const broken = new Set(departures(plan, expects, run).map(({ what }) => what));
  const now = cameOf(plan, expects, run);
  const kept = (Object.keys(expects) as (keyof Expectations)[])
    .map(what => [what, broken.has(what) ? now[what] : expects[what]] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept);
};

/** What came of all that can be looked at. */
const cameOf = (plan: CompiledPlan, expects: Expectations, run: Replay): Expectations => ({
  path: passedOf(run),
  avoids: expects.avoids?.filter(node => !passedOf(run).includes(node)),
  says: expects.says?.flatMap(one => saidNow(plan, one, run)),
  understood: expects.understood?.flatMap(one => understoodNow(plan, one, run)),
  answers: Object.fromEntries(Object.keys(expects.answers ?? {}).map(name => [name, run.state.answers[name] ?? ''])),
  level: run.summary?.level ?? undefined,
  tags: run.summary?.tags,
  endedBy: run.ended ? run.summary?.endedBy : undefined,
  withinMs: Math.max(0, ...run.waits.map(({ ms }) => ms)),
  mostTurns: run.state.counts.turns,
});

type Says = NonNullable<Expectations['says']>[number];
type Understood = NonNullable<Expectations['understood']>[number];

/** All that the robot says there, should it not say what was expected. */
const saidNow = (plan: CompiledPlan, one: Says, run: Replay): readonly Says[] => {
  if (saidBroken(plan, { says: [one] }, run).length === 0) return [one];
  const { move } = one;
  if (move === undefined) return [];
  const there = run.talk.lines.filter(line => line.by === 'robot' && moveOf(run, line) === move);
  return there.map(({ text }) => ({ move, text }));
};

const understoodNow = (plan: CompiledPlan, one: Understood, run: Replay): readonly Understood[] => {
  if (saidBroken(plan, { understood: [one] }, run).length === 0) return [one];
  const meaning = meaningOf(run, one.move);
  return meaning === null ? [] : [{ move: one.move, meaning }];
};

/** What happened, as expectations: whoever keeps a talk as a test begins with these and takes away what does not matter. */
export const expectationsOf = (run: Replay): Expectations => {
  const { summary } = run;
  return {
    path: passedOf(run),
    ...(Object.keys(run.state.answers).length > 0 && { answers: run.state.answers }),
    ...(summary && { level: summary.level }),
    ...(summary && summary.tags.length > 0 && { tags: summary.tags }),
    ...(run.ended && summary && { endedBy: summary.endedBy }),
  };
};
