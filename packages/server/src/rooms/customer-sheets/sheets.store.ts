import { parameterNumbers } from '@lianxian/core';
import { sql } from 'kysely';
import { givenRows, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FieldChange } from '../customers/index.ts';

/** What sheets of customers wrote, a chunk a statement. */

interface NewImport {
  readonly batchId: string;
  readonly name: string;
  readonly by: string;
}
export const insertCustomerImport = async (tx: MerchantDb, { batchId, name, by }: NewImport): Promise<void> => {
  await tx.insertInto('customerImport', { batchId, name, byEmployee: by }).execute();
};

export const importOfBatch = async (db: MerchantDb, batchId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('customerImport')
      .select('customerImport.id')
      .where('customerImport.batchId', '=', batchId)
      .executeTakeFirst()
  )?.id;

export const countImport = async (
  tx: MerchantDb,
  id: string,
  figures: { readonly added: number; readonly changed: number; readonly refused: number; readonly isOver: boolean },
): Promise<void> => {
  await tx.updateTable('customerImport').set(figures).where('customerImport.id', '=', id).execute();
};

export const listImports = (
  db: MerchantDb,
  me: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) =>
  db
    .selectFrom('customerImport')
    .leftJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'customerImport.merchantId')
        .onRef('employee.id', '=', 'customerImport.byEmployee'),
    )
    .select(['customerImport.id', 'customerImport.name', 'customerImport.at', 'customerImport.isOver'])
    .select(['customerImport.added', 'customerImport.changed', 'customerImport.refused', 'customerImport.takenBackAt'])
    .select('employee.name as by')
    // What a batch leaves is its maker's.
    .select(
      sql<
        string | null
      >`(select file.key from batch join file on file.merchant_id = batch.merchant_id and file.id = batch.file_id
        where batch.merchant_id = customer_import.merchant_id and batch.id = customer_import.batch_id
          and batch.created_by = ${me} and customer_import.refused > 0)`.as('refusedFile'),
    )
    .orderBy('customerImport.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const countImports = async (db: MerchantDb, bound: number): Promise<number> =>
  (await db.selectFrom('customerImport').select(sql<number>`1`.as('one')).limit(bound).execute()).length;

export const lockImport = (tx: MerchantDb, id: string) =>
  tx
    .selectFrom('customerImport')
    .select(['customerImport.name', 'customerImport.batchId', 'customerImport.takenBackAt'])
    .where('customerImport.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const noteTakingBack = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx
    .updateTable('customerImport')
    .set({ takenBackAt: sql<Date>`now()` })
    .where('customerImport.id', '=', id)
    .execute();
};

/** Whose numbers these are already. */
export const whoseNumbers = async (
  tx: UnscopedDb,
  merchantId: string,
  phones: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ phone: string; id: string }>`
    select c.phone, c.id::text from customer c
    where c.merchant_id = ${merchantId} and c.phone = any(${[...phones]}::text[]) and c.removed_at is null
    union all select n.phone, n.customer_id::text from customer_number n
    where n.merchant_id = ${merchantId} and n.phone = any(${[...phones]}::text[])`.execute(tx);
  return new Map(rows.map(({ phone, id }) => [phone, id]));
};

/** People by the names that sheets have for them; of two of one name neither is meant. */
export const peopleByName = async (db: MerchantDb): Promise<ReadonlyMap<string, string | null>> => {
  const rows = await db
    .selectFrom('employee')
    .select(['employee.id', 'employee.name'])
    .where('employee.removedAt', 'is', null)
    .execute();
  const found = new Map<string, string | null>();
  for (const { id, name } of rows) found.set(name, found.has(name) ? null : id);
  return found;
};

const figures = parameterNumbers.filter(n => n >= 4 && n <= 13);
const texts = parameterNumbers.filter(n => n < 4 || n > 13);
const plain = ['name', 'sex', 'birthday', 'company', 'position', 'remark', 'mark', 'city'] as const;

const textColumns = [...plain, 'region', 'operator', ...texts.map(n => `parameter${n}`)];
const types: Readonly<Record<string, string>> = {
  ...Object.fromEntries(textColumns.map(column => [column, 'text'])),
  ...Object.fromEntries(figures.map(n => [`parameter${n}`, 'numeric'])),
  tags: 'text[]',
};

interface NewRow {
  readonly phone: string;
  readonly ownerId: string | null;
  readonly cateType: number;
  readonly columns: Readonly<Record<string, unknown>>;
  readonly further: readonly string[];
}

