import { callEndpoints, followUpEndpoints, levelEndpoints, oaEndpoints } from '@lianxian/contract';
import { sql as rawSql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';
import { layTaskGround, makeTask, type TaskGround } from '../../../test/tasks.ts';

import { type MerchantDb, merchantDb } from '../../platform/db/index.ts';
import { viewerOf } from '../staff/index.ts';
import { listWaiting, lockNext } from './follow-ups.store.ts';

/** People to follow up over HTTP: by their latest call, taken by one at a time; two merchants always. */
let house: TestHouse;
let token: string;
let stranger: string;
let ground: TaskGround;
let other: TaskGround;
let task: string;
let strange: string;
/** Two who follow up, and one who sees no whole numbers and nothing but his own. */
let li: TestPerson;
let han: TestPerson;
let masked: TestPerson;
const sql = async <R extends object>(text: string, ...values: readonly unknown[]): Promise<R[]> =>
  (await house.database.pool.query(text, [...values])).rows as R[];

beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  [ground, other] = [
    await layTaskGround(house, house.merchants[0].id),
    await layTaskGround(house, house.merchants[1].id),
  ];
  [task, strange] = [await makeTask(house, token, ground), await makeTask(house, stranger, other)];
  const people = peopleOf(house, house.merchants[0]);
  const wish = { rights: ['callLog'], buttons: ['phone:unmask'], scope: 'all' } as const;
  [li, han] = [await people.person('李雷', wish), await people.person('韩梅梅', wish)];
  masked = await people.person('小王', { rights: ['callLog'], scope: 'own' });
});
afterAll(() => house.close());
beforeEach(async () => {
  await sql('delete from call');
});

interface Came {
  readonly of?: 'other' | 'hand' | 'in';
  readonly owner?: string;
  readonly level?: string | null;
  readonly minute?: number;
  readonly said?: string;
}
/** An answered call of a task, of a person by hand, or of a callee who called us; at so many minutes of the day. */
const called = async (phone: string, { of, owner, level = 'A', minute = 0, said }: Came = {}): Promise<string> => {
  const { merchantId, practiceLine } = of === 'other' ? other : ground;
  const taskId = of === 'other' ? strange : task;
  const inTask = of === undefined || of === 'other';
  const callee = inTask
    ? (
        await sql<{ id: string; attempts: number }>(
          `insert into callee (merchant_id, task_id, phone, attempts) values ($1, $2, $3, 1)
           on conflict (merchant_id, task_id, phone) do update set attempts = callee.attempts + 1 returning id, attempts`,
          merchantId,
          taskId,
          phone,
        )
      )[0]
    : undefined;
  const [row] = await sql<{ id: string }>(
    `insert into call (merchant_id, owner_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, callee_name,
       task_id, callee_id, attempt, direction, stage, state, level, level_rule, talk_ms, placed_at, ended_at)
     select $1, coalesce($9, case when $4::bigint is null then null else created_by end), plan_id, 1, '话术', $2, '线路', true, $3,
       '王女士', $4, $5, $6, $7, 'ended', 'answered', $8, '约到试听', 64000, at.at, at.at
     from task cross join lateral (select timestamptz '2026-11-18T01:00:00Z' + make_interval(mins => $10) as at) at
     where id = $11 returning id`,
    ...[merchantId, practiceLine, phone, inTask ? taskId : null, callee?.id ?? null, callee?.attempts ?? null],
    ...[of === 'in' ? 'in' : 'out', level, owner ?? null, minute, taskId],
  );
  if (said !== undefined)
    await sql(
      `insert into call_transcript (merchant_id, call_id, lines, path, answers) values ($1, $2, $3, '[]', '[]')`,
      ...[
        merchantId,
        row!.id,
        JSON.stringify([
          { speaker: 'callee', text: '嗯' },
          { speaker: 'callee', text: said },
        ]),
      ],
    );
  return row!.id;
};
const list = (as = token, wish: { taskId?: string; limit?: number; after?: string } = {}) =>
  house.ask(followUpEndpoints.list, wish, as);
const phones = async (as = token) => (await list(as)).list.map(({ phone }) => phone);
const take = async (as: TestPerson, wish: { id?: string; after?: string; window?: string } = {}) =>
  (await house.ask(followUpEndpoints.take, wish, as.token)).person;
const done = (id: string, as = token, is = true) => house.ask(followUpEndpoints.done, { id, done: is ? '1' : '0' }, as);
const [a, b, c, d] = ['13800000001', '13800000002', '13800000003', '13800000004'] as const;

