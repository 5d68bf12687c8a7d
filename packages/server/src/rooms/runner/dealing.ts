import {
  type CallingRules,
  capped,
  isPracticeNumber,
  type Lane,
  type LocalMinute,
  lanes,
  neverDialled,
} from '@lianxian/core';
import type { HouseDb } from '../../platform/db/index.ts';
import { blacklisted } from '../blacklist/index.ts';
import { type Candidate, lockCandidates, type PutAside, phonesInCall, recentCalls } from './claim.store.ts';
import type { TaskLease } from './lease.store.ts';

/** Which numbers are dialled now, and which are put aside on the way. */
export interface Dealt {
  readonly dialled: readonly Candidate[];
  readonly aside: readonly (PutAside & { readonly isRetry: boolean })[];
}

export interface Dealing {
  readonly lease: TaskLease;
  readonly zone: string;
  readonly rules: CallingRules;
  readonly local: LocalMinute;
}

/** Looked at beyond those that are wanted, so that a list full of numbers for nobody does not go by ones. */
const MORE_LOOKED_AT = 100;

/**
 * Numbers of these lanes to dial now, at most `wanted`. Each is looked at again here, last of all (product.md §5): numbers
 * for nobody, the blacklist, the caps; whatever was true at the import may have changed. One that another call of the
 * merchant is at waits its turn: nobody's phone rings for two tasks at once. Four statements, however many numbers.
 */
export const deal = async (
  tx: HouseDb,
  { lease, zone, rules, local }: Dealing,
  wantedLanes: readonly Lane[],
  wanted: number,
): Promise<Dealt> => {
  if (wanted === 0 || wantedLanes.length === 0) return { dialled: [], aside: [] };
  const candidates = await lockCandidates(tx, lease, wantedLanes, wanted + MORE_LOOKED_AT);
  const phones = candidates.map(({ phone }) => phone);
  const isCapped = !wantedLanes.includes(lanes.practice);
  const unwanted = await blacklisted(tx, lease.merchantId, phones);
  const recent = await recentCalls(tx, lease.merchantId, zone, isCapped ? phones : []);
  const busy = await phonesInCall(tx, lease.merchantId, phones);
  const dialled: Candidate[] = [];
  const aside: (PutAside & { isRetry: boolean })[] = [];
  for (const candidate of candidates) {
    const { phone } = candidate;
    const forGood = neverFor(candidate) ?? (unwanted.has(phone) ? 'blacklisted' : null);
    const calls = recent.get(phone);
    const off = calls ? capped({ today: calls.day, week: calls.week }, rules, local) : null;
    if (forGood !== null) aside.push({ ...candidate, because: forGood, afterMinutes: null });
    else if (off !== null) aside.push({ ...candidate, ...off });
    else if (dialled.length < wanted && !busy.has(phone)) dialled.push(candidate);
  }
  return { dialled, aside };
};

const neverFor = ({ phone, lane }: Candidate): 'forbidden' | 'undialable' | null => {
  if (neverDialled(phone) !== null) return 'forbidden';
  return isPracticeNumber(phone) === (lane === lanes.practice) ? null : 'undialable';
};

/** Numbers that no port of the task was ever meant for: they wait for nothing. */
export const dealUndialable = async (tx: HouseDb, lease: TaskLease, of: readonly Lane[]): Promise<Dealt['aside']> => {
  const candidates = await lockCandidates(tx, lease, of, MORE_LOOKED_AT * 10);
  return candidates.map(candidate => ({ ...candidate, because: 'undialable', afterMinutes: null }));
};
