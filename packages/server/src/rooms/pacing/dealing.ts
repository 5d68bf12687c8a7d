import {
  type CallingRules,
  capped,
  isPracticeNumber,
  type Lane,
  type LocalMinute,
  lanes,
  neverDialled,
} from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { type Candidate, lockCandidates, type PutAside } from './claim.store.ts';
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
  readonly rules: CallingRules;
  readonly local: LocalMinute;
  readonly marks: Marks;
}

/** Looked at beyond those that are wanted after some were put aside, so that a list full of numbers for nobody does not go by ones. */
const MORE_LOOKED_AT = 100;
const MINUTES_A_DAY = 1_440;

/**
 * Numbers of these lanes to dial now, at most `wanted`. Each is looked at again here
 * (docs/safety.md#numbers-never-dialled): numbers for nobody, the blacklist, the caps; whatever was true at the import
 * may have changed. One that another call of the merchant is at waits its turn: nobody's phone rings for two tasks at
 * once. One statement, however many numbers.
 */
export const deal = async (
  tx: UnscopedDb,
  { lease, zone, rules, local, marks }: Dealing,
  wantedLanes: readonly Lane[],
  wanted: number,
): Promise<Dealt> => {
  if (wanted === 0 || wantedLanes.length === 0) return { dialled: [], aside: [], isShort: false };
  const limit = marks.isPoor ? wanted + MORE_LOOKED_AT : wanted;
  const candidates = await lockCandidates(tx, lease, { lanes: wantedLanes, limit, zone }, marks);
  const isCapped = !wantedLanes.includes(lanes.practice);
  const dialled: Candidate[] = [];
  const aside: (PutAside & { isRetry: boolean })[] = [];
  for (const candidate of candidates) {
    const forGood = neverFor(candidate) ?? unwantedFor(candidate);
    const off = isCapped ? notNow(candidate, rules, local) : null;
    if (forGood !== null) aside.push({ ...candidate, because: forGood, afterMinutes: null });
    else if (off !== null) aside.push({ ...candidate, ...off });
    else if (dialled.length < wanted) dialled.push(candidate);
  }
  marks.isPoor = aside.length > 0;
  return { dialled, aside, isShort: aside.length === 0 && dialled.length < wanted };
};

/** What a list says of a number; whose of the shared ones it is stays the platform's. */
const saysOf = {
  platform: 'sharedListed',
  trade: 'sharedListed',
  merchant: 'blacklisted',
  task: 'taskListed',
} as const;
const unwantedFor = ({ list }: Candidate) => (list === null ? null : saysOf[list]);
/** Who has not consented may have by tomorrow; a white number has no caps. */
const notNow = ({ hasConsent, isWhite, day, week }: Candidate, rules: CallingRules, local: LocalMinute) => {
  if (!hasConsent) return { because: 'noConsent', afterMinutes: MINUTES_A_DAY - local.minute } as const;
  return isWhite ? null : capped({ today: day, week }, rules, local);
};

const neverFor = ({ phone, lane }: Candidate): 'forbidden' | 'undialable' | null => {
  if (neverDialled(phone) !== null) return 'forbidden';
  return isPracticeNumber(phone) === (lane === lanes.practice) ? null : 'undialable';
};

/** Numbers that no port of the task was ever meant for: they wait for nothing. */
export const dealUndialable = async (
  tx: UnscopedDb,
  { lease, zone, marks }: Dealing,
  of: readonly Lane[],
): Promise<Dealt['aside']> => {
  const candidates = await lockCandidates(tx, lease, { lanes: of, limit: MORE_LOOKED_AT * 10, zone }, marks);
  return candidates.map(candidate => ({ ...candidate, because: 'undialable', afterMinutes: null }));
};
