import type { RemovalKind } from '@lianxian/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Rows that go with what is removed, `kept.<column>` in the condition; parents before their children. */
export interface Goes {
  readonly table: string;
  readonly where: RawBuilder<unknown>;
  /** The row stays, `removed_at` marks it: these columns are put back. Without it the row is put in anew. */
  readonly back?: readonly string[];
}

/** What the audit says of it when it comes back. */
interface Removed {
  readonly kind: RemovalKind;
  readonly target: string;
  readonly name: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

const listed = ({ table, where, back = [] }: Goes) => sql`jsonb_build_object(
  'table', ${table}::text, 'back', ${JSON.stringify(back)}::jsonb,
  'rows', (select coalesce(jsonb_agg(to_jsonb(kept)), '[]')
    from (select * from ${sql.id(table)} kept where ${where} for update) kept))`;

/** Of one merchant: whoever removes without end fills no disk with it. */
export const MOST_REMOVALS = 300;

/** One who takes a removal back holds it until he is done: it is not waited for. */
const dropOldest = async (tx: MerchantDb): Promise<void> => {
  const { merchantId } = tx;
  await tx
    .deleteFrom('removal')
    .where(
      sql<SqlBool>`removal.id in (select old.id from removal old where old.merchant_id = ${merchantId} and old.id <=
        (select id from removal where merchant_id = ${merchantId} order by id desc offset ${MOST_REMOVALS} limit 1)
        for update skip locked)`,
    )
    .execute();
};

/**
 * Keeps the rows as they are, locked until they go; what takes them back. Call it in the transaction of the removal. Of a
 * merchant with more than so many the oldest cannot be taken back any more.
 */
export const keepRemoved = async (
  tx: MerchantDb,
  { kind, target, name, facts = {} }: Removed,
  { goes, at }: { readonly goes: readonly Goes[]; readonly at: Date },
): Promise<string> => {
  const row = { kind, target, name, facts: JSON.stringify(facts), at };
  const { id } = await tx
    .insertInto('removal', { ...row, kept: sql<string>`jsonb_build_array(${sql.join(goes.map(listed))})` })
    .returning('removal.id')
    .executeTakeFirstOrThrow();
  await dropOldest(tx);
  return id;
};

/** Held until the transaction ends: it is taken back once. */
export const lockRemoval = (tx: MerchantDb, id: string, since: Date) =>
  tx
    .selectFrom('removal')
    .select(['removal.kind', 'removal.target', 'removal.name', 'removal.facts'])
    .where('removal.id', '=', id)
    .where('removal.at', '>', since)
    .forUpdate()
    .executeTakeFirst();

export const deleteRemoval = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx.deleteFrom('removal').where('removal.id', '=', id).execute();
};

/** It is there anew: what was removed of it stays so. */
export const forgetRemovals = async (tx: MerchantDb, kind: RemovalKind, target: string): Promise<void> => {
  await tx.deleteFrom('removal').where('removal.kind', '=', kind).where('removal.target', '=', target).execute();
};

interface Kept {
  readonly at: number;
  readonly table: string;
  readonly back: readonly string[];
  /** As they were called when it went: what a later release added has its default. */
  readonly columns: readonly string[] | null;
}

/**
 * Puts the rows back, with the ids they had. False: a row that was marked is there again, and what was done with it since
 * must stay. @throws what the database says when their place is taken or gone.
 */
export const putBack = async (tx: UnscopedDb, merchantId: string, id: string): Promise<boolean> => {
  const own = sql`removal.merchant_id = ${merchantId} and removal.id = ${id}`;
  const { rows } = await sql<Kept>`
    select (place - 1)::int as at, entry ->> 'table' as "table", entry -> 'back' as back,
      (select array_agg(name) from jsonb_object_keys(entry -> 'rows' -> 0) name) as columns
    from removal, jsonb_array_elements(removal.kept) with ordinality as each(entry, place) where ${own} order by place`.execute(
    tx,
  );
  for (const { at, table, back, columns } of rows) {
    if (columns === null) continue;
    const kept = sql`jsonb_populate_recordset(null::${sql.id(table)},
      (select removal.kept -> ${sql.lit(at)} -> 'rows' from removal where ${own})) kept`;
    const names = sql.join(columns.map(name => sql.id(name)));
    const marks = sql.join(back.map(name => sql`${sql.id(name)} = kept.${sql.id(name)}`));
    const put =
      back.length === 0
        ? sql`insert into ${sql.id(table)} (${names}) overriding system value select ${names} from ${kept}`
        : sql`update ${sql.id(table)} present set ${marks} from ${kept}
            where present.merchant_id = kept.merchant_id and present.id = kept.id and present.removed_at is not null`;
    if ((await put.execute(tx)).numAffectedRows === 0n) return false;
  }
  return true;
};

/** What nobody took back in time. */
export const sweepRemovals = async (db: UnscopedDb, before: Date): Promise<void> => {
  await db.deleteFrom('removal').where('at', '<', before).execute();
};
