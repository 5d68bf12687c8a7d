import type { CallWord, endpoints, OutputOf } from '@lianxian/contract';
import {
  type Attention,
  attentionOf,
  attentions,
  byAttention,
  goodLevels,
  type TalkNow,
  talkNow,
} from '@lianxian/core';

export type LiveCall = OutputOf<typeof endpoints.live.calls>['calls'][number];

/** A live call with why somebody should look at it; the same object while nothing of that changes. */
export interface LiveRow extends LiveCall {
  readonly attention: Attention | null;
  /** The level so far is A or B. */
  readonly isWanted: boolean;
  /** Since when the callee has said nothing, where that is long. */
  readonly quietSince: string | null;
}

/** Which calls are picked: by why they should be looked at, or by the level so far. */
export const picks = [...attentions, 'wanted'] as const;
type Pick = (typeof picks)[number];

/** How all of them stand. */
export interface Standing {
  /** What matters most first. */
  readonly rows: readonly LiveRow[];
  /** The order waits: another one would be right now. */
  readonly isHeld: boolean;
}
export const noStanding: Standing = { rows: [], isHeld: false };

export const isPicked = (pick: Pick, { attention, isWanted }: LiveRow): boolean =>
  pick === 'wanted' ? isWanted : attention === pick;

interface Seen {
  readonly calls: readonly LiveCall[];
  readonly wordOf: (call: string) => CallWord | undefined;
  /** By the clock of the house, ms. */
  readonly now: number;
  /** Somebody points at a row or is in one: rows stay where they are, new ones come in at the end. */
  readonly holds: boolean;
}

interface Known {
  readonly row: LiveRow;
  readonly talk: TalkNow;
}

/** How the calls stand now; what is as before is the same value as before. */
export const standingNow = (before: Standing, { calls, wordOf, now, holds }: Seen): Standing => {
  const rowsBefore = new Map(before.rows.map(row => [row.id, row]));
  const known = calls.map((call): Known => {
    const answeredAt = call.answeredAt === null ? null : Date.parse(call.answeredAt);
    const talk = talkNow(wordOf(call.id), answeredAt, now);
    return { talk, row: rowOf(call, talk, { now, before: rowsBefore.get(call.id) }) };
  });
  const sorted = known.toSorted((a, b) => byAttention(a.talk, b.talk)).map(({ row }) => row);
  const rows = holds ? inOrderOf(before.rows, sorted) : sorted;
  const isHeld = rows.some((row, at) => row !== sorted[at]);
  const isSame = rows.length === before.rows.length && rows.every((row, at) => row === before.rows[at]);
  return isSame && isHeld === before.isHeld ? before : { rows: isSame ? before.rows : rows, isHeld };
};

const rowOf = (
  call: LiveCall,
  talk: TalkNow,
  { now, before }: { readonly now: number; readonly before: LiveRow | undefined },
): LiveRow => {
  const attention = attentionOf(talk);
  const isWanted = goodLevels.some(level => level === talk.level);
  const isSame = before?.attention === attention && before.isWanted === isWanted && isSameCall(before, call);
  // Of a long silence its beginning does not change while it lasts.
  if (isSame && (attention !== 'silent' || before.quietSince !== null)) return before;
  const quietSince = attention === 'silent' ? new Date(now - (talk.quietMs ?? 0)).toISOString() : null;
  return { ...call, attention, isWanted, quietSince };
};

/** Of what a row shows only this changes while a call goes on. */
const isSameCall = (one: LiveCall, other: LiveCall): boolean =>
  one.stage === other.stage && one.answeredAt === other.answeredAt;

const inOrderOf = (before: readonly LiveRow[], rows: readonly LiveRow[]): readonly LiveRow[] => {
  const places = new Map(before.map(({ id }, at) => [id, at]));
  const placeOf = ({ id }: LiveRow): number => places.get(id) ?? before.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
};
