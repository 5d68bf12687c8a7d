import { type CallState, goodLevels, type Level } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** What came of a task. Each statement goes once over its numbers or its calls; whose it is, was asked before. */
interface TaskKey {
  readonly merchantId: string;
  readonly id: string;
}
const CALLS_SHOWN = 5;

interface PeopleOf {
  readonly state: CallState | null;
  readonly level: Level | null;
  readonly people: number;
}

/** People by their latest result; a level that was corrected is the corrected one. */
export const peopleOf = async (db: UnscopedDb, { merchantId, id }: TaskKey): Promise<readonly PeopleOf[]> => {
  const { rows } = await sql<PeopleOf>`
    select last_state as state, coalesce(k.level, last_level) as level, count(*)::int as people
    from callee c left join call_correction k on k.merchant_id = c.merchant_id and k.call_id = c.last_call_id
    where c.merchant_id = ${merchantId} and c.task_id = ${id}
    group by 1, 2`.execute(db);
  return rows;
};

/** People who were answered to and said or pressed something. */
export const talkedOf = async (db: UnscopedDb, { merchantId, id }: TaskKey): Promise<number> => {
  const { rows } = await sql<{ people: number }>`
    select count(distinct callee_id)::int as people from call
    where merchant_id = ${merchantId} and task_id = ${id} and stage = 'ended' and state = 'answered' and turns > 0`.execute(
    db,
  );
  return rows[0]?.people ?? 0;
};

interface HourOf {
  readonly hour: number;
  readonly calls: number;
  readonly answered: number;
  readonly talkMs: number;
  readonly cost: string;
}

/** Its calls that left, by the hour of the merchant's wall clock. */
export const hoursOf = async (db: UnscopedDb, { merchantId, id }: TaskKey): Promise<readonly HourOf[]> => {
  const { rows } = await sql<HourOf>`
    select extract(hour from placed_at at time zone merchant.zone)::int as hour, count(*)::int as calls,
      (count(*) filter (where state = 'answered'))::int as answered,
      sum(talk_ms)::float8 as talk_ms, sum(cost)::text as cost
    from call join merchant on merchant.id = call.merchant_id
    where merchant_id = ${merchantId} and task_id = ${id} and stage = 'ended'
      and not (coalesce(state, '') = 'cancelled' and dialled_at is null)
    group by 1 order by 1`.execute(db);
  return rows;
};

export interface CallToHear {
  readonly id: string;
  readonly phone: string;
  readonly name: string;
  readonly level: Level | null;
  readonly talkMs: number;
  readonly placedAt: Date;
}

/** What is neither good nor lost is in neither list. */
const levelsToHear = { best: goodLevels, worst: ['D', 'E', 'F'] } as const satisfies Readonly<
  Record<string, readonly Level[]>
>;

/**
 * By the level that holds now. Best: good ones, the longest first. Worst: the lowest level, the longest first, for that is
 * where somebody was lost.
 */
export const callsToHear = async (
  db: UnscopedDb,
  { merchantId, id }: TaskKey,
  which: keyof typeof levelsToHear,
): Promise<readonly CallToHear[]> => {
  const order = which === 'best' ? sql`coalesce(k.level, call.level)` : sql`coalesce(k.level, call.level) desc`;
  const { rows } = await sql<CallToHear>`
    select call.id, phone, callee_name as name, coalesce(k.level, call.level) as level, talk_ms, placed_at
    from call left join call_correction k on k.merchant_id = call.merchant_id and k.call_id = call.id
    where call.merchant_id = ${merchantId} and task_id = ${id} and state = 'answered' and stage = 'ended'
      and coalesce(k.level, call.level) = any(${[...levelsToHear[which]]}::text[])
    order by ${order}, talk_ms desc, call.id desc limit ${CALLS_SHOWN}`.execute(db);
  return rows;
};
