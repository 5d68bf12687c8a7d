import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answeredEnding } from '../../../test/answered-ending.ts';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { openSilentRelay, type SilentRelay } from '../../../test/silent-relay.ts';
import { merchantDb, openDatabase } from '../../platform/db/index.ts';
import { openLog } from '../../platform/log.ts';
import { insertCall } from '../calls/index.ts';
import { insertLine } from '../lines/index.ts';
import { insertPlan } from '../plans/index.ts';
import { claimCalls } from './dialler.store.ts';
import type { Ending } from './filing.store.ts';
import { createFiling, type FilingOptions } from './filing.ts';
import { openJournal } from './journal.ts';

/** Endings that the database does not take as they are, or not now. */
let rows: TestDatabase;
let relay: SilentRelay;
let folder: string;
let claimed: () => Promise<Ending>;
const log = openLog('silent', 'test');

beforeAll(async () => {
  rows = await startTestDatabase();
  relay = await openSilentRelay(rows.url);
  const [{ id, owner }] = rows.merchants;
  const db = merchantDb(rows.database.db, id);
  const planId = await insertPlan(db, shortPlan, new Date());
  const lineId = await insertLine(db, { name: '线路', address: '', username: '', callerNumber: '' }, true);
  const named = { planName: '话术', lineName: '线路', practice: true, callerNumber: '', variables: {}, planVersion: 1 };
  claimed = async () => {
    await insertCall(db, { ...named, planId, lineId, phone: '15400000001', placedBy: owner.id });
    const [claim] = await claimCalls(rows.database.db, 'here', 1);
    return answeredEnding(claim!);
  };
});
afterAll(async () => {
  await relay.close();
  await rows.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filing-'));
  return () => rm(folder, { recursive: true });
});

const filing = async (more: Partial<FilingOptions> = {}) => {
  const journal = await openJournal(folder);
  const { db } = rows.database;
  return createFiling({ db, journal, log, within: [], onFiled: () => undefined, ...more });
};

const stageOf = async ({ call }: Ending) =>
  (await rows.database.pool.query('select stage, talk_ms, sip_reason from call where id = $1', [call])).rows[0];
const line = (text: string) => ({
  line: 1,
  speaker: 'callee' as const,
  atMs: 0,
  endMs: null,
  text,
  node: '',
  understood: null,
  interruptedAfterMs: null,
});

test('a database that says nothing: the ending is on the disk in time, and filed when it speaks again', async () => {
  const ending = await claimed();
  // Its own limit is far away: it is the filing that gives up, and its connection stays silent until the relay closes.
  const silent = openDatabase(relay.url, log, { most: 2, statementLimitMs: 3_600_000 });
  const { file, fileJournal } = await filing({ db: silent.db, databaseLimitMs: 300 });
  await silent.pool.query('select 1');
  relay.silence();
  await file(ending);
  expect(await readdir(folder)).toEqual([`${ending.call}.json`]);
  relay.speak();
  await expect.poll(() => fileJournal().then(() => readdir(folder))).toEqual([]);
  expect(await stageOf(ending)).toMatchObject({ stage: 'ended', talk_ms: 5_000 });
  void silent.close();
});

test.each([
  ['a NUL', 'a\0b', 'ab'],
  ['half a surrogate pair', 'a\ud83d', 'a\ufffd'],
])('an ending with %s in its words is filed at once, without it', async (_, spoilt, kept) => {
  const ending = {
    ...(await claimed()),
    sipReason: spoilt,
    transcript: { lines: [line(spoilt)], path: [], answers: [] },
  };
  await (await filing()).file(ending);
  expect(await readdir(folder)).toEqual([]);
  expect(await stageOf(ending)).toMatchObject({ stage: 'ended', sip_reason: kept });
  const { rows: transcripts } = await rows.database.pool.query('select lines from call_transcript where call_id = $1', [
    ending.call,
  ]);
  expect(transcripts[0].lines[0].text).toBe(kept);
});

test('what the database refuses for its words in another way is filed without them', async () => {
  // No machine of ours says half a millisecond; the column takes none.
  const ending = { ...(await claimed()), stand: { node: 'x', how: 'planned' as const, heardMs: 1.5 } };
  await (await filing()).file(ending);
  expect(await readdir(folder)).toEqual([]);
  expect(await stageOf(ending)).toMatchObject({ stage: 'ended', talk_ms: 5_000 });
});

test('an ending that fails, and a file that cannot be read, are set aside; the others are filed', async () => {
  const [spoilt, good] = [await claimed(), await claimed()];
  const journal = await openJournal(folder);
  for (const ending of [spoilt, good]) await journal.keep(ending);
  await mkdir(join(folder, '1.json'));
  let told = 0;
  const { fileJournal } = await filing({
    onSetAside: () => {
      told += 1;
    },
    within: [
      async (_, { call }) => {
        if (call === spoilt.call) throw new Error('planted');
      },
    ],
  });
  await fileJournal();
  expect(await stageOf(good)).toMatchObject({ stage: 'ended' });
  for (let tries = 1; tries < 5; tries++) await fileJournal();
  expect((await readdir(folder)).toSorted()).toEqual(['1.json.unreadable', `${spoilt.call}.refused`]);
  expect(told).toBe(1);
  expect(await stageOf(spoilt)).toMatchObject({ stage: 'dialling' });
});
