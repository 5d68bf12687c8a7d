import {
  type CallsOfNumber,
  closedBecauses,
  homeOf,
  isForGood,
  type Lane,
  lanes,
  type MayNot,
  type Moment,
  openingsOf,
  openMayCall,
  type RuleSaid,
  zonesAbroad,
} from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { callsOverMerchants, type NumberKey, takeOverMerchants } from '../rules/index.ts';
import { type Candidate, lockCandidates, lockNext, type PutAside } from './claim.store.ts';
import type { WantedLane } from './due.store.ts';
import type { TaskNow } from './pace.ts';

/** Which numbers are dialled now, and which are put aside on the way. */

export interface Dealing {
  readonly merchantId: string;
  readonly zone: string;
  readonly moment: Moment;
  /** How a number is counted over all merchants; null: the platform caps nothing over them. */
  readonly keyOverMerchants: NumberKey | null;
}

/** Numbers of these lanes of a task, so many at most. */
export interface Wish {
  readonly task: TaskNow;
  readonly lanes: readonly Lane[];
  readonly wanted: number;
}

export interface Aside extends PutAside {
  readonly isRetry: boolean;
  readonly isAppointed?: boolean;
}

export interface Dealt {
  readonly dialled: readonly Candidate[];
  readonly aside: readonly Aside[];
  /** Fewer than wanted, though nothing was put aside: calls of the merchant are at all the others that are due. */
  readonly isShort: boolean;
}

/** Looked at beyond those that are wanted after some were put aside, so that a list full of numbers for nobody does not go by ones. */
const MORE_LOOKED_AT = 100;

/**
 * Numbers to dial now, for each wish in turn. Each is asked of again here (core's `openMayCall`): whatever was true at
 * the import may have changed. One that another call of the merchant is at, or that this round gives to another of its tasks,
 * waits its turn: nobody's phone rings for two tasks at once. One statement, however many numbers and tasks.
 */
export const deal = async (tx: UnscopedDb, dealing: Dealing, wishes: readonly Wish[]): Promise<readonly Dealt[]> => {
  const candidates = await lockCandidates(
    tx,
    dealing,
    lanesOf(wishes, wish => lookedAt(wish)),
  );
  const byGroup = Map.groupBy(candidates, ({ group }) => group);
  const judging = {
    moment: dealing.moment,
    overMerchants: await countOverMerchants(tx, dealing, candidates),
    taken: new Set<string>(),
  };
  const dealt = wishes.map((wish, group) => chosen(wish, byGroup.get(group) ?? [], judging));
  const closed = await dealClosed(tx, dealing, wishes, dealt);
  return dealt.map((found, group) => {
    const seen = new Set((byGroup.get(group) ?? []).map(({ id }) => id));
    const aside = [...found.aside, ...(closed[group] ?? []).filter(({ id }) => !seen.has(id))];
    const wish = wishes[group]!;
    wish.task.held.marks.isPoor = aside.length > 0;
    return { ...found, aside, isShort: aside.length === 0 && found.dialled.length < wish.wanted };
  });
};

const lookedAt = ({ task, wanted }: Wish): number => (task.held.marks.isPoor ? wanted + MORE_LOOKED_AT : wanted);

const lanesOf = (wishes: readonly Wish[], most: (wish: Wish, group: number) => number): readonly WantedLane[] =>
  wishes.flatMap((wish, group) => {
    const limit = most(wish, group);
    return limit > 0 ? wish.lanes.map(lane => ({ ...wish.task.held, group, lane, most: limit })) : [];
  });

interface Judging {
  readonly moment: Moment;
  readonly overMerchants: OverMerchants;
  /** Phones that this round dials. */
  readonly taken: Set<string>;
}

const chosen = (
  { task, wanted }: Wish,
  candidates: readonly Candidate[],
  { moment, overMerchants, taken }: Judging,
): Omit<Dealt, 'isShort'> => {
  const mayCall = openMayCall(task.rules, moment);
  const dialled: Candidate[] = [];
  const aside: Aside[] = [];
  for (const candidate of candidates) {
    const all = overMerchants(candidate);
    if (all === 'taken') continue;
    const mayNot = mayCall({
      ...candidate,
      home: homeOf(candidate.phone, candidate.province),
      calls: { own: candidate.calls, all },
    });
    if (mayNot !== null) aside.push({ ...candidate, ...asideOf(mayNot, candidate.isAppointed) });
    else if (dialled.length < wanted && !taken.has(candidate.phone)) {
      taken.add(candidate.phone);
      dialled.push(candidate);
    }
  }
  return { dialled, aside };
};

