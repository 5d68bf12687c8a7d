import { keywordEndpoints, keywordLimits, planEndpoints, planNodeEndpoints } from '@lianxian/contract';
import type { CompiledQuery, LogEvent } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { up } from '../../../migrations/0047_word_meanings.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { type MerchantDb, merchantDb, tablesOver } from '../../platform/db/index.ts';
import { borrowedFor, seedKeywords } from './index.ts';
import { usesOf } from './uses.store.ts';

let house: TestHouse;
let token = '';
let stranger = '';
beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
});
afterAll(() => house.close());

const { saveGroup, groups, add, list, uses } = keywordEndpoints;
const db = (merchant: 0 | 1) => merchantDb(house.database.db, house.merchants[merchant].id);
const make = async (name: string, as = token): Promise<string> =>
  (await house.ask(saveGroup, { name, semantic: 'own' }, as)).id;
const plan = async (name: string, draft: object | null, version: object | null, merchant: 0 | 1 = 0) => {
  const { pool } = house.database;
  const own = house.merchants[merchant].id;
  const { rows } = await pool.query<{ id: string }>(
    'insert into plan (merchant_id, name, draft) values ($1, $2, $3) returning id',
    [own, name, draft],
  );
  const id = rows[0]!.id;
  if (version !== null)
    await pool.query('insert into plan_version values ($1, $2, 1, $3, 1, now())', [own, id, JSON.stringify(version)]);
  return id;
};

test('many words are pasted into a group at once, each once; what cannot be read is told', async () => {
  const id = await make('价格');
  expect(await house.ask(add, { groupId: id, kind: 'simple', texts: '多少钱，贵\n多少钱' }, token)).toEqual({
    added: 2,
    known: 0,
    refused: [],
  });
  expect(await house.ask(add, { groupId: id, kind: 'simple', texts: '多少钱\n便宜' }, token)).toMatchObject({
    added: 1,
    known: 1,
  });
  expect(await house.ask(add, { groupId: id, kind: 'pattern', texts: '多少*钱\n(错' }, token)).toEqual({
    added: 1,
    known: 0,
    refused: ['(错'],
  });
  const { list: words, total } = await house.ask(list, { groupId: id, search: '多少' }, token);
  expect(words.map(({ kind, text }) => `${kind} ${text}`)).toEqual(['pattern 多少*钱', 'simple 多少钱']);
  expect(total).toBe(2);
  expect(await house.post('keywords/list', { groupId: id, token: stranger })).toMatchObject({ errorCode: 105 });
});

test('a word is changed where nothing else is it, and words are removed', async () => {
  const id = await make('修改');
  await house.ask(add, { groupId: id, kind: 'simple', texts: '一\n二' }, token);
  const { list: words } = await house.ask(list, { groupId: id }, token);
  const [two, one] = words;
  const change = (over: Record<string, string>, as = token) =>
    house.post('keywords/saveWord', { id: one!.id, kind: 'simple', text: '二', token: as, ...over });
  expect(await change({})).toMatchObject({ errorCode: 344, errorMsg: '词组里已有“二”' });
  expect(await change({ kind: 'pattern', text: '(' })).toMatchObject({ errorCode: 345 });
  expect(await change({ text: '三' }, stranger)).toMatchObject({ errorCode: 105 });
  expect(await change({ text: '三' })).toMatchObject({ errorCode: 0 });
  await house.ask(keywordEndpoints.removeWords, { groupId: id, ids: two!.id }, token);
  expect((await house.ask(list, { groupId: id }, token)).list.map(({ text }) => text)).toEqual(['三']);
});

test('a group says which plans it touches, is not removed under a draft, and lends its words as they are now', async () => {
  const id = await make('忙碌');
  await house.ask(add, { groupId: id, kind: 'combined', texts: '现在+开会' }, token);
  const naming = { intents: [{ id: 'busy', groups: [id] }], knowledge: [], flows: [] };
  const none = { intents: [], knowledge: [], flows: [] };
  const drafted = await plan('草稿用着', naming, none);
  const published = await plan('版本用着', none, naming);
  const undrafted = await plan('没有草稿', null, { ...none, knowledge: [{ id: 'k', groups: ['x', id] }] });
  await plan('没用', none, none);
  await plan('别家的', naming, naming, 1);
  const asked = await house.ask(uses, { id }, token);
  expect(asked.list.toReversed()).toEqual([
    { id: drafted, name: '草稿用着', inDraft: true, version: null },
    { id: published, name: '版本用着', inDraft: false, version: 1 },
    { id: undrafted, name: '没有草稿', inDraft: true, version: 1 },
  ]);
  expect(await house.post('keywords/removeGroup', { id, token })).toMatchObject({ errorCode: 341 });
  expect(await house.post('keywords/uses', { id, token: stranger })).toMatchObject({ errorCode: 105 });
  expect(await borrowedFor(db(0), [id, 'x', '999'])).toMatchObject([
    { id, name: '忙碌', recognised: { combined: [['现在', '开会']], words: [] } },
  ]);
  expect(await borrowedFor(db(1), [id])).toEqual([]);
});

