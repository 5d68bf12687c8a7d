import type { RemovalKind } from '@lianxian/contract';
import { type RawBuilder, sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Rows that go with what is removed, `kept.<column>` in the condition; parents before their children. */
export interface Goes {
  readonly table: string;
  readonly where: RawBuilder<unknown>;
  /** The row stays and is marked: these columns are put back. Without it the row is put in anew. */
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
  'rows', (select coalesce(jsonb_agg(to_jsonb(kept)), '[]') from ${sql.id(table)} kept where ${where}))`;

/** Keeps the rows as they are, right before they go; what takes them back. Call it in the transaction of the removal. */
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

interface Kept {
  readonly at: number;
  readonly table: string;
  readonly back: readonly string[];
  /** As they were called when it went: what a later release added has its default. */
  readonly columns: readonly string[] | null;
}

/** Puts the rows back, with the ids they had. @throws what the database says when their place is taken or gone. */
export const putBack = async (tx: UnscopedDb, merchantId: string, id: string): Promise<void> => {
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
    if (back.length === 0)
      await sql`insert into ${sql.id(table)} (${names}) overriding system value select ${names} from ${kept}`.execute(
        tx,
      );
    else
      await sql`update ${sql.id(table)} present set ${marks} from ${kept}
        where present.merchant_id = kept.merchant_id and present.id = kept.id`.execute(tx);
  }
};

/** What nobody took back in time. */
export const sweepRemovals = async (db: UnscopedDb, before: Date): Promise<void> => {
  await db.deleteFrom('removal').where('at', '<', before).execute();
};
