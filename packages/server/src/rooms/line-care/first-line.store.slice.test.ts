import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { isLineBeyond } from './index.ts';

let ground: TestDatabase;
let rows = 0;
/** The same database; rows that come over the wire are counted. */
let counted: UnscopedDb;

beforeAll(async () => {
  ground = await startTestDatabase();
  counted = ground.database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows += result.rows.length;
      return result;
    },
  });
});
afterAll(() => ground.close());

const sql = (text: string, ...values: unknown[]) => ground.database.pool.query(text, values);

test('however many lines stay on this machine, none is read; of those that lead elsewhere one is', async () => {
  const [one, two] = ground.merchants;
  await sql(
    `insert into line (merchant_id, name, address) select $1, 'l' || n, '127.0.0.1:' || 10000 + n from generate_series(1, 300) n`,
    one.id,
  );
  await sql(`insert into line (merchant_id, name, address, practice) values ($1, 'p', '', true)`, one.id);
  expect([await isLineBeyond(counted), rows]).toEqual([false, 0]);
  await sql(
    `insert into line (merchant_id, name, address) select $1, 'l' || n, '192.0.2.' || n from generate_series(1, 200) n`,
    two.id,
  );
  expect([await isLineBeyond(counted), rows]).toEqual([true, 1]);
  await sql('delete from line');
});

test.each([
  ['', true],
  ['192.0.2.10', true],
  ['127.example.com', true],
  ['localhost.example.com', true],
  ['sip.example.com:5060', true],
  ['[2001:db8::1]:5060', true],
  ['127.0.0.1', false],
  [' 127.9.9.9:5080 ', false],
  ['LocalHost.:5080', false],
  ['::1', false],
  ['[::1]:5060', false],
])('a line of another merchant at “%s” leads beyond this machine: %s', async (address, isBeyond) => {
  await sql('insert into line (merchant_id, name, address) values ($1, $2, $2)', ground.merchants[1].id, address);
  expect(await isLineBeyond(counted)).toBe(isBeyond);
  await sql('update line set removed_at = now()');
  expect(await isLineBeyond(counted), 'removed').toBe(false);
  await sql('delete from line');
});
