import { type RawBuilder, sql } from 'kysely';
import type { MerchantDb } from './merchant-db.ts';

/**
 * The newest published version of a plan, as a value in a statement; null before the first. Versions below nought are drafts
 * that were tried by telephone. Named are the columns in which the statement around it has the plan's key.
 */
export const latestVersion = (merchantId: string, planId: string) =>
  sql<number | null>`(select max(v.version) from plan_version v
    where v.version > 0 and v.merchant_id = ${sql.ref(merchantId)} and v.plan_id = ${sql.ref(planId)})`;

/** What the newest version of the statement's `plan` has of `value`, which names it `v`; null before the first. */
export const ofLatestVersion = <T>(value: RawBuilder<T>): RawBuilder<T | null> =>
  sql<T | null>`(select ${value} from plan_version v where v.merchant_id = plan.merchant_id and v.plan_id = plan.id
    and v.version = ${latestVersion('plan.merchantId', 'plan.id')})`;

/** A plan that was not removed. Rooms below plans' own ask as well. */
export const planExists = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db
    .selectFrom('plan')
    .select('plan.id')
    .where('plan.id', '=', id)
    .where('plan.removedAt', 'is', null)
    .executeTakeFirst()) !== undefined;
