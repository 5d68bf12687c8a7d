import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { codeName, givenRows, type ParamOf, Statement, sqlName } from './index.ts';

/** Names on their way to PostgreSQL and back. */
let rows: TestDatabase;
beforeAll(async () => {
  rows = await startTestDatabase();
});
afterAll(() => rows.close());

test('every table and column of the schema has a name in code that leads back to it', async () => {
  const { rows: names } = await rows.database.pool.query<{ name: string }>(
    `select distinct unnest(array[table_name, column_name]::text[]) as name
     from information_schema.columns where table_schema = 'public'`,
  );
  expect(names.length).toBeGreaterThan(200);
  const astray = names.map(({ name }) => name).filter(name => sqlName(codeName(name)) !== name);
  expect(astray).toEqual([]);
});

const look = { page_size: 20, sortBy: 'placed_at', hidden_columns: [{ a_b: 1 }] };
const lookOf = new Statement((db, param: ParamOf<{ readonly employeeId: string }>) =>
  db.selectFrom('tableLook').select(['employeeId', 'look']).where('employeeId', '=', param('employeeId')),
);

test('a row has the names of code however it is asked for, and stored JSON keeps its own', async () => {
  const { db, pool } = rows.database;
  const { id: merchantId, owner } = rows.merchants[0];
  const row = { merchantId, employeeId: owner.id, name: 'callLog', look: JSON.stringify(look) } as const;
  const written = await db.insertInto('tableLook').values(row).returning(['employeeId', 'look']).execute();
  const asked = { employeeId: owner.id, look };
  expect(written).toEqual([asked]);
  expect(await db.selectFrom('tableLook').select(['employeeId', 'look']).execute()).toEqual([asked]);
  expect(await lookOf.run(db, { employeeId: owner.id })).toEqual([asked]);
  expect((await sql`select employee_id, look from table_look`.execute(db)).rows).toEqual([asked]);
  await db.transaction().execute(async tx => {
    expect((await sql`select employee_id, look from table_look`.execute(tx)).rows).toEqual([asked]);
  });
  // Past kysely the names are SQL's.
  expect((await pool.query('select employee_id, look from table_look')).rows).toEqual([
    { employee_id: owner.id, look },
  ]);
});

test('a value stands under its own name, in whatever order they are asked for; of one name twice the last counts', async () => {
  const { db } = rows.database;
  const ask = async (text: string) => (await sql.raw(text).execute(db)).rows;
  expect(await ask('select 1 as placed_at, 2 as ended_at')).toEqual([{ placedAt: 1, endedAt: 2 }]);
  expect(await ask('select 1 as ended_at, 2 as placed_at')).toEqual([{ endedAt: 1, placedAt: 2 }]);
  expect(await ask('select 1 as "placed_at,ended_at"')).toEqual([{ 'placedAt,endedAt': 1 }]);
  expect(await ask('select 1 as twice_said, 2 as twice_said, 3 as "o\'clock"')).toEqual([
    { twiceSaid: 2, "o'clock": 3 },
  ]);
  expect(await ask('select where false')).toEqual([]);
  expect(await ask('select; select')).toEqual([]);
});

test('rows of the code are a table of a statement', async () => {
  const outcomes = [
    { lineId: '7', roundTripMs: 20, checkedAt: new Date('2026-11-22T08:00:00Z'), because: null },
    { lineId: '8', roundTripMs: null, checkedAt: null, because: "o'clock" },
  ];
  const columns = { lineId: 'bigint', roundTripMs: 'int', checkedAt: 'timestamptz', because: 'text' } as const;
  const { db } = rows.database;
  const { rows: back } = await sql`select s.* from ${givenRows(outcomes, columns, 's')} order by s.line_id`.execute(db);
  expect(back).toEqual(outcomes);
  expect((await sql`select * from ${givenRows([], columns, 's')}`.execute(db)).rows).toEqual([]);
});
