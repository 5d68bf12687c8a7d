import { type Kysely, sql } from 'kysely';

/**
 * Which process shows itself under a node's name: `<machine> <pid> <random>`. Two that share a name (a copied data folder)
 * would each settle the other's calls as those of its own earlier life.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table calls_node add column life text not null default ''`.execute(db);
};
