/**
 * How much a plan becomes when it is made ready for a call, told from its texts without making it: nodes of its tries,
 * states of its patterns, and what else one text grows to. One node costs some 25 bytes and half a microsecond.
 */
import type { Plan, Recognised } from '../plan/plan.ts';
import { type Owner, recognisablesOf } from './match.ts';
import { countStates, readPattern } from './pattern.ts';

/** Ten times a plan of 300 intents with fifty words each; made in half a second, handed over in some ms. */
export const MOST_RECOGNISED = 400_000;

/** A character of a sentence is two features, each with its place; some sentences are held against the built-in meanings. */
const PER_LIKE = 4;
/** A character's syllable is looked up in a dictionary (some 10 µs). */
const PER_SOUND = 10;

interface Amount {
  readonly total: number;
  /** Who has most of it; null in a plan that recognises nothing. */
  readonly largest: Owner | null;
}

/** Borrowed words count for each who borrows them: a group of the library in a hundred intents is a hundred times its words. */
export const amountOf = (plan: Pick<Plan, 'intents' | 'knowledge' | 'borrowed'>): Amount => {
  const known = new Map<Omit<Recognised, 'groups'>, number>();
  const amount = (one: Omit<Recognised, 'groups'>): number => {
    const counted = known.get(one) ?? amountIn(one);
    known.set(one, counted);
    return counted;
  };
  let total = 0;
  let most = 0;
  let largest: Owner | null = null;
  for (const { owner, recognised } of recognisablesOf(plan)) {
    const own = recognised.reduce((sum, one) => sum + amount(one), 0);
    total += own;
    if (own > most) [most, largest] = [own, owner];
  }
  return { total, largest };
};

const length = (texts: readonly string[] = []): number => texts.reduce((sum, text) => sum + text.length + 1, 0);

const amountIn = ({
  words,
  combined = [],
  exact,
  patterns = [],
  sounds,
  likes,
  except,
}: Omit<Recognised, 'groups'>): number =>
  length(words) +
  length(exact) +
  length(except) +
  combined.reduce((sum, row) => sum + length(row), 0) +
  patterns.reduce((sum, written) => sum + statesIn(written), 0) +
  length(sounds) * PER_SOUND +
  length(likes) * PER_LIKE;

/** Its anchors are part of its text. */
const statesIn = (written: string): number => {
  const pattern = readPattern(written);
  return written.length + (pattern === null ? 0 : countStates(pattern));
};
