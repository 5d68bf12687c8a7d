import type { endpoints, OutputOf } from '@lianxian/contract';

export type Person = OutputOf<typeof endpoints.followUp.list>['list'][number];

/** A place in the list: microseconds and id, the latest first. */
const placeOf = (cursor: string): readonly [bigint, bigint] => {
  const [micros = '0', id = '0'] = cursor.split('-');
  return [BigInt(micros), BigInt(id)];
};
/** Whether `one` stands above `other`. */
const isAbove = (one: string, other: string): boolean => {
  const [[at, id], [otherAt, otherId]] = [placeOf(one), placeOf(other)];
  return at === otherAt ? id > otherId : at > otherAt;
};

interface Wish {
  readonly people: readonly Person[];
  /** Whom one has before one: stays in the list whatever becomes of them meanwhile. */
  readonly kept: Person | null;
  /** Finished here; the list may not know yet. */
  readonly finished: ReadonlySet<string>;
  /** Who came later than this place waits outside, so that no row moves under one's eyes; null: all are shown. */
  readonly top: string | null;
}

/** The rows as they are shown, and how many wait above them. */
export const shownOf = ({ people, kept, finished, top }: Wish): { rows: readonly Person[]; newer: number } => {
  const open = people.filter(({ callId }) => callId === kept?.callId || !finished.has(callId));
  const isNewer = (one: Person) => top !== null && one.callId !== kept?.callId && isAbove(one.cursor, top);
  const rows = open.filter(one => !isNewer(one));
  const newer = open.length - rows.length;
  if (kept === null || rows.some(({ callId }) => callId === kept.callId)) return { rows, newer };
  const at = rows.findIndex(({ cursor }) => isAbove(kept.cursor, cursor));
  return { rows: rows.toSpliced(at < 0 ? rows.length : at, 0, kept), newer };
};

/** The next below or above whom nobody else has. */
export const beside = (rows: readonly Person[], from: string, step: 1 | -1): Person | undefined => {
  const at = rows.findIndex(({ callId }) => callId === from);
  if (at < 0) return undefined;
  const way = step === 1 ? rows.slice(at + 1) : rows.slice(0, at).toReversed();
  return way.find(({ taken }) => taken === null || taken.mine);
};
