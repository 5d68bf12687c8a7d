import { access, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configEndpoints, MOST_VIEWS, oaEndpoints, tableEndpoints, userEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel, peopleOf } from '../../../test/people.ts';
import { type Assets, provisionMerchant } from '../../../test/samples.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { clearingJobs, noteCleared, retentionJob } from './index.ts';
import { CLEARED } from './retention.store.ts';

let house: TestHouse;
let token = '';
/** Its people are told what the installation needs. */
let platform = '';
beforeAll(async () => {
  house = await startTestHouse();
  platform = (await openLevel(house, '100000', 'platform')).merchantId;
  token = await house.signIn(house.merchants[0]);
});
afterAll(() => house.close());

const names = { A: '意向强', B: '有意向', C: '', D: '', E: '', F: '拒绝' };

test('O-367: a merchant’s settings are its own, and what is left out of a change stays', async () => {
  expect(await house.ask(configEndpoints.all, {}, token)).toMatchObject({
    levelNames: { A: '', F: '' },
    ownerSeesPhones: true,
    demandsFactor: false,
    recordingDays: 180,
    zone: 'Asia/Shanghai',
    maySave: true,
  });
  await house.ask(configEndpoints.save, { levelNames: names }, token);
  await house.ask(configEndpoints.save, { recordingDays: 60 }, token);
  expect(await house.ask(configEndpoints.all, {}, token)).toMatchObject({ levelNames: names, recordingDays: 60 });
  expect((await house.ask(userEndpoints.getUserInfo, {}, token)).levelNames).toEqual(names);
  const stranger = await house.signIn(house.merchants[1]);
  expect(await house.ask(configEndpoints.all, {}, stranger)).toMatchObject({
    recordingDays: 180,
    levelNames: { A: '' },
  });
});

test('who only works here reads the settings and changes none', async () => {
  const clerk = await house.signInWith([], []);
  expect(await house.ask(configEndpoints.all, {}, clerk)).toMatchObject({ maySave: false });
  expect(await house.post('config/save', { recordingDays: '90', token: clerk })).toMatchObject({ errorCode: 104 });
});

test('recordings are kept for 30 days at least and ten years at most', async () => {
  for (const recordingDays of ['29', '3651', '-1', 'x'])
    expect(await house.post('config/save', { recordingDays, token })).toMatchObject({ errorCode: 100 });
});

test('an owner who gives whole numbers up sees them masked at once; a role that holds the right still sees them', async () => {
  const buttonsOf = async (of: string) => (await house.ask(userEndpoints.getUserInfo, {}, of)).btns;
  const seer = await house.signInWith(['callLog'], ['phone:unmask']);
  await house.ask(configEndpoints.save, { ownerSeesPhones: '0' }, token);
  expect(await buttonsOf(token)).not.toContain('phone:unmask');
  expect(await buttonsOf(token)).toContain('task:control');
  expect(await buttonsOf(seer)).toContain('phone:unmask');
  await house.ask(configEndpoints.save, { ownerSeesPhones: '1' }, token);
  expect(await buttonsOf(token)).toContain('phone:unmask');
});

