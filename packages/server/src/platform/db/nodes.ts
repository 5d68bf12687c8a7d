import { sql } from 'kysely';
import type { UnscopedDb } from './pool.ts';

/**
 * A row of `calls_node` whose node is at work: nodes beat every two seconds. A beat from the future was made before the clock
 * was set back.
 */
export const NODE_LIVES = sql`heartbeat_at between now() - interval '15 seconds' and now() + interval '15 seconds'`;

/** Nodes that are at work with this database now. */
export const livingNodes = async (db: UnscopedDb): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from calls_node where ${NODE_LIVES} order by id`.execute(db);
  return rows.map(row => row.id);
};

/** Where the SIP ports of the other nodes at work are. */
export const livingPeers = async (db: UnscopedDb, own: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ address: string }>`
    select address from calls_node where ${NODE_LIVES} and id <> ${own}`.execute(db);
  return rows.map(row => row.address);
};

/** How far the SIP ports of the nodes at work listen: fixed, shut, open, or the system's code of why not. */
export const livingDoors = async (db: UnscopedDb) => {
  const { rows } = await sql<{ address: string; door: string }>`
    select address, sip_door as door from calls_node
    where ${NODE_LIVES} and not draining order by id`.execute(db);
  return rows;
};
