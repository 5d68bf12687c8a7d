import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { layTaskGround, makeTask, type TaskGround } from '../../../test/tasks.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { retentionJob } from './index.ts';

let house: TestHouse;
let ground: TaskGround;
let task = '';
beforeAll(async () => {
  house = await startTestHouse();
  ground = await layTaskGround(house, house.merchants[0].id);
  task = await makeTask(house, await house.signIn(house.merchants[0]), ground);
});
afterAll(() => house.close());

const sql = async (text: string, ...values: unknown[]) => (await house.database.pool.query(text, values)).rows;
const count = async (table: string) => (await sql(`select count(*)::int as n from ${table}`))[0].n;

/** An answered call of a task, so many days ago, with sound and words. `id`: of before there were months. */
const callOf = async (
  callee: number,
  days: number,
  id: string | null = null,
): Promise<{ id: string; sound: string }> => {
  const rows = await sql(
    `insert into call (merchant_id, id, plan_id, plan_version, plan_name, line_id, line_name, phone, task_id, callee_id, attempt,
       stage, state, fault, because, placed_at, ended_at)
     values ($1, coalesce($2::bigint, month_id(nextval('call_number'))), $3, 1, '短话术', $4, '线路甲', 13800000000 + $6::int, $5, $6, 1,
       'ended', 'answered', 'nobody', 'answered', now() - $7 * interval '1 day', now() - $7 * interval '1 day') returning id`,
    ...[ground.merchantId, id, ground.planId, ground.ordinaryLine, task, callee, days],
  );
  const call: string = rows[0].id;
  const sound = join(house.dataDir, 'recordings', `${call}.wav`);
  await mkdir(join(house.dataDir, 'recordings'), { recursive: true });
  await writeFile(sound, 'sound');
  await sql(
    `with named as (update call set file = id where merchant_id = $1 and id = $2),
     said as (insert into call_transcript (merchant_id, call_id, lines, path, answers) values ($1, $2, '[{"text":"喂"}]', '[]', '[]')),
     f as (insert into file (merchant_id, kind, path, name, mime)
       values ($1, 'recording', 'recordings/' || $2 || '.wav', 'a.wav', 'audio/wav') returning id)
     insert into call_recording (merchant_id, call_id, file_id, duration_ms, bytes) select $1, $2, id, 1000, 5 from f`,
    ...[ground.merchantId, call],
  );
  return { id: call, sound };
};

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
const purge = (days: number) =>
  retentionJob({
    db: house.database.db,
    files: openFiles(house.dataDir),
    clock: { now: () => new Date(Date.now() + days * 86_400_000) },
    log: openLog('silent', 'test'),
    push: { toMerchant: () => undefined },
  }).purgeRecords?.({}, new AbortController().signal);
const purges = () => sql(`select after from audit where action = 'record.purge' order by id`);

test('records go after the platform’s days: one by one of before, by months since; people, attempts and sound with them', async () => {
  await sql('update record_keeping set record_days = 40');
  const [old, young] = [await callOf(1, 41, '11'), await callOf(2, 39, '12')];
  const fresh = await callOf(3, 0);
  await purge(0);
  expect(await sql('select id from call order by id')).toEqual([{ id: young.id }, { id: fresh.id }]);
  expect(await sql('select call_id from attempt order by call_id')).toEqual([
    { call_id: young.id },
    { call_id: fresh.id },
  ]);
  expect(await sql('select call_id from follow_up order by call_id')).toEqual([
    { call_id: young.id },
    { call_id: fresh.id },
  ]);
  expect([await count('call_transcript'), await count('call_recording'), await count('file')]).toEqual([2, 2, 2]);
  expect(await Promise.all([old, young, fresh].map(({ sound }) => isThere(sound)))).toEqual([false, true, true]);
  expect(await purges()).toEqual([{ after: { calls: 1, days: 40 } }]);

  // By the clock of the house the month is over for long; by the database's it is younger than the law lets go.
  await expect(purge(90)).rejects.toThrow('not cleared');
  expect(await isThere(fresh.sound)).toBe(false);
  expect(await sql('select id from call order by id')).toEqual([{ id: fresh.id }]);
  const [{ name }] = await sql('select month_name(oldest) as name from id_month');
  await sql(`create or replace function month_of(at timestamptz) returns int language sql immutable parallel safe as $$
    select (extract(year from at at time zone 'UTC')::int - 2000) * 12 + extract(month from at at time zone 'UTC')::int - 1 + 4 $$`);
  await purge(0);
  for (const table of ['call', 'call_transcript', 'call_recording', 'attempt', 'follow_up', 'file'])
    expect([table, await count(table)]).toEqual([table, 0]);
  expect((await purges()).at(-1)).toEqual({ after: { month: name.replace('_', '-'), calls: 1, days: 40 } });
  expect(await sql(`select to_regclass('call_' || $1) as part`, name)).toEqual([{ part: null }]);
});
