import { describe, expect, test } from 'vitest';
import {
  beside,
  hrefOf,
  most,
  mostLive,
  name,
  neighbour,
  noTabs,
  type Tabs,
  tabOf,
  toTop,
  visit,
  without,
} from './tabs.ts';

const go = (
  tabs: Tabs,
  href: string,
  { replaced = false, passing = false, row = 'page', unsaved = [] as readonly string[] } = {},
): Tabs => {
  const { pathname, search, hash } = new URL(href, 'http://here');
  const place = { pathname, search, hash };
  return visit(tabs, { place, row, state: null, passing, replaced, isUnsaved: id => unsaved.includes(id) });
};
const walk = (...hrefs: string[]) => hrefs.reduce((tabs, href) => go(tabs, href), noTabs);
const ids = ({ list }: Tabs) => list.map(tab => tab.id).join(' ');
const many = (n: number) => walk(...Array.from({ length: n }, (_, at) => `/p${at}`));

describe('the tabs', () => {
  test('begin with home and open one a pathname, at the end', () => {
    expect(ids(walk('/callLog', '/port', '/callLog'))).toBe('/home /callLog /port');
  });

  test('two calls are two tabs, two filters of one list are one', () => {
    const tabs = walk('/platform/call/1', '/platform/call/2', '/callLog?state=a', '/callLog?state=b');
    expect(ids(tabs)).toBe('/home /platform/call/1 /platform/call/2 /callLog');
    expect(hrefOf(tabOf(tabs, '/callLog')!.place)).toBe('/callLog?state=b');
  });

  test('O-060: a new location counts as opened anew, coming back to a tab does not', () => {
    const opened = (tabs: Tabs) => tabOf(tabs, '/callLog')!.opened;
    const once = walk('/callLog?state=a');
    expect(opened(go(once, '/callLog?state=b'))).toBe(0);
    expect(opened(go(go(once, '/port'), '/callLog?state=a'))).toBe(0);
    expect(opened(go(go(once, '/port'), '/callLog?state=b'))).toBe(1);
    expect(opened(go(once, '/callLog?state=b', { replaced: true }))).toBe(0);
    expect(opened(toTop(once, '/callLog'))).toBe(1);
  });

  test('a 401, a 404 and a 500 are gone as soon as one leaves', () => {
    const lost = go(walk('/callLog'), '/nope', { passing: true });
    expect(ids(lost)).toBe('/home /callLog /nope');
    expect(ids(go(lost, '/port'))).toBe('/home /callLog /port');
  });

  test('at most 30 stay, the one unused for longest goes, home never', () => {
    const full = many(29);
    expect(full.list).toHaveLength(30);
    const used = go(full, '/p0');
    const next = go(used, '/new');
    expect(next.list).toHaveLength(30);
    expect(tabOf(next, '/p1')).toBeUndefined();
    expect([tabOf(next, '/p0')?.id, next.list[0]?.id]).toEqual(['/p0', '/home']);
  });

  test('the 15 used last keep their page', () => {
    const tabs = many(20);
    const live = tabs.list.filter(tab => tab.live).map(tab => tab.id);
    expect(live).toEqual(Array.from({ length: 15 }, (_, at) => `/p${at + 5}`));
    expect(tabOf(go(tabs, '/p0'), '/p0')?.live).toBe(true);
  });

  test('what is not saved keeps its page and its tab, however many come after it', () => {
    const unsaved = ['/p0'];
    const tabs = Array.from({ length: 100 }, (_, at) => `/p${at}`).reduce(
      (all, href) => go(all, href, { unsaved }),
      noTabs,
    );
    expect([tabs.list.length, tabOf(tabs, '/p0')?.live, tabOf(tabs, '/p84')?.live]).toEqual([most, true, false]);
  });

  test('a thousand tabs leave no more behind than thirty', () => {
    const tabs = many(1_000);
    expect([tabs.list.length, tabs.list.filter(tab => tab.live).length]).toEqual([most, mostLive]);
  });

  test('O-099: closing all leaves home', () => {
    expect(ids(without(walk('/callLog', '/port'), () => true))).toBe('/home');
  });

  test('after the one in front comes the one to its right, else the one to its left', () => {
    const tabs = walk('/a', '/b', '/c');
    expect([neighbour(tabs, '/b').id, neighbour(tabs, '/c').id]).toEqual(['/c', '/b']);
  });

  test('left and right go round', () => {
    const tabs = walk('/a', '/b');
    expect([beside(tabs, 1).id, beside(tabs, -1).id]).toEqual(['/home', '/a']);
    expect(beside(go(tabs, '/home'), -1).id).toBe('/b');
  });

  test('a page names its tab, and the same name changes nothing', () => {
    const tabs = name(walk('/a'), '/a', '试听课回访');
    expect(tabOf(tabs, '/a')?.title).toBe('试听课回访');
    expect(name(tabs, '/a', '试听课回访')).toBe(tabs);
  });
});
