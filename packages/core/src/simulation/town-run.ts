import {
  type CompiledPlan,
  goalOf,
  type Intent,
  isCallees,
  type Level,
  type TalkView,
  talkOf,
} from '../conversation/index.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { type HeardTurn, heardTurns, type MeantKind } from './heard.ts';
import { asIfDone } from './lab.ts';
import { type Temper, tempers } from './mind.ts';
import type { SimulatedWorld } from './robot-side.ts';
import { simulateTalk } from './talk.ts';
import { personOf } from './talkers.ts';

/**
 * The town calls of a plan, in virtual time: people of each temper, what came of it, and, since they know what they meant,
 * how the robot heard them. The same options give the same run.
 */
interface TownRunOptions {
  readonly plan: CompiledPlan;
  readonly seed: number;
  /** Of each temper. */
  readonly each: number;
  /** Pinyin of a sentence, one a character: made at the rim. */
  readonly syllables?: (text: string) => readonly string[];
}

export interface TownRun extends TownHearing {
  readonly tempers: readonly TemperRun[];
  /** The best level of the plan; null where its rules tell no talk from another. */
  readonly goal: Level | null;
  readonly coverage: Coverage;
}

/** How a town was heard. */
export interface TownHearing {
  /** How often what was meant was heard as what; cells of nothing are left out. */
  readonly cells: readonly (Pick<HeardTurn, 'meant' | 'as'> & { readonly count: number })[];
  readonly hearing: Readonly<Record<HeardTurn['hearing'], number>>;
  /** What was heard wrong, then what was not understood; the most frequent first. */
  readonly worst: readonly WorstTurn[];
}

interface TemperRun {
  readonly temper: Temper;
  readonly talks: number;
  /** Of them so many came to the goal. */
  readonly reached: number;
  /** How many talks came to which level. */
  readonly levels: Readonly<Partial<Record<Level, number>>>;
}

interface WorstTurn extends Omit<HeardTurn, 'hearing' | 'line'> {
  readonly hearing: Exclude<HeardTurn['hearing'], 'right'>;
  readonly count: number;
}

/** A page of them. */
const MOST_WORST = 20;

/** A Tuesday of the town: the same seed gives the same run whenever it is asked for. */
const THE_DAY = '2026-11-24';
/** Whatever is asked of the world succeeds, soon. */
const done: SimulatedWorld = ask => ({ answer: asIfDone(ask), afterMs: 300 });

/** A call of the town: what came of it, and how each turn was heard by what was meant. */
export interface TownCall {
  readonly temper: Temper;
  readonly talk: TalkView;
  readonly turns: readonly HeardTurn[];
}

/** So many calls of each temper. */
export const townCalls = (options: TownRunOptions): readonly TownCall[] =>
  tempers.flatMap((temper, row) =>
    Array.from({ length: options.each }, (_, n) =>
      callOf(options, temper, seedOf(options.seed, row * options.each + n)),
    ),
  );

export const runTown = (options: TownRunOptions): TownRun => {
  const { plan } = options;
  const goal = goalOf(plan.plan)?.level ?? null;
  const calls = townCalls(options);
  return {
    tempers: tempers.map(temper => temperRun(temper, goal, calls)),
    goal,
    ...townHearing(calls.flatMap(call => call.turns)),
    coverage: coverageOf(
      plan,
      calls.map(({ talk }) => talk),
    ),
  };
};

export const townHearing = (turns: readonly HeardTurn[]): TownHearing => {
  const count = (hearing: HeardTurn['hearing']) => turns.filter(turn => turn.hearing === hearing).length;
  return {
    cells: cellsOf(turns),
    hearing: { right: count('right'), missed: count('missed'), wrong: count('wrong') },
    worst: worstOf(turns),
  };
};

/** What the intents of a plan are taken for. */
export const meansIn =
  (intents: readonly Pick<Intent, 'id' | 'means'>[]) =>
  (id: string): MeantKind =>
    intents.find(intent => intent.id === id)?.means ?? 'intent';

const seedOf = (seed: number, n: number): number => (Math.imul(seed, 0x85ebca6b) + Math.imul(n + 1, 0x9e3779b1)) >>> 0;

const callOf = ({ plan, syllables }: TownRunOptions, temper: Temper, seed: number): TownCall => {
  const { notes, said } = simulateTalk({
    ...{ plan, seed, date: THE_DAY, persona: personOf(temper), world: done },
    ...(syllables && { syllables }),
  });
  const talk = talkOf(notes);
  const lines = talk.lines.filter(isCallees).filter(line => line.isWhole);
  return { temper, talk, turns: heardTurns(said, lines, meansIn(plan.plan.intents)) };
};

const temperRun = (temper: Temper, goal: Level | null, calls: readonly TownCall[]): TemperRun => {
  const own = calls.filter(call => call.temper === temper);
  const levels: Partial<Record<Level, number>> = {};
  for (const { talk } of own) {
    const { level } = talk.summary ?? talk;
    if (level !== null) levels[level] = (levels[level] ?? 0) + 1;
  }
  return { temper, talks: own.length, reached: goal === null ? 0 : (levels[goal] ?? 0), levels };
};

const tally = <T>(items: readonly T[], keyOf: (item: T) => string): readonly (T & { readonly count: number })[] => {
  const found = new Map<string, T & { count: number }>();
  for (const item of items) {
    const known = found.get(keyOf(item));
    if (known) known.count += 1;
    else found.set(keyOf(item), { ...item, count: 1 });
  }
  return [...found.values()];
};

const cellsOf = (turns: readonly HeardTurn[]): TownRun['cells'] =>
  tally(
    turns.map(({ meant, as }) => ({ meant, as })),
    ({ meant, as }) => `${meant} ${as}`,
  );

const worstOf = (turns: readonly HeardTurn[]): readonly WorstTurn[] =>
  tally(
    turns.flatMap(({ hearing, line: _, ...turn }) => (hearing === 'right' ? [] : [{ ...turn, hearing }])),
    ({ node, heard, as }) => `${node} ${heard} ${as}`,
  )
    .toSorted(
      (one, other) => Number(other.hearing === 'wrong') - Number(one.hearing === 'wrong') || other.count - one.count,
    )
    .slice(0, MOST_WORST);
