import { auditActions, type Endpoint, endpoints, planEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audited, READS, unaudited } from './audited.ts';
import { startTestHouse, type TestHouse } from './house.ts';
import { openPages } from './page-socket.ts';
import { type Assets, provisionMerchant, samplesFor } from './samples.ts';

const all: readonly Endpoint[] = Object.values(endpoints).flatMap(group => Object.values(group));
const words = (text: string) => text.split(/\s+/);
/** What the house does by itself. */
/** `settings.calling`: of earlier releases, in whose audit it stands. */
const ofTheHouse = [
  'record.purge',
  'merchant.deleted',
  'call.purge',
  'recording.purge',
  'sms.purge',
  'secondFactor.dropped',
  'settings.calling',
];

test('every endpoint has a decision about the audit, once', () => {
  const decided = [...audited.map(([path]) => path), ...unaudited.flatMap(([, paths]) => words(paths))];
  const known = all.map(({ path }) => path);
  expect(decided.toSorted()).toEqual(known.toSorted());
});

test('every action of the audit is some endpoint’s, and every action named is one', () => {
  const named = [...new Set([...audited.flatMap(([, actions]) => words(actions)), ...ofTheHouse])];
  expect(named.toSorted()).toEqual(Object.keys(auditActions).toSorted());
});

test('what shows whole numbers says so in the contract', () => {
  const shown = audited.filter(([, actions]) => actions.includes('phone.seen')).map(([path]) => path);
  expect(all.filter(({ shows }) => shows === 'phones').map(({ path }) => path)).toEqual(expect.arrayContaining(shown));
  expect(all.filter(({ shows }) => shows === 'phones')).toHaveLength(shown.length);
});

let house: TestHouse;
const pages = openPages();
let token = '';
let own: Assets;
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  own = await provisionMerchant(house, house.merchants[0].id);
});
afterAll(async () => {
  pages.closeAll();
  await house.close();
});

type Row = { readonly action: string; readonly target: string; readonly after: Record<string, unknown> | null };
/** Rows of the audit that this leaves. */
const rowsOf = async (work: () => Promise<unknown>): Promise<readonly Row[]> => {
  const { pool } = house.database;
  const last = await pool.query<{ id: string }>('select coalesce(max(id), 0) as id from audit');
  await work();
  const { rows } = await pool.query<Row>('select action, target, after from audit where id > $1 order by id', [
    last.rows[0]?.id,
  ]);
  return rows;
};

describe('what a good request of the owner leaves', () => {
  /** Answered with success by the samples; of others nothing can be told here. */
  const must = `plan/exportFile plan/exportQuestions research/save research/order call/hangUp call/list taskLog/list voiceLog/list taskLog/changeType call/detail call/ladder task/callees
    task/board task/import talk/saveTest nodeStat/learn nodeStat/ignore mend/keep mend/undo blacklist/list whitelist/list whitelist/add whitelist/remove consent/list consent/add consent/withdraw consent/require numberList/export
    config/save port/save`;
  test.each(words(must))('%s is in the audit', async path => {
    const actions = words(audited.find(([one]) => one === path)?.[1] ?? '');
    const sample = samplesFor(own)[path] ?? {};
    const rows = await rowsOf(async () =>
      expect(await house.post(path, { ...sample, token })).toMatchObject({ errorCode: 0 }),
    );
    expect(rows.map(({ action }) => action)).toEqual([expect.toBeOneOf(actions)]);
  });

  test('a plan that comes as a file is, too', async () => {
    const { fileId } = await house.ask(planEndpoints.exportFile, { id: own.sparePlan }, token);
    const file = await fetch(`${house.origin}/api/common/download/${fileId}?token=${token}`);
    const form = new FormData();
    form.set('token', token);
    form.set('file', new File([new Uint8Array(await file.arrayBuffer())], '话术.plan'));
    const rows = await rowsOf(async () => {
      const answer = await fetch(`${house.origin}/api/front/plan/importFile`, { method: 'POST', body: form });
      expect(await answer.json()).toMatchObject({ errorCode: 0 });
    });
    expect(rows).toMatchObject([{ action: 'plan.import' }]);
  });
});