/**
 * How often each was called by anybody, where the platform caps that; `taken`: another merchant's round is at it, so it waits
 * for its turn as one that is in a call. What is found holds until this transaction ends.
 */
const countOverMerchants = async (
  tx: UnscopedDb,
  { zone, keyOverMerchants }: Dealing,
  candidates: readonly Candidate[],
): Promise<OverMerchants> => {
  const counted = candidates.filter(({ lane }) => lane !== lanes.practice);
  if (keyOverMerchants === null || counted.length === 0) return () => null;
  const keys = new Map(counted.map(({ phone }) => [phone, keyOverMerchants(phone)]));
  const taken = [...(await takeOverMerchants(tx, [...keys.values()]))];
  const calls = await callsOverMerchants(
    tx,
    taken.map(key => ({ key, except: null })),
    zone,
  );
  const byKey = new Map(taken.map((key, index) => [key, calls[index]!]));
  return ({ phone, lane }) => {
    const key = lane === lanes.practice ? undefined : keys.get(phone);
    return key === undefined ? null : (byKey.get(key) ?? 'taken');
  };
};

type OverMerchants = (candidate: Candidate) => CallsOfNumber | 'taken' | null;

const isClosed = (because: string): boolean => closedBecauses.some(closed => closed === because);
/** So many of a list are put off to their hour at once: a closed province of a hundred thousand is gone through in twenty looks. */
const MOST_CLOSED = 5_000;

/** What the hours of a number go by, as one word. */
const placeOf = ({ phone, province }: Pick<Candidate, 'phone' | 'province'>): string =>
  [province ?? '', ...zonesAbroad(phone)].join(' ');

/** More numbers whose hours have not come: what comes next on a list is likely as those that were found. */
const dealClosed = async (
  tx: UnscopedDb,
  { merchantId, moment }: Dealing,
  wishes: readonly Wish[],
  dealt: readonly Pick<Dealt, 'aside'>[],
): Promise<readonly (readonly Aside[])[]> => {
  const isAsked = dealt.map(({ aside }) => aside.some(({ because }) => isClosed(because)));
  const asked = isAsked.filter(Boolean).length;
  if (asked === 0) return [];
  const most = Math.ceil(MOST_CLOSED / asked);
  const found = await lockNext(
    tx,
    merchantId,
    lanesOf(wishes, (_, group) => (isAsked[group] ? most : 0)),
  );
  const byGroup = Map.groupBy(found, ({ group }) => group);
  return wishes.map(({ task }, group) => {
    const numbers = byGroup.get(group) ?? [];
    const openings = openingsOf(task.rules, moment);
    const closedBy = new Map(
      [...new Map(numbers.map(number => [placeOf(number), number]))].map(([place, { phone, province }]) => [
        place,
        openings.closedAt(homeOf(phone, province), 0),
      ]),
    );
    return numbers.flatMap(number => {
      const closed = closedBy.get(placeOf(number));
      return closed ? [{ ...number, ...asideOf(closed) }] : [];
    });
  });
};

/** What nobody knows the end of is looked at again so often: a year is added, rules are changed. */
const AGAIN_MINUTES = 60;

/** What was promised for this hour is not kept at another: a person sees to it. */
const asideOf = (mayNot: MayNot, isAppointed = false): Pick<PutAside, 'because' | 'afterMinutes' | 'rule'> => ({
  because: mayNot.because,
  rule: mayNot.rule,
  afterMinutes: isForGood(mayNot) || isAppointed ? null : (mayNot.afterMinutes ?? AGAIN_MINUTES),
});

const byHouse: RuleSaid = { level: 'house', version: null };
const MOST_UNDIALABLE = 1_000;

/** Numbers that no port of their task was ever meant for: they wait for nothing. */
export const dealUndialable = async (
  tx: UnscopedDb,
  dealing: Dealing,
  tasks: readonly TaskNow[],
): Promise<readonly Aside[]> => {
  const wishes = tasks.map(task => ({ task, lanes: task.undialable, wanted: 0 }));
  const most = Math.ceil(MOST_UNDIALABLE / Math.max(1, wishes.filter(({ lanes }) => lanes.length > 0).length));
  const candidates = await lockCandidates(
    tx,
    dealing,
    lanesOf(wishes, () => most),
  );
  return candidates.map(candidate => ({ ...candidate, because: 'undialable', afterMinutes: null, rule: byHouse }));
};
