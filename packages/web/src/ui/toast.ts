/**
 * Toasts of our own, without a library: the login page shows them too. One live region, at most five at a time; the same
 * sentence twice is one toast that stays its whole time from the last. Durations are those of docs/wire.md#push-messages:
 * null stays until closed. One that can be acted on stays longer, longer still while one points at it or is in it, and F8 leads
 * to its button.
 */
interface Toast {
  readonly id: number;
  readonly kind: 'ok' | 'bad' | 'info';
  readonly text: string;
  readonly link?: { readonly text: string; readonly href: string };
  /** What may be done about it, for as long as it shows; the last one said. */
  readonly act?: { readonly text: string; readonly run: () => void };
  readonly staysMs: number | null;
}

const most = 5;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const change = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => toasts,
};

const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** It stays while one points at it, or is in it. */
export const holdToast = ({ id }: Pick<Toast, 'id'>): void => {
  clearTimeout(timers.get(id));
  timers.delete(id);
};

export const closeToast = (id: number): void => {
  holdToast({ id });
  change(toasts.filter(each => each.id !== id));
};

/** From now on it stays its whole time. */
export const letToastGo = ({ id, staysMs }: Pick<Toast, 'id' | 'staysMs'>): void => {
  holdToast({ id });
  if (staysMs !== null)
    timers.set(
      id,
      setTimeout(() => closeToast(id), staysMs),
    );
};

const show = (
  kind: Toast['kind'],
  text: string,
  staysMs: number | null,
  more: Pick<Toast, 'link' | 'act'> = {},
): void => {
  const shown: Toast = { id: nextId++, kind, text, staysMs, ...more };
  const isOver = (each: Toast) => each.text === text || (more.act !== undefined && each.act !== undefined);
  for (const each of toasts.filter(isOver)) holdToast(each);
  change([...toasts.filter(each => !isOver(each)), shown].slice(-most));
  letToastGo(shown);
};

let followed = (href: string): void => location.assign(href);
/** Links of toasts lead through the router as soon as there is one: open tabs stay as they are. */
export const followToastsWith = (go: (href: string) => void): void => {
  followed = go;
};
export const followToast = ({ id, link }: Toast): void => {
  if (!link) return;
  closeToast(id);
  followed(link.href);
};

export const runToast = ({ id, act }: Toast): void => {
  closeToast(id);
  act?.run();
};

const usualMs = 3_000;
/** Long enough to read it, think, and reach its button. */
const actMs = 10_000;
export const toast = {
  ok: (text: string, more: Pick<Toast, 'act'> = {}) => show('ok', text, more.act ? actMs : usualMs, more),
  bad: (text: string, staysMs = usualMs) => show('bad', text, staysMs),
  info: (text: string, staysMs: number | null = usualMs, link?: Toast['link']) =>
    show('info', text, staysMs, link && { link }),
};
