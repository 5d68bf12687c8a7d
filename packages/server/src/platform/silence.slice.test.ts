import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openSilentRelay, type SilentRelay } from '../../test/silent-relay.ts';
import { openBus } from './bus.ts';
import { openDatabase } from './db/index.ts';
import { openLog } from './log.ts';

/** A database that stops talking without hanging up; a real one, behind a relay that swallows everything. */
let rows: TestDatabase;
let relay: SilentRelay;
beforeAll(async () => {
  rows = await startTestDatabase();
  relay = await openSilentRelay(rows.url);
});
afterAll(async () => {
  await relay.close();
  await rows.close();
});

const log = openLog('silent', 'test');

test('statements on a silent connection fail, and the next ones go over a new one', async () => {
  const { db, close } = openDatabase(relay.url, log, { most: 2, statementLimitMs: 200 });
  await sql`select 1`.execute(db);
  relay.silence();
  await expect(sql`select 1`.execute(db)).rejects.toThrow();
  expect(relay.unanswered(), 'the connection from before the silence').toBe(1);
  const waiting = [1, 2, 3].map(() => sql`select 1`.execute(db));
  for (const result of await Promise.allSettled(waiting)) expect(result.status).toBe('rejected');
  relay.speak();
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await close();
});

test('a dead LISTEN is noticed, made again, and whoever listens is told to look for what was missed', async () => {
  const database = openDatabase(rows.url, log, { most: 1 });
  const bus = await openBus(relay.url, database, log, { pingEveryMs: 50, silenceMs: 200 });
  const heard: string[] = [];
  const back = Promise.withResolvers<void>();
  bus.onBack(back.resolve);
  await bus.listen('silence', payload => heard.push(payload));
  relay.silence();
  await sql`select pg_notify('silence', 'missed')`.execute(database.db);
  relay.speak();
  await back.promise;
  await bus.notify('silence', 'heard');
  await expect.poll(() => heard).toEqual(['heard']);
  await bus.close();
  await database.close();
});

test('many who begin to listen at once are asked for one after the other: the driver warns of nothing', async () => {
  const warned: string[] = [];
  const hear = ({ message }: Error) => warned.push(message);
  process.on('warning', hear);
  const database = openDatabase(rows.url, log, { most: 1 });
  const bus = await openBus(rows.url, database, log);
  const heard: string[] = [];
  await Promise.all(['a', 'b', 'c'].map(channel => bus.listen(channel, payload => heard.push(payload))));
  for (const channel of ['a', 'b', 'c']) await bus.notify(channel, channel);
  await expect.poll(() => heard).toEqual(['a', 'b', 'c']);
  await bus.close();
  await database.close();
  process.off('warning', hear);
  expect(warned).toEqual([]);
});

test('who stands still inside a transaction is cut, and what it held is free', async () => {
  const { db, close } = openDatabase(rows.url, log, { most: 1 });
  const shown = await sql<{
    limit: string;
  }>`select current_setting('idle_in_transaction_session_timeout') as limit`.execute(db);
  expect(shown.rows).toEqual([{ limit: '20s' }]);
  await close();
});

test('who tells something is heard in its own process at once and once; what others tell alike is heard as well', async () => {
  const database = openDatabase(rows.url, log, { most: 1 });
  const bus = await openBus(relay.url, database, log, { pingEveryMs: 50, silenceMs: 200 });
  const heard: string[] = [];
  const back = Promise.withResolvers<void>();
  bus.onBack(back.resolve);
  await bus.listen('own', payload => heard.push(payload));
  relay.silence();
  await bus.notify('own', 'told into the silence');
  expect(heard).toEqual(['told into the silence']);
  relay.speak();
  await back.promise;
  const another = await openBus(rows.url, database, log);
  await bus.notify('own', 'same');
  await another.notify('own', 'same');
  await another.notify('own', 'last');
  await expect.poll(() => heard.slice(1)).toEqual(['same', 'same', 'last']);
  for (const each of [bus, another]) await each.close();
  await database.close();
});
