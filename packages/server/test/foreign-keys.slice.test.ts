import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from './database.ts';

/**
 * A row that goes is looked for in every table that may name it: without an index there each delete reads that whole table.
 * Retention stood still for it at 1.3 million calls.
 */
let rows: TestDatabase;
beforeAll(async () => {
  rows = await startTestDatabase();
});
afterAll(() => rows.close());

/** Tables from which the product's own statements remove rows. */
const removedFrom = (): readonly string[] => {
  const folder = join(import.meta.dirname, '../src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const found = sources.flatMap(name =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/deleteFrom\('(\w+)'|delete from (\w+)/g)].map(
      ([, built, written]) => built ?? written ?? '',
    ),
  );
  return [...new Set(found)].sort();
};

test('whatever names a row that may be removed has an index by which it is found', async () => {
  const { rows: found } = await rows.database.pool.query<{ key: string }>(
    `with recursive goes as (
       select oid from pg_class where relnamespace = current_schema()::regnamespace and relname = any($1)
       union
       select conrelid from pg_constraint join goes on confrelid = goes.oid where contype = 'f' and confdeltype = 'c')
     select c.conrelid::regclass || ' → ' || c.confrelid::regclass || ' (' ||
       (select string_agg(a.attname, ', ' order by k.n) from unnest(c.conkey) with ordinality k(num, n)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) || ')' as key
     from pg_constraint c join goes on c.confrelid = goes.oid
     where c.contype = 'f' and not exists (
       select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
         and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)
     order by 1`,
    [removedFrom()],
  );
  expect(found.map(({ key }) => key)).toEqual([]);
});
