import { existsSync, writeFileSync } from 'node:fs';
import { batchEndpoints, type PushMessage, stored, storedText, type TopicMessage } from '@lianxian/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { inTransaction, merchantDb } from '../../platform/db/index.ts';
import { openFiles } from '../../platform/files.ts';
import { runJobs } from '../../platform/jobs.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { BatchFailed, type BatchWork, batchJob, type NewBatch, purgeJob, startBatch } from './index.ts';

let house: TestHouse;
let bus: Bus;
let token = '';
const log = openLog('silent', 'test');
const DAY_MS = 86_400_000;

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  token = await house.signIn(house.merchants[0]);
});
afterAll(async () => {
  await bus.close();
  await house.close();
});
beforeEach(async () => {
  await house.database.pool.query('delete from batch');
  // A process that ended may have had no time to say that its last job is done: its queue would stay locked without it.
  await house.database.pool.query('delete from graphile_worker._private_jobs');
  await house.database.pool.query('delete from graphile_worker._private_job_queues');
});

const merchantId = () => house.merchants[0].id;
const start = (over: Partial<NewBatch> = {}) =>
  inTransaction(house.database.db, tx =>
    startBatch(merchantDb(tx, merchantId()), {
      kind: 'rows',
      title: '导出通话记录',
      type: 1,
      input: { rows: 3 },
      createdBy: house.merchants[0].owner.id,
      ...over,
    }),
  );
const run = async (id: string, work: BatchWork) => {
  const push = openPushSender(house.database.db, bus, log);
  const parts = { db: house.database.db, push, log, works: { rows: work } };
  await batchJob(parts).batch?.({ merchantId: merchantId(), id }, new AbortController().signal);
  await push.close();
};
const list = (input = {}) => house.ask(batchEndpoints.list, input, token);
const only = async () => (await list()).list[0];
const query = (sql: string, ...values: unknown[]) => house.database.pool.query(sql, values);
/** Pushes until the one after them. */
const pushesOf = async (what: () => Promise<void>) => {
  const heard: { to: string; message: PushMessage | TopicMessage }[] = [];
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const unlisten = await bus.listen('push', payload => heard.push(JSON.parse(payload)));
  const unend = await bus.listen('push_over', () => resolve());
  await what();
  await new Promise(done => setImmediate(done));
  // By way of the database, as what is said in a transaction comes: the bus itself is heard in its process at once.
  await query("select pg_notify('push_over', '')");
  await over;
  await Promise.all([unlisten(), unend()]);
  return heard.map(({ to, message }) => [to, message] as const);
};

const rowsWork =
  (file: string | null): BatchWork =>
  async ({ input, progress, mayGoOn, id }) => {
    const { rows } = input as { rows: number };
    for (let done = 1; done <= rows && mayGoOn(); done += 1)
      await inTransaction(house.database.db, tx => progress(tx, { done, total: rows, cursor: { done } }));
    if (file === null) return { remark: `导出 ${rows}` };
    const path = `exports/${id}.${file}`;
    writeFileSync(await openFiles(house.dataDir).placeFor(path), 'x');
    return {
      remark: `导出 ${rows}`,
      file: { kind: 'calls', path, name: `通话记录.${file}`, mime: 'text/csv', bytes: 1 },
    };
  };

test('O-202 … O-208: a batch task shows title, state, type, remark, file and times, from its start to its end', async () => {
  const id = await start();
  const before = await only();
  expect(before).toEqual({
    id,
    title: '导出通话记录',
    state: 0,
    type: 1,
    remark: '',
    fileId: null,
    createTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    modifyTime: before?.createTime,
    done: 0,
    of: null,
  });
  await run(id, rowsWork('csv'));
  const after = await only();
  expect(after).toMatchObject({ id, state: 1, remark: '导出 3', fileId: expect.any(String), done: 3, of: 3 });
  expect(after!.modifyTime > after!.createTime).toBe(true);
  expect(existsSync(`${house.dataDir}/exports/${id}.csv`)).toBe(true);
});

test('title and remark are told in the language of who reads; a row of an earlier release as it was written', async () => {
  await start();
  const id = await start({ title: stored(['importInto', { task: '周五名单' }]), type: 0 });
  await run(id, async () => {
    throw new BatchFailed({ remark: stored(['taskStopped'], ['added', { n: 1_200 }]) });
  });
  const told = async (language: string) => {
    const { data } = await house.post('batch/list', { token }, { 'page-language': language });
    return batchEndpoints.list.output.parse(data).list.map(({ title, remark }) => [title, remark]);
  };
  const earlier = ['导出通话记录', ''];
  expect(await told('zh-CN')).toEqual([['导入号码：周五名单', '任务已停止；导入 1,200'], earlier]);
  expect(await told('zh-TW')).toEqual([['匯入號碼：周五名单', '任務已停止；匯入 1,200'], earlier]);
  expect(await told('en')).toEqual([['Numbers into 周五名单', 'The task was stopped; 1,200 added'], earlier]);
});

