import type { Semantic } from '@lianxian/contract';
import { sql } from 'kysely';
import { asPattern, type MerchantDb } from '../../platform/db/index.ts';
import type { Goes } from '../removals/index.ts';

export interface GroupFields {
  readonly name: string;
  readonly semantic: Semantic;
  readonly note: string;
}

export interface ChangedBy {
  readonly employeeId: string | null;
  readonly at: Date;
}

const among = (db: MerchantDb, search: string) => {
  const all = db.selectFrom('keywordGroup');
  if (search === '') return all;
  const like = asPattern(search);
  return all.where(eb =>
    eb.or([
      eb('keywordGroup.name', 'ilike', like),
      eb('keywordGroup.note', 'ilike', like),
      eb.exists(
        eb
          .selectFrom('keyword')
          .select(sql<number>`1`.as('one'))
          .whereRef('keyword.merchantId', '=', 'keywordGroup.merchantId')
          .whereRef('keyword.groupId', '=', 'keywordGroup.id')
          .where('keyword.text', 'ilike', like),
      ),
    ]),
  );
};

export const listGroups = (db: MerchantDb, search: string, { offset, limit }: { offset: number; limit: number }) =>
  among(db, search)
    .select(eb => [
      'keywordGroup.id',
      'keywordGroup.name',
      'keywordGroup.semantic',
      'keywordGroup.note',
      'keywordGroup.changedAt',
      eb
        .selectFrom('keyword')
        .select(count => count.fn.countAll<string>().as('words'))
        .whereRef('keyword.merchantId', '=', 'keywordGroup.merchantId')
        .whereRef('keyword.groupId', '=', 'keywordGroup.id')
        .as('words'),
    ])
    .orderBy('keywordGroup.name')
    .orderBy('keywordGroup.id')
    .offset(offset)
    .limit(limit)
    .execute();

export const countGroups = async (db: MerchantDb, search = ''): Promise<number> =>
  Number(
    (
      await among(db, search)
        .select(eb => eb.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

/** Those of these groups that hold a word: name to id. */
export const groupsNamed = async (db: MerchantDb, names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('keywordGroup')
    .select(['keywordGroup.id', 'keywordGroup.name'])
    .where('keywordGroup.name', 'in', names)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('keyword')
          .select(sql<number>`1`.as('one'))
          .whereRef('keyword.merchantId', '=', 'keywordGroup.merchantId')
          .whereRef('keyword.groupId', '=', 'keywordGroup.id'),
      ),
    )
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
};

/** Which of these names a group has, with words or without. */
export const namesTaken = async (db: MerchantDb, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('keywordGroup')
    .select('keywordGroup.name')
    .where('keywordGroup.name', 'in', names)
    .execute();
  return new Set(rows.map(({ name }) => name));
};

export const hasGroup = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db
    .selectFrom('keywordGroup')
    .select('keywordGroup.id')
    .where('keywordGroup.id', '=', id)
    .executeTakeFirst()) !== undefined;

/** Held until the transaction ends: a group's words are changed by one at a time. */
export const lockGroup = (db: MerchantDb, id: string): Promise<({ readonly id: string } & GroupFields) | undefined> =>
  db
    .selectFrom('keywordGroup')
    .select(['keywordGroup.id', 'keywordGroup.name', 'keywordGroup.semantic', 'keywordGroup.note'])
    .where('keywordGroup.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Null: another group is called so. */
export const insertGroup = async (db: MerchantDb, group: GroupFields, by: ChangedBy): Promise<string | null> =>
  (
    await db
      .insertInto('keywordGroup', { ...group, changedBy: by.employeeId, changedAt: by.at })
      .onConflict(conflict => conflict.columns(['merchantId', 'name']).doNothing())
      .returning('keywordGroup.id')
      .executeTakeFirst()
  )?.id ?? null;

export const updateGroup = async (db: MerchantDb, id: string, group: GroupFields, by: ChangedBy): Promise<void> => {
  await db
    .updateTable('keywordGroup')
    .set({ ...group, changedBy: by.employeeId, changedAt: by.at })
    .where('keywordGroup.id', '=', id)
    .execute();
};

/** Its words were changed. */
export const touchGroup = async (db: MerchantDb, id: string, by: ChangedBy): Promise<void> => {
  await db
    .updateTable('keywordGroup')
    .set({ changedBy: by.employeeId, changedAt: by.at })
    .where('keywordGroup.id', '=', id)
    .execute();
};

export const isNameTaken = async (db: MerchantDb, name: string, except: string): Promise<boolean> =>
  (await db
    .selectFrom('keywordGroup')
    .select('keywordGroup.id')
    .where('keywordGroup.name', '=', name)
    .where('keywordGroup.id', '<>', except)
    .executeTakeFirst()) !== undefined;

/** What goes with a group: itself and its words. */
export const groupGoes = ({ merchantId }: MerchantDb, id: string): readonly Goes[] => [
  { table: 'keyword_group', where: sql`kept.merchant_id = ${merchantId} and kept.id = ${id}` },
  { table: 'keyword', where: sql`kept.merchant_id = ${merchantId} and kept.group_id = ${id}` },
];

export const deleteGroup = async (db: MerchantDb, id: string): Promise<void> => {
  await db.deleteFrom('keywordGroup').where('keywordGroup.id', '=', id).execute();
};
