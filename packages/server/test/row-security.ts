import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Pool } from 'pg';
import { type Database, merchantDb, type OpenMerchantDb, type Tables, tablesOver } from '../src/platform/db/index.ts';

/**
 * Row-level security, for tests alone (decision record: scope by merchant): a second pair of eyes on the query layer.
 * A statement that forgot its merchant shows nothing here, so an answer that differs from the house's own betrays it.
 */
export interface RowSecurity {
  readonly merchantDb: OpenMerchantDb;
  readonly close: () => Promise<void>;
}

const SETTING = 'lianxian.merchant_id';

const secureTables = async ({ pool }: Database, role: string): Promise<void> => {
  await pool.query(`create role ${role} nologin`);
  await pool.query(`grant usage on schema public to ${role}`);
  await pool.query(`grant select, insert, update, delete on all tables in schema public to ${role}`);
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'merchant_id'`,
  );
  const columns = [...rows.map(({ name }) => [name, 'merchant_id']), ['merchant', 'id']];
  for (const [table, column] of columns) {
    await pool.query(`alter table "${table}" enable row level security`);
    await pool.query(
      `create policy own on "${table}" to ${role} using (${column}::text = current_setting('${SETTING}', true))`,
    );
  }
};

export const enableRowSecurity = async (database: Database, url: string): Promise<RowSecurity> => {
  const role = `scoped_${randomBytes(6).toString('hex')}`;
  await secureTables(database, role);
  const pool = new Pool({ connectionString: url, max: 5, options: `-c role=${role}` });
  const scoped = (merchantId: string): Kysely<Tables> => {
    const connect = async () => {
      const client = await pool.connect();
      await client.query(`select set_config('${SETTING}', $1, false)`, [merchantId]);
      return client;
    };
    return tablesOver({ connect, end: async () => undefined, options: {} });
  };
  return {
    merchantDb: (id, viewer) => merchantDb(scoped(id), id, viewer),
    close: async () => {
      await pool.end();
      await database.pool.query(`drop owned by ${role}`);
      await database.pool.query(`drop role ${role}`);
    },
  };
};
