import { type RawBuilder, sql } from 'kysely';
import { LIVE_IDS, type UnscopedDb } from '../../platform/db/index.ts';

/** What a task may still spend, in ten-thousandths of a yuan, calls that live counted as what they hold; null: it has no such budget. */
export interface BudgetLeft {
  readonly left: number | null;
  readonly leftToday: number | null;
}

/** Of `task`: what it cost so far and today, by the sums of the ledger, and what its live calls hold. */
const spending = sql`
  cross join lateral (
    select coalesce(-sum(d.amount), 0) as ever,
      coalesce(-sum(d.amount) filter (where d.day = (now() at time zone m.zone)::date), 0) as today
    from spend_day d join merchant m on m.id = d.merchant_id
    where d.merchant_id = task.merchant_id and d.task_id = task.id) spent
  cross join lateral (
    select coalesce(sum(c.reserved), 0) as now from call c
    where c.merchant_id = task.merchant_id and c.task_id = task.id and c.stage <> 'ended' and c.id >= ${LIVE_IDS}) held`;

interface BudgetKey {
  readonly merchantId: string;
  readonly taskId: string | RawBuilder<unknown>;
}

/** One row for a task with a budget, none for others. */
export const budgetQuery = ({ merchantId, taskId }: BudgetKey) => sql`
  select ((task.budget - spent.ever - held.now) * 10000)::float8 as left,
    ((task.day_budget - spent.today - held.now) * 10000)::float8 as "leftToday"
  from task ${spending}
  where task.merchant_id = ${merchantId} and task.id = ${taskId} and (task.budget is not null or task.day_budget is not null)`;

/** Yuan, as text. */
interface TaskMoney {
  readonly spent: string;
  readonly spentToday: string;
  readonly held: string;
  readonly budget: string | null;
  readonly dayBudget: string | null;
}

export const moneyOfTask = async (db: UnscopedDb, merchantId: string, taskId: string): Promise<TaskMoney> => {
  const { rows } = await sql<TaskMoney>`
    select trim_scale(spent.ever)::text as spent, trim_scale(spent.today)::text as spent_today,
      trim_scale(held.now)::text as held, trim_scale(task.budget)::text as budget,
      trim_scale(task.day_budget)::text as day_budget
    from task ${spending}
    where task.merchant_id = ${merchantId} and task.id = ${taskId}`.execute(db);
  return rows[0] ?? { spent: '0', spentToday: '0', held: '0', budget: null, dayBudget: null };
};
