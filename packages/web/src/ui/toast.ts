/**
 * Toasts of our own, without a library: the login page shows them too. One live region, at most five at a time; the same
 * sentence twice is one toast that stays its whole time from the last. Durations are those of docs/wire.md#push-messages:
 * null stays until closed.
 */
interface Toast {
  readonly id: number;
  readonly kind: 'ok' | 'bad' | 'info';
  readonly text: string;
  readonly link?: { readonly text: string; readonly href: string };
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

export const closeToast = (id: number): void => change(toasts.filter(each => each.id !== id));

const show = (kind: Toast['kind'], text: string, staysMs: number | null, link?: Toast['link']): void => {
  const shown: Toast = { id: nextId++, kind, text, staysMs, ...(link ? { link } : {}) };
  change([...toasts.filter(each => each.text !== text), shown].slice(-most));
  if (staysMs !== null) setTimeout(() => closeToast(shown.id), staysMs);
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

const usualMs = 3_000;
export const toast = {
  ok: (text: string) => show('ok', text, usualMs),
  bad: (text: string, staysMs = usualMs) => show('bad', text, staysMs),
  info: (text: string, staysMs: number | null = usualMs, link?: Toast['link']) => show('info', text, staysMs, link),
};
