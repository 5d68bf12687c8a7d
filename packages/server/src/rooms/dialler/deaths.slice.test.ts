import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeWav } from '@lianxian/telephony';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type CallHouse, startCallHouse } from '../../../test/calls.ts';
import { type CallsProcess, startCallsProcess } from '../../../test/calls-process.ts';
import { openSilentRelay, type SilentRelay } from '../../../test/silent-relay.ts';
import type { Config } from '../../config.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { insertCall } from '../calls/index.ts';

/**
 * When something dies (ARCHITECTURE.md#when-something-dies): calls in a process of its own, a telephone, PostgreSQL; all
 * real, all killed.
 */
let house: CallHouse;
let calls: CallsProcess;
let config: Config;
let relay: SilentRelay;
beforeAll(async () => {
  house = await startCallHouse(async wanted => {
    relay = await openSilentRelay(wanted.databaseUrl);
    config = { ...wanted, drainSeconds: 60 };
    calls = await startCallsProcess(config);
    return { close: () => calls.stop() };
  });
});
afterAll(async () => {
  await house.close();
  await relay.close();
});
beforeEach(() => house.far.willSay(['方便的']));

/** Loaded into a process: a signal makes it throw where nobody catches. */
const THROWS_WHEN_TOLD = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => { throw new Error('planted'); })",
)}`;

/** A call in which the callee has said something. */
const talking = async (): Promise<string> => {
  const id = await house.place();
  await house.until(async () => house.far.talks());
  const file = join(house.dataDir, 'recordings', `${await fileOf(id)}.jsonl`);
  await house.until(async () => (await readFile(file, 'utf8').catch(() => '')).includes('"callee.said"'));
  return id;
};

const fileOf = async (id: string): Promise<string> => {
  const { rows } = await house.database.pool.query<{ file: string }>('select file from call where id = $1', [id]);
  return rows[0]!.file;
};

const expectSoundAndWords = async (id: string): Promise<void> => {
  const call = await house.detail(id);
  expect(call.transcript.map(line => line.text)).toEqual(expect.arrayContaining(['您好，方便说两句吗？', '方便的']));
  expect(call.recording?.durationMs).toBeGreaterThan(2_000);
  const wav = await readFile(join(house.dataDir, 'recordings', `${await fileOf(id)}.wav`));
  expect(wav.readUInt32LE(54)).toBe(wav.length - 58);
  expect(decodeWav(wav)).toMatchObject({ channels: [{}, {}] });
};

test('a media worker dies: its call gets BYE with a verdict, sound and words are kept, the next call is taken', async () => {
  const id = await talking();
  for (const pid of calls.mediaWorkers) process.kill(pid, 'SIGKILL');
  expect(await house.filed(id)).toMatchObject({ state: 'interrupted', hungUpBy: 'platform', because: 'workerDied' });
  await house.until(async () => !house.far.talks());
  await expectSoundAndWords(id);
  house.far.willSay([]);
  const next = await house.place();
  await house.until(async () => house.far.talks());
  house.far.hangUp();
  expect(await house.filed(next)).toMatchObject({ state: 'answered', hungUpBy: 'callee' });
});

/** Takes the database away from everybody but an administrator; the answer gives it back. */
const takeDatabaseAway = async (): Promise<() => Promise<void>> => {
  const admin = new Client({ connectionString: inject('databaseServer') });
  await admin.connect();
  const name = new URL(config.databaseUrl).pathname.slice(1);
  await admin.query(`alter database ${name} with allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  return async () => {
    await admin.query(`alter database ${name} with allow_connections true`);
    await admin.end();
  };
};

/** A call that ends while the database is away: its end is on the disk. */
const endedInTheDark = async (): Promise<{ readonly id: string; readonly giveBack: () => Promise<void> }> => {
  const id = await talking();
  const giveBack = await takeDatabaseAway();
  expect(house.far.talks()).toBe(true);
  house.far.hangUp();
  await house.until(async () => (await journal()).includes(`${id}.json`));
  return { id, giveBack };
};
const journal = (): Promise<string[]> => readdir(join(house.dataDir, 'journal'));

test('the database goes away in mid-call: the call goes on, its end waits in the journal and is filed later', async () => {
  const { id, giveBack } = await endedInTheDark();
  await giveBack();
  expect(await house.filed(id)).toMatchObject({ state: 'answered', hungUpBy: 'callee' });
  await expectSoundAndWords(id);
  await house.until(async () => (await journal()).length === 0);
});