test('who looks at whole numbers again within the hour is noted once a page; who sees them masked never', async () => {
  house.pass(3_600_000);
  const look = (as: string) => house.post('call/list', { token: as });
  const seen = (rows: readonly Row[]) => rows.map(({ action, target }) => [action, target]);
  expect(seen(await rowsOf(() => look(token)))).toEqual([['phone.seen', 'call/list']]);
  expect(await rowsOf(() => look(token))).toEqual([]);
  const masked = await house.signInWith(['callLog'], []);
  expect(await rowsOf(() => look(masked))).toEqual([]);
  house.pass(3_600_001);
  expect(seen(await rowsOf(() => look(token)))).toEqual([['phone.seen', 'call/list']]);
});

test('who sees masked numbers searches for fifty whole ones a day, each in the audit; the same again is none more', async () => {
  const masked = await house.signInWith(['callLog', 'myTask'], ['task:control']);
  const sought = (n: number) => `138001380${String(n).padStart(2, '0')}`;
  const search = async (phone: string, as = masked) => (await house.post('call/list', { phone, token: as })).errorCode;
  const rows = await rowsOf(async () => {
    for (let n = 0; n < 50; n += 1) expect(await search(sought(n))).toBe(0);
    expect(await search(sought(7))).toBe(0);
  });
  expect(rows.map(({ action, after }) => [action, after?.phone])).toEqual(
    Array.from({ length: 50 }, (_, n) => ['phone.search', sought(n)]),
  );
  expect(await search(sought(50))).toBe(164);
  const elsewhere = { id: own.task, phone: sought(51), token: masked };
  expect(await house.post('task/callees', elsewhere)).toMatchObject({
    errorCode: 164,
    errorMsg: '您一天最多按完整号码查找 50 个号码，请明天再查',
  });
  expect(await search(sought(7))).toBe(0);
  expect(await search('138', masked)).toBe(164);
  const whole = await rowsOf(() => search(sought(51), token));
  expect(whole.map(({ action }) => action)).not.toContain('phone.search');
  house.pass(86_400_000);
  const tomorrow = await house.signInWith(['callLog'], []);
  expect(await search(sought(50), tomorrow)).toBe(0);
});

/** A number nobody else has. */
const SEEN = '13912345678';
/** Puts it wherever one of a callee may be kept, and answers the row of the audit that tells of it. */
const keepNumber = async (merchantId: string): Promise<string> => {
  const run = async (sql: string, ...values: unknown[]) =>
    String((await house.database.pool.query<{ id: string }>(sql, [merchantId, ...values])).rows[0]?.id);
  const line = (n: number, speaker: string, text: string) => ({
    ...{
      line: n,
      speaker,
      atMs: n * 1_000,
      endMs: null,
      text,
      node: 'ask',
      understood: null,
      interruptedAfterMs: null,
    },
  });
  const lines = JSON.stringify([line(0, 'robot', '您的号码？'), line(1, 'callee', SEEN)]);
  const answers = JSON.stringify([{ label: '回电', value: SEEN }]);
  // Calls to us, for those tried by hand are in no figure of the first page.
  await run(`update call set phone = $2, sip_reason = $2, level = 'A', direction = 'in' where merchant_id = $1`, SEEN);
  await run(`update call_transcript set lines = $2, answers = $3 where merchant_id = $1`, lines, answers);
  const message = { atMs: 3, way: 'out', summary: SEEN, cseq: '1 INVITE', peer: '', transport: 'udp', text: SEEN };
  await run('insert into call_ladder values ($1, $2, $3)', own.call, JSON.stringify([message]));
  await run(
    `insert into missed_line select $1, $2, 1, plan_id, plan_version, 'ask', $3, 1000, listed_at from call
     where merchant_id = $1 and id = $2`,
    own.answered,
    SEEN,
  );
  await run(`insert into back_test_change values ($1, $2, 1, $3, 'C', 'F', '其余')`, own.backTest, own.answered);
  await run('insert into callee (merchant_id, task_id, phone) values ($1, $2, $3)', own.task, SEEN);
  await run(
    'insert into decision (merchant_id, task_id, phone, kind, because, rule) values ($1, $2, phone_code($3), 5, 15, 0)',
    own.task,
    SEEN,
  );
  // A column of a sheet that holds a number, and is spoken.
  await run(
    `insert into callee (merchant_id, task_id, phone, variables) values ($1, $2, '13912300000', jsonb_build_object('spare', $3::text))`,
    own.task,
    SEEN,
  );
  const speaks = JSON.stringify(`您的另一个号码是\${spare}`);
  await run(
    `update plan_version set graph = jsonb_set(graph, '{defaults,announcement}', $2) where merchant_id = $1`,
    speaks,
  );
  await run('update todo set phone = $2 where merchant_id = $1', SEEN);
  await run(`insert into blacklist (merchant_id, phone, reason) values ($1, $2, '投诉')`, SEEN);
  await run(`update plan_test set test = jsonb_set(test, '{variables}', $2) where merchant_id = $1`, { phone: SEEN });
  await run(
    `insert into push_message (merchant_id, employee_id, seq, type, msg, phone) values ($1, $2, 900, 1, '来电', $3)`,
    house.merchants[0].owner.id,
    SEEN,
  );
  return await run(
    `insert into audit (merchant_id, at, action, ip, after) values ($1, now(), 'blacklist.add', '', $2) returning id`,
    { phones: [SEEN] },
  );
};

