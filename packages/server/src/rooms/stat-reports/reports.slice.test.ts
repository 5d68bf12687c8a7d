import { batchEndpoints, messageEndpoints, statEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';
import { addStatCalls } from '../../../test/stat-calls.ts';
import { layTaskGround, makeTask } from '../../../test/tasks.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { openSheet } from '../../platform/sheets/index.ts';
import { batchJob } from '../batches/index.ts';
import { reportJob, reportWork, STAT_REPORT } from './index.ts';

/** The report of each morning or week: made once, for each reader as he sees it, told with its file. */
let house: TestHouse;
let bus: Bus;
let token = '';
let reader: TestPerson;
let blind: TestPerson;
const log = openLog('silent', 'test');
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await house.database.pool.query(text, [...values])).rows;

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  const [merchant] = house.merchants;
  token = await house.signIn(merchant);
  const staff = peopleOf(house, merchant);
  reader = await staff.person('reader', { rights: ['portStat'], scope: 'own' });
  blind = await staff.person('blind', { rights: ['callLog'], scope: 'all' });
  const ground = await layTaskGround(house, merchant.id);
  const task = await makeTask(house, token, ground);
  await addStatCalls(house, { ground, task, owner: reader.id, day: '2026-11-19', calls: 4 });
  await addStatCalls(house, { ground, task, owner: merchant.owner.id, day: '2026-11-19', calls: 6 });
});
afterAll(async () => {
  await bus.close();
  await house.close();
});

const due = (at: string) =>
  reportJob({ db: house.database.db, clock: { now: () => new Date(at) } as never }).statReports!(
    {},
    new AbortController().signal,
  );
const made = async (as: string) =>
  (await house.ask(batchEndpoints.list, {}, as)).list.filter(({ title }) => title.startsWith('统计报告'));

test('by itself nobody has one; it is for people who see statistics, and nobody else can be named', async () => {
  const { every, people, to } = await house.ask(statEndpoints.report, {}, token);
  expect(every).toBe('off');
  expect(people.map(({ id }) => id)).toContain(reader.id);
  expect(people.map(({ id }) => id)).not.toContain(blind.id);
  expect(to).toHaveLength(1);
  const save = (id: string, as = token) =>
    house.post('stat/saveReport', { every: 'day', to: JSON.stringify([id]), token: as });
  expect(await save(blind.id)).toMatchObject({ errorCode: expect.any(Number), data: null });
  expect(await save(house.merchants[1].owner.id)).toMatchObject({ data: null });
  // Who sees his own alone tells himself alone.
  expect(await save(house.merchants[0].owner.id, reader.token)).toMatchObject({ data: null });
});

test('at its hour each reader has it once, with what he sees; his bell says so, with the file', async () => {
  const owner = house.merchants[0].owner.id;
  await house.ask(statEndpoints.saveReport, { every: 'day', hour: 8, to: [owner, reader.id] }, token);
  await due('2026-11-20T07:59:00+08:00');
  expect(await made(token)).toEqual([]);
  await Promise.all([due('2026-11-20T08:00:00+08:00'), due('2026-11-20T08:00:00+08:00')]);
  await due('2026-11-20T21:00:00+08:00');
  const { db } = house.database;
  const works = { [STAT_REPORT]: reportWork({ db, files: openFiles(house.dataDir) }) };
  const jobs = batchJob({ db, push: openPushSender(db, bus, log), log, works });
  for (const [as, parts, calls] of [
    [token, ['合计', '话术质量', '通话质量（按天）', '端口统计'], '10'],
    [reader.token, ['合计', '端口统计'], '4'],
  ] as const) {
    const [batch, ...others] = await made(as);
    expect(others).toEqual([]);
    await jobs.batch?.({ merchantId: house.merchants[0].id, id: batch?.id }, new AbortController().signal);
    const [message] = (await house.ask(messageEndpoints.list, {}, as)).list;
    expect(message).toMatchObject({ type: 1, msg: expect.stringContaining('2026-11-19') });
    const [file] = await sql('select path from file where key = $1', message?.fileId);
    const rows: string[][] = [];
    for await (const block of (await openSheet(`${house.dataDir}/${file?.path}`)).rows)
      rows.push(...block.map(row => [...row.cells]));
    expect([...new Set(rows.slice(1).map(([part]) => part))]).toEqual(parts);
    expect(rows[1]?.slice(1, 3)).toEqual(['全部通话', calls]);
  }
});

test('a weekly one is made on its day; who was switched off, or may no longer see statistics, has none', async () => {
  await house.ask(statEndpoints.saveReport, { every: 'week', weekday: 2, hour: 9, to: [reader.id] }, token);
  const before = (await made(reader.token)).length;
  // A Tuesday, then a Wednesday.
  await due('2026-11-24T10:00:00+08:00');
  expect(await made(reader.token)).toHaveLength(before);
  await due('2026-11-25T10:00:00+08:00');
  const [batch] = await made(reader.token);
  expect(batch?.title).toContain('2026-11-18');
  expect(await made(reader.token)).toHaveLength(before + 1);
  await sql('update employee set active = false where id = $1', reader.id);
  await due('2026-12-02T10:00:00+08:00');
  await sql('update employee set active = true where id = $1', reader.id);
  expect(await made(reader.token)).toHaveLength(before + 1);
});