/** Their ids, by number. Their calls of before are counted. The caller holds the lock of numbers. */
export const insertMany = async (
  tx: UnscopedDb,
  {
    merchantId,
    by,
    importId,
    taskId = null,
  }: { merchantId: string; by: string; importId: string | null; taskId?: string | null },
  rows: readonly NewRow[],
): Promise<ReadonlyMap<string, string>> => {
  if (rows.length === 0) return new Map();
  const given = rows.map(({ phone, ownerId, cateType, columns }) => ({ ...columns, phone, ownerId, cateType }));
  const columns = { phone: 'text', ownerId: 'bigint', cateType: 'smallint', ...types };
  const filled = [...textColumns, 'tags'].map(column => sql.ref(column));
  const numbers = figures.map(n => sql.ref(`parameter${n}`));
  const or = (column: string) => sql`coalesce(${sql.ref(`g.${column}`)}, '')`;
  const values = [...textColumns.map(or), sql`coalesce(g.tags, '{}')`, ...figures.map(n => sql.ref(`g.parameter${n}`))];
  const { rows: made } = await sql<{ id: string; phone: string }>`
    insert into customer (merchant_id, phone, owner_id, cate_type, created_by, import_id, task_id, ${sql.join([...filled, ...numbers])})
    select ${merchantId}::bigint, g.phone, g.owner_id, g.cate_type, ${by}::bigint, ${importId}::bigint, ${taskId}::bigint, ${sql.join(values)}
    from ${givenRows(given as unknown as readonly Record<string, unknown>[], columns, 'g')}
    returning id::text, phone`.execute(tx);
  const ids = new Map(made.map(({ id, phone }) => [phone, id]));
  const further = rows.flatMap(({ phone, further: own }) =>
    own.map((number, n) => ({ phone: number, customerId: ids.get(phone)!, n })),
  );
  if (further.length > 0)
    await sql`insert into customer_number (merchant_id, phone, customer_id, n)
      select ${merchantId}::bigint, g.phone, g.customer_id, g.n
      from ${givenRows(further, { phone: 'text', customerId: 'bigint', n: 'smallint' }, 'g')}
      where customer_of(${merchantId}::bigint, g.phone) is null on conflict do nothing`.execute(tx);
  await sql`select recount_customers(${merchantId}::bigint, ${[...ids.values()]}::bigint[])`.execute(tx);
  return ids;
};

interface Changed {
  readonly id: string;
  readonly columns: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldChange[];
}

/** Fields of many that are others now, each with its line on the timeline; where a sheet did it, as they were before. */
export const changeMany = async (
  tx: UnscopedDb,
  { merchantId, by, importId }: { merchantId: string; by: string; importId: string | null },
  rows: readonly Changed[],
): Promise<void> => {
  if (rows.length === 0) return;
  const given = rows.map(({ id, columns, fields }) => ({ ...columns, id, fields }));
  // A text that is cleared is '', a figure is null: whether it was given stands with its change.
  const isGiven = (column: string) => sql`g.fields @> ${JSON.stringify([{ field: column }])}::jsonb`;
  const set = [
    ...[...textColumns, 'tags'].map(
      column => sql`${sql.ref(column)} = coalesce(${sql.ref(`g.${column}`)}, ${sql.ref(`customer.${column}`)})`,
    ),
    ...figures
      .map(n => `parameter${n}`)
      .map(
        column =>
          sql`${sql.ref(column)} = case when ${isGiven(column)} then ${sql.ref(`g.${column}`)} else ${sql.ref(`customer.${column}`)} end`,
      ),
  ];
  const columns = { id: 'bigint', fields: 'jsonb', ...types };
  await sql`
    with g as (select * from ${givenRows(given as unknown as readonly Record<string, unknown>[], columns, 'r')}),
      written as (update customer set ${sql.join(set)}, version = customer.version + 1 from g
        where customer.merchant_id = ${merchantId} and customer.id = g.id returning customer.id, customer.version),
      kept as (insert into customer_import_change (merchant_id, import_id, customer_id, fields)
        select ${merchantId}::bigint, ${importId}::bigint, g.id, g.fields from g where ${importId}::bigint is not null
        on conflict (merchant_id, import_id, customer_id) do update set fields = customer_import_change.fields || excluded.fields)
    insert into customer_event (merchant_id, customer_id, by_employee, kind, version, facts)
    select ${merchantId}::bigint, g.id, ${by}::bigint, 'changed', written.version, jsonb_build_object('fields', g.fields)
    from g join written on written.id = g.id`.execute(tx);
};

/** Those that a sheet added and that are still there, in the order of their ids. */
export const nextAdded = async (
  db: MerchantDb,
  importId: string,
  after: string,
  limit: number,
): Promise<readonly string[]> =>
  (
    await db.whole
      .selectFrom('customer')
      .select('customer.id')
      .where('customer.importId', '=', importId)
      .where('customer.removedAt', 'is', null)
      .where('customer.id', '>', after)
      .orderBy('customer.id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

/** What it changed, in the order of their ids. */
export const nextChanged = async (db: MerchantDb, importId: string, after: string, limit: number) =>
  (await db
    .selectFrom('customerImportChange')
    .select(['customerImportChange.customerId', 'customerImportChange.fields'])
    .where('customerImportChange.importId', '=', importId)
    .where('customerImportChange.customerId', '>', after)
    .orderBy('customerImportChange.customerId')
    .limit(limit)
    .execute()) as readonly { readonly customerId: string; readonly fields: readonly FieldChange[] }[];