test('whatever shows a whole number to who sees them leaves that in the audit', async () => {
  const looked = await keepNumber(house.merchants[0].id);
  const as = await house.signIn(house.merchants[0]);
  const samples: ReturnType<typeof samplesFor> = { ...samplesFor(own), 'audit/detail': { id: looked } };
  const reads = unaudited.flatMap(([because, paths]) => (because === READS ? words(paths) : []));
  const seen = audited.flatMap(([path, actions]) => (words(actions).includes('phone.seen') ? [path] : []));
  const showing: string[] = [];
  const rows = await rowsOf(async () => {
    for (const path of [...reads, ...seen]) {
      const { data } = await house.post(path, { ...samples[path], token: as });
      if (JSON.stringify(data ?? null).includes(SEEN)) showing.push(path);
    }
  });
  const noted = new Set(rows.flatMap(({ action, target }) => (action === 'phone.seen' ? [target] : [])));
  expect(showing.filter(path => !noted.has(path))).toEqual([]);
  expect(showing.toSorted()).toEqual(
    words(`audit/detail blacklist/list call/detail call/ladder call/list decision/list
      followUp/list followUp/take level/backTestChanges level/facts level/recent line/failures
      message/list numberFile/read sms/message sms/messages stat/answers talk/testFromCall talk/tests task/beforeStart task/callees todo/list user/index
      voiceLog/list webhook/delivery`),
  );
});

test('who watches live words and sees numbers in them is noted once a call and a task; who sees none, never', async () => {
  const watched = async (as: string) => {
    const rows = await rowsOf(async () => {
      const page = pages.connect(house.origin, as);
      await page.ready;
      const refused = () => page.came.length;
      for (const times of [1, 2]) {
        for (const topic of [`call:${own.call}`, `task:${own.task}`]) page.say({ type: 'subscribe', topic });
        // Nobody's: once it is refused, what came before it was let in.
        page.say({ type: 'subscribe', topic: 'call:no' });
        await expect.poll(refused).toBe(times);
      }
    });
    return rows.map(({ action, target }) => `${action} ${target}`).toSorted();
  };
  const held = ['seat:monitor', 'phone:unmask'];
  expect(await watched(await house.signInWith(['callLog', 'myTask'], held))).toEqual([
    `phone.seen call:${own.call}`,
    `phone.seen task:${own.task}`,
  ]);
  expect(await watched(await house.signInWith(['callLog', 'myTask'], ['seat:monitor']))).toEqual([]);
});
