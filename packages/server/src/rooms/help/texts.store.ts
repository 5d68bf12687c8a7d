import type { TextKind } from '@lianxian/contract';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Goes } from '../removals/index.ts';

const day = sql<string>`to_char(published_on, 'YYYY-MM-DD')`.as('date');

/** Newest version first; `below`: older ones alone. One more than `limit`, so that the caller sees whether there are. */
export const listUpdates = (db: UnscopedDb, below: number | null, limit: number) => {
  const rows = db.selectFrom('updateEntry').select(['id', 'version', day, 'title', 'content']);
  return (below === null ? rows : rows.where('version', '<', below))
    .orderBy('version', 'desc')
    .limit(limit + 1)
    .execute();
};

export const countUpdates = async (db: UnscopedDb): Promise<number> =>
  Number(
    (await db.selectFrom('updateEntry').select(sql<string>`count(*)`.as('entries')).executeTakeFirstOrThrow()).entries,
  );

export interface UpdateEntry {
  readonly version: number;
  readonly date: string;
  readonly title: string;
  readonly content: string;
}

export const findUpdate = (db: UnscopedDb, id: string) =>
  db
    .selectFrom('updateEntry')
    .select(['id', 'version', day, 'title', 'content'])
    .where('id', '=', id)
    .executeTakeFirst();

/** null: another entry has the version. */
export const saveUpdate = async (db: UnscopedDb, id: string | null, entry: UpdateEntry): Promise<string | null> => {
  const { version, date, title, content } = entry;
  const row = { version, publishedOn: date, title, content };
  const other = await db
    .selectFrom('updateEntry')
    .select('id')
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst();
  if (other !== undefined && other.id !== id) return null;
  if (id !== null) {
    await db.updateTable('updateEntry').set(row).where('id', '=', id).execute();
    return id;
  }
  const made = await db
    .insertInto('updateEntry')
    .values(row)
    .onConflict(conflict => conflict.column('version').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
};

/** What goes with an entry of the update log. */
export const updateGoes = (id: string): readonly Goes[] => [{ table: 'update_entry', where: sql`kept.id = ${id}` }];

/** False: somebody else has removed it. */
export const deleteUpdate = async (db: UnscopedDb, id: string): Promise<boolean> =>
  (await db.deleteFrom('updateEntry').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;

interface LegalText {
  readonly kind: TextKind;
  readonly version: number;
  readonly content: string;
  readonly publishedAt: Date;
}

const MOST_VERSIONS = 50;
const versions = (db: UnscopedDb, kind: TextKind) =>
  db
    .selectFrom('legalText')
    .select(['kind', 'version', 'content', 'publishedAt'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc');

export const listTexts = (db: UnscopedDb, kind: TextKind): Promise<readonly LegalText[]> =>
  versions(db, kind).limit(MOST_VERSIONS).execute();

/** Agreement or commitment as it stands; undefined while there is none. */
export const latestText = (db: UnscopedDb, kind: TextKind): Promise<LegalText | undefined> =>
  versions(db, kind).limit(1).executeTakeFirst();

export const publishText = async (
  tx: UnscopedDb,
  text: { readonly kind: TextKind; readonly content: string },
  by: { readonly employeeId: string | null; readonly at: Date },
): Promise<number> => {
  await sql`lock table legal_text in share row exclusive mode`.execute(tx);
  const version = ((await latestText(tx, text.kind))?.version ?? 0) + 1;
  await tx
    .insertInto('legalText')
    .values({ ...text, version, publishedAt: by.at, publishedBy: by.employeeId })
    .execute();
  return version;
};
