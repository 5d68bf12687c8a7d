import type { Lane } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import type { FoundInLane, HeldTask } from './marks.ts';

/** Numbers of many tasks at once, by lanes; each lane is read by an index and to a bound, whatever of the list was dialled. */

/** A lane of a task to look in. */
export interface WantedLane extends HeldTask {
  /** Lanes of one group are one order: retries that are due first, then fresh numbers, lane by lane. */
  readonly group: number;
  readonly lane: Lane;
  /** Numbers at most. */
  readonly most: number;
}

/** As a table `wanted (grp, task, lane, rank_from, id_from, retry, most, nth)`, in this order. */
export const wantedLanes = (wanted: readonly WantedLane[]) => sql`
  (select grp, task, lane, decode(rank_hex, 'hex') as rank_from, id_from, retry, most, nth from unnest(
    ${wanted.map(({ group }) => group)}::int[], ${wanted.map(({ lease }) => lease.taskId)}::bigint[],
    ${wanted.map(({ lane }) => lane)}::smallint[], ${wanted.map(({ marks, lane }) => marks.freshOf(lane).rank)}::text[],
    ${wanted.map(({ marks, lane }) => marks.freshOf(lane).id)}::bigint[],
    ${wanted.map(({ marks, lane }) => marks.retryOf(lane))}::timestamptz[],
    ${wanted.map(({ most }) => most)}::int[]) with ordinality given (grp, task, lane, rank_hex, id_from, retry, most, nth)) wanted`;

/**
 * Fresh numbers of a lane from its mark on, in the order of the list. The lane stands in the order and not in an equation:
 * so no index but `callee_fresh` has that order, and nothing that is not fresh, or of another lane, is ever read.
 */
export const freshFrom = (merchantId: string, columns: RawBuilder<unknown>, also = sql``) => sql`
  select ${columns} from callee c
  where c.merchant_id = ${merchantId} and c.task_id = wanted.task and c.state = 'fresh'
    and (c.lane, c.rank, c.id) >= (wanted.lane, wanted.rank_from, wanted.id_from)
    and (c.lane, c.rank, c.id) < (wanted.lane + 1, ''::bytea, 0) ${also}
  order by c.lane, c.rank, c.id limit wanted.most`;

/** Retries of a lane, what is due soonest first: the order of `callee_retry` alone. */
export const retriesFrom = (
  merchantId: string,
  columns: RawBuilder<unknown>,
  limit: RawBuilder<unknown> = sql`wanted.most`,
  also = sql``,
) => sql`
  select ${columns} from callee c
  where c.merchant_id = ${merchantId} and c.task_id = wanted.task and c.lane = wanted.lane and c.state = 'retry'
    and c.due_at >= wanted.retry ${also}
  order by c.due_at, c.id limit ${limit}`;

/** Calls that were promised and whose time has come: the order of `callee_appointed` alone. */
export const promisedFrom = (merchantId: string, columns: RawBuilder<unknown>, also = sql``) => sql`
  select ${columns} from callee c
  where c.merchant_id = ${merchantId} and c.task_id = wanted.task and c.lane = wanted.lane and c.state = 'retry'
    and c.is_appointed and c.due_at <= now() ${also}
  order by c.due_at, c.id limit wanted.most`;

/** What waits in a lane of a task; `nextMs`: until the first retry is due, null where there is none. */
export interface LaneDue extends FoundInLane {
  readonly taskId: string;
  /** Numbers that may be dialled now, fresh ones and retries, each counted to the bound. */
  readonly due: number;
  /** Any number waits in this lane, due or not. */
  readonly any: boolean;
}

export const dueQuery = (merchantId: string, wanted: readonly WantedLane[]) => sql`
  select wanted.task::text as "taskId", wanted.lane, fresh.n as fresh, fresh.n + retries.n as due,
    (fresh.n > 0 or first.due_at is not null) as any, fresh.first as "firstFresh", first.due_at as "firstRetryAt",
    (extract(epoch from first.due_at - now()) * 1000)::float8 as "nextMs"
  from ${wantedLanes(wanted)}
    cross join lateral (
      select count(*)::int as n,
        (array_agg(json_build_object('rank', encode(rank, 'hex'), 'id', id::text) order by rank, id))[1] as first
      from (${freshFrom(merchantId, sql`c.rank, c.id`)}) counted) fresh
    cross join lateral (
      select count(*)::int as n from (${retriesFrom(merchantId, sql`c.id`, sql`wanted.most`, sql`and c.due_at <= now()`)}) counted) retries
    cross join lateral (select min(due_at) as due_at from (${retriesFrom(merchantId, sql`c.due_at`, sql`1`)}) counted) first
  order by wanted.nth`;
