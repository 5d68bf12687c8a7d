import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { checkServer, DatabaseRefused, migrate } from './index.ts';

let ground: TestDatabase;
beforeAll(async () => {
  ground = await startTestDatabase();
});
afterAll(() => ground.close());

test('a database at this version is left as it is', async () => {
  await checkServer(ground.database.pool);
  expect(await migrate(ground.database)).toEqual([]);
});

test('a database of a newer version is refused with a sentence, and not touched', async () => {
  const { pool } = ground.database;
  const now = new Date().toISOString();
  await pool.query('insert into kysely_migration (name, timestamp) values ($1, $2)', ['9999_future', now]);
  const refusal = await migrate(ground.database).catch(error => error);
  expect(refusal).toBeInstanceOf(DatabaseRefused);
  expect(refusal.message).toMatch(/^数据库是更新的版本（9999_future），这一版不能打开；请升级程序。\n/);
  const { rows } = await pool.query('select name from kysely_migration order by name desc limit 1');
  expect(rows).toEqual([{ name: '9999_future' }]);
});

test('a database that holds something else is refused with a sentence, and gets nothing of ours', async () => {
  const foreign = await startTestDatabase();
  const { pool } = foreign.database;
  await pool.query('drop schema public cascade; create schema public; create table line (id int)');
  const refusal = await migrate(foreign.database).catch(error => error);
  expect(refusal).toBeInstanceOf(DatabaseRefused);
  expect(refusal.message).toMatch(/^数据库里已有别的程序的表（line）；请给一个空的数据库。\n/);
  const { rows } = await pool.query(`select table_name from information_schema.tables where table_schema = 'public'`);
  expect(rows).toEqual([{ table_name: 'line' }]);
  await foreign.close();
});

/**
 * Found before one knows whose they are: a session by its token, a branding by its host name. The ledger of decisions (decision 82)
 * has no key, as nothing names a row of it; its indexes lead with the merchant.
 */
test('every table of business data leads its key with the merchant', async () => {
  const { rows } = await ground.database.pool.query(`
    select c.table_name from information_schema.columns c
    where c.table_schema = 'public' and c.column_name = 'merchant_id' and c.table_name not in ('session', 'branding_host')
      and c.table_name !~ '^decision(_before|_[0-9]{4}_[0-9]{2})?$'
      and not exists (
        select from information_schema.key_column_usage k
        join information_schema.table_constraints t using (constraint_name, table_name)
        where t.constraint_type = 'PRIMARY KEY' and k.table_name = c.table_name
          and k.column_name = 'merchant_id' and k.ordinal_position = 1)`);
  expect(rows).toEqual([]);
});
