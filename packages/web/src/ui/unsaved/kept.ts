import { accountNow } from '../../session/current-user.ts';

/**
 * What was typed outlives a reload, a sign-out and a sign-in that ran out, one account each and in this browser tab alone,
 * until it is saved or given up. Never a password, a key or a code.
 */
const prefix = 'lx.unsaved.';
const most = 30;
const roomOfOne = 120_000;
const afterTypingMs = 400;

type Typed = Readonly<Record<string, unknown>>;

/** What is secret by its name is kept nowhere. */
export const isSecret = (name: string): boolean => /passw|pwd|secret|token|^key$|^code$/i.test(name);

const keyOf = (form: string): string | null => {
  const account = accountNow();
  return account === '' ? null : `${prefix}${account} ${form}`;
};

interface Kept {
  readonly at: number;
  readonly typed: Typed;
}
const read = (key: string): Kept | null => {
  try {
    const { at, typed } = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Kept>;
    return typeof at === 'number' && typeof typed === 'object' && typed ? { at, typed } : null;
  } catch {
    return null;
  }
};

/** The oldest make room. */
const bound = (): void => {
  const keys = Object.keys(sessionStorage).filter(key => key.startsWith(prefix));
  const byAge = keys.map(key => ({ key, at: read(key)?.at ?? 0 })).sort((one, other) => other.at - one.at);
  for (const { key } of byAge.slice(most)) sessionStorage.removeItem(key);
};

const waiting = new Map<string, Typed>();
let timer: ReturnType<typeof setTimeout> | undefined;
const flush = (): void => {
  clearTimeout(timer);
  timer = undefined;
  try {
    for (const [key, typed] of waiting) {
      const text = JSON.stringify({ at: Date.now(), typed } satisfies Kept);
      if (text.length <= roomOfOne) sessionStorage.setItem(key, text);
    }
    if (waiting.size > 0) bound();
  } catch {
    // Full or forbidden: what is typed is there until the page is left.
  }
  waiting.clear();
};
addEventListener('pagehide', flush);

/** Kept a moment after the typing, and before the page goes. */
export const keepTyped = (form: string, typed: Typed): void => {
  const key = keyOf(form);
  if (!key) return;
  waiting.set(key, typed);
  timer ??= setTimeout(flush, afterTypingMs);
};

export const keptTyped = (form: string): Typed => {
  flush();
  const key = keyOf(form);
  return (key && read(key)?.typed) || {};
};

export const forgetTyped = (form: string): void => {
  const key = keyOf(form);
  if (!key) return;
  waiting.delete(key);
  sessionStorage.removeItem(key);
};

const isObject = (value: unknown): value is Typed =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAlike = (start: unknown, kept: unknown): boolean => {
  if (start === null) return true;
  if (isObject(start))
    return isObject(kept) && Object.entries(start).every(([name, value]) => isAlike(value, kept[name]));
  return typeof start === typeof kept && Array.isArray(start) === Array.isArray(kept);
};

/** Of what was kept, the fields that the form still has, of the kind it has them. */
export const fitting = <V extends object>(start: V, kept: Typed): Partial<V> =>
  Object.fromEntries(
    Object.entries(start).flatMap(([name, value]) =>
      Object.hasOwn(kept, name) && isAlike(value, kept[name]) ? [[name, kept[name]]] : [],
    ),
  ) as Partial<V>;

/** Of what a form holds, the fields that were changed and may be kept. */
export const changesOf = <V extends object>(start: V, values: V): Typed =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !isSecret(name) && JSON.stringify(value) !== JSON.stringify(start[name as keyof V]),
    ),
  );
