import { type Kysely, sql } from 'kysely';

/** What proves a consent may be a file: a form as it was signed, a recording. It stays as long as the consent does. */
export const up = async (db: Kysely<never>): Promise<void> => {
  const { rows } = await sql<{ known: string }>`
    select pg_get_constraintdef(oid) as known from pg_constraint
    where conrelid = 'file'::regclass and conname = 'file_kind_check'`.execute(db);
  const known = /^CHECK \((.*)\)$/s.exec(rows[0]?.known ?? '')?.[1] ?? 'true';
  await sql`
    alter table consent add column file_id bigint,
      add foreign key (merchant_id, file_id) references file (merchant_id, id);
    create index consent_file on consent (merchant_id, file_id);
    alter table file drop constraint file_kind_check,
      add constraint file_kind_check check (${sql.raw(known)} or kind = 'proof')`.execute(db);
};