test('O-275: 0 is in progress, 1 done, any other failed; types are import, export, delete (A-36)', async () => {
  const ids = [await start(), await start({ type: 0 }), await start({ type: 2 }), await start()];
  await run(ids[1]!, rowsWork(null));
  await run(ids[2]!, async () => {
    throw new BatchFailed({ remark: '任务已删除' });
  });
  await house.ask(batchEndpoints.cancel, { id: ids[3]! }, token);
  await run(ids[3]!, rowsWork(null));
  expect((await list()).list.map(({ state, type, remark }) => [state, type, remark])).toEqual([
    [3, 1, '导出 3'],
    [2, 2, '任务已删除'],
    [1, 0, '导出 3'],
    [0, 1, ''],
  ]);
});

test('O-352, O-420: the list is newest first, twenty a page, and one’s own', async () => {
  for (let index = 0; index < 23; index += 1) await start({ title: `第 ${index} 个` });
  const other = await query(
    `insert into employee (merchant_id, account, name, password_hash, role_code) values ($1, 'other', '别人', 'x', 'employee') returning id`,
    merchantId(),
  );
  await start({ createdBy: other.rows[0].id, title: '别人的' });
  const [first, second] = [await list(), await list({ page: 2 })];
  expect([first.list.length, first.total, first.list[0]?.title]).toEqual([20, 23, '第 22 个']);
  expect(second.list.map(({ title }) => title)).toEqual(['第 2 个', '第 1 个', '第 0 个']);
  expect((await list({ limit: 100 })).list.length).toBe(23);
  const foreign = await house.signIn(house.merchants[1]);
  expect(await house.ask(batchEndpoints.list, {}, foreign)).toEqual({ list: [], total: 0 });
});

test('who started it hears how far it is (7) and that its file is ready (6)', async () => {
  const id = await start();
  const pushes = await pushesOf(() => run(id, rowsWork('csv')));
  const { fileId } = (await only())!;
  const seq = expect.any(Number);
  expect(pushes).toContainEqual(['people', { type: 7, id, num: 3, seq }]);
  expect(pushes).toContainEqual(['people', { type: 6, id, fileId, msg: '导出通话记录', seq }]);
  const topics = pushes.filter(([to]) => to === 'topic');
  expect([topics[0]?.[1], topics.length]).toEqual([{ type: 'batchChanged', topic: 'batches', id }, 2]);
});

test('a file with refused rows waits in the list and is not fetched by itself', async () => {
  const id = await start({ type: 0 });
  const pushes = await pushesOf(() => run(id, rowsWork('csv')));
  expect(pushes.map(([, message]) => message.type)).not.toContain(6);
  expect((await only())?.fileId).not.toBeNull();
});

test('O-422, A-35: at midnight in Shanghai what ended on another day is gone, file and all; what runs stays', async () => {
  // 2026-03-01 00:00 in Shanghai.
  const midnight = Date.UTC(2026, 1, 28, 16);
  const [old, young, running] = [await start(), await start(), await start()];
  await run(old, rowsWork('csv'));
  await run(young, rowsWork('csv'));
  const dated = (id: string, created: number, modified: number) =>
    query(
      'update batch set created_at = $2, modified_at = $3 where id = $1',
      id,
      new Date(created),
      new Date(modified),
    );
  await dated(old, midnight - DAY_MS, midnight - 1);
  await dated(young, midnight - DAY_MS, midnight);
  await dated(running, midnight - 3 * DAY_MS, midnight - 2 * DAY_MS);
  const { rows } = await query('select count(*)::int as files from file');
  const purge = (at: number) =>
    purgeJob({ db: house.database.db, files: openFiles(house.dataDir), clock: { now: () => new Date(at) } }).purge?.(
      {},
      new AbortController().signal,
    );
  const left = async () => (await query('select id from batch order by id')).rows.map(row => row.id);
  await purge(midnight - 1);
  expect(await left()).toEqual([old, young, running]);
  await purge(midnight + 60_000);
  expect(await left()).toEqual([young, running]);
  expect([
    existsSync(`${house.dataDir}/exports/${old}.csv`),
    existsSync(`${house.dataDir}/exports/${young}.csv`),
  ]).toEqual([false, true]);
  expect((await query('select count(*)::int as files from file')).rows[0].files).toBe(rows[0].files - 1);
  await purge(midnight + DAY_MS);
  expect(await left()).toEqual([running]);
});

test('the list forgets at the same midnight, whether the purge came by or not', async () => {
  const [done, running] = [await start(), await start()];
  await run(done, rowsWork(null));
  house.pass(DAY_MS);
  token = await house.signIn(house.merchants[0]);
  expect((await list()).list.map(({ id }) => id)).toEqual([running]);
});

