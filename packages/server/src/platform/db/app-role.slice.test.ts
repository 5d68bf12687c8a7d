import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { addJob, runJobs } from '../jobs.ts';
import { openLog } from '../log.ts';
import { grantApp, keepAppRole, powersOf } from './app-role.ts';
import { type Database, openDatabase } from './index.ts';

const role = `app_${randomBytes(4).toString('hex')}`;
const log = openLog('silent', 'test');
let ground: TestDatabase;
let app: Database;

beforeAll(async () => {
  ground = await startTestDatabase();
  const { pool } = ground.database;
  await keepAppRole(pool, role, "first'");
  await keepAppRole(pool, role, "sec'ond");
  await grantApp(pool, role);
  await grantApp(pool, role);
  const url = Object.assign(new URL(ground.url), { username: role, password: encodeURIComponent("sec'ond") });
  app = openDatabase(url.href, log, { most: 3 });
});
afterAll(async () => {
  await app.close();
  await ground.database.pool.query(`drop owned by ${role}; drop role ${role}`);
  await ground.close();
});

test('the application adds to audit and ledger and reads them, and changes nothing of them by any way', async () => {
  const { pool } = app;
  for (const { id } of ground.merchants)
    await pool.query("insert into audit (merchant_id, at, action) values ($1, now(), 'x')", [id]);
  expect((await pool.query('select from audit')).rowCount).toBe(2);
  for (const [wish, refusal] of [
    ["update audit set action = 'y'", 'permission denied for table audit'],
    ['delete from audit', 'permission denied for table audit'],
    ['truncate audit', 'permission denied for table audit'],
    ['alter table audit disable trigger audit_stays', 'must be owner of table audit'],
    [
      'create or replace function audit_stays() returns trigger language plpgsql as $$ begin return null; end $$',
      'permission denied',
    ],
    ['drop table audit', 'must be owner of table audit'],
    ['update ledger set amount = 0', 'permission denied for table ledger'],
    ['delete from ledger', 'permission denied for table ledger'],
    ['truncate ledger', 'permission denied for table ledger'],
    ['update decision set because = 0', 'permission denied for table decision'],
    ['delete from decision', 'permission denied for table decision'],
    ['delete from decision_before', 'permission denied for table decision_before'],
    ['drop table decision_before', 'must be owner of table decision_before'],
    ['set session_replication_role = replica', 'permission denied to set parameter'],
    ["copy audit to program 'cat'", 'permission denied'],
    ["select pg_read_file('/etc/passwd')", 'permission denied'],
    ['delete from kysely_migration', 'permission denied'],
  ] as const)
    await expect(pool.query(wish), wish).rejects.toThrow(refusal);
  expect(await powersOf(pool)).toEqual({ role, isSuperuser: false, ownsAudit: false });
  expect(await powersOf(ground.database.pool)).toMatchObject({ isSuperuser: true, ownsAudit: true });
});

test('it works with every other table, and its jobs run', async () => {
  const { rows } = await ground.database.pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not like 'kysely%' and relname not in ('audit', 'ledger') and relname not like 'decision%'`,
  );
  for (const { name } of rows) await app.pool.query(`delete from ${name} where false; select from ${name} limit 1`);
  await app.pool.query('analyze callee');
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await app.db.transaction().execute(tx => addJob(tx, 'note', { id: '7' }, 'once'));
  const running = await runJobs({
    pool: app.pool,
    jobs: { note: async seen => resolve(seen) },
    crontab: '1 * * * * note',
    log,
  });
  expect(await promise).toEqual({ id: '7' });
  await running.close();
});
