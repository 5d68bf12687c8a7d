import { auditEndpoints, keywordEndpoints, keywordLimits, planEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';

/** Merchants from before the library began with the groups that parts listen by. */
let house: TestHouse;
let token = '';
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.database.pool.query('delete from keyword_group');
});

const { addStarters, saveGroup, groups, add } = keywordEndpoints;
const parts = [
  '拒绝',
  '忙',
  '你是谁',
  '重复',
  '没听清',
  '投诉',
  '转人工',
  '打错了',
  '怎么有我电话',
  '考虑一下',
  '是我',
];
const all = ['肯定', '否定', ...parts];
const make = async (name: string) => (await house.ask(saveGroup, { name, semantic: 'own', note: '我们的' }, token)).id;

test('groups that are missing are added with their words; what is called so stays, even where it holds none', async () => {
  const busy = await make('忙');
  await house.ask(add, { groupId: busy, kind: 'simple', texts: '正煮饺子' }, token);
  const bare = await make('打错了');
  const missing = all.filter(name => name !== '忙' && name !== '打错了');
  expect(await house.ask(groups, { search: '饺子' }, token)).toMatchObject({ total: 1, missing });
  expect(await house.ask(addStarters, {}, token)).toEqual({ added: missing });
  expect(await house.ask(addStarters, {}, token)).toEqual({ added: [] });
  const { list, missing: left } = await house.ask(groups, { limit: 100 }, token);
  expect([list.map(({ name }) => name).toSorted(), left]).toEqual([all.toSorted(), []]);
  for (const { id, words, note } of list) {
    if (id === busy || id === bare) expect([words, note]).toEqual([id === busy ? 1 : 0, '我们的']);
    else expect(words).toBeGreaterThan(2);
  }
  expect(list.find(({ name }) => name === '拒绝')).toMatchObject({
    semantic: 'refuse',
    note: '不愿再谈，也不愿再接到电话',
  });
  expect((await house.ask(groups, {}, await house.signIn(house.merchants[1]))).missing).toEqual(all);
});

test('of two who add them at once each group is added by one, and the audit says by whom', async () => {
  const both = await Promise.all([1, 2].map(() => house.ask(addStarters, {}, token)));
  expect(both.flatMap(({ added }) => added).toSorted()).toEqual(all.toSorted());
  const { list } = await house.ask(groups, { limit: 100 }, token);
  const busy = list.find(({ name }) => name === '忙')!.id;
  const { list: rows } = await house.ask(auditEndpoints.list, { action: 'keywords.save', target: busy }, token);
  expect(rows).toMatchObject([{ targetName: '忙', fields: ['name', 'note', 'semantic'] }]);
});

test('a plan made before listens by its own words, one made then by the groups, but by none without words', async () => {
  const partsOf = async (name: string) => {
    const { id } = await house.ask(planEndpoints.create, { name, template: 'empty' }, token);
    const { knowledge, intents } = (await house.ask(planEndpoints.draft, { id }, token)).graph;
    const own = [...knowledge, ...intents].filter(item => parts.includes(item.name) && item.id.startsWith('common-'));
    return own.map(({ name: called, groups: ids, words }) => [called, ids ?? [], words.length > 0]);
  };
  await make('打错了');
  expect(await partsOf('之前的话术')).toEqual(parts.map(name => [name, [], true]));
  await house.ask(addStarters, {}, token);
  const { list } = await house.ask(groups, { limit: 100 }, token);
  const idOf = (name: string) => list.find(group => group.name === name)?.id;
  expect(await partsOf('之后的话术')).toEqual(
    parts.map(name => (name === '打错了' ? [name, [], true] : [name, [idOf(name)], false])),
  );
});

test('a library without room for them stays as it is, and who may not change it adds none', async () => {
  const { pool } = house.database;
  const own = house.merchants[0].id;
  await pool.query(
    `insert into keyword_group (merchant_id, name, semantic) select $1, '第' || n, 'own' from generate_series(1, $2) n`,
    [...[own, keywordLimits.groups - 1]],
  );
  expect(await house.post('keywords/addStarters', { token })).toMatchObject({ errorCode: 343 });
  expect((await house.ask(groups, {}, token)).missing).toEqual(all);
  const looker = await house.signInWith(['myKeyword'], []);
  expect(await house.post('keywords/addStarters', { token: looker })).toMatchObject({ errorCode: 104 });
});

test('a group that was removed and added anew is not restored beside it', async () => {
  await house.ask(addStarters, {}, token);
  const { list } = await house.ask(groups, { limit: 100 }, token);
  const { id } = list.find(({ name }) => name === '忙')!;
  const { undo } = await house.ask(keywordEndpoints.removeGroup, { id }, token);
  expect(await house.ask(addStarters, {}, token)).toEqual({ added: ['忙'] });
  expect(await house.post('removal/undo', { id: undo, token })).toMatchObject({
    errorMsg: '同名的已经有了，不能恢复',
  });
});
