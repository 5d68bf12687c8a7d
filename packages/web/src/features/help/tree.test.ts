import { expect, test } from 'vitest';
import { type ArticleRow, articleFor, readable, treeOf } from './tree.ts';

const at = (id: string, parentId: string | null, path = ''): ArticleRow => ({
  id,
  parentId,
  path,
  title: id,
  isOnline: true,
});
const list = [at('1', null), at('11', '1', '/my-task'), at('12', '1', '/platform/task'), at('2', null, '/port')];

test('sections hold articles; what holds none can be read', () => {
  expect(treeOf(list).map(({ id, below }) => [id, below.map(each => each.id)])).toEqual([
    ['1', ['11', '12']],
    ['2', []],
  ]);
  expect(readable(list).map(article => article.id)).toEqual(['11', '12', '2']);
});

test.each([
  ['/my-task', '11'],
  ['/platform/task/7', '12'],
  ['/port', '2'],
  ['/portStat', '11'],
  ['/home', '11'],
])('A-44: on %s the article %s opens', (page, id) => {
  expect(articleFor(list, page)?.id).toBe(id);
});
