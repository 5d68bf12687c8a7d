import { create } from 'zustand';
import { currentUser } from '../session/current-user.ts';
import { takeSeatKey } from '../softphone/seat-keys.ts';
import { isTyping, keys, presses } from '../ui/keys.ts';
import { openOverlay } from './overlay.ts';
import { enter, showBeside } from './panes/use-tabs.ts';
import { type RouteRow, routes } from './routes.ts';
import { mayOpen } from './where-to.ts';

/**
 * Keys without a mouse (docs/look.md#keyboard): `/` to the page's search, while the seat is online to its dial field, Ctrl K the palette, `g` and a letter to a
 * page, `[` `]` between tabs, `?` the sheet. None while one types, the palette alone is had from any field, nor while one answers a
 * dialog: what lies over it would leave the question behind. All can be switched off.
 */
const letters: Readonly<Record<string, string>> = {
  h: 'home',
  t: 'my-task',
  r: 'live',
  c: 'callLog',
  m: 'message-tem',
  q: 'planQuality',
  l: 'levelStatistics',
  i: 'collection',
  o: 'portStat',
  p: 'plan',
  v: 'library',
  k: 'my-keyword',
  w: 'port',
  j: 'monitor',
  n: 'number',
  s: 'my-staff',
  a: 'agent',
};
/** So long after `g` a letter still means a page. */
const letterWithinMs = 1_500;
const storageKey = 'lx.keys.off';

export const useKeys = create<{ on: boolean }>(() => ({ on: localStorage.getItem(storageKey) === null }));
export const switchKeys = (on: boolean): void => {
  on ? localStorage.removeItem(storageKey) : localStorage.setItem(storageKey, '1');
  useKeys.setState({ on });
};

const isAsked = () => document.querySelector('dialog:modal, [role="dialog"][aria-modal="true"]') !== null;

/** Opens the palette, and in it closes it. */
export const isPaletteKey = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) =>
  !event.shiftKey && presses(event, keys.everywhere.palette);

/** The pages `g` leads to: those that exist and may be opened. */
export const pagesByLetter = (): readonly (readonly [string, RouteRow])[] => {
  const user = currentUser();
  return Object.entries(letters).flatMap(([letter, name]) => {
    const row = routes.find(each => each.name === name);
    return row && user && mayOpen(row, user) ? [[letter, row] as const] : [];
  });
};

/** The first search or filter field of the page in front that one can see; false when it has none. */
const toSearch = (): boolean => {
  const fields = document.querySelectorAll<HTMLElement>('.shell-pane input[type="search"], .shell-pane [data-search]');
  const field = [...fields].find(each => each.checkVisibility());
  field?.focus();
  return field !== undefined;
};

const acts: readonly (readonly [readonly string[], () => unknown])[] = [
  [keys.everywhere.search, toSearch],
  [keys.everywhere.before, () => showBeside(-1)],
  [keys.everywhere.after, () => showBeside(1)],
  [keys.everywhere.sheet, () => openOverlay('keys')],
];

/** Listens to the whole document; the answer stops. */
export const watchKeys = (): (() => void) => {
  let wentAt = Number.NEGATIVE_INFINITY;
  /** Did the key mean something? */
  const take = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const awaited = event.timeStamp - wentAt < letterWithinMs;
    wentAt = Number.NEGATIVE_INFINITY;
    const [, row] = (awaited && pagesByLetter().find(([letter]) => letter === event.key)) || [];
    if (row) {
      enter(row.path);
      return true;
    }
    if (event.key === 'g') wentAt = event.timeStamp;
    const act = acts.find(([strokes]) => presses(event, strokes))?.[1];
    return act !== undefined && act() !== false;
  };
  const onKey = (event: KeyboardEvent) => {
    if (!useKeys.getState().on || event.defaultPrevented || event.isComposing || event.repeat) return;
    if (isAsked()) return;
    if (isPaletteKey(event)) openOverlay('palette');
    else if (isTyping(event) || !(takeSeatKey(event) || take(event))) return;
    event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
};
