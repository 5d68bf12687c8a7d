import { type Endpoint, endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { goTo } from '../testing/go-to.ts';
import { newMerchant } from '../testing/house.ts';
import { type Layer, openLayer } from '../testing/layer.ts';
import { openAt } from '../testing/open-at.tsx';
import { routes } from './routes.ts';
import { mayOpen } from './where-to.ts';

/** Sets `markupRan` where a page takes it for more than a text. */
const markup =
  '"><img src=x onerror=markupRan=1><svg/onload=markupRan=1>[x](javascript:markupRan=1)<script>markupRan=1</script>';

const table = new Map<string, Endpoint>(
  Object.values(endpoints).flatMap(room => Object.values(room).map(each => [each.path, each as Endpoint])),
);

type Path = readonly PropertyKey[];
type Holder = Record<PropertyKey, unknown>;
const read = (at: unknown, path: Path): unknown => path.reduce<unknown>((holder, key) => (holder as Holder)[key], at);
const write = (at: unknown, path: Path, value: unknown): void => {
  (read(at, path.slice(0, -1)) as Holder)[path.at(-1)!] = value;
};

/** Where an answer holds words: what people or the house wrote, and no id, state or date. */
const wordsIn = (data: unknown, path: Path = []): readonly Path[] => {
  if (typeof data === 'string') return /\p{Script=Han}/u.test(data) ? [path] : [];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => wordsIn(value, [...path, key]));
};

let written = 0;
/** The answer with markup in each of its words that the contract lets be any text. */
const spoiled = (path: string, data: unknown): unknown => {
  const answer = { data: structuredClone(data) };
  for (const at of wordsIn(data)) write(answer, ['data', ...at], `${markup}${++written}`);
  const issues = table.get(path)?.output.safeParse(answer.data).error?.issues ?? [];
  for (const { path: at } of issues) write(answer, ['data', ...at], read(data, at));
  return answer.data;
};

const pathsOf = (frame: 'shell' | 'bare', user: Parameters<typeof mayOpen>[1]) =>
  routes.filter(row => row.frame === frame && !/[:*]/.test(row.path) && mayOpen(row, user)).map(row => row.path);

/** The first that is not in a page behind. */
const shown = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(each => each.checkVisibility());
/** All that the page asked for is there and shown. */
const settled = ({ waiting }: Layer, isThere = () => true) => {
  const isSettled = () => isThere() && waiting() === 0 && shown('[aria-busy="true"], .skeleton') === undefined;
  return expect.poll(isSettled).toBe(true);
};
/** The page of the tab in front is what one sees: panes are named as their tabs. */
const isInFront = (path: string): boolean => {
  const tab = document.querySelector('.tabs-row [aria-current=page]');
  const [name, page] = shown('.shell-pane')?.children ?? [];
  return (
    tab?.getAttribute('href')?.startsWith(path) === true && name?.textContent === tab.textContent && page !== undefined
  );
};

/** Tables whose rows are all there is. */
const flat: readonly string[] = ['/port', '/platform/balance', '/platform/lists', '/platform/shared-lists'];

/** Opens the first row: it is marked or has an address of its own, and there is more to read. */
const openRow = async (row: HTMLElement, layer: Layer): Promise<void> => {
  const [address, text] = [location.href, document.body.textContent];
  const isOpen = () => (location.href !== address || row.ariaCurrent === 'true') && document.body.textContent !== text;
  row.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await settled(layer, isOpen);
};

/** Shows a page, and its first row where it has one. */
const look = async (path: string, layer: Layer): Promise<void> => {
  // Two may be called alike: what was seen before is seen no more.
  const before = location.pathname === path ? undefined : shown('.shell-pane');
  goTo(path);
  await settled(layer, () => isInFront(path) && shown('.shell-pane') !== before);
  const row = shown('tbody tr[data-key]');
  if (row !== undefined && !flat.includes(path)) await openRow(row, layer);
};

const scriptLinks = () =>
  [...document.querySelectorAll('[href], [src], [action]')]
    .flatMap(each => ['href', 'src', 'action'].map(name => each.getAttribute(name) ?? ''))
    .filter(address => /^\s*(javascript|vbscript|data:text)/i.test(address));

const expectPlain = (path: string) =>
  expect([path, Reflect.get(globalThis, 'markupRan') ?? null, scriptLinks()]).toEqual([path, null, []]);

test.each([
  ['merchant', 100],
  ['reseller', 100],
  // Those of merchants and of its own people alone: what it says to everybody other files would read.
  ['platform', 5],
] as const)('words that are markup are words on every page of the %s: nothing of them runs', async (kind, words) => {
  const merchant = await newMerchant({ kind });
  if (kind !== 'platform') await merchant.giveOneOfEach();
  const user = await merchant.owner.ask(endpoints.user.getUserInfo, {});
  const layer = openLayer();
  layer.changes(spoiled);
  await openAt('/home', { as: merchant.owner, layer });
  const before = written;
  for (const path of pathsOf('shell', user)) {
    await look(path, layer);
    expectPlain(path);
  }
  expect(written - before).toBeGreaterThan(words);
  expect(document.body.textContent).toContain('onerror=markupRan=1');
});

test('nothing of an address runs on a page that needs no token', async () => {
  const query = `?token=${encodeURIComponent(markup)}&code=${encodeURIComponent(markup)}#javascript:markupRan=1`;
  for (const path of pathsOf('bare', { rights: [], btns: [], roleCode: 'employee' })) {
    const { layer } = await openAt(`${path}${query}`);
    await settled(layer);
    expectPlain(path);
  }
});
