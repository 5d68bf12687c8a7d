import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import { replyWaits } from '../sms-desk/index.ts';

/** What waits for a person: each by an index, and counted so far at most. */
const MOST_WAITING = 1_000;

/** Own customers whose next step is due. */
export const dueSteps = async (db: MerchantDb, employeeId: string): Promise<number> =>
  (
    await db.whole
      .selectFrom('customer')
      .select('customer.id')
      .where('customer.removedAt', 'is', null)
      .where('customer.ownerId', '=', employeeId)
      .where('customer.nextAt', '<=', sql<Date>`now()`)
      .limit(MOST_WAITING)
      .execute()
  ).length;

/** Requests for customers whose owner one is, or over whom one stands. */
export const openAsks = async (db: MerchantDb): Promise<number> =>
  (
    await db
      .selectFrom('customer')
      .innerJoin('customerAsk', join =>
        join
          .onRef('customerAsk.merchantId', '=', 'customer.merchantId')
          .onRef('customerAsk.customerId', '=', 'customer.id'),
      )
      .select('customerAsk.id')
      .where('customer.removedAt', 'is', null)
      .where('customerAsk.answeredAt', 'is', null)
      .limit(MOST_WAITING)
      .execute()
  ).length;

/** Answers to text messages that wait for somebody. */
export const openReplies = async (db: MerchantDb): Promise<number> =>
  (
    await db
      .selectFrom('smsReply')
      .select('smsReply.id')
      .where(replyWaits)
      .orderBy('smsReply.id', 'desc')
      .limit(MOST_WAITING)
      .execute()
  ).length;

/** Templates that were refused; whoever writes them mends them. */
export const refusedTemplates = async (db: MerchantDb): Promise<number> =>
  (
    await db
      .selectFrom('smsTemplate')
      .select('smsTemplate.id')
      .where('smsTemplate.state', '=', 'refused')
      .where('smsTemplate.removedAt', 'is', null)
      .limit(MOST_WAITING)
      .execute()
  ).length;
