import type { CallsSeen } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { portsNow, type TaskPort } from '../pacing/index.ts';
import { inForce } from '../rules/index.ts';
import { findListAhead, type ListRead, listAhead, type TaskKey } from '../task-board/index.ts';
import { byProvinces, type FreshOfProvince } from './list.policy.ts';
import { freshByProvince, habitsOfMerchant, habitsOfTask } from './what-if.store.ts';
import type { WhatIfList } from './what-if.thread.ts';

/** All that is read to tell what will come of a list, and what a thread takes of it. */
export const whatIfProgram = new URL('./what-if.thread.ts', import.meta.url);

/** A task that has so many calls is known by its own. */
const OWN_CALLS = 1_000;
export const callsIn = (seen: readonly CallsSeen[]): number => seen.reduce((sum, { calls }) => sum + calls, 0);
export const numbersIn = ({ list }: WhatIfList): number => list.waiting.reduce((sum, { numbers }) => sum + numbers, 0);

interface Seen {
  readonly of: 'task' | 'merchant';
  readonly seen: readonly CallsSeen[];
}

/** Its own calls; the merchant's last ones where those are few. */
const seenOf = async (db: UnscopedDb, key: TaskKey, zone: string, practice: boolean): Promise<Seen> => {
  const own = await habitsOfTask(db, key, zone);
  if (callsIn(own) >= OWN_CALLS) return { of: 'task', seen: own };
  const all = await habitsOfMerchant(db, key.merchantId, { zone, practice });
  return callsIn(own) >= callsIn(all) ? { of: 'task', seen: own } : { of: 'merchant', seen: all };
};

interface AheadRead extends Seen {
  readonly list: ListRead;
  readonly ports: readonly TaskPort[];
  readonly fresh: readonly FreshOfProvince[];
}

/** Null: there is no such task. */
export const readAhead = async (db: UnscopedDb, key: TaskKey): Promise<AheadRead | null> => {
  const [list, ports, fresh] = await Promise.all([findListAhead(db, key), portsNow(db, key), freshByProvince(db, key)]);
  if (list === null) return null;
  const practice = ports.length > 0 && ports.every(port => port.practice);
  return { list, ports, fresh, ...(await seenOf(db, key, list.task.zone, practice)) };
};

export const workOf = (list: ListRead, ports: readonly TaskPort[], fresh: readonly FreshOfProvince[]): WhatIfList => ({
  rules: inForce(list.rules, list.task.own),
  list: byProvinces(listAhead(list, ports), fresh),
});

const SEEDS = 1_000_000n;
/** The same list is told the same, whoever asks and however often. */
export const seedOf = (taskId: string): number => Number(BigInt(taskId) % SEEDS);
