import type { Lane, TaskRules, TaskState } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { type CallingRules, callingRulesQuery, rulesOfTask } from '../rules/index.ts';
import { provinceOf } from '../segments/index.ts';

/** What a promise to call a number of a list goes by. */
export interface Ground {
  readonly name: string;
  readonly zone: string;
  readonly now: Date;
  readonly state: TaskState;
  readonly isRemoved: boolean;
  /** The last day on which the task calls. */
  readonly endsOn: string | null;
  readonly own: TaskRules;
  readonly rules: CallingRules;
  readonly lane: Lane;
  readonly province: string | null;
}

export interface NumberKey {
  readonly merchantId: string;
  readonly taskId: string;
  readonly calleeId: string;
}

export const groundOf = async (
  tx: UnscopedDb,
  { merchantId, taskId, calleeId }: NumberKey,
): Promise<Ground | undefined> => {
  const { rows } = await sql<Ground>`
    select callee.name, merchant.zone, now() as now, task.state, task.removed_at is not null as is_removed,
      task.ends_on::text as ends_on, ${rulesOfTask} as own,
      (select row_to_json(r) from (${callingRulesQuery(sql`merchant.id`)}) r) as rules, callee.lane,
      ${provinceOf(sql`callee.phone`)} as province
    from callee join task on task.merchant_id = callee.merchant_id and task.id = callee.task_id
      join merchant on merchant.id = task.merchant_id
    where callee.merchant_id = ${merchantId} and callee.task_id = ${taskId} and callee.id = ${calleeId}`.execute(tx);
  return rows[0];
};

/** Of a call that is of no task. */
export const groundOfCall = async (tx: UnscopedDb, merchantId: string, call: string) => {
  const { rows } = await sql<Pick<Ground, 'name' | 'zone' | 'now'>>`
    select call.callee_name as name, merchant.zone, now() as now from call join merchant on merchant.id = call.merchant_id
    where call.merchant_id = ${merchantId} and call.id = ${call}`.execute(tx);
  return rows[0];
};
