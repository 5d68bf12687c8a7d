import { type CallOf, callEndpoints, refusals, taskLogEndpoints, voiceLogEndpoints } from '@lianxian/contract';
import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf } from '../../../test/people.ts';
import { type Assets, provisionMerchant } from '../../../test/samples.ts';
import { merchantDb, tablesOver } from '../../platform/db/index.ts';
import { findCall } from './detail.store.ts';
import { indexSaidJob } from './index.ts';

/** Further filters of the call log and the search of what was said; the other merchant has the same calls. */
let house: TestHouse;
let token = '';
let own: Assets;

/** At `hour` of 2026-03-02 in Shanghai, each a second later than the one before. */
interface Row {
  readonly hour: number;
  readonly phone: string;
  readonly state?: string;
  readonly hungUpBy?: string;
  readonly talk?: number;
  readonly type?: number;
  readonly tags?: readonly string[];
  readonly byHand?: boolean;
  readonly said?: readonly string[];
}
const rows: readonly Row[] = [
  { hour: 9, phone: '13902212345', talk: 10, type: 1, tags: ['高意向'], said: ['您好，请问要贷款吗', '利息多少'] },
  {
    hour: 9,
    phone: '13823212345',
    talk: 61,
    hungUpBy: 'robot',
    type: 9,
    tags: ['复购', '高意向'],
    said: ['利息太高了'],
  },
  { hour: 12, phone: '13901012345', talk: 30, type: -1, said: ['打 13987654321 吧', 'OK 就 VIP 吧'] },
  { hour: 22, phone: '02886666666', state: 'busy', hungUpBy: 'nobody' },
  { hour: 23, phone: '15400000001', byHand: true, talk: 5, hungUpBy: 'user', said: ['利 息', '我不要'] },
];

const fill = async (merchantId: string, { plan, line, port, task }: Assets, owner: string): Promise<void> => {
  const { pool } = house.database;
  await pool.query('delete from call where merchant_id = $1', [merchantId]);
  for (const [n, row] of rows.entries()) {
    const callee = await pool.query<{ id: string }>(
      'insert into callee (merchant_id, task_id, phone) values ($1, $2, $3) returning id',
      [merchantId, task, `1390000000${n}`],
    );
    const { rows: inserted } = await pool.query<{ id: string }>(
      `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, because,
         hung_up_by, talk_ms, customer_type, tags, owner_id, task_id, callee_id, attempt, port_id, placed_at)
       values ($1, $2, 1, '话术', $3, '线路', $4, 'ended', $5, 'busy', $6, $7, $8, $9, $10, $11, $12, $13, $14,
         timestamptz '2026-03-02 00:00+08' + $15 * interval '1 hour' + $16 * interval '1 second')
       returning id`,
      [
        ...[
          merchantId,
          plan,
          line,
          row.phone,
          row.state ?? 'answered',
          row.hungUpBy ?? 'callee',
          (row.talk ?? 0) * 1_000,
        ],
        ...[row.type ?? null, row.tags ?? [], owner],
        ...(row.byHand ? [null, null, null, null] : [task, callee.rows[0]?.id, 1, port]),
        ...[row.hour, n],
      ],
    );
    const lines = (row.said ?? []).map((text, line) => ({ line, speaker: line % 2 ? 'callee' : 'robot', text }));
    await pool.query(
      `insert into call_transcript (merchant_id, call_id, lines, path, answers) values ($1, $2, $3, '[]', '[]')`,
      [merchantId, inserted[0]?.id, JSON.stringify(lines)],
    );
  }
};

beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  own = await provisionMerchant(house, house.merchants[0].id);
  await fill(house.merchants[0].id, own, house.merchants[0].owner.id);
  const other = await provisionMerchant(house, house.merchants[1].id);
  await fill(house.merchants[1].id, other, house.merchants[1].owner.id);
});
afterAll(() => house.close());

type Filter = CallOf<typeof callEndpoints.list>;
const list = (filter: Filter, as = token) => house.ask(callEndpoints.list, filter, as);
/** By their place in the table above, newest first. */
const found = async (filter: Filter, as = token) =>
  (await list(filter, as)).list.map(({ phone }) => rows.findIndex(row => row.phone === phone));

