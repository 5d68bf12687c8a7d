import { sql } from 'kysely';
import { asPattern, type MerchantDb } from '../../platform/db/index.ts';

type Semantic = '肯定' | '否定' | '拒绝' | '自定义';

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
  const all = db.selectFrom('keyword_group');
  if (search === '') return all;
  const like = asPattern(search);
  return all.where(eb =>
    eb.or([
      eb('keyword_group.name', 'ilike', like),
      eb('keyword_group.note', 'ilike', like),
      eb.exists(
        eb
          .selectFrom('keyword')
          .select(sql<number>`1`.as('one'))
          .whereRef('keyword.merchant_id', '=', 'keyword_group.merchant_id')
          .whereRef('keyword.group_id', '=', 'keyword_group.id')
          .where('keyword.text', 'ilike', like),
      ),
    ]),
  );
};

export const listGroups = (db: MerchantDb, search: string, { offset, limit }: { offset: number; limit: number }) =>
  among(db, search)
    .select(eb => [
      'keyword_group.id',
      'keyword_group.name',
      'keyword_group.semantic',
      'keyword_group.note',
      'keyword_group.changed_at',
      eb
        .selectFrom('keyword')
        .select(count => count.fn.countAll<string>().as('words'))
        .whereRef('keyword.merchant_id', '=', 'keyword_group.merchant_id')
        .whereRef('keyword.group_id', '=', 'keyword_group.id')
        .as('words'),
    ])
    .orderBy('keyword_group.name')
    .orderBy('keyword_group.id')
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

export const hasGroup = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db
    .selectFrom('keyword_group')
    .select('keyword_group.id')
    .where('keyword_group.id', '=', id)
    .executeTakeFirst()) !== undefined;

/** Held until the transaction ends: a group's words are changed by one at a time. */
export const lockGroup = (db: MerchantDb, id: string): Promise<({ readonly id: string } & GroupFields) | undefined> =>
  db
    .selectFrom('keyword_group')
    .select(['keyword_group.id', 'keyword_group.name', 'keyword_group.semantic', 'keyword_group.note'])
    .where('keyword_group.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Null: another group is called so. */
export const insertGroup = async (db: MerchantDb, group: GroupFields, by: ChangedBy): Promise<string | null> =>
  (
    await db
      .insertInto('keyword_group', { ...group, changed_by: by.employeeId, changed_at: by.at })
      .onConflict(conflict => conflict.columns(['merchant_id', 'name']).doNothing())
      .returning('keyword_group.id')
      .executeTakeFirst()
  )?.id ?? null;

export const updateGroup = async (db: MerchantDb, id: string, group: GroupFields, by: ChangedBy): Promise<void> => {
  await db
    .updateTable('keyword_group')
    .set({ ...group, changed_by: by.employeeId, changed_at: by.at })
    .where('keyword_group.id', '=', id)
    .execute();
};

/** Its words were changed. */
export const touchGroup = async (db: MerchantDb, id: string, by: ChangedBy): Promise<void> => {
  await db
    .updateTable('keyword_group')
    .set({ changed_by: by.employeeId, changed_at: by.at })
    .where('keyword_group.id', '=', id)
    .execute();
};

export const isNameTaken = async (db: MerchantDb, name: string, except: string): Promise<boolean> =>
  (await db
    .selectFrom('keyword_group')
    .select('keyword_group.id')
    .where('keyword_group.name', '=', name)
    .where('keyword_group.id', '<>', except)
    .executeTakeFirst()) !== undefined;

export const deleteGroup = async (db: MerchantDb, id: string): Promise<void> => {
  await db.deleteFrom('keyword_group').where('keyword_group.id', '=', id).execute();
};