test('a draft is offered the common meanings that it may want, also by words of the groups it borrows; it takes none by itself', async () => {
  const id = await make('忙的说法');
  await house.ask(add, { groupId: id, kind: 'like', texts: '我现在手上有事\n我在外面呢不方便' }, token);
  const later = { id: 'busy', name: '正忙', priority: 0, words: [], groups: [id] };
  const price = {
    id: 'price',
    name: '问价',
    priority: 0,
    words: ['报价'],
    likes: ['这个怎么收费', '一年下来多少钱'],
    answers: ['三百。'],
  };
  const drafted = await plan(
    '听得懂常用说法',
    { intents: [later], knowledge: [price], flows: [], defaults: { byEar: true } },
    null,
  );
  const { list, proposed, byEar } = await house.ask(keywordEndpoints.meanings, { planId: drafted }, token);
  expect(proposed.map(({ owner, meanings }) => `${owner.kind} ${owner.id} ${meanings[0]}`)).toEqual([
    'intent busy busy',
    'knowledge price price',
  ]);
  expect(byEar).toEqual([
    {
      owner: { kind: 'knowledge', id: 'price' },
      heard: [{ written: expect.stringMatching(/^[^报]价$/), word: '报价' }],
    },
  ]);
  const busy = list.find(({ id }) => id === 'busy')!;
  expect(busy).toMatchObject({ name: '忙', trade: '' });
  expect(busy.some).toHaveLength(8);
  expect(list.find(({ id }) => id === 'checkupReport')).toMatchObject({ name: '体检报告', trade: '体检' });
  expect(await house.post('keywords/meanings', { planId: drafted, token: stranger })).toMatchObject({ errorCode: 105 });
});

test('a new plan listens by the groups of its merchant; where there are none, by words of its own', async () => {
  await seedKeywords(db(1), house.now());
  const { list: all } = await house.ask(groups, { limit: 100 }, stranger);
  const draftWith = async (as: string) => {
    const { id } = await house.ask(planEndpoints.create, { name: '有词库', template: 'empty' }, as);
    return (await house.ask(planEndpoints.draft, { id }, as)).graph;
  };
  const { knowledge, intents } = await draftWith(stranger);
  const bound = [...knowledge, ...intents].filter(({ groups: ids }) => ids !== undefined);
  expect(bound.map(({ name, groups: ids }) => [name, ids])).toEqual(
    ['拒绝', '忙', '你是谁', '重复', '没听清', '投诉', '转人工', '打错了', '怎么有我电话', '考虑一下', '是我'].map(
      name => [name, [all.find(group => group.name === name)?.id]],
    ),
  );
  expect(bound.flatMap(({ words }) => words)).toEqual([]);
  const own = (await draftWith(token)).knowledge.find(({ name }) => name === '打错了');
  expect(own).toMatchObject({ words: expect.arrayContaining(['打错了']) });
});

/** How the database carries out what a store asks. */
const wayOf = async (ask: (db: MerchantDb) => Promise<unknown>): Promise<string> => {
  const { pool } = house.database;
  const queries: CompiledQuery[] = [];
  const log = ({ query }: LogEvent) => void queries.push(query);
  await ask(merchantDb(tablesOver(pool, log), house.merchants[1].id));
  const [{ sql, parameters }] = queries as [CompiledQuery];
  const { rows } = await pool.query(`explain ${sql}`, [...parameters]);
  return rows.map(row => row['QUERY PLAN']).join('\n');
};

test('which of many plans name a group is found by an index: no graph is read for it', async () => {
  const { pool } = house.database;
  const graph = `json_build_object('intents', json_build_array(json_build_object('groups', json_build_array('g' || n))),
    'flows', json_build_array(json_build_object('nodes', json_build_array(json_build_object('id', 'step' || n)))))`;
  await pool.query(
    `with made as (
       insert into plan (merchant_id, name, draft) select $1, n::text, ${graph} from generate_series(1, 500) n returning id)
     insert into plan_version select $1, id, 1, ${graph}, 1, now() from (select id, row_number() over () as n from made) made`,
    [house.merchants[1].id],
  );
  await pool.query('analyze plan, plan_version');
  const uses = await wayOf(db => usesOf(db, 'g7'));
  expect(uses).toContain('Bitmap Index Scan on plan_draft_groups');
  expect(uses).toContain('Bitmap Index Scan on plan_version_groups');
  expect(uses).not.toMatch(/jsonb_path|Seq Scan/);
});

