/**
 * Two roles: the owner migrates and owns everything, the application reads and writes rows. The application's cannot change a
 * table, take a trigger off, or change or remove a row of audit, ledger or decisions; as no superuser it reads no file of the server and starts
 * no program there.
 */
import type { Pool, PoolClient } from 'pg';

/** From PostgreSQL 17 on `analyze` is a right of its own; before, an import goes without. */
const HAS_MAINTAIN = 170_000;

/** Makes the application's role, or gives it its password anew; `pool` is a superuser's. */
export const keepAppRole = async (pool: Pool, name: string, password: string): Promise<void> => {
  const { rows } = await pool.query<{ statement: string }>(
    `select format('%s role %I login nosuperuser nocreatedb nocreaterole nobypassrls password %L',
       case when exists (select from pg_roles where rolname = $1) then 'alter' else 'create' end, $1::text, $2::text) as statement`,
    [name, password],
  );
  await pool.query(rows[0]?.statement ?? '');
};

const grants = (role: string, canMaintain: boolean): readonly string[] => [
  ...['public', 'graphile_worker'].flatMap(schema => [
    `grant usage on schema ${schema} to ${role}`,
    `grant select, insert, update, delete${canMaintain ? ', maintain' : ''} on all tables in schema ${schema} to ${role}`,
    `grant usage, select, update on all sequences in schema ${schema} to ${role}`,
    `grant execute on all functions in schema ${schema} to ${role}`,
  ]),
  // Which migrations there are is the owner's word alone.
  `revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${role}`,
  `revoke update, delete on audit, ledger, decision from ${role}`,
];

/** What has parts is theirs through it alone: a part of the ledger of decisions is changed no more than the whole. */
const shutParts = async (client: PoolClient, role: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'public.decision'::regclass`,
  );
  if (rows.length > 0) await client.query(`revoke all on ${rows.map(({ name }) => name).join(', ')} from ${role}`);
};

/** The jobs' tables show rows to their owner alone unless a policy says otherwise. */
const openJobTables = async (client: PoolClient, role: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'graphile_worker'::regnamespace
       and c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'lianxian_app')`,
  );
  for (const { name } of rows)
    await client.query(`create policy lianxian_app on ${name} to ${role} using (true) with check (true)`);
};

/** Gives the application's role what it needs in this database, after every migration; nothing happens when it has it. */
export const grantApp = async (owner: Pool, role: string): Promise<void> => {
  const client = await owner.connect();
  try {
    // Of two nodes that start at once one waits: concurrent grants on one table fail.
    await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('grants of the application', 0))`);
    const { rows } = await client.query<{ name: string; canMaintain: boolean }>(
      `select quote_ident($1) as name, current_setting('server_version_num')::int >= ${HAS_MAINTAIN} as "canMaintain"`,
      [role],
    );
    const { name = '', canMaintain = false } = rows[0] ?? {};
    for (const grant of grants(name, canMaintain)) await client.query(grant);
    await shutParts(client, name);
    await openJobTables(client, name);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
};

/** What a role may that the application's should not. */
export const powersOf = async (app: Pool): Promise<{ role: string; isSuperuser: boolean; ownsAudit: boolean }> => {
  const { rows } = await app.query<{ role: string; isSuperuser: boolean; ownsAudit: boolean }>(
    `select current_user::text as role, r.rolsuper as "isSuperuser",
       coalesce(pg_has_role(c.relowner, 'member'), false) as "ownsAudit"
     from pg_roles r left join pg_class c on c.oid = to_regclass('public.audit') where r.rolname = current_user`,
  );
  return rows[0] ?? { role: '', isSuperuser: false, ownsAudit: false };
};
