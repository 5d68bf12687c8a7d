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
  type RulesInForce,
  zonesAbroad,
} from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { callsOverMerchants, type NumberKey, takeOverMerchants } from '../rules/index.ts';
import { type Candidate, lockCandidates, lockNext, type PutAside } from './claim.store.ts';
import type { TaskLease } from './lease.ts';
import type { Marks } from './marks.ts';

/** Which numbers are dialled now, and which are put aside on the way. */
export interface Dealt {
  readonly dialled: readonly Candidate[];
  readonly aside: readonly (PutAside & { readonly isRetry: boolean })[];
  /** Fewer than wanted, though nothing was put aside: calls of the merchant are at all the others that are due. */
  readonly isShort: boolean;
}

export interface Dealing {
  readonly lease: TaskLease;
  readonly zone: string;
  readonly rules: RulesInForce;
  readonly moment: Moment;
  readonly marks: Marks;
  readonly numberKey: NumberKey;
}

/** Looked at beyond those that are wanted after some were put aside, so that a list full of numbers for nobody does not go by ones. */
const MORE_LOOKED_AT = 100;

/**
 * Numbers of these lanes to dial now, at most `wanted`. Each is asked of again here (core's `openMayCall`): whatever was true at
 * the import may have changed. One that another call of the merchant is at waits its turn: nobody's phone rings for two tasks at
 * once. One statement, however many numbers.
 */
export const deal = async (
  tx: UnscopedDb,
  dealing: Dealing,
  wantedLanes: readonly Lane[],
  wanted: number,
): Promise<Dealt> => {
  const { lease, zone, rules, moment, marks } = dealing;
  if (wanted === 0 || wantedLanes.length === 0) return { dialled: [], aside: [], isShort: false };
  const limit = marks.isPoor ? wanted + MORE_LOOKED_AT : wanted;
  const candidates = await lockCandidates(tx, lease, { lanes: wantedLanes, limit, zone }, marks);
  const mayCall = openMayCall(rules, moment);
  const overMerchants = await countOverMerchants(tx, dealing, candidates);
  const dialled: Candidate[] = [];
  const aside: (PutAside & { isRetry: boolean })[] = [];
  for (const candidate of candidates) {
    const all = overMerchants(candidate);
    if (all === 'taken') continue;
    const mayNot = mayCall({
      ...candidate,
      home: homeOf(candidate.phone, candidate.province),
      calls: { own: candidate.calls, all },
    });
    if (mayNot !== null) aside.push({ ...candidate, ...asideOf(mayNot) });
    else if (dialled.length < wanted) dialled.push(candidate);
  }
  if (aside.some(({ because }) => isClosed(because))) {
    const seen = new Set(candidates.map(({ id }) => id));
    aside.push(...(await dealClosed(tx, dealing, wantedLanes)).filter(({ id }) => !seen.has(id)));
  }
  marks.isPoor = aside.length > 0;
  return { dialled, aside, isShort: aside.length === 0 && dialled.length < wanted };
};

/**
 * How often each was called by anybody, where the platform caps that; `taken`: another merchant's tick is at it, so it waits for
 * its turn as one that is in a call. What is found holds until this transaction ends.
 */
const countOverMerchants = async (
  tx: UnscopedDb,
  { rules, zone, numberKey }: Dealing,
  candidates: readonly Candidate[],
): Promise<(candidate: Candidate) => CallsOfNumber | 'taken' | null> => {
  const counted = rules.platform.rules.overMerchants ? candidates.filter(({ lane }) => lane !== lanes.practice) : [];
  if (counted.length === 0) return () => null;
  const keys = new Map(counted.map(({ id, phone }) => [id, numberKey(phone)]));
  const taken = [...(await takeOverMerchants(tx, [...keys.values()]))];
  const calls = await callsOverMerchants(
    tx,
    taken.map(key => ({ key, except: null })),
    zone,
  );
  const byKey = new Map(taken.map((key, index) => [key, calls[index]!]));
  return ({ id }) => {
    const key = keys.get(id);
    return key === undefined ? null : (byKey.get(key) ?? 'taken');
  };
};

const isClosed = (because: string): boolean => closedBecauses.some(closed => closed === because);
/** So many of a list are put off to their hour at once: a closed province of a hundred thousand is gone through in twenty looks. */
const MOST_CLOSED = 5_000;

/** What the hours of a number go by, as one word. */
const placeOf = ({ phone, province }: Pick<Candidate, 'phone' | 'province'>): string =>
  [province ?? '', ...zonesAbroad(phone)].join(' ');

/** More numbers whose hours have not come: what comes next on the list is likely as those that were found. */
const dealClosed = async (
  tx: UnscopedDb,
  { lease, rules, moment, marks }: Dealing,
  wantedLanes: readonly Lane[],
): Promise<Dealt['aside']> => {
  const openings = openingsOf(rules, moment);
  const found = await lockNext(tx, lease, { lanes: wantedLanes, limit: MOST_CLOSED }, marks);
  const closedBy = new Map(
    [...new Map(found.map(number => [placeOf(number), number]))].map(([place, { phone, province }]) => [
      place,
      openings.closedAt(homeOf(phone, province), 0),
    ]),
  );
  return found.flatMap(({ id, isRetry, ...number }) => {
    const closed = closedBy.get(placeOf(number));
    return closed ? [{ id, isRetry, ...asideOf(closed) }] : [];
  });
};

/** What nobody knows the end of is looked at again so often: a year is added, rules are changed. */
const AGAIN_MINUTES = 60;

const asideOf = (mayNot: MayNot): Pick<PutAside, 'because' | 'afterMinutes' | 'rule'> => ({
  because: mayNot.because,
  rule: mayNot.rule,
  afterMinutes: isForGood(mayNot) ? null : (mayNot.afterMinutes ?? AGAIN_MINUTES),
});

const byHouse: RuleSaid = { level: 'house', version: null };

/** Numbers that no port of the task was ever meant for: they wait for nothing. */
export const dealUndialable = async (
  tx: UnscopedDb,
  { lease, zone, marks }: Dealing,
  of: readonly Lane[],
): Promise<Dealt['aside']> => {
  const candidates = await lockCandidates(tx, lease, { lanes: of, limit: MORE_LOOKED_AT * 10, zone }, marks);
  return candidates.map(candidate => ({ ...candidate, because: 'undialable', afterMinutes: null, rule: byHouse }));
};
