import { batchEndpoints, type CallOf, callEndpoints } from '@lianxian/contract';
import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { merchantDb, tablesOver } from '../../platform/db/index.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { openSheet } from '../../platform/sheets/index.ts';
import { batchJob } from '../batches/index.ts';
import { EXPORT_CALLS, exportWork } from '../call-sheets/index.ts';
import type { CallsFilter } from './filter.store.ts';
import { listCalls } from './records.store.ts';

/** Calls in which the police or an authority was spoken of, found by themselves; two merchants always. */
let house: TestHouse;
let bus: Bus;
let token = '';
const log = openLog('silent', 'test');

/** Calls of a merchant, a minute apart, the newest first; every so manieth is marked. */
const called = (merchant: 0 | 1, first: number, count: number, every: number) =>
  house.database.pool.query(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, level, talk_ms,
        answered_at, placed_at, ended_at, names_authority)
      select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, ($2::bigint + n)::text, 'ended', 'answered', 'F',
        1000, at, at, at, n % $4 = 0
      from (select * from call where merchant_id = $1 order by id limit 1) like_this, generate_series(1, $3) n,
        lateral (select timestamptz '2026-03-02 09:00+08' - n * interval '1 minute' as at) of_one`,
    [house.merchants[merchant].id, first, count, every],
  );

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  token = await house.signIn(house.merchants[0]);
  for (const { id } of house.merchants) await provisionMerchant(house, id);
  await called(0, 17_700_000_000, 6, 2);
  await called(1, 17_800_000_000, 4, 2);
});
afterAll(async () => {
  await bus.close();
  await house.close();
});

const marked = { namesAuthority: '1' } as const;
const list = (filter: CallOf<typeof callEndpoints.list>, as = token) => house.ask(callEndpoints.list, filter, as);
const phones = async (filter: CallOf<typeof callEndpoints.list>, as = token) =>
  (await list(filter, as)).list.map(({ phone }) => phone);

test('the marked calls are listed, counted and summed up, newest first, page by page, beside every other condition', async () => {
  expect(await phones(marked)).toEqual(['17700000002', '17700000004', '17700000006']);
  expect(await list(marked)).toMatchObject({ total: 3, sums: { byHand: 3 } });
  const { after } = await list({ ...marked, limit: 2 });
  expect(await phones({ ...marked, limit: 2, after: after! })).toEqual(['17700000006']);
  expect(await phones({ ...marked, phone: '17700000004' })).toEqual(['17700000004']);
  expect(await phones({ ...marked, levels: ['A'] })).toEqual([]);
  expect(await phones({ namesAuthority: '0', phone: '177' })).toHaveLength(6);
});

test('whoever reads calls finds them, as the mark stands in their rows; nobody finds those of another merchant', async () => {
  const reader = await house.signInWith(['callLog'], []);
  expect(await phones(marked, reader)).toEqual(['177****0002', '177****0004', '177****0006']);
  expect(await phones(marked, await house.signIn(house.merchants[1]))).toEqual(['17800000002', '17800000004']);
  const planner = await house.signInWith(['plan'], ['plan:edit']);
  expect(await house.post('call/list', { ...marked, token: planner })).toMatchObject({ errorCode: 104 });
});

test('their people are counted, and their sheet holds them alone', async () => {
  expect(await house.ask(callEndpoints.people, marked, token)).toMatchObject({ people: 3, calls: 3 });
  const { batchId } = await house.ask(callEndpoints.export, marked, token);
  const { db } = house.database;
  const files = openFiles(house.dataDir);
  const works = { [EXPORT_CALLS]: exportWork({ db, files }) };
  const job = batchJob({ db, push: openPushSender(db, bus, log), log, works });
  await job.batch?.({ merchantId: house.merchants[0].id, id: batchId! }, new AbortController().signal);
  const batch = (await house.ask(batchEndpoints.list, {}, token)).list.find(({ id }) => id === batchId);
  const { rows } = await house.database.pool.query<{ path: string }>('select path from file where key = $1', [
    batch?.fileId,
  ]);
  const lines: (string | undefined)[] = [];
  for await (const block of (await openSheet(`${house.dataDir}/${rows[0]?.path}`)).rows)
    lines.push(...block.map(({ cells: [phone] }) => phone));
  expect(lines.slice(1)).toEqual(['17700000002', '17700000004', '17700000006']);
});

test.each<[string, CallsFilter['filter']]>([
  ['alone', {}],
  ['beside their states, as the page asks', { states: ['busy', 'answered', 'interrupted'] }],
])('of many calls the few that are marked are read off their own index, %s', async (_what, more) => {
  const { pool } = house.database;
  await called(1, 17_900_000_000, 3_000, 500);
  await pool.query('analyze call');
  const asked: CompiledQuery[] = [];
  const db = merchantDb(
    tablesOver(pool, ({ query }) => void asked.push(query)),
    house.merchants[1].id,
  );
  const wanted = { filter: { namesAuthority: true, ...more }, phone: null, said: null, cities: null };
  expect((await listCalls(db, wanted, { limit: 50, after: null, offset: 0 })).length).toBeGreaterThanOrEqual(8);
  const { rows } = await pool.query(`explain ${asked[0]?.sql}`, [...(asked[0]?.parameters ?? [])]);
  // Each month's index of marked calls has a name of its own.
  const { rows: marked } = await pool.query<{ name: string }>(
    "select indexname as name from pg_indexes where indexdef like '%WHERE names_authority'",
  );
  const plan = rows.map(row => row['QUERY PLAN']).join('\n');
  expect(marked.filter(({ name }) => plan.includes(name)).length).toBeGreaterThan(0);
});
