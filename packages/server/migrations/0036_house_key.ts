import { type Kysely, sql } from 'kysely';

/**
 * Which key this database's secrets are sealed with, as a keyed mark: a node that starts with another is refused before it
 * seals anything of its own. And the pepper of short codes kept as hashes, once it is not the key's own any more.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table house_key (
      only_one boolean primary key default true check (only_one),
      mark text not null check (mark ~ '^[0-9a-f]{64}$'),
      -- Null until the first key was changed: until then it is derived from the key.
      pepper_sealed text,
      since timestamptz not null default now()
    );
  `.execute(db);
};
