import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** The newest call with a number that the viewer sees; undefined: none. */
export const newestWith = (db: MerchantDb, phone: string) =>
  db
    .selectFrom('call')
    .select(['call.id', 'call.calleeName', 'call.variables', 'call.tags', 'call.customerType'])
    .select(sql<string | null>`call.plan_id`.as('planId'))
    .where('call.phone', '=', phone)
    .where('call.removedAt', 'is', null)
    .orderBy('call.placedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The plan whose guide goes with a call-back: of the call it comes from, else of its task. */
export const planOfTodo = (
  db: MerchantDb,
  { callId, taskId }: { readonly callId: string | null; readonly taskId: string | null },
) =>
  db.whole
    .selectFrom('plan')
    .select(['plan.id', 'plan.name'])
    .where('plan.removedAt', 'is', null)
    .where(
      sql<boolean>`plan.id = coalesce(
        (select call.plan_id from call where call.merchant_id = plan.merchant_id and call.id = ${callId}::bigint),
        (select task.plan_id from task where task.merchant_id = plan.merchant_id and task.id = ${taskId}::bigint))`,
    )
    .executeTakeFirst();