test.each<[string, () => Filter, readonly number[]]>([
  ['a port', () => ({ portId: own.port }), [3, 2, 1, 0]],
  ['another port', () => ({ portId: '999999' }), []],
  ['customer types', () => ({ customerTypes: [-1, 9] }), [2, 1]],
  ['one of some tags', () => ({ tags: ['复购', '无'] }), [1]],
  ['a tag of two calls', () => ({ tags: ['高意向'] }), [1, 0]],
  ['an employee', () => ({ ownerId: house.merchants[0].owner.id }), [4, 3, 2, 1, 0]],
  ['an employee of the other merchant', () => ({ ownerId: house.merchants[1].owner.id }), []],
  ['a province', () => ({ province: '广东' }), [1, 0]],
  ['a city', () => ({ province: '广东', city: '深圳' }), [1]],
  ['a city that shares its area code', () => ({ city: '资阳' }), [3]],
  ['no such city', () => ({ city: '亚特兰蒂斯' }), []],
  ['who hung up', () => ({ hungUpBys: ['robot', 'user'] }), [4, 1]],
  ['hours of a day', () => ({ hourFrom: '9', hourTo: '12' }), [1, 0]],
  ['hours over midnight', () => ({ hourFrom: '22', hourTo: '9' }), [4, 3]],
  ['talk up to', () => ({ talkToS: '10' }), [4, 3, 0]],
  ['talk from and up to', () => ({ talkFromS: '10', talkToS: '30' }), [2, 0]],
  ['a province and a tag', () => ({ province: '广东', tags: ['复购'] }), [1]],
  ['hours and who hung up', () => ({ hourFrom: '9', hourTo: '13', hungUpBys: ['callee'] }), [2, 0]],
  ['two letters that were said', () => ({ words: '利息' }), [1, 0]],
  ['what the robot said', () => ({ words: '要贷款吗' }), [0]],
  ['Latin letters, large or small', () => ({ words: 'vip' }), [2]],
  ['figures', () => ({ words: '13987654321' }), [2]],
  ['letters that are not beside each other', () => ({ words: '利太' }), []],
  ['words and a customer type', () => ({ words: '利息', customerTypes: [9] }), [1]],
  ['words of no call', () => ({ words: '火星' }), []],
])('calls are narrowed by %s', async (_what, filter, expected) => {
  expect(await found(filter())).toEqual(expected);
});

const enterIndex = async () => {
  await indexSaidJob(house.database.db).indexSaid!({}, new AbortController().signal);
  const { rowCount } = await house.database.pool.query('select from call_transcript where not sought');
  expect(rowCount).toBe(0);
};

test('words are found the moment a call is filed, and alike once they are in the index, until they go', async () => {
  const { pool } = house.database;
  const phrases = ['利息', '要贷款吗', 'vip', '利太', '火星'];
  const foundNow = () => Promise.all(phrases.map(words => found({ words })));
  await pool.query('update call_transcript set sought = false');
  const before = await foundNow();
  expect(before).toEqual([[1, 0], [0], [2], [], []]);
  await enterIndex();
  expect(await foundNow()).toEqual(before);
  // Some calls later: one is in the index, the other is not yet.
  await pool.query(
    `update call_transcript set sought = false where call_id = (select id from call where phone = $1 and merchant_id = $2)`,
    [rows[1]!.phone, house.merchants[0].id],
  );
  expect(await foundNow()).toEqual(before);
  const gone =
    'update call_transcript set lines = $2 where call_id = (select id from call where phone = $1 and merchant_id = $3)';
  const own = (lines: unknown) => [rows[0]!.phone, JSON.stringify(lines), house.merchants[0].id];
  await pool.query(gone, own([]));
  expect(await found({ words: '利息' })).toEqual([1]);
  await pool.query(gone, own(rows[0]!.said!.map(text => ({ text }))));
  expect(await found({ words: '利息' })).toEqual([1, 0]);
});

