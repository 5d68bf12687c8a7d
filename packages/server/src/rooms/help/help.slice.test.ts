import { helpEndpoints, textEndpoints, updateLogEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../../seed/seed.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel } from '../../../test/people.ts';
import { latestText } from './index.ts';

let house: TestHouse;
let admin = '';
let token = '';
beforeAll(async () => {
  house = await startTestHouse();
  admin = (await openLevel(house, '100000', 'platform')).token;
  token = await house.signIn(house.merchants[0]);
});
afterAll(() => house.close());

const save = async (
  title: string,
  over: { parentId?: string; isOnline?: '0' | '1'; content?: string; path?: string } = {},
) => (await house.ask(helpEndpoints.save, { title, ...over }, admin)).id;
const titles = async () => (await house.ask(helpEndpoints.list, {}, token)).list.map(row => row.title);

test('O-111 O-360: the list has what is online, with everything above it online too', async () => {
  const [first, second] = [await save('一'), await save('二', { isOnline: '0' })];
  await save('一之二', { parentId: first });
  await save('没写完', { parentId: first, isOnline: '0' });
  await save('藏在二下面', { parentId: second });
  expect(await titles()).toEqual(['一', '一之二']);
  expect((await house.ask(helpEndpoints.all, {}, admin)).total).toBe(5);
});

test('O-237 O-238 O-239 O-240 O-241 O-361: an article has id, title, isOnline, path and content', async () => {
  const id = await save('线路', { path: '/port', content: '# 接线\n\n**填地址**，再填账号。' });
  expect(await house.ask(helpEndpoints.detail, { id }, token)).toMatchObject({
    id,
    title: '线路',
    isOnline: true,
    path: '/port',
    content: '# 接线\n\n**填地址**，再填账号。',
  });
  expect((await house.ask(helpEndpoints.list, {}, token)).list.find(row => row.id === id)).toMatchObject({
    path: '/port',
    isOnline: true,
  });
});

test('an article that is offline, below one that is, or missing answers the same', async () => {
  const all = (await house.ask(helpEndpoints.all, {}, admin)).list;
  const ids = ['没写完', '藏在二下面'].map(title => all.find(row => row.title === title)!.id);
  for (const id of [...ids, '9223372036854775806'])
    expect(await house.post('help/detail', { id, token })).toMatchObject({
      errorCode: 105,
      errorMsg: '文章不存在或已删除',
    });
});

test('every word must be found, in title or text; the title weighs more; signs of LIKE are letters', async () => {
  await save('账号写法', { content: '线路账号 100% 要对' });
  const find = async (q: string) =>
    (await house.ask(helpEndpoints.search, { q }, token)).list.map(row => row.title.map(run => run.text).join(''));
  expect(await find('账号')).toEqual(['账号写法', '线路']);
  expect(await find('地址 账号')).toEqual(['线路']);
  expect(await find('100%')).toEqual(['账号写法']);
  for (const none of ['_', '%%', '\\', '藏在', "' or 1=1"]) expect(await find(none)).toEqual([]);
  const [found] = (await house.ask(helpEndpoints.search, { q: '填地址' }, token)).list;
  expect(found?.excerpt.filter(run => run.hit)).toEqual([{ text: '填地址', hit: true }]);
});

test('articles are moved before each other and below each other, never below themselves, three levels deep', async () => {
  const [a, b, c] = [await save('甲'), await save('乙'), await save('丙')];
  await house.ask(helpEndpoints.move, { id: c, before: a }, admin);
  expect((await titles()).slice(-3)).toEqual(['丙', '甲', '乙']);
  await house.ask(helpEndpoints.move, { id: b, parentId: a }, admin);
  await house.ask(helpEndpoints.move, { id: c, parentId: b }, admin);
  expect((await titles()).slice(-3)).toEqual(['甲', '乙', '丙']);
  expect(await house.post('help/move', { id: a, parentId: c, token: admin })).toMatchObject({ errorCode: 254 });
  expect(await house.post('help/save', { title: '丁', parentId: c, token: admin })).toMatchObject({
    errorCode: 255,
    errorMsg: '最多 3 层，换一个位置',
  });
  expect(await house.post('help/remove', { id: a, token: admin })).toMatchObject({
    errorCode: 257,
    errorMsg: '下面还有 1 篇，先移走或删除',
  });
  for (const id of [c, b, a]) await house.ask(helpEndpoints.remove, { id }, admin);
  expect(await titles()).not.toContain('甲');
});

