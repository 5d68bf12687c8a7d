import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openSilentRelay } from '../../test/silent-relay.ts';
import { openDatabase } from './db/index.ts';
import { addJob, runJobs } from './jobs.ts';
import { type Log, openLog } from './log.ts';

let ground: TestDatabase;
beforeAll(async () => {
  ground = await startTestDatabase();
});
afterAll(() => ground.close());

test('a job exists if and only if the write that asked for it does, and is tried again when it fails', async () => {
  const { db, pool } = ground.database;
  const lost = db.transaction().execute(async tx => {
    await addJob(tx, 'note', { id: 'lost' });
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  await db.transaction().execute(tx => addJob(tx, 'note', { id: 'kept' }, 'once'));
  await db.transaction().execute(tx => addJob(tx, 'note', { id: 'newer' }, 'once'));

  const { promise: done, resolve } = Promise.withResolvers<void>();
  const seen: unknown[] = [];
  const note = async (payload: unknown) => {
    seen.push(payload);
    if (seen.length === 1) {
      // A failed job waits for its next try; in a test its time comes at once.
      throw new Error('not this time');
    }
    resolve();
  };
  const running = await runJobs({ pool, jobs: { note }, crontab: '', log: openLog('silent', 'test') });
  const hurry = setInterval(() => {
    pool.query('update graphile_worker._private_jobs set run_at = now() where attempts > 0').catch(() => undefined);
  }, 50);
  await done;
  clearInterval(hurry);
  await running.close();
  expect(seen).toEqual([{ id: 'newer' }, { id: 'newer' }]);
});

test('a job that was asked for before the clock was set back an hour is carried out now', async () => {
  const { db, pool } = ground.database;
  const { promise: done, resolve } = Promise.withResolvers<unknown>();
  await db.transaction().execute(tx => addJob(tx, 'late', { id: 'waits' }));
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now() + interval '1 hour', created_at = now() + interval '1 hour',
     updated_at = now() + interval '1 hour'`,
  );
  const late = async (payload: unknown) => resolve(payload);
  const running = await runJobs({ pool, jobs: { late }, crontab: '', log: openLog('silent', 'test') });
  expect(await done).toEqual({ id: 'waits' });
  await running.close();
});

test('jobs whose first look for one got no answer are looked for again, and carried out', async () => {
  const { db } = ground.database;
  const relay = await openSilentRelay(ground.url);
  const behind = openDatabase(relay.url, openLog('silent', 'test'), { statementLimitMs: 200 });
  const said: string[] = [];
  const debug = (message: string) => {
    said.push(message);
    // What looks for jobs is there, and has not looked yet.
    if (message === 'Spawned' && !said.some(failed)) relay.silence();
    if (failed(message)) relay.speak();
  };
  const failed = (message: string) => message.startsWith('Failed to acquire job');
  const log: Log = Object.assign(openLog('silent', 'test'), { debug });
  const { promise: done, resolve } = Promise.withResolvers<unknown>();
  await db.transaction().execute(tx => addJob(tx, 'waits', { id: 'first' }));
  const waits = async (payload: unknown) => resolve(payload);
  const running = await runJobs({ pool: behind.pool, jobs: { waits }, crontab: '', log });
  expect(await done).toEqual({ id: 'first' });
  expect(said.filter(failed).length).toBeGreaterThan(0);
  await running.close();
  await behind.close();
  await relay.close();
});