test('words that too many calls may hold are looked for along the list, from the newest on', async () => {
  const { pool } = house.database;
  const merchantId = house.merchants[0].id;
  const { rows: made } = await pool.query<{ id: string }>(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, owner_id, placed_at)
     select $1, $2, 1, '话术', $3, '线路', '15400000002', 'ended', 'answered', $4,
       timestamptz '2026-02-01 09:00+08' + n * interval '1 minute'
     from generate_series(1, 2100) n returning id`,
    [merchantId, own.plan, own.line, house.merchants[0].owner.id],
  );
  await pool.query(
    `insert into call_transcript (merchant_id, call_id, lines, path, answers)
     select $1, id, '[{"text": "好的谢谢"}]', '[]', '[]'
     from unnest($2::bigint[]) id`,
    [merchantId, made.map(({ id }) => id)],
  );
  const first = await list({ words: '好的谢谢', limit: 100 });
  await enterIndex();
  expect(await list({ words: '好的谢谢', limit: 100 })).toEqual(first);
  expect([first.list.length, first.more, first.sums, first.lookedAt]).toEqual([100, true, null, undefined]);
  const seen = new Set(first.list.map(({ id }) => id));
  const second = await list({ words: '好的谢谢', limit: 100, after: first.after! });
  expect([second.list.length, second.list.some(({ id }) => seen.has(id))]).toEqual([100, false]);
  const none = await list({ words: '好的谢谢', states: ['answered'], hungUpBys: ['user'] });
  expect([none.list, none.after]).toEqual([[], null]);
  await pool.query('delete from call where id = any($1)', [made.map(({ id }) => id)]);
});

test('who sees masked numbers finds by no city and by no figures that were said; words are found as ever', async () => {
  const { token: masked } = await peopleOf(house, house.merchants[0]).person('masked', {
    rights: ['callLog'],
    buttons: ['search_more'],
    scope: 'all',
  });
  for (const filter of [{ city: '深圳' }, { words: '139' }, { words: '打 13' }, { words: '一三九' }])
    expect((await house.post('call/list', { ...filter, token: masked } as Record<string, string>)).errorCode).toBe(
      'city' in filter ? refusals.noRight.code : refusals.saidFigures.code,
    );
  expect(await found({ words: '利息' }, masked)).toEqual([-1, -1]);
  expect((await list({ province: '广东' }, masked)).list.map(({ phone }) => phone)).toEqual([
    '138****2345',
    '139****2345',
  ]);
});

test('words and further filters want search_more; one letter is refused', async () => {
  const { token: plain } = await peopleOf(house, house.merchants[0]).person('plain', {
    rights: ['callLog'],
    buttons: ['phone:unmask'],
  });
  for (const filter of [{ words: '利息' }, { tags: '["复购"]' }, { hourFrom: '9' }, { portId: own.port }])
    expect((await house.post('call/list', { ...filter, token: plain })).errorCode).toBe(refusals.noRight.code);
  expect((await house.post('call/list', { words: '利', token })).errorMsg).toContain('至少两个相连的字');
});

test('whoever filters is offered ports, people, tags and places; cities to who sees numbers alone', async () => {
  const choices = await house.ask(callEndpoints.choices, {}, token);
  expect(choices.tags).toEqual(['复购', '高意向']);
  expect(choices.ports.map(({ id }) => id)).toContain(own.port);
  expect(choices.people.map(({ id }) => id)).toContain(house.merchants[0].owner.id);
  expect(choices.people.map(({ id }) => id)).not.toContain(house.merchants[1].owner.id);
  expect(choices.areas).toHaveLength(31);
  expect(choices.areas.find(({ province }) => province === '广东')?.cities).toContain('深圳');
  const { token: masked } = await peopleOf(house, house.merchants[0]).person('own', {
    rights: ['callLog'],
    buttons: ['search_more'],
  });
  const fewer = await house.ask(callEndpoints.choices, {}, masked);
  expect([fewer.areas.flatMap(({ cities }) => cities), fewer.people.length, fewer.tags]).toEqual([[], 1, []]);
});

test('O-374, O-375: taskLog lists the calls of tasks, voiceLog those that no task made (A-53)', async () => {
  const phones = (page: { list: readonly { phone: string }[] }) => page.list.map(({ phone }) => phone);
  expect(phones(await house.ask(taskLogEndpoints.list, {}, token))).toEqual([
    '02886666666',
    '13901012345',
    '13823212345',
    '13902212345',
  ]);
  expect(phones(await house.ask(voiceLogEndpoints.list, {}, token))).toEqual(['15400000001']);
});

test('what a call cost is read by the call, whatever else its merchant paid', async () => {
  const { pool } = house.database;
  const asked: CompiledQuery[] = [];
  const db = merchantDb(
    tablesOver(pool, ({ query }) => void asked.push(query)),
    house.merchants[0].id,
  );
  await findCall(db, '1');
  const client = await pool.connect();
  await client.query('begin; set local enable_seqscan = off');
  const { rows: told } = await client.query(`explain ${asked[0]?.sql}`, [...(asked[0]?.parameters ?? [])]);
  await client.query('rollback');
  client.release();
  const plan = told.map(row => row['QUERY PLAN']).join('\n');
  expect(plan.match(/\w+(?= on ledger)/g)?.toSorted()).toEqual(['ledger_call', 'ledger_message']);
});

test('A-53: calls in which a seat took part are found by their source: dialled by one, or handed over to one', async () => {
  const { id: merchant, owner } = house.merchants[0];
  const set = (to: string, row: number) =>
    house.database.pool.query(`update call set ${to} where merchant_id = $1 and phone = $2`, [
      merchant,
      rows[row]!.phone,
    ]);
  expect(await found({ source: 'seat' })).toEqual([]);
  await set(`seat_id = ${owner.id}`, 0);
  await set(`seat_id = ${owner.id}, origin = 'seat'`, 4);
  expect(await found({ source: 'seat' })).toEqual([4, 0]);
  // What a seat dials is no trial, and no task made it.
  expect(await found({ source: 'hand' })).toEqual([]);
  expect(await found({ source: 'voice' })).toEqual([4]);
});