test.each(['//evil.test', 'javascript:alert(1)', 'https://evil.test', '/a b'])('%s is no page', async path => {
  expect(await house.post('help/save', { title: 'x', path, token: admin })).toMatchObject({ errorCode: 100 });
});

test('a merchant’s owner writes nothing', async () => {
  for (const path of ['help/save', 'help/all', 'updateLog/save', 'text/save', 'text/list', 'notice/save'])
    expect(await house.post(path, { token })).toMatchObject({ errorCode: 104 });
});

test('O-050: the update log begins with the newest version; a version has one entry', async () => {
  const entry = (version: number) => ({ version, date: '2026-11-21', title: `第 ${version} 版`, content: '- 更快' });
  for (const version of [1, 3, 2]) await house.ask(updateLogEndpoints.save, entry(version), admin);
  const first = await house.ask(updateLogEndpoints.list, { limit: 2 }, token);
  expect([first.list.map(row => row.version), first.total, first.after]).toEqual([[3, 2], 3, 2]);
  const rest = await house.ask(updateLogEndpoints.list, { limit: 2, after: 2 }, token);
  expect([rest.list.map(row => row.version), rest.after]).toEqual([[1], null]);
  const again = await house.post('updateLog/save', { ...entry(3), version: '3', token: admin });
  expect(again).toMatchObject({ errorCode: 258, errorMsg: '版本 3 已有记录' });
  const { id } = first.list[0]!;
  await house.ask(updateLogEndpoints.save, { ...entry(4), id }, admin);
  await house.ask(updateLogEndpoints.remove, { id }, admin);
  expect((await house.ask(updateLogEndpoints.list, {}, token)).total).toBe(2);
});

test('O-105: the commitment is its newest version; one that says the same is not published', async () => {
  expect(await house.ask(textEndpoints.commitment, {}, token)).toEqual({ version: 0, content: '', publishedAt: null });
  for (const content of ['承诺一', '承诺二'])
    await house.ask(textEndpoints.save, { kind: 'commitment', content }, admin);
  expect(await house.ask(textEndpoints.commitment, {}, token)).toMatchObject({ version: 2, content: '承诺二' });
  const same = await house.post('text/save', { kind: 'commitment', content: '承诺二', token: admin });
  expect(same).toMatchObject({ errorCode: 261 });
  const { list } = await house.ask(textEndpoints.list, { kind: 'commitment' }, admin);
  expect(list.map(row => [row.version, row.content])).toEqual([
    [2, '承诺二'],
    [1, '承诺一'],
  ]);
  expect(await latestText(house.database.db, 'agreement')).toBeUndefined();
});

test('what is written is found in the audit of who wrote it, long texts cut', async () => {
  const { rows } = await house.database.pool.query<{ action: string; merchants: string }>(
    `select action, string_agg(distinct merchant.number, ',') merchants from audit
     join merchant on merchant.id = audit.merchant_id where action ~ '^(article|update|text)' group by action order by action`,
  );
  expect(rows).toEqual(
    ['article.move', 'article.remove', 'article.save', 'text.save', 'update.remove', 'update.save'].map(action => ({
      action,
      merchants: '100000',
    })),
  );
});

test('an installation begins with help, agreement, commitment and the update log, demo or not; deleted stays deleted', async () => {
  const fresh = await startTestHouse();
  await seed(fresh.database, { demoPassword: null });
  const reader = await fresh.signIn(fresh.merchants[0]);
  const { list } = await fresh.ask(helpEndpoints.list, {}, reader);
  const sections = list.filter(row => row.parentId === null).map(row => row.title);
  expect(sections).toEqual(['开始使用', '打电话', '线路', '账号和管理', '话术', '看管服务器', '跟进客户']);
  expect(list.length - sections.length).toBeGreaterThanOrEqual(21);
  for (const { id, parentId } of list.filter(row => row.parentId !== null))
    expect([parentId, (await fresh.ask(helpEndpoints.detail, { id }, reader)).content.length > 150]).toEqual([
      parentId,
      true,
    ]);
  expect((await fresh.ask(updateLogEndpoints.list, {}, reader)).list[0]?.version).toBe(11);
  expect((await fresh.ask(textEndpoints.commitment, {}, reader)).version).toBe(1);
  expect((await latestText(fresh.database.db, 'agreement'))?.content).toContain('同意');
  await fresh.database.pool.query('delete from article where parent_id is not null');
  await seed(fresh.database, { demoPassword: null });
  expect((await fresh.ask(helpEndpoints.list, {}, reader)).total).toBe(7);
  await fresh.close();
});