test('people wait whose latest answered call came to A or B: calls to us count, trials do not; another merchant’s are not there', async () => {
  await called(a, { level: 'B', minute: 1, said: '周六上午可以去试听' });
  await called(b, { level: 'A', minute: 2 });
  // Answered again since, and not willing any more.
  await called(b, { level: 'D', minute: 3 });
  await called(c, { of: 'in', level: 'A', minute: 4 });
  await called(d, { of: 'hand', level: 'A', minute: 5 });
  await called(d, { of: 'other', level: 'A', minute: 6 });
  const { list: rows, total } = await list();
  expect(rows.map(({ phone, level, direction }) => [phone, level, direction])).toEqual([
    [c, 'A', 'in'],
    [a, 'B', 'out'],
  ]);
  expect(total).toBe(2);
  expect(rows[1]).toMatchObject({ said: '周六上午可以去试听', levelRule: '约到试听', task: { id: task }, taken: null });
  expect((await list(token, { taskId: task })).total).toBe(1);
  expect(await phones(stranger)).toEqual([d]);
  // Page by page, each person once.
  const first = await list(token, { limit: 1 });
  const next = await list(token, { limit: 1, after: first.after! });
  expect([...first.list, ...next.list].map(({ phone }) => phone)).toEqual([c, a]);
  expect(next.after).toBeNull();
});

test('a level corrected to B brings a person, one to C takes them away; an older call changes nothing', async () => {
  const older = await called(a, { level: 'C', minute: 1 });
  const id = await called(a, { level: 'C', minute: 2 });
  const correct = (call: string, level: 'A' | 'B' | 'C', was: 'A' | 'B' | 'C') =>
    house.ask(levelEndpoints.correct, { id: call, level, was }, token);
  await correct(older, 'A', 'C');
  expect(await phones()).toEqual([]);
  await correct(id, 'B', 'C');
  expect((await list()).list).toMatchObject([{ phone: a, level: 'B', corrected: true }]);
  await correct(id, 'C', 'B');
  expect(await phones()).toEqual([]);
});

test('an answer that another ending replaces leaves the call before it as the latest', async () => {
  await called(a, { level: 'A', minute: 1 });
  const wrong = await called(a, { level: 'D', minute: 2 });
  expect(await phones()).toEqual([]);
  await sql(`update call set state = 'busy', level = null where id = $1`, wrong);
  expect(await phones()).toEqual([a]);
});

test('who was followed up is gone until a newer call comes to A or B; it can be taken back, and lies with the call', async () => {
  const id = await called(a, { minute: 1 });
  expect((await done(id, li.token)).followed).toMatchObject({ by: '李雷' });
  expect(await phones()).toEqual([]);
  // Said again, it stays with who said it first.
  expect((await done(id, han.token)).followed).toMatchObject({ by: '李雷' });
  expect(await house.ask(callEndpoints.detail, { id }, token)).toMatchObject({ followed: { by: '李雷' } });
  expect(await done(id, li.token, false)).toEqual({ followed: null });
  expect(await phones()).toEqual([a]);
  await done(id, li.token);
  // An older call that is filed late brings nobody back; a newer one does.
  await called(a, { minute: 0 });
  expect(await phones()).toEqual([]);
  const again = await called(a, { minute: 9 });
  expect((await list()).list).toMatchObject([{ callId: again, phone: a }]);
  const audit = await sql(`select action from audit where action like 'call.%ollowed' and target = $1 order by id`, id);
  expect(audit).toEqual(['call.followed', 'call.notFollowed', 'call.followed'].map(action => ({ action })));
});

test('how many wait is told without a look at their numbers, of one task too, and to each of their own', async () => {
  await called(a, { minute: 1 });
  await called(b, { of: 'in', minute: 2 });
  await called(a, { of: 'other', minute: 3 });
  const looks = async () => (await sql(`select id from audit where action = 'phone.seen'`)).length;
  const before = await looks();
  const count = (as: string, narrowed = {}) => house.ask(followUpEndpoints.count, narrowed, as);
  expect(await count(token)).toEqual({ total: 2 });
  expect(await count(token, { taskId: task })).toEqual({ total: 1 });
  expect(await count(masked.token)).toEqual({ total: 0 });
  expect(await count(stranger)).toEqual({ total: 1 });
  expect(await looks()).toBe(before);
});

test('two never get the same person, however many ask at once; who is taken is shown to the others', async () => {
  const ids = [];
  for (let n = 0; n < 12; n += 1) ids.push(await called(String(13_800_000_100 + n), { minute: n }));
  const crew = [li, han];
  for (let round = 0; round < 3; round += 1) {
    const got = await Promise.all(crew.map(person => take(person)));
    expect(new Set(got.map(person => person?.callId)).size).toBe(2);
    await Promise.all(got.map((person, n) => done(person!.callId, crew[n]!.token)));
  }
  const mine = await take(li);
  const { list: rows } = await list(han.token);
  expect(rows[0]).toMatchObject({ callId: mine?.callId, taken: { by: '李雷', mine: false } });
  expect((await list(li.token)).list[0]?.taken).toMatchObject({ mine: true });
  const refused = { errorCode: 457, errorMsg: '李雷 正在跟进这个人' };
  expect(await house.post('followUp/take', { token: han.token, id: mine!.callId })).toMatchObject(refused);
  expect(await house.post('followUp/done', { token: han.token, id: mine!.callId, done: '1' })).toMatchObject(refused);
  // The next after the first is the second; going on lets go of the first.
  expect((await take(han))?.callId).toBe(rows[1]?.callId);
  await take(li, { after: rows[2]!.cursor });
  expect((await take(han, { id: mine!.callId }))?.taken).toMatchObject({ by: '韩梅梅', mine: true });
});