test('database and calls process die one after the other: the end in the journal is the one that is filed', async () => {
  const { id, giveBack } = await endedInTheDark();
  await calls.kill();
  await giveBack();
  calls = await startCallsProcess(config);
  expect(await house.filed(id)).toMatchObject({ state: 'answered', hungUpBy: 'callee', because: 'calleeHungUp' });
  expect(await journal()).toEqual([]);
});

/**
 * A new calls process; what the dead one left at the far end is over within 5 s of when it is there, and of as long again
 * as this machine now takes to load it twice: a busy one is slower at all it does (from when it listens: `crash.alone`).
 */
const heirThatEnds = async (isOn: () => boolean): Promise<CallsProcess> => {
  expect(isOn()).toBe(true);
  const over = house.until(async () => !isOn()).then(() => performance.now());
  const begun = performance.now();
  const heir = await startCallsProcess(config);
  const there = performance.now();
  expect((await over) - there).toBeLessThan(5_000 + 2 * (there - begun));
  return heir;
};

/** A row that waits, whatever the page says about a node that takes no more. */
const placedAnyway = (): Promise<string> => {
  const [{ id, owner }] = house.merchants;
  const named = { planName: '话术', lineName: '线路', practice: true, callerNumber: '', variables: {}, planVersion: 1 };
  const { planId, lineId } = house;
  const call = { ...named, planId, lineId, phone: '15400000001', placedBy: owner.id };
  return insertCall(merchantDb(house.database.db, id), call);
};

test('a planned stop dials nothing more and waits for the talk; told to hurry, it hangs up and files', async () => {
  const id = await talking();
  const { order, left, gone } = calls;
  order({ type: 'drain', limitMs: 300_000 });
  await house.until(async () => left.includes(1));
  const late = await placedAnyway();
  expect(house.far.talks()).toBe(true);
  order({ type: 'hurry' });
  expect(await gone).toBe(0);
  expect(await house.filed(id)).toMatchObject({ hungUpBy: 'platform', because: 'shutDown' });
  await expectSoundAndWords(id);
  const stages = await house.database.pool.query('select stage from call where id = $1', [late]);
  expect(stages.rows).toEqual([{ stage: 'placed' }]);
  await house.database.pool.query('update call set hang_up_wanted_at = now() where id = $1', [late]);
  house.far.willSay(['方便的']);
  calls = await startCallsProcess(config, `--import ${THROWS_WHEN_TOLD}`);
  await house.filed(late);
});

test('an exception nobody caught: the process lets its talk end, as the callee wants it, and goes with code 1', async () => {
  const id = await talking();
  const { pid, left, gone } = calls;
  process.kill(pid, 'SIGUSR2');
  await house.until(async () => left.includes(1));
  expect(house.far.talks()).toBe(true);
  house.far.hangUp();
  expect(await gone).toBe(1);
  expect(await house.filed(id)).toMatchObject({ state: 'answered', hungUpBy: 'callee' });
  // Behind what the next test silences.
  calls = await startCallsProcess({ ...config, databaseUrl: relay.url });
});

test('told to stop behind a silent database, it hangs up before its time is over', async () => {
  await talking();
  relay.silence();
  // Whoever looks for work waits for an answer by now: tasks, calls, lines, the node's own beat.
  await house.until(async () => relay.unanswered() >= 3);
  calls.order({ type: 'drain', limitMs: 5_000 });
  const hungUp = house.until(async () => !house.far.talks()).then(() => 'hung up');
  expect(await Promise.race([hungUp, calls.gone.then(() => 'gone without a farewell')])).toBe('hung up');
  await calls.gone;
  relay.speak();
});

test('files of the journal that nobody can read are told to the platform’s people once, however many they are', async () => {
  const { pool } = house.database;
  await pool.query("update merchant set kind = 'platform' where id = $1", [house.merchants[1].id]);
  for (const n of [1, 2, 3]) await writeFile(join(house.dataDir, 'journal', `${n}.json`), '{');
  const reminders = async (): Promise<number> =>
    (await pool.query("select from push_message where msg like '%journalSetAside%'")).rows.length;
  calls = await startCallsProcess(config);
  await house.until(async () => (await reminders()) > 0);
  await calls.stop();
  expect(await reminders()).toBe(1);
  await pool.query("update merchant set kind = 'merchant' where id = $1", [house.merchants[1].id]);
  for (const n of [1, 2, 3]) await rm(join(house.dataDir, 'journal', `${n}.json.unreadable`));
  calls = await startCallsProcess(config);
});

