import type { AfterCallDone } from '@lianxian/contract';
import type { AfterCallRule, CallDirection, CallOrigin, CallState, HungUpBy, Level } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

interface KeptRules {
  readonly version: number;
  readonly rules: readonly AfterCallRule[];
}

/** A call that is being filed, with all that is asked of it afterwards; in its own transaction. */
export interface EndedRow {
  readonly id: string;
  readonly direction: CallDirection;
  readonly phone: string;
  readonly calleeName: string;
  /** What its list says of it. */
  readonly variables: Readonly<Record<string, string>>;
  readonly taskId: string | null;
  readonly taskName: string | null;
  readonly attempt: number | null;
  readonly origin: CallOrigin;
  /** Null: no plan. */
  readonly planId: string | null;
  readonly planName: string;
  /** Below zero: a draft that is tried. */
  readonly planVersion: number | null;
  readonly lineId: string;
  readonly lineName: string;
  readonly ownerId: string | null;
  readonly placedAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date;
  readonly talkMs: number;
  readonly state: CallState;
  readonly because: string;
  readonly hungUpBy: HungUpBy;
  readonly level: Level | null;
  readonly levelRule: string | null;
  readonly tags: readonly string[];
  readonly customerType: number | null;
  readonly ofMerchant: KeptRules | null;
  readonly ofTask: KeptRules | null;
  readonly bellLevels: readonly Level[];
  /** Some endpoint wants every call. */
  readonly isHeard: boolean;
}

const newest = (taskId: ReturnType<typeof sql>) => sql<KeptRules | null>`(
  select jsonb_build_object('version', r.version, 'rules', r.rules) from after_call_rules r
  where r.merchant_id = call.merchant_id and ${taskId} order by r.version desc limit 1)`;

export const readEnded = async (tx: UnscopedDb, merchantId: string, call: string): Promise<EndedRow | null> => {
  const { rows } = await sql<EndedRow>`
    select call.id, origin, direction, phone, callee_name, call.variables, task_id, task.name as task_name, attempt, call.plan_id, call.plan_name,
      call.plan_version, line_id, line_name, owner_id, placed_at, answered_at, call.ended_at, talk_ms::float8 as talk_ms,
      call.state, call.because, hung_up_by, level, level_rule, tags, customer_type,
      ${newest(sql`r.task_id is null`)} as of_merchant,
      ${newest(sql`r.task_id = call.task_id`)} as of_task,
      coalesce((select bell_levels from merchant_settings s where s.merchant_id = call.merchant_id), '{A}') as bell_levels,
      exists (select from webhook_endpoint e where e.merchant_id = call.merchant_id and e.enabled
        and 'call.ended' = any(e.events)) as is_heard
    from call left join task on task.merchant_id = call.merchant_id and task.id = call.task_id
    where call.merchant_id = ${merchantId} and call.id = ${call}`.execute(tx);
  return rows[0] ?? null;
};

/** What the rules did, on the call. */
export const saveDone = async (
  tx: UnscopedDb,
  { merchantId, call }: { readonly merchantId: string; readonly call: string },
  done: AfterCallDone,
  customerType: number | null,
): Promise<void> => {
  await sql`
    update call set after_call = ${JSON.stringify(done)}::jsonb, customer_type = coalesce(${customerType}::int, customer_type)
    where merchant_id = ${merchantId} and id = ${call}`.execute(tx);
};