test('one is let go of by leaving, and after three minutes without a sign; a sign renews', async () => {
  const id = await called(a);
  await take(li);
  await house.ask(followUpEndpoints.leave, {}, li.token);
  expect((await take(han))?.callId).toBe(id);
  house.pass(170_000);
  expect((await take(han, { id }))?.callId).toBe(id);
  house.pass(170_000);
  expect(await take(li)).toBeNull();
  house.pass(11_000);
  expect((await list(li.token)).list).toMatchObject([{ taken: null }]);
  expect((await take(li))?.callId).toBe(id);
});

test('each window of a person has its own before it, and lets go of that alone', async () => {
  const [first, second] = [await called(a, { minute: 2 }), await called(b, { minute: 1 })];
  const [one, other] = [{ window: 'one' }, { window: 'other' }];
  expect((await take(li, one))?.callId).toBe(first);
  expect((await take(li, other))?.callId).toBe(second);
  // Renewed here, nothing is let go there.
  await take(li, { ...one, id: first });
  expect(await take(han)).toBeNull();
  await house.ask(followUpEndpoints.leave, other, li.token);
  expect((await list(han.token)).list).toMatchObject([{ callId: first, taken: { by: '李雷' } }, { taken: null }]);
  expect((await take(han))?.callId).toBe(second);
  // Whom another window of theirs shows is not taken away from it, and so is nobody else's when this one is closed.
  expect(await house.post('followUp/take', { ...other, id: first, token: li.token })).toMatchObject({ errorCode: 459 });
  await house.ask(followUpEndpoints.leave, other, li.token);
  expect((await list(han.token)).list[0]?.taken).toMatchObject({ by: '李雷' });
  house.pass(181_000);
  expect((await take(li, { ...other, id: first }))?.callId).toBe(first);
});

test('who opens ever more windows has five people before them at most', async () => {
  const phones = Array.from({ length: 6 }, (_, n) => `1390000010${n}`);
  const calls: string[] = [];
  for (const [n, phone] of phones.entries()) calls.push(await called(phone, { minute: 30 - n }));
  for (const n of calls.keys()) {
    house.pass(1_000);
    expect((await take(li, { window: `w${n}` }))?.callId).toBe(calls[n]);
  }
  const { list: people } = await list(han.token);
  expect(people.map(({ taken }) => taken?.by ?? null)).toEqual([null, ...Array(5).fill('李雷')]);
  expect((await take(han))?.callId).toBe(calls[0]);
});

test('whoever has a person before them keeps them through a newer call', async () => {
  await called(a, { minute: 1 });
  await take(li);
  const newer = await called(a, { minute: 2 });
  expect(await take(han)).toBeNull();
  expect((await take(li, { id: newer }))?.callId).toBe(newer);
});

test('who sees their own alone sees them, without whole numbers, in the words too; the rest does not exist', async () => {
  await called(a, { minute: 2 });
  const own = await called(b, { minute: 1, owner: masked.id, said: '打我这个 13912345678 就行' });
  const { list: rows, total } = await list(masked.token);
  expect(rows).toMatchObject([{ callId: own, phone: '138****0002' }]);
  expect(rows[0]?.said).not.toContain('13912345678');
  expect(total).toBe(1);
  const hidden = (await list()).list[0]!.callId;
  expect(await take(masked, { id: hidden })).toBeNull();
  for (const path of ['followUp/done', 'followUp/note'])
    expect(await house.post(path, { token: masked.token, id: hidden, done: '1', text: '好', was: '' })).toMatchObject({
      errorCode: 105,
    });
  expect(await house.post('followUp/done', { token: stranger, id: own, done: '1' })).toMatchObject({ errorCode: 105 });
});

