import { saidLanguage } from '../../text/said.ts';
import { dayText, readTime, type Window } from './week.ts';

/** Hours by date or by province, as one types them: a row each. */
export interface KeyedHours {
  readonly key: string;
  /** `9:00–12:00、14:00-18:00`; nothing is a closed day. */
  readonly hours: string;
}

/** Windows in order and apart; null where it cannot be read. */
export const readHours = (text: string): readonly Window[] | null => {
  const parts = text
    .normalize('NFKC')
    .split(/[、,;\s]+/)
    .filter(part => part !== '');
  const windows = parts.map(part => {
    const [from, to] = part.split(/[–—~-]/).map(readTime);
    return from != null && to != null && from < to ? { from, to } : null;
  });
  const read = windows.filter(window => window !== null).toSorted((one, other) => one.from - other.from);
  const isApart = read.every((window, at) => at === 0 || read[at - 1]!.to <= window.from);
  return read.length === parts.length && isApart ? read : null;
};

export const rowsOf = (of: Readonly<Record<string, readonly Window[]>>): readonly KeyedHours[] =>
  Object.entries(of)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, windows]) => ({ key, hours: dayText(windows, saidLanguage()) }));

/** Null where a row cannot be read, has no key, or has that of another. */
export const readRows = (rows: readonly KeyedHours[]): Readonly<Record<string, readonly Window[]>> | null => {
  const read = rows.map(({ key, hours }) => [key.trim(), readHours(hours)] as const);
  const isWhole = read.every(([key, windows]) => key !== '' && windows !== null);
  const keys = new Set(read.map(([key]) => key));
  return isWhole && keys.size === rows.length
    ? Object.fromEntries(read.map(([key, windows]) => [key, windows ?? []]))
    : null;
};
