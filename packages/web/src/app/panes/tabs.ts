/**
 * The tabs of the back-office as one pure value. A tab is one pathname: its own location goes along with what one
 * filters and opens there. The first is home and stays; no more than `most` are open, the one unused for longest goes.
 * The panes of the `mostLive` used last keep their page; an older tab loads anew when one comes back to it. One that
 * holds what is not saved neither goes nor loads anew.
 */
export interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

export interface Tab {
  /** The pathname: what makes it this tab. */
  readonly id: string;
  /** The route row that shows it. */
  readonly row: string;
  readonly place: Place;
  /** State of the navigation that led here; not kept over a reload. */
  readonly state: unknown;
  /** What the page calls itself; null: by its row. */
  readonly title: string | null;
  /** Rises with every use. */
  readonly used: number;
  /**
   * How often it was gone to anew: each time it scrolls to the top. What a page writes into its own
   * address, a filter or an open drawer, is no going.
   */
  readonly opened: number;
  /** 401, 404, 500: gone as soon as one leaves. */
  readonly passing: boolean;
  /** Its page is mounted; false after a reload until one comes back. */
  readonly live: boolean;
}

export interface Tabs {
  readonly list: readonly Tab[];
  readonly active: string | null;
}

/** An address that was navigated to. */
export interface Visit {
  readonly place: Place;
  readonly row: string;
  readonly state: unknown;
  readonly passing: boolean;
  /** The address was replaced, not gone to: what a page writes into it while one works there. */
  readonly replaced: boolean;
  /** Of a tab, by its id: something typed there is not saved. */
  readonly isUnsaved: (id: string) => boolean;
}

export const most = 30;
export const mostLive = 15;
export const homePath = '/home';

export const homeTab: Tab = {
  id: homePath,
  row: 'home',
  place: { pathname: homePath, search: '', hash: '' },
  state: null,
  title: null,
  used: 0,
  opened: 0,
  passing: false,
  live: false,
};
export const noTabs: Tabs = { list: [homeTab], active: null };

export const hrefOf = ({ pathname, search, hash }: Place): string => `${pathname}${search}${hash}`;

export const tabOf = ({ list }: Tabs, id: string | null): Tab | undefined => list.find(tab => tab.id === id);

const change = (tabs: Tabs, id: string, part: Partial<Tab>): Tabs => ({
  ...tabs,
  list: tabs.list.map(tab => (tab.id === id ? { ...tab, ...part } : tab)),
});

const byUse = (one: Tab, other: Tab) => other.used - one.used;

/** Leaves out what must go for `most`, and takes the page from those beyond `mostLive`. */
const bounded = (tabs: Tabs, isUnsaved: (id: string) => boolean): Tabs => {
  const older = (list: readonly Tab[], kept: number) => list.toSorted(byUse).slice(Math.max(0, kept));
  const live = tabs.list.filter(tab => tab.live);
  const resting = older(live, mostLive).filter(tab => !isUnsaved(tab.id));
  const staying = tabs.list.filter(tab => tab.id === homePath || tab.id === tabs.active || isUnsaved(tab.id));
  const spare = older(
    tabs.list.filter(tab => !staying.includes(tab)),
    most - staying.length,
  );
  return {
    ...tabs,
    list: tabs.list
      .filter(tab => tabs.list.length <= most || !spare.includes(tab))
      .map(tab => (resting.includes(tab) ? { ...tab, live: false } : tab)),
  };
};

/** A location was gone to: its tab comes to the front, a new one if there is none. */
export const visit = (tabs: Tabs, { place, row, state, passing, replaced, isUnsaved }: Visit): Tabs => {
  const id = place.pathname;
  const used = 1 + Math.max(0, ...tabs.list.map(tab => tab.used));
  const known = tabOf(tabs, id);
  const fresh = known !== undefined && !replaced && id !== tabs.active && hrefOf(known.place) !== hrefOf(place);
  const list = tabs.list.filter(tab => !tab.passing || tab.id === id);
  const now = { id, row, place, state, used, passing, live: true };
  if (!known) list.push({ ...now, title: null, opened: 0 });
  const next = { list, active: id };
  return bounded(known ? change(next, id, { ...now, opened: known.opened + (fresh ? 1 : 0) }) : next, isUnsaved);
};

/** A page that is not in front changes its own address. */
export const moveHidden = (tabs: Tabs, place: Place, state: unknown): Tabs =>
  change(tabs, place.pathname, { place, state });

export const name = (tabs: Tabs, id: string, title: string | null): Tabs =>
  tabOf(tabs, id)?.title === title ? tabs : change(tabs, id, { title });

/** The next time it is seen it stands at its top. */
export const toTop = (tabs: Tabs, id: string): Tabs => change(tabs, id, { opened: (tabOf(tabs, id)?.opened ?? 0) + 1 });

/** Without those tabs; home stays. `active` stays as it is until one has gone to `neighbour`. */
export const without = (tabs: Tabs, gone: (tab: Tab) => boolean): Tabs => ({
  ...tabs,
  list: tabs.list.filter(tab => tab.id === homePath || !gone(tab)),
});

/** Where to go when the tab in front is closed: the next, else the one before. */
export const neighbour = ({ list }: Tabs, id: string): Tab => {
  const at = list.findIndex(tab => tab.id === id);
  return list[at + 1] ?? list[at - 1] ?? homeTab;
};

/** The tab so many places to the right of the one in front, round and round. */
export const beside = ({ list, active }: Tabs, by: 1 | -1): Tab => {
  const at = list.findIndex(tab => tab.id === active);
  return list.at((at + by) % list.length) ?? homeTab;
};
