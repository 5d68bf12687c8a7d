import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Goes } from '../removals/index.ts';

interface NewNotice {
  readonly content: string;
  readonly level: 'info' | 'warn' | 'bad';
  readonly from: Date;
  readonly to: Date;
}

const columns = ['id', 'content', 'level', 'fromAt as from', 'toAt as to', 'writtenBy as by'] as const;
const MOST_SHOWN = 20;

/** Shown at this moment: the gravest first, then the newest. */
export const currentNotices = (db: UnscopedDb, at: Date) =>
  db
    .selectFrom('notice')
    .select(columns)
    .where('fromAt', '<=', at)
    .where('toAt', '>', at)
    .orderBy(sql`array_position(array['bad', 'warn', 'info'], level)`)
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute();

/** Newest first; `after`: older ones alone. One more than `limit`, so that the caller sees whether there are. */
export const listNotices = (db: UnscopedDb, after: string | null, limit: number) => {
  const rows = db.selectFrom('notice').select(columns);
  return (after === null ? rows : rows.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
};

export const countNotices = async (db: UnscopedDb, notOverAt: Date | null): Promise<number> => {
  const rows = db.selectFrom('notice').select(sql<string>`count(*)`.as('notices'));
  const counted = notOverAt === null ? rows : rows.where('toAt', '>', notOverAt);
  return Number((await counted.executeTakeFirstOrThrow()).notices);
};

export const findNotice = (db: UnscopedDb, id: string) =>
  db.selectFrom('notice').select(columns).where('id', '=', id).executeTakeFirst();

export const findAccount = async (db: UnscopedDb, merchantId: string, employeeId: string): Promise<string> =>
  (
    await db
      .selectFrom('employee')
      .select('account')
      .where('merchantId', '=', merchantId)
      .where('id', '=', employeeId)
      .executeTakeFirst()
  )?.account ?? '';

/** `id` null adds one. */
export const saveNotice = async (
  db: UnscopedDb,
  id: string | null,
  notice: NewNotice,
  by: { readonly account: string; readonly at: Date },
): Promise<string> => {
  const { content, level, from, to } = notice;
  const row = { content, level, fromAt: from, toAt: to, writtenBy: by.account, writtenAt: by.at };
  if (id === null) return (await db.insertInto('notice').values(row).returning('id').executeTakeFirstOrThrow()).id;
  await db.updateTable('notice').set(row).where('id', '=', id).execute();
  return id;
};

/** What goes with a notice. */
export const noticeGoes = (id: string): readonly Goes[] => [{ table: 'notice', where: sql`kept.id = ${id}` }];

/** False: somebody else has removed it. */
export const deleteNotice = async (db: UnscopedDb, id: string): Promise<boolean> =>
  (await db.deleteFrom('notice').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