test('two groups are not called the same; groups are found by name, note and word', async () => {
  const id = await make('你是谁');
  await house.ask(add, { groupId: id, kind: 'like', texts: '您是哪家的' }, token);
  expect(await house.post('keywords/saveGroup', { name: '你是谁', semantic: 'yes', token })).toMatchObject({
    errorCode: 340,
    errorMsg: '词组“你是谁”已存在',
  });
  await house.ask(saveGroup, { id, name: '你是谁', semantic: 'own', note: '身份' }, token);
  for (const search of ['是谁', '身份', '哪家'])
    expect((await house.ask(groups, { search }, token)).list).toMatchObject([{ id, words: 1, note: '身份' }]);
  expect((await house.ask(groups, { search: '%' }, token)).list).toEqual([]);
  const { list: theirs } = await house.ask(groups, { search: '是谁' }, stranger);
  expect(theirs.map(group => group.id)).not.toContain(id);
});

test('O-354: the analyzer gives the words of what planNode/list names: of a copy its own; another merchant’s node is none', async () => {
  const interruption = { when: 'never' };
  const node = (said: string) => ({
    id: 'n1',
    kind: 'speak',
    name: '问价',
    sentences: [said],
    routers: [],
    interruption,
  });
  const item = { id: 'k1', name: '价格', answers: ['课程可以分期'], interruption, limit: 3 };
  const graph = (said: string) => ({
    intents: [],
    knowledge: [item],
    flows: [{ id: 'main', name: '主流程', rootNode: 'n1', nodes: [node(said)] }],
  });
  const original = await plan('分词', graph(`请问您对\${课程}的价格满意吗？`), null);
  await plan('分词的副本', graph('价格可以再谈'), null);
  const rows = (await house.ask(planNodeEndpoints.list, { planId: original }, token)).list;
  const words: unknown[] = [];
  for (const { id } of rows) words.push((await house.post('keywords/analyzer', { id, token })).data);
  expect(words).toEqual([{ msg: '请问,价格,满意' }, { msg: '课程,可以,分期' }]);
  for (const id of ['n1', `${original}/n2`, `${original}9/n1`, '99999999999999999999/n1', `${original}/n1"`])
    expect(await house.post('keywords/analyzer', { id, token })).toMatchObject({ errorCode: 105 });
  expect(await house.post('keywords/analyzer', { id: rows[0]!.id, token: stranger })).toMatchObject({ errorCode: 105 });
});

test('O-355: a search answers with the words that hold it, shortest first', async () => {
  const id = await make('搜索');
  await house.ask(add, { groupId: id, kind: 'simple', texts: '课时价目\n价目\n价目表' }, token);
  expect(await house.post('keywords/search', { q: '价目', token })).toMatchObject({
    errorCode: 0,
    data: ['价目', '价目表', '课时价目'],
  });
  expect(await house.post('keywords/search', { q: '价目', token: stranger })).toMatchObject({ data: [] });
  expect(await house.post('keywords/search', { token })).toMatchObject({ data: [] });
});

test('a new merchant gets a starter library once; what is there already stays', async () => {
  await seedKeywords(db(1), house.now());
  await seedKeywords(db(1), house.now());
  const { list: all } = await house.ask(groups, { limit: 100 }, stranger);
  expect(all.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      '肯定',
      '否定',
      '拒绝',
      '忙',
      '你是谁',
      '转人工',
      '打错了',
      '怎么有我电话',
      '考虑一下',
      '是我',
    ]),
  );
  for (const { words } of all) expect(words).toBeGreaterThan(0);
});

test('what groups of an earlier release mean is an id, and was its word', async () => {
  const { db: unscoped, pool } = house.database;
  const before = ['肯定', '否定', '拒绝', '自定义'];
  await pool.query(`alter table keyword_group drop constraint keyword_group_semantic_check, add constraint
    keyword_group_semantic_check check (semantic in ('肯定', '否定', '拒绝', '自定义')) not valid`);
  for (const word of before)
    await pool.query('insert into keyword_group (merchant_id, name, semantic) values ($1, $2, $3)', [
      ...[house.merchants[0].id, `以前的${word}`, word],
    ]);
  await up(unscoped as never);
  const { list: found } = await house.ask(groups, { search: '以前的' }, token);
  expect(Object.fromEntries(found.map(({ name, semantic }) => [name, semantic]))).toEqual({
    以前的肯定: 'yes',
    以前的否定: 'no',
    以前的拒绝: 'refuse',
    以前的自定义: 'own',
  });
  await expect(pool.query("update keyword_group set semantic = '肯定'")).rejects.toThrow(
    'keyword_group_semantic_check',
  );
});

test('a group and the library are bounded, and who may only look does not write', async () => {
  const id = await make('很多');
  const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => `词${from + n}`).join();
  await house.ask(add, { groupId: id, kind: 'simple', texts: many(0, keywordLimits.wordsInGroup) }, token);
  expect(await house.post('keywords/add', { groupId: id, kind: 'simple', texts: '再一个', token })).toMatchObject({
    errorCode: 342,
  });
  const looker = await house.signInWith(['myKeyword'], []);
  expect((await house.ask(list, { groupId: id }, looker)).total).toBe(keywordLimits.wordsInGroup);
  expect(await house.post('keywords/saveGroup', { name: 'x', semantic: 'yes', token: looker })).toMatchObject({
    errorCode: 104,
  });
});
