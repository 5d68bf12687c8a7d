import { sql } from 'kysely';
import { latestVersion, type MerchantDb } from '../../platform/db/index.ts';
import { blacklistOf } from '../blacklist/index.ts';

/** The task and the version that it calls with: the newest while it is a draft. */
export const findBefore = (db: MerchantDb, id: string) =>
  db
    .selectFrom('task')
    .select([
      'task.planId',
      sql<number>`case when task.state = 'draft' then ${latestVersion('task.merchantId', 'task.planId')} else task.plan_version end`.as(
        'version',
      ),
      sql<Date>`now()`.as('now'),
    ])
    .where('task.id', '=', id)
    .where('task.removedAt', 'is', null)
    .executeTakeFirst();

const PEOPLE = 3;

/**
 * Whom it calls first: who was never called, in the order of the list; without any, the next redials. Who is on a
 * blacklist is passed by, as when it calls.
 */
export const firstPeople = async (db: MerchantDb, task: string) => {
  const of = db.selectFrom('callee').select(['callee.phone', 'callee.name', 'callee.variables']);
  const mine = of
    .where('callee.taskId', '=', task)
    .where(sql<boolean>`${blacklistOf({ merchant: db.merchantId, task }, sql`callee.phone`)} is null`)
    .limit(PEOPLE);
  const fresh = await mine
    .where('callee.state', '=', 'fresh')
    .orderBy('callee.lane')
    .orderBy('callee.rank')
    .orderBy('callee.id')
    .execute();
  if (fresh.length > 0) return fresh;
  return await mine.where('callee.state', '=', 'retry').orderBy('callee.dueAt').execute();
};