test('a work that breaks is tried again; the fifth time it is given up with a sentence', async () => {
  const id = await start();
  const broken: BatchWork = async () => {
    throw new Error('boom');
  };
  for (let round = 1; round < 5; round += 1) await expect(run(id, broken)).rejects.toThrow('boom');
  const row = async () => {
    const { rows } = await query('select state, remark from batch where id = $1', id);
    return { ...rows[0], remark: storedText(rows[0].remark, 'zh-CN') };
  };
  expect(await row()).toEqual({ state: 'running', remark: '' });
  await run(id, broken);
  expect(await row()).toEqual({ state: 'failed', remark: '处理中断，请再试一次' });
});

test('of two processes that carry out one batch, one alone commits its steps', async () => {
  const id = await start();
  const committed: number[] = [];
  const both = Promise.withResolvers<void>();
  let beginnings = 0;
  const work: BatchWork = async ({ progress, mayGoOn }) => {
    beginnings += 1;
    if (beginnings === 2) both.resolve();
    await both.promise;
    for (let done = 1; done <= 3 && mayGoOn(); done += 1) {
      await inTransaction(house.database.db, tx => progress(tx, { done, total: 3, cursor: { done } }));
      committed.push(done);
    }
    return { remark: '完成' };
  };
  await Promise.all([run(id, work), run(id, work)]);
  expect(committed).toEqual([1, 2, 3]);
  const { rows } = await query('select state, rows_done::int as done from batch where id = $1', id);
  expect(rows).toEqual([{ state: 'done', done: 3 }]);
});

test('a job of a process that died is carried on by the next one at once, not in four hours', async () => {
  const id = await start();
  await query(
    `update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now(), attempts = 1 where key like 'batch %'`,
  );
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const work = rowsWork(null);
  const parts = {
    db: house.database.db,
    push: openPushSender(house.database.db, bus, log),
    log,
    works: { rows: async (begun: Parameters<BatchWork>[0]) => await work(begun).finally(resolve) },
  };
  const jobs = await runJobs({ pool: house.database.pool, jobs: batchJob(parts), crontab: '', log });
  await done;
  await jobs.close();
  expect((await query('select state from batch where id = $1', id)).rows[0].state).toBe('done');
});

test('a job of a process that lives is left alone', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: goOn, resolve: end } = Promise.withResolvers<void>();
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  const slow = await start();
  const beginnings: string[] = [];
  const work: BatchWork = async ({ id }) => {
    beginnings.push(id);
    if (id !== slow) free();
    else {
      begin();
      await goOn;
    }
    return { remark: '' };
  };
  const parts = {
    db: house.database.db,
    push: openPushSender(house.database.db, bus, log),
    log,
    works: { rows: work },
  };
  const options = { pool: house.database.pool, jobs: batchJob(parts), crontab: '', log };
  const first = await runJobs(options);
  await begun;
  const holder = async () =>
    (await query(`select locked_by from graphile_worker.jobs where key = $1`, `batch ${merchantId()} ${slow}`)).rows;
  const held = await holder();
  // Beside the job that lives there is another merchant's of a dead process: when that goes on, the new process has looked at both.
  const [, other] = house.merchants;
  const dead = await inTransaction(house.database.db, async tx => {
    const id = await startBatch(merchantDb(tx, other.id), {
      kind: 'rows',
      title: '',
      type: 1,
      input: {},
      createdBy: other.owner.id,
    });
    await sql`update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now()
      where key = ${`batch ${other.id} ${id}`}`.execute(tx);
    return id;
  });
  const second = await runJobs(options);
  await freed;
  expect([beginnings, await holder()]).toEqual([[slow, dead], held]);
  end();
  await Promise.all([first.close(), second.close()]);
});

test('one merchant’s batches wait for each other, not another’s for them: large sheets take one place of all', async () => {
  const [ours, theirs] = house.merchants;
  const begun: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const rows: BatchWork = async ({ merchantId }) => {
    begun.push(merchantId);
    if (merchantId === ours.id) await released;
    return { remark: '' };
  };
  const push = openPushSender(house.database.db, bus, log);
  const jobs = batchJob({ db: house.database.db, push, log, works: { rows } });
  for (let n = 0; n < 6; n += 1) await start();
  const other = { kind: 'rows', title: '导入', type: 0, input: {}, createdBy: theirs.owner.id } as const;
  await inTransaction(house.database.db, tx => startBatch(merchantDb(tx, theirs.id), other));
  const running = await runJobs({ pool: house.database.pool, jobs, crontab: '', log });
  // Whose turn is first is nobody's to say.
  await expect.poll(() => new Set(begun)).toEqual(new Set([ours.id, theirs.id]));
  expect(begun.filter(id => id === ours.id)).toEqual([ours.id]);
  release();
  await expect.poll(() => begun.filter(id => id === ours.id).length).toBe(6);
  await running.close();
  await push.close();
});