test('who sees a department’s sees them all by their latest call, and reads no row of the others to find them', async () => {
  const people = peopleOf(house, house.merchants[0]);
  const sales = await people.department('销售部');
  const wish = { rights: ['callLog'], buttons: ['phone:unmask'], scope: 'department' } as const;
  const head = await people.person('主管', { ...wish, departmentId: sales });
  const [one, two] = [
    await people.person('一号', { ...wish, departmentId: sales }),
    await people.person('二号', { ...wish, departmentId: sales }),
  ];
  await called(a, { owner: one.id, minute: 3 });
  await called(b, { owner: two.id, minute: 2 });
  await called(c, { owner: one.id, minute: 1 });
  // Thousands who were called later wait for fifty others.
  await sql(
    `insert into employee (merchant_id, account, name, password_hash, role_code)
     select $1, 'west' || n, '西区员工', '', 'company' from generate_series(1, 50) n`,
    house.merchants[0].id,
  );
  await sql(
    `insert into call (merchant_id, owner_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, task_id, callee_id,
       attempt, direction, stage, state, level, placed_at, ended_at)
     select merchant_id, (select id from employee where account = 'west' || (1 + n % 50)), plan_id, plan_version, plan_name, line_id,
       line_name, practice, (17000000000 + n)::text, task_id, callee_id, attempt + n, direction, stage, state, level,
       placed_at + interval '1 day', ended_at + interval '1 day'
     from (select * from call where phone = $1) like_this, generate_series(1, 3000) n`,
    a,
  );
  await sql('analyze follow_up, call, employee, department');
  const first = await list(head.token, { limit: 2 });
  const next = await list(head.token, { limit: 2, after: first.after! });
  expect([...first.list, ...next.list].map(({ phone }) => phone)).toEqual([a, b, c]);
  expect((await take(head))?.phone).toBe(a);
  expect((await take(two))?.phone).toBe(b);

  const viewer = (await viewerOf(house.database.db, house.merchants[0].id, head.id))!;
  const readBy = (work: (tx: MerchantDb) => Promise<unknown>): Promise<number> =>
    house.database.db.transaction().execute(async tx => {
      // Of a table this small it is cheaper to read all than to seek some tens.
      for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
        await rawSql`set local ${rawSql.raw(`enable_${way}`)} = off`.execute(tx);
      const reads = async () => {
        const { rows } = await rawSql<{ n: number }>`
          select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = 'follow_up'`.execute(
          tx,
        );
        return rows[0]!.n;
      };
      const before = await reads();
      await work(merchantDb(tx, house.merchants[0].id, viewer));
      return (await reads()) - before;
    });
  const taker = { by: head.id, window: '', at: new Date() };
  expect(await readBy(tx => listWaiting(tx, {}, { limit: 50, offset: 0 }))).toBeLessThan(20);
  expect(await readBy(tx => lockNext(tx, taker, {}))).toBeLessThan(20);
});

test('a note that was written elsewhere since is not written over by one who did not see it', async () => {
  const id = await called(a);
  const write = async (text: string, was: string) =>
    (await house.ask(followUpEndpoints.note, { id, text, was }, li.token)).note?.text;
  expect(await write('约了周六', '')).toBe('约了周六');
  expect(await write('没人接', '')).toBe('约了周六');
  expect(await write('', '没人接')).toBe('约了周六');
  // Sent twice, it is there once.
  expect(await write('约了周六', '')).toBe('约了周六');
  expect(await write('约了周日', '约了周六')).toBe('约了周日');
  expect(await write('', '约了周日')).toBeUndefined();
  // What was taken away elsewhere is lost to nobody who writes it anew.
  expect(await write('来', '约了周日')).toBe('来');
});

test('each has one note of a call, which nobody writes over; numbers in it are masked for who may see none', async () => {
  const id = await called(a, { owner: masked.id });
  const write = (text: string, as: TestPerson, was = '') =>
    house.ask(followUpEndpoints.note, { id, text, was }, as.token);
  await write('约了周六', li);
  await write('约了周日，打 13912345678', li, '约了周六');
  await write('我来接', masked);
  const notes = async (as: TestPerson) => (await house.ask(callEndpoints.detail, { id }, as.token)).notes;
  expect(await notes(li)).toMatchObject([
    { by: '小王', mine: false, text: '我来接' },
    { by: '李雷', mine: true, text: '约了周日，打 13912345678' },
  ]);
  expect((await notes(masked)).map(({ text }) => text)).toEqual(['我来接', '约了周日，打 139****5678']);
  // With his eyes somebody else reads: what he knows is not theirs.
  await write('打 13912345678', masked, '我来接');
  const preview = await house.ask(oaEndpoints.preview, { id: masked.id }, token);
  const seen = (await house.ask(callEndpoints.detail, { id }, preview.token)).notes;
  expect(seen.map(({ text }) => text)).toEqual(['打 139****5678', '约了周日，打 139****5678']);
  expect(await write('', li, '约了周日，打 13912345678')).toEqual({ note: null });
  expect(await notes(li)).toHaveLength(1);
  expect(await house.post('followUp/note', { token: li.token, id, text: '啊'.repeat(501), was: '' })).toMatchObject({
    errorCode: 100,
  });
});