test('what one chose for a table is there on another machine, and nobody else’s', async () => {
  const settingsOf = (of: string) => house.ask(tableEndpoints.settings, { table: 'callLog' }, of);
  const look = { hidden: ['cost'], order: ['level', 'phone'], dense: true };
  const usual = { hidden: [], order: [], dense: false };
  const [colleague, stranger] = [await house.signInWith(['callLog'], []), await house.signIn(house.merchants[1])];
  expect(await settingsOf(token)).toEqual({ look: null, views: [] });
  await house.ask(tableEndpoints.saveLook, { table: 'callLog', look: usual }, token);
  await house.ask(tableEndpoints.saveLook, { table: 'callLog', look }, token);
  const save = (name: string, rest: { id?: string; isDefault?: '0' | '1'; query?: string } = {}) =>
    house.ask(tableEndpoints.saveView, { table: 'callLog', name, query: 'level=A', look, ...rest }, token);
  const first = await save('要跟进的', { isDefault: '1' });
  const second = await save('今天的', { isDefault: '1', query: 'time=today' });
  await save('要跟进的 A', { id: first.id });
  expect(await settingsOf(await house.signIn(house.merchants[0]))).toEqual({
    look,
    views: [
      { id: first.id, name: '要跟进的 A', query: 'level=A', look, isDefault: false, isShared: false, by: '' },
      { id: second.id, name: '今天的', query: 'time=today', look, isDefault: true, isShared: false, by: '' },
    ],
  });
  // A query may hold a number that its writer looked for.
  const people = peopleOf(house, house.merchants[0]);
  const person = await people.person('viewer', { rights: ['callLog'] });
  const theirs = { table: 'callLog', name: '他的', query: 'phone=13912345678', look } as const;
  await house.ask(tableEndpoints.saveView, theirs, person.token);
  const preview = await house.ask(oaEndpoints.preview, { id: person.id }, token);
  expect((await settingsOf(person.token)).views).toHaveLength(1);
  expect((await settingsOf(preview.token)).views).toEqual([]);
  for (const other of [colleague, stranger]) {
    expect(await settingsOf(other)).toEqual({ look: null, views: [] });
    expect(await house.post('table/removeView', { id: second.id, token: other })).toMatchObject({ errorCode: 105 });
    const change = { table: 'callLog', id: second.id, name: 'x', query: '', look: JSON.stringify(look), token: other };
    expect(await house.post('table/saveView', change)).toMatchObject({ errorCode: 105 });
  }
  const another = { table: 'callLog', query: '', look: JSON.stringify(look), token };
  expect(await house.post('table/saveView', { ...another, name: '今天的' })).toMatchObject({ errorCode: 235 });
  await house.ask(tableEndpoints.removeView, { id: second.id }, token);
  for (let at = 1; at < MOST_VIEWS; at += 1) await save(`视图 ${at}`);
  expect(await house.post('table/saveView', { ...another, name: '多一个' })).toMatchObject({ errorCode: 244 });
  expect((await settingsOf(token)).views).toHaveLength(MOST_VIEWS);
});

test('a shared view is had by the department of who shares it and by all below, and by nobody else', async () => {
  const { person, department } = peopleOf(house, house.merchants[0]);
  const sales = await department('电销部');
  const [group, service] = [await department('一组', sales), await department('客服部')];
  const look = { hidden: [], order: [], dense: false };
  const save = (as: string, name: string, more: object = {}) =>
    house.post('table/saveView', {
      table: 'customers',
      name,
      query: 'type=2',
      look: JSON.stringify(look),
      token: as,
      ...more,
    });
  const namesFor = async (as: string) =>
    (await house.ask(tableEndpoints.settings, { table: 'customers' }, as)).views.map(({ name, by }) => `${name} ${by}`);
  const head = await person('head', { departmentId: sales });
  const below = await person('below', { departmentId: group });
  const beside = await person('beside', { departmentId: service });
  const saved = await save(head.token, '意向客户', { isShared: '1' });
  await save(head.token, '自己的');
  await save(below.token, '组里的', { isShared: '1' });
  expect(await namesFor(below.token)).toEqual(['组里的 ', '意向客户 head']);
  expect(await namesFor(head.token)).toEqual(['意向客户 ', '自己的 ']);
  expect(await namesFor(beside.token)).toEqual([]);
  const { id } = saved.data as { id: string };
  expect((await save(below.token, '改名', { id })).errorCode).toBe(105);
  expect((await house.post('table/removeView', { id, token: below.token })).errorCode).toBe(105);
  await save(token, '大家的', { isShared: '1' });
  expect(await namesFor(beside.token)).toEqual([expect.stringMatching(/^大家的 .+/)]);
  const far = await house.signIn(house.merchants[1]);
  expect(await namesFor(far)).toEqual([]);
  for (const query of ['phone=1381234', 'q=13812342217'])
    expect((await save(head.token, '号码', { isShared: '1', query })).errorCode).toBe(407);
  await save(head.token, '意向客户', { id, isShared: '0' });
  expect((await namesFor(below.token)).map(name => name.split(' ')[0])).toEqual(['组里的', '大家的']);
});