test('the calls process dies: the next one hangs up within 5 s and settles the call with its sound and words', async () => {
  const id = await talking();
  await calls.kill();
  calls = await heirThatEnds(house.far.talks);
  expect(await house.filed(id)).toMatchObject({ state: 'interrupted', hungUpBy: 'platform', because: 'processDied' });
  await expectSoundAndWords(id);
});

/** The database takes nothing of what a CANCEL or a BYE needs. */
const keepsNoDialogs = async (work: () => Promise<void>): Promise<void> => {
  const { pool } = house.database;
  await pool.query('alter table call add constraint no_dialogs check (dialog is null) not valid');
  await work();
  await pool.query('alter table call drop constraint no_dialogs');
};

test('the calls process dies while a phone rings: the next one cancels within 5 s, and the call is settled', async () => {
  house.far.willSay(null);
  let id = '';
  // Also where it died before the database knew of the INVITE.
  await keepsNoDialogs(async () => {
    id = await house.place();
    await house.until(async () => house.far.rings());
    await calls.kill();
  });
  calls = await heirThatEnds(house.far.rings);
  expect(await house.filed(id)).toMatchObject({ state: 'interrupted', hungUpBy: 'platform', because: 'diedDialling' });
});

/** A task with one number, which was promised a call for now. */
const promisedNow = async (phone: string): Promise<string> => {
  const { pool } = house.database;
  const [{ id: merchant, owner }] = house.merchants;
  const hours = JSON.stringify(Array.from({ length: 7 }, () => [{ from: 0, to: 1_440 }]));
  const { rows } = await pool.query<{ id: string }>(
    `insert into task (merchant_id, name, plan_id, plan_version, plan_name, concurrency, ring_timeout_s, windows, retries, state, created_by)
     values ($1, '任务', $2, 1, '话术', 1, 30, $3, '{}', 'draft', $4) returning id`,
    [merchant, house.planId, hours, owner.id],
  );
  const task = rows[0]!.id;
  await pool.query(
    `with put as (
       insert into task_port (merchant_id, task_id, port_id, channels) select $1, $2, id, 1 from port where line_id = $3),
     one as (
       insert into callee (merchant_id, task_id, phone, lane, state, is_appointed, because, due_at)
       values ($1, $2, $4, 2, 'retry', true, 'appointed', now()) returning id),
     counted as (insert into task_count (merchant_id, task_id, total, retrying) values ($1, $2, 1, 1))
     insert into todo (merchant_id, kind, state, due_at, owner_id, phone, task_id, callee_id, made_by)
     select $1, 'callBack', 'promised', now(), $5, $4, $2, id, $5 from one`,
    [merchant, task, house.lineId, phone, owner.id],
  );
  await pool.query("update task set state = 'running' where id = $1", [task]);
  await pool.query("select pg_notify('tasks', $1)", [task]);
  return task;
};

test('it dies while a promised call rings: the phone rings once, and somebody has to see to it (A-37)', async () => {
  const { pool } = house.database;
  house.far.willSay(null);
  const task = await promisedNow('15400000007');
  await house.until(async () => house.far.rings());
  await calls.kill();
  calls = await heirThatEnds(house.far.rings);
  const todo = await house.until(
    async () => (await pool.query("select because from todo where task_id = $1 and state = 'open'", [task])).rows[0],
  );
  expect(todo).toEqual({ because: 'interrupted' });
  await house.until(
    async () => (await pool.query("select from task where id = $1 and state = 'finished'", [task])).rowCount,
  );
  const made = await pool.query('select because from call where task_id = $1', [task]);
  expect(made.rows).toEqual([{ because: 'diedDialling' }]);
});

test('it dies between an answer and what the database knows of it: the next one hangs up all the same', async () => {
  let id = '';
  await keepsNoDialogs(async () => {
    id = await talking();
    await calls.kill();
  });
  calls = await heirThatEnds(house.far.talks);
  expect(await house.filed(id)).toMatchObject({ state: 'interrupted', hungUpBy: 'platform', because: 'processDied' });
});
