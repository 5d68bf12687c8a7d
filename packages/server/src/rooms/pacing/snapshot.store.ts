import { lanes } from '@lianxian/core';
import { sql } from 'kysely';
import { LIVE_IDS, NODE_LIVES, rowAsJson, rowsAsJson, type UnscopedDb } from '../../platform/db/index.ts';
import { availableQuery, type BudgetLeft, budgetQuery, type RatesSeen, useRatesQuery } from '../billing/index.ts';
import { type CallingRules, callingRulesQuery } from '../rules/index.ts';
import { type DealingRead, dealingQuery } from '../variants/index.ts';
import { dueQuery, type LaneDue, type WantedLane } from './due.store.ts';
import type { HeldTask } from './marks.ts';
import { type PortsSeen, portsQuery, portUsesQuery } from './ports.store.ts';

/**
 * What a round reads, all under the merchant's pacing lock, in two statements: the lock with the rows of its tasks
 * (lock.store.ts), and everything else. Each part is by an index and bounded, whatever of the lists was dialled.
 */
export interface TaskSeen {
  readonly taskId: string;
  readonly fresh: number;
  readonly calling: number;
  readonly paceBecause: string;
  /** No number is left, and none is being imported. */
  readonly isSettled: boolean;
  /** Calls left until it pauses to be looked at; null: it goes on. One that was taken back undialled is none. */
  readonly firstLeft: number | null;
  /** Null: it spends as the balance lasts. */
  readonly budget: BudgetLeft | null;
  /** How its numbers are dealt to plans; null: all are its own plan's. */
  readonly variants: DealingRead | null;
  /** Of its own plan, a minute; 0: it is not paid by the minute. */
  readonly planPrice: number;
}

/** An import into a task that goes on may bring more. */
const tasksQuery = (merchantId: string, tasks: readonly string[]) => sql`
  select n.task_id::text as "taskId", n.fresh, n.calling, n.pace_because as "paceBecause",
    n.total > 0 and n.fresh + n.retrying + n.calling = 0 and not exists (
      select from batch where merchant_id = ${merchantId} and kind = 'callees.import' and state = 'running'
        and input ->> 'taskId' = n.task_id::text) as "isSettled",
    case when t.first_calls is not null then t.first_calls - (
      select count(*) from call c where c.merchant_id = ${merchantId} and c.task_id = t.id
        and not (coalesce(c.state, '') = 'cancelled' and c.dialled_at is null))::int end as "firstLeft",
    ${rowAsJson(budgetQuery({ merchantId, taskId: sql`t.id` }))} as budget,
    ${rowAsJson(dealingQuery({ merchantId, taskId: sql`t.id` }))} as variants,
    plan_price(t.merchant_id, t.plan_id) as "planPrice"
  from task_count n join task t on t.merchant_id = n.merchant_id and t.id = n.task_id
  where n.merchant_id = ${merchantId} and n.task_id = any(${[...tasks]}::bigint[])`;

export interface LiveCount {
  readonly taskId: string | null;
  readonly portId: string | null;
  readonly lineId: string;
  readonly calls: number;
}

/** All calls of a merchant that are placed or live, one that is handed over counted twice: it takes two channels. */
const liveQuery = (merchantId: string) => sql`
  select task_id::text as "taskId", port_id::text as "portId", line_id::text as "lineId", sum(legs)::int as calls
  from call where merchant_id = ${merchantId} and stage <> 'ended' and id >= ${LIVE_IDS}
  group by task_id, port_id, line_id`;

/**
 * Calls that living nodes have room for, those that are placed and not taken yet counted off. Another merchant's round may
 * take it meanwhile: it is asked again right before the commit (`calls_fit_nodes`, migration 0031).
 */
const nodeRoomQuery = sql`
  select greatest(0, coalesce((select sum(capacity) from calls_node where not draining
      and ${NODE_LIVES}), 0)
    - (select count(*) from call where stage <> 'ended' and id >= ${LIVE_IDS}
        and not exists (select from calls_node n where n.id = call.owner and n.draining)))::int`;

/** What a round sees of the rows. */
export interface Seen extends PortsSeen {
  readonly tasks: readonly TaskSeen[];
  readonly rules: CallingRules;
  readonly due: readonly LaneDue[];
  readonly nodeRoom: number;
  /** Balance minus what is held, in ten-thousandths of a yuan. */
  readonly available: number;
  /** What calls pay for what they use beside the line; null: nothing. */
  readonly use: RatesSeen | null;
  readonly live: readonly LiveCount[];
}

/** All of it at one moment, which is after both locks were had: one statement. @param bound of numbers counted in a lane. */
export const see = async (
  tx: UnscopedDb,
  merchantId: string,
  held: readonly HeldTask[],
  bound: number,
): Promise<Seen> => {
  const tasks = held.map(({ lease }) => lease.taskId);
  const wanted: readonly WantedLane[] = held.flatMap((task, group) =>
    Object.values(lanes).map(lane => ({ ...task, group, lane, most: bound })),
  );
  const { rows } = await sql<Seen>`
    select ${rowsAsJson(tasksQuery(merchantId, tasks))} as tasks, ${rowsAsJson(portsQuery(merchantId, tasks))} as ports,
      ${rowsAsJson(portUsesQuery(merchantId, tasks))} as uses, ${rowAsJson(callingRulesQuery(merchantId))} as rules,
      ${rowsAsJson(dueQuery(merchantId, wanted))} as due, (${nodeRoomQuery}) as "nodeRoom",
      ${availableQuery(merchantId)} as available, ${rowAsJson(useRatesQuery(merchantId))} as use, ${rowsAsJson(liveQuery(merchantId))} as live`.execute(
    tx,
  );
  const [seen] = rows;
  if (seen === undefined) throw new Error('a statement without a table gave no row');
  return seen;
};