/** A call of so many days ago with its sound on the disk and its words. */
const callOf = async (merchantId: string, { plan, line }: Assets, days: number) => {
  const { pool } = house.database;
  const made = await pool.query<{ id: string }>(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, because,
       fault, may_retry, hung_up_by, placed_at, ended_at)
     values ($1, $2, 1, '话术', $3, '线路', '13800138000', 'ended', 'answered', 'answered', 'nobody', false, 'nobody',
       now() - $4 * interval '1 day', now() - $4 * interval '1 day')
     returning id`,
    [merchantId, plan, line, days],
  );
  const call = made.rows[0]?.id ?? '';
  const sound = join(house.dataDir, 'recordings', `${call}.wav`);
  await mkdir(join(house.dataDir, 'recordings'), { recursive: true });
  for (const file of [sound, sound.replace('.wav', '.jsonl')]) await writeFile(file, 'sound');
  const { rows } = await pool.query<{ id: string }>(
    `insert into file (merchant_id, kind, path, name, mime) values ($1, 'recording', $2, 'a.wav', 'audio/wav') returning id`,
    [merchantId, `recordings/${call}.wav`],
  );
  await pool.query('update call set file = id where merchant_id = $1 and id = $2', [merchantId, call]);
  await pool.query(
    'insert into call_recording (merchant_id, call_id, file_id, duration_ms, bytes) values ($1, $2, $3, 1000, 5)',
    [merchantId, call, rows[0]?.id],
  );
  await pool.query(
    `insert into call_transcript (merchant_id, call_id, lines, path, answers, facts)
     values ($1, $2, '[{"text":"喂"}]', '[]', '[{"label":"人数"}]', '{"turns":1}')`,
    [merchantId, call],
  );
  await pool.query(
    `insert into missed_line (merchant_id, call_id, line, plan_id, plan_version, node, text, at_ms, at)
     values ($1, $2, 1, $3, 1, 'opening', '喂', 0, now())`,
    [merchantId, call, plan],
  );
  return { id: call, sound };
};
let provisioned: Promise<readonly [Assets, Assets]> | undefined;
/** What both merchants have, made once. */
const provisionBoth = () => {
  provisioned ??= Promise.all([
    provisionMerchant(house, house.merchants[0].id),
    provisionMerchant(house, house.merchants[1].id),
  ]);
  return provisioned;
};
const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
/** Bells that rang, by the merchant whose people heard them. */
const bells: string[] = [];
const jobs = (now = house.now) =>
  retentionJob({
    db: house.database.db,
    files: openFiles(house.dataDir),
    clock: { now },
    log: openLog('silent', 'test'),
    push: { toMerchant: merchantId => void bells.push(merchantId) },
  });
const purge = (now = house.now) => jobs(now).purgeRecordings?.({}, new AbortController().signal);

test('sound and words go after the merchant’s days, the record and its answers stay, and the audit counts them', async () => {
  const [own, other] = [house.merchants[0].id, house.merchants[1].id];
  await house.ask(configEndpoints.save, { recordingDays: 60 }, token);
  const [ours, theirs] = await provisionBoth();
  const old = await callOf(own, ours, 61);
  const fresh = await callOf(own, ours, 59);
  const expired = await callOf(other, theirs, 181);
  const kept = await callOf(other, theirs, 179);
  await purge();
  expect(await Promise.all([old, fresh, kept, expired].map(each => isThere(each.sound)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(await isThere(old.sound.replace('.wav', '.jsonl'))).toBe(false);
  const { rows } = await house.database.pool.query(
    `select call.id, call_recording.call_id is not null as sound, lines <> '[]' as words, answers <> '[]' as answers,
       facts is not null as facts, exists (select from missed_line m where m.call_id = call.id) as missed
     from call join call_transcript on call_transcript.call_id = call.id
     left join call_recording on call_recording.call_id = call.id where call.id = any($1) order by call.id`,
    [[old.id, fresh.id]],
  );
  expect(rows).toEqual([
    { id: old.id, sound: false, words: false, answers: true, facts: false, missed: false },
    { id: fresh.id, sound: true, words: true, answers: true, facts: true, missed: true },
  ]);
  const audited = await house.database.pool.query(
    "select merchant_id, after, employee_id from audit where action = 'recording.purge' order by merchant_id",
  );
  expect(audited.rows).toEqual([
    { merchant_id: own, after: { recordings: 1, transcripts: 1, days: 60 }, employee_id: null },
    { merchant_id: other, after: { recordings: 1, transcripts: 1, days: 180 }, employee_id: null },
  ]);
  await purge();
  const again = await house.database.pool.query("select 1 from audit where action = 'recording.purge'");
  expect(again.rows).toHaveLength(2);
});

const hour = (n: number) => () => new Date(house.now().getTime() + n * 3_600_000);
/** All but what the purge of recordings does. */
const clearOthers = async (n: number): Promise<void> => {
  for (const part of CLEARED.filter(each => each !== 'recordings'))
    await noteCleared(house.database.db, part, hour(n)());
};
const ask = (n: number) => jobs(hour(n)).ringOverdue?.({}, new AbortController().signal);

test('a draft tried by telephone goes when it is of no call, a published version never', async () => {
  const { pool } = house.database;
  const [own, other] = [house.merchants[0].id, house.merchants[1].id];
  const [ours, theirs] = await provisionBoth();
  const made = async (merchantId: string, plan: string, version: number, days: number) => {
    await pool.query(
      `insert into plan_version (merchant_id, plan_id, version, graph, nodes, published_at)
       select merchant_id, plan_id, $3::int, graph, nodes, $4::timestamptz from plan_version
       where merchant_id = $1 and plan_id = $2 and version = 1`,
      [merchantId, plan, version, new Date(house.now().getTime() - days * 86_400_000)],
    );
    return version;
  };
  await made(own, ours.plan, -4, 3);
  await made(own, ours.plan, -5, 3);
  await made(own, ours.plan, -6, 0);
  await made(own, ours.plan, 2, 3);
  await made(other, theirs.plan, -4, 3);
  const { id } = await callOf(own, ours, 1);
  await pool.query('update call set plan_version = -4 where merchant_id = $1 and id = $2', [own, id]);
  await purge();
  const { rows } = await pool.query(
    'select plan_id, version from plan_version where plan_id = any($1) order by plan_id = $2, version',
    [[ours.plan, theirs.plan], theirs.plan],
  );
  const left = [-6, -4, 1, 2].map(version => ({ plan_id: ours.plan, version }));
  expect(rows).toEqual([...left, { plan_id: theirs.plan, version: 1 }]);
});

test('of a removed plan the versions that no call and no task names go a day later; others stay', async () => {
  const { pool } = house.database;
  const [gone, recent] = await provisionBoth();
  for (const { plan } of [gone, recent])
    await pool.query(
      `insert into plan_version (merchant_id, plan_id, version, graph, nodes, published_at)
       select merchant_id, plan_id, 7, graph, nodes, published_at from plan_version where plan_id = $1 and version = 1`,
      [plan],
    );
  const removed = (plan: string, days: number | null) =>
    pool.query('update plan set removed_at = $2 where id = $1', [
      plan,
      days === null ? null : new Date(house.now().getTime() - days * 86_400_000),
    ]);
  const newest = async ({ plan }: Assets) =>
    (await pool.query('select max(version) from plan_version where plan_id = $1', [plan])).rows[0].max;
  await purge();
  expect(await Promise.all([gone, recent].map(newest))).toEqual([7, 7]);
  await removed(gone.plan, 2);
  await removed(recent.plan, 0.5);
  await purge();
  expect(await Promise.all([gone, recent].map(newest))).toEqual([1, 7]);
  const named = await pool.query('select 1 from task where plan_id = $1 and plan_version = 1', [gone.plan]);
  expect(named.rowCount).toBeGreaterThan(0);
  for (const { plan } of [gone, recent]) await removed(plan, null);
  await pool.query('delete from plan_version where plan_id = $1 and version = 7', [recent.plan]);
});

test('a part of the clearing that fails keeps no other from its work, and rings once a day until it is done', async () => {
  const { pool } = house.database;
  const own = house.merchants[0].id;
  const [ours] = await provisionBoth();
  const tried = (version: number) =>
    pool.query(
      `insert into plan_version (merchant_id, plan_id, version, graph, nodes, published_at)
       select merchant_id, plan_id, $3::int, graph, nodes, published_at - interval '9 days' from plan_version
       where merchant_id = $1 and plan_id = $2 and version = 1`,
      [own, ours.plan, version],
    );
  const left = async (version: number) =>
    (await pool.query('select from plan_version where plan_id = $1 and version = $2', [ours.plan, version])).rowCount;
  await purge(hour(0));
  await pool.query('alter table call_recording rename to call_recording_away');
  bells.length = 0;
  await tried(-40);
  await expect(purge(hour(1))).rejects.toThrow('old data was not cleared');
  expect(await left(-40)).toBe(0);
  for (const n of [23, 25, 26, 40, 50]) {
    await clearOthers(n);
    await expect(purge(hour(n))).rejects.toThrow();
    await ask(n);
  }
  expect(bells).toEqual([platform, platform]);
  await pool.query('alter table call_recording_away rename to call_recording');
  await purge(hour(51));
  bells.length = 0;
  await clearOthers(60);
  await ask(60);
  expect(bells).toEqual([]);
});

test('a run that hangs keeps nobody from ringing, and every part rings: strays after a day as well, files and prompts too', async () => {
  const { pool } = house.database;
  const rung = async (n: number): Promise<readonly string[]> => {
    bells.length = 0;
    await ask(n);
    return bells;
  };
  const blocker = await pool.connect();
  await blocker.query('begin; lock table call_recording in access exclusive mode');
  await clearOthers(100);
  await noteCleared(house.database.db, 'recordings', hour(100)());
  const hung = purge(hour(101));
  try {
    expect(await rung(123)).toEqual([]);
    await clearOthers(124);
    expect(await rung(125)).toEqual([platform]);
  } finally {
    await blocker.query('rollback');
    blocker.release();
    await hung;
  }
  for (const part of CLEARED) {
    for (const each of CLEARED) await noteCleared(house.database.db, each, hour(each === part ? 200 : 224)());
    expect([part, await rung(225)]).toEqual([part, [platform]]);
  }
  const [done, failed] = ['files', 'unused'] as const;
  const at = hour(300)();
  const wrapped = clearingJobs(
    { db: house.database.db, clock: { now: () => at } },
    { purge: async () => undefined, purgeUnused: () => Promise.reject(new Error('planted')) },
    { purge: done, purgeUnused: failed },
  );
  const { signal } = new AbortController();
  await wrapped.purge?.({}, signal);
  await expect(wrapped.purgeUnused?.({}, signal)).rejects.toThrow('planted');
  const noted = await pool.query('select part from retention_part where succeeded_at = $1', [at]);
  expect(noted.rows).toEqual([{ part: done }]);
});

test('sound and words that no row names go after a day; of a call that lives, of a kept recording, of today and of another database nothing does', async () => {
  const { pool } = house.database;
  const own = house.merchants[0].id;
  const [ours] = await provisionBoth();
  const kept = await callOf(own, ours, 2);
  const live = await callOf(own, ours, 2);
  await pool.query('delete from call_recording where call_id = $1', [live.id]);
  await pool.query('delete from file where path = $1', [`recordings/${live.id}.wav`]);
  await pool.query("update call set stage = 'talking', state = null, owner = 'here', ended_at = null where id = $1", [
    live.id,
  ]);
  const sound = (name: string) => join(house.dataDir, 'recordings', '2026', '01', '02', name);
  await mkdir(join(house.dataDir, 'recordings', '2026', '01', '02'), { recursive: true });
  const strays = [sound('987654.wav'), sound('987654.jsonl')];
  const fresh = sound('987655.wav');
  for (const file of [...strays, fresh]) await writeFile(file, 'sound');
  const long = new Date(house.now().getTime() - 2 * 86_400_000);
  for (const file of [...strays, kept.sound, kept.sound.replace('.wav', '.jsonl'), live.sound])
    await utimes(file, long, long);
  await utimes(fresh, house.now(), house.now());
  const sweep = () => jobs().sweepRecordings?.({}, new AbortController().signal);
  const madeAt = (at: Date) => pool.query('update kysely_migration set timestamp = $1', [at.toISOString()]);
  // A database that is younger than the sound: it was another one's.
  await madeAt(new Date(long.getTime() + 1));
  await sweep();
  expect(await Promise.all(strays.map(isThere))).toEqual([true, true]);
  await madeAt(new Date(long.getTime() - 1));
  await sweep();
  expect(await Promise.all([...strays, fresh, kept.sound, live.sound].map(isThere))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
