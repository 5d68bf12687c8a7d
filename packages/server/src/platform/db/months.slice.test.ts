import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openLog } from '../log.ts';
import { type Database, migrateUnasked, openDatabase } from './index.ts';

let ground: TestDatabase;
beforeAll(async () => {
  ground = await startTestDatabase();
});
afterAll(() => ground.close());

interface Ground {
  readonly merchant: string;
  readonly plan: string;
  readonly line: string;
  readonly task: string;
}

const lay = async ({ pool }: Database, merchant: string, employee: string): Promise<Ground> => {
  const made = async (text: string, ...values: string[]): Promise<string> =>
    (await pool.query<{ id: string }>(text, [merchant, ...values])).rows[0]?.id ?? '';
  const plan = await made(`insert into plan (merchant_id, name) values ($1, '话术') returning id`);
  await pool.query(`insert into plan_version values ($1, $2, 1, '{}', 1, now())`, [merchant, plan]);
  const line = await made(
    `insert into line (merchant_id, name, address) values ($1, '线路', '192.0.2.1') returning id`,
  );
  const task = await made(
    `insert into task (merchant_id, name, plan_id, plan_version, plan_name, created_by, concurrency, ring_timeout_s, windows, retries)
     values ($1, '任务', $2, 1, '话术', $3, 5, 30, '[]', '{}') returning id`,
    plan,
    employee,
  );
  return { merchant, plan, line, task };
};

/** A call that was answered, of a number of the task, with its words. */
const addCall = async ({ pool }: Database, { merchant, plan, line, task }: Ground, callee: number): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>(
    `with made as (
       insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, task_id, callee_id, attempt,
         stage, state, fault, because, ended_at)
       values ($1, $2, 1, '话术', $3, '线路', 13800000000 + $5::int, $4, $5, 1, 'ended', 'answered', 'nobody', 'answered', now())
       returning merchant_id, id),
     words as (insert into call_transcript (merchant_id, call_id, lines, path, answers)
       select merchant_id, id, '[]', '[]', '[]' from made)
     select id from made`,
    [merchant, plan, line, task, callee],
  );
  return rows[0]?.id ?? '';
};

const partsOf = async ({ pool }: Database) =>
  (
    await pool.query<{ part: string; calls: number; words: number }>(
      `select call.tableoid::regclass::text as part, count(*)::int as calls, count(said.call_id)::int as words
       from call left join call_transcript said on said.merchant_id = call.merchant_id and said.call_id = call.id
       group by 1 order by min(call.id)`,
    )
  ).rows;

/** The months that the database counts by go on, and the clock with them. */
const passMonths = ({ pool }: Database, months: number) =>
  pool.query(`create or replace function month_of(at timestamptz) returns int language sql immutable parallel safe as $$
    select (extract(year from at at time zone 'UTC')::int - 2000) * 12 + extract(month from at at time zone 'UTC')::int - 1 + ${months} $$`);

const nameOfMonth = (ahead: number): string => {
  const now = new Date();
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
  return `call_${at.toISOString().slice(0, 7).replace('-', '_')}`;
};

/** A database as the last release without months left it, with a call of a task. */
const ofBefore = async () => {
  const name = `before_${randomBytes(6).toString('hex')}`;
  await ground.database.pool.query(`create database ${name}`);
  const url = Object.assign(new URL(inject('databaseServer')), { pathname: `/${name}` }).href;
  const database = openDatabase(url, openLog('silent', 'test'), { statementLimitMs: 0 });
  const migrations = readdirSync(join(import.meta.dirname, '../../../migrations'))
    .filter(file => /^\d{4}_\w+\.ts$/.test(file) && file < '0080')
    .map(file => file.slice(0, -'.ts'.length));
  await migrateUnasked(database, migrations);
  const { rows } = await database.pool.query(
    `with m as (insert into merchant (number, name) values ('1', 'm') returning id)
     insert into employee (merchant_id, account, name, password_hash, role_code) select id, 'a', 'n', 'x', 'company' from m
     returning merchant_id as merchant, id`,
  );
  const own = await lay(database, rows[0].merchant, rows[0].id);
  const close = async () => {
    await database.close();
    await ground.database.pool.query(`drop database ${name} with (force)`);
  };
  return { database, own, close };
};

