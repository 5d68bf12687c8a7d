import { type FollowBecause, type Language, languages } from '@lianxian/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { followsLock, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { keptFilter } from '../customer-acts/index.ts';

/** Tasks that follow a filter of customers (migration 0154), and the turns of customers that were written since. */
export type FollowedFilter = z.infer<typeof keptFilter>;

export interface FollowKey {
  readonly merchantId: string;
  readonly taskId: string;
}

/** Until the transaction ends nobody else writes customers: those who wrote have committed, those who come see the following. */
export const awaitWriters = async (tx: MerchantDb, taskId: string): Promise<void> => {
  await tx.selectFrom('task').select(followsLock(tx.merchantId).as('held')).where('task.id', '=', taskId).execute();
};

export const isFollowing = async (db: MerchantDb, taskId: string): Promise<boolean> =>
  (await db
    .selectFrom('taskFollow')
    .select('taskFollow.taskId')
    .where('taskFollow.taskId', '=', taskId)
    .where('taskFollow.endedAt', 'is', null)
    .executeTakeFirst()) !== undefined;

interface NewFollow {
  readonly taskId: string;
  readonly byEmployee: string;
  readonly language: Language;
  readonly filter: FollowedFilter;
  /** The newest customer that there is. */
  readonly untilId: string;
}

/** One that ended begins anew; whom it brought before it brings no more. */
export const insertFollow = async (tx: MerchantDb, { filter, ...follow }: NewFollow, at: Date): Promise<void> => {
  const begun = { ...follow, filter: JSON.stringify(filter), since: at };
  const anew = { ...begun, afterId: '0', lookedAt: null, endedAt: null, because: '' as const };
  await dropTurns(tx, follow.taskId);
  await tx
    .insertInto('taskFollow', begun)
    .onConflict(conflict => conflict.columns(['merchantId', 'taskId']).doUpdateSet(anew))
    .execute();
};

const NOTED_AT_ONCE = 5_000;

/** They have had their turn; those of them who had not before. */
export const noteFollowed = async (
  tx: MerchantDb,
  taskId: string,
  customers: readonly string[],
): Promise<readonly string[]> => {
  const fresh: string[] = [];
  for (let at = 0; at < customers.length; at += NOTED_AT_ONCE) {
    const rows = await tx
      .insertInto(
        'taskFollowCustomer',
        customers.slice(at, at + NOTED_AT_ONCE).map(customerId => ({ taskId, customerId })),
      )
      .onConflict(conflict => conflict.doNothing())
      .returning('taskFollowCustomer.customerId')
      .execute();
    fresh.push(...rows.map(({ customerId }) => customerId));
  }
  return fresh;
};

const MOST_LOOKED_AT = 500;

/** Tasks that follow, of all merchants: whose customers were looked at longest ago first. */
export const openFollows = (db: UnscopedDb): Promise<readonly FollowKey[]> =>
  db
    .selectFrom('taskFollow')
    .select(['taskFollow.merchantId', 'taskFollow.taskId'])
    .where('taskFollow.endedAt', 'is', null)
    .orderBy('taskFollow.lookedAt', at => at.asc().nullsFirst())
    .limit(MOST_LOOKED_AT)
    .execute();

const kept = z.object({ filter: keptFilter, language: z.enum(languages) });

/** Held until the transaction ends; undefined: another process looks, or it has ended. Writers of customers go on meanwhile. */
export const holdFollow = async (tx: MerchantDb, taskId: string) => {
  const row = await tx
    .selectFrom('taskFollow')
    .select(['taskFollow.byEmployee', 'taskFollow.filter', 'taskFollow.language'])
    .select(['taskFollow.afterId', 'taskFollow.untilId'])
    .where('taskFollow.taskId', '=', taskId)
    .where('taskFollow.endedAt', 'is', null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && { ...row, ...kept.parse(row) };
};

/** Customers that were written since, the longest ago first; a customer may stand there several times. */
export const nextTurns = (tx: MerchantDb, taskId: string, limit: number) =>
  tx
    .selectFrom('taskFollowTurn')
    .select(['taskFollowTurn.n', 'taskFollowTurn.customerId'])
    .where('taskFollowTurn.taskId', '=', taskId)
    .orderBy('taskFollowTurn.n')
    .limit(limit)
    .execute();

/** These have been read, and those who were there at the beginning up to `afterId`. */
export const noteLook = async (
  tx: MerchantDb,
  taskId: string,
  { turns, afterId, at }: { readonly turns: readonly string[]; readonly afterId: string; readonly at: Date },
): Promise<void> => {
  if (turns.length > 0)
    await tx
      .deleteFrom('taskFollowTurn')
      .where('taskFollowTurn.taskId', '=', taskId)
      .where('taskFollowTurn.n', 'in', [...turns])
      .execute();
  await tx.updateTable('taskFollow').set({ afterId, lookedAt: at }).where('taskFollow.taskId', '=', taskId).execute();
};

const dropTurns = async (tx: MerchantDb, taskId: string): Promise<void> => {
  await tx.deleteFrom('taskFollowTurn').where('taskFollowTurn.taskId', '=', taskId).execute();
};

/** False: it had ended before. */
export const endFollow = async (
  tx: MerchantDb,
  taskId: string,
  because: Exclude<FollowBecause, ''>,
  at: Date,
): Promise<boolean> => {
  const ended = await tx
    .updateTable('taskFollow')
    .set({ endedAt: at, because })
    .where('taskFollow.taskId', '=', taskId)
    .where('taskFollow.endedAt', 'is', null)
    .returning('taskFollow.taskId')
    .executeTakeFirst();
  if (ended !== undefined) await dropTurns(tx, taskId);
  return ended !== undefined;
};

/** How a task follows, or followed last, with the numbers that came so. */
export const readFollow = async (db: MerchantDb, taskId: string) => {
  const row = await db
    .selectFrom('taskFollow')
    .leftJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'taskFollow.merchantId')
        .onRef('employee.id', '=', 'taskFollow.byEmployee'),
    )
    .select([
      'taskFollow.filter',
      'taskFollow.since',
      'taskFollow.lookedAt',
      'taskFollow.endedAt',
      'taskFollow.because',
    ])
    .select('employee.name as by')
    .select(
      sql<number>`(select coalesce(sum(i.added), 0)::int from task_import i where i.merchant_id = task_follow.merchant_id
        and i.task_id = task_follow.task_id and i.followed and i.at >= task_follow.since)`.as('came'),
    )
    .where('taskFollow.taskId', '=', taskId)
    .executeTakeFirst();
  return row && { ...row, filter: keptFilter.parse(row.filter) };
};

/** Names for what a filter names by ids. */
export const namesOf = async (
  db: MerchantDb,
  owners: readonly string[],
  taskId: string | null,
): Promise<{ readonly owners: readonly string[]; readonly task: string | null }> => {
  const people =
    owners.length === 0
      ? []
      : await db.whole
          .selectFrom('employee')
          .select('employee.name')
          .where('employee.id', 'in', [...owners])
          .orderBy('employee.id')
          .execute();
  const task =
    taskId === null
      ? undefined
      : await db.whole.selectFrom('task').select('task.name').where('task.id', '=', taskId).executeTakeFirst();
  return { owners: people.map(({ name }) => name), task: task?.name ?? null };
};
