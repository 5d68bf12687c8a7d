import { homePath, homeTab, hrefOf, most, type Tab } from './tabs.ts';

/**
 * Open tabs outlive a reload: their addresses and titles, one account each, in this browser tab alone. What they show is
 * read anew when one comes back to them.
 */
const keyOf = (who: string) => `lx.tabs.${who}`;
const longestHref = 2_000;
const longestTitle = 200;

export const keepTabs = (who: string, list: readonly Tab[]): void => {
  const tabs = list
    .filter(tab => !tab.passing && hrefOf(tab.place).length <= longestHref)
    .map(({ place, title }) => [hrefOf(place), title?.slice(0, longestTitle) ?? null]);
  try {
    sessionStorage.setItem(keyOf(who), JSON.stringify(tabs));
  } catch {
    // Full or forbidden: the tabs are there until the page is left.
  }
};

const readKept = (who: string): readonly unknown[] => {
  try {
    const there: unknown = JSON.parse(sessionStorage.getItem(keyOf(who)) ?? '[]');
    return Array.isArray(there) ? there.slice(0, most) : [];
  } catch {
    return [];
  }
};

/** The tabs of that account; `rowOf` tells which row shows a pathname, null where it may not be opened any more. */
export const keptTabs = (who: string, rowOf: (pathname: string) => string | null): readonly Tab[] => {
  const list = new Map<string, Tab>([[homePath, homeTab]]);
  for (const each of readKept(who)) {
    const [href, title]: unknown[] = Array.isArray(each) ? each : [];
    if (typeof href !== 'string' || !/^\/(?!\/)/.test(href) || href.length > longestHref) continue;
    const { pathname, search, hash } = new URL(href, location.origin);
    const row = rowOf(pathname);
    const place = { pathname, search, hash };
    if (row !== null)
      list.set(pathname, { ...homeTab, id: pathname, row, place, title: typeof title === 'string' ? title : null });
  }
  return [...list.values()];
};
