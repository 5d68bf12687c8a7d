import type { CustomerField } from '@lianxian/contract';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Which answers of a plan fill which fields of customers (decision 114). */
export interface Fill {
  readonly question: string;
  readonly field: CustomerField;
  /** Over what a person typed as well. */
  readonly over: boolean;
}

export const readFills = async (db: MerchantDb, planId: string): Promise<readonly Fill[]> => {
  const rows = await db
    .selectFrom('planFill')
    .select(['planFill.question', 'planFill.field', 'planFill.over'])
    .where('planFill.planId', '=', planId)
    .orderBy('planFill.field')
    .execute();
  return rows.map(({ field, ...row }) => ({ ...row, field: field as CustomerField }));
};

/** Nobody else saves them meanwhile; false: there is no such plan. */
export const lockPlanToFill = async (tx: MerchantDb, planId: string): Promise<boolean> =>
  (await tx
    .selectFrom('plan')
    .select('plan.id')
    .where('plan.id', '=', planId)
    .where('plan.removedAt', 'is', null)
    .forUpdate('plan')
    .executeTakeFirst()) !== undefined;

export const writeFills = async (tx: MerchantDb, planId: string, fills: readonly Fill[]): Promise<void> => {
  await tx.deleteFrom('planFill').where('planFill.planId', '=', planId).execute();
  if (fills.length === 0) return;
  await tx
    .insertInto(
      'planFill',
      fills.map(({ question, field, over }) => ({ planId, question, field, over })),
    )
    .execute();
};

/** A copy of a plan fills what the plan fills. */
export const copyFills = async (tx: MerchantDb, from: string, to: string): Promise<void> =>
  writeFills(tx, to, await readFills(tx, from));

interface Answered extends Fill {
  readonly customerId: string;
  /** Several answers to one question with 、 between. */
  readonly value: string;
}

/**
 * What was answered in a call that its plan, or the guide of who spoke, wants kept of its customer. Nothing of drafts that
 * are tried, and of talks among colleagues.
 */
export const answersToKeep = async (
  tx: UnscopedDb,
  merchantId: string,
  callId: string,
): Promise<readonly Answered[]> => {
  const { rows } = await sql<Answered>`
    with plans as (
      select call.plan_id from call
        where call.merchant_id = ${merchantId} and call.id = ${callId} and coalesce(call.plan_version, 1) > 0
      union select seat_work.plan_id from seat_work
        where seat_work.merchant_id = ${merchantId} and seat_work.call_id = ${callId} and seat_work.submitted_at is not null)
    select whose.id as customer_id, fill.field, fill.question, fill.over, said.value
    from plan_fill fill
      cross join (select customer_of(merchant_id, phone) as id from call
        where merchant_id = ${merchantId} and id = ${callId} and phone <> '' and origin <> 'internal') whose
      cross join lateral (select string_agg(answer.value, '、' order by answer.n) as value from answer
        where answer.merchant_id = ${merchantId} and answer.call_id = ${callId} and answer.question = fill.question) said
    where fill.merchant_id = ${merchantId} and fill.plan_id in (select plan_id from plans)
      and whose.id is not null and said.value is not null
    order by fill.field, fill.plan_id`.execute(tx);
  return rows;
};