test('calls of before stay as they were, in a part of their own: found, corrected and counted as ever', async () => {
  const { database, own, close } = await ofBefore();
  const { pool } = database;
  const old = await addCall(database, own, 1);
  const peopleBefore = await pool.query('select phone, call_id, level from follow_up');
  expect((await migrateUnasked(database)).at(0)).toBe('0080_months');
  const fresh = await addCall(database, own, 2);
  expect(await partsOf(database)).toEqual([
    { part: 'call_before', calls: 1, words: 1 },
    { part: nameOfMonth(0), calls: 1, words: 1 },
  ]);
  expect(Number(fresh)).toBeLessThan(Number.MAX_SAFE_INTEGER);
  expect((await pool.query('select phone, call_id, level from follow_up order by phone limit 1')).rows).toEqual(
    peopleBefore.rows,
  );
  for (const id of [old, fresh])
    await pool.query(`update call set level = 'A' where merchant_id = $1 and id = $2`, [own.merchant, id]);
  expect((await pool.query(`select call_id from follow_up where level = 'A' order by call_id`)).rows).toEqual([
    { call_id: old },
    { call_id: fresh },
  ]);
  expect((await pool.query('select callee_id, attempt, call_id from attempt order by callee_id')).rows).toEqual([
    { callee_id: '1', attempt: 1, call_id: old },
    { callee_id: '2', attempt: 1, call_id: fresh },
  ]);
  await expect(addCall(database, own, 1)).rejects.toThrow('attempt_pkey');
  await close();
});

test('a call goes with what hangs on it, and nothing leads to calls as a whole', async () => {
  const { pool } = ground.database;
  const [{ id: merchant, owner }] = ground.merchants;
  const call = await addCall(ground.database, await lay(ground.database, merchant, owner.id), 3);
  await pool.query('delete from call where merchant_id = $1 and id = $2', [merchant, call]);
  expect((await pool.query('select from call_transcript where call_id = $1', [call])).rows).toEqual([]);
  const { rows } = await pool.query(
    `select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid in (select partrelid from pg_partitioned_table)`,
  );
  expect(rows).toEqual([]);
});

test('months go by: parts are made ahead, the oldest month leaves whole, and what is young or lives stays', async () => {
  const months = await startTestDatabase();
  const { database } = months;
  const { pool } = database;
  const [{ id: merchant, owner }] = months.merchants;
  const own = await lay(database, merchant, owner.id);
  const first = await addCall(database, own, 1);
  const [{ oldest }] = (await pool.query('select oldest from id_month')).rows;
  const leave = (month: number) => pool.query('select drop_month($1::int)', [month]);
  await expect(leave(oldest)).rejects.toThrow('not the one to leave');
  // Nobody made the part of this month: the call lies in the last one there is, and is found by its time.
  await passMonths(database, 4);
  const late = await addCall(database, own, 2);
  expect(await partsOf(database)).toEqual([
    { part: nameOfMonth(0), calls: 1, words: 1 },
    { part: nameOfMonth(2), calls: 1, words: 1 },
  ]);
  await pool.query('select keep_months()');
  const third = await addCall(database, own, 3);
  expect((await partsOf(database)).at(-1)).toEqual({ part: nameOfMonth(4), calls: 1, words: 1 });
  const since = await pool.query(`select id from call where id >= ids_since('1 day') order by id`);
  expect(since.rows.map(({ id }) => id)).toEqual([first, late, third]);
  await pool.query(`update call set stage = 'talking', owner = 'n', state = null where id = $1`, [first]);
  await expect(leave(oldest)).rejects.toThrow('has a call that lives');
  await pool.query(`update call set stage = 'ended', owner = null, state = 'answered' where id = $1`, [first]);
  await expect(leave(oldest + 1)).rejects.toThrow('not the one to leave');
  await leave(oldest);
  expect((await pool.query('select id from call order by id')).rows.map(({ id }) => id)).toEqual([late, third]);
  expect((await pool.query(`select from pg_class where relname like '%' || month_name($1)`, [oldest])).rows).toEqual(
    [],
  );
  // A clock that was set back to it finds a part all the same.
  await passMonths(database, 0);
  await addCall(database, own, 4);
  expect((await partsOf(database)).at(0)).toEqual({ part: nameOfMonth(1), calls: 1, words: 1 });
  await months.close();
});
