import type { endpoints, OutputOf } from '@lianxian/contract';

export type Detail = OutputOf<typeof endpoints.call.detail>;
export type Line = Detail['transcript'][number];

/** What stands on the wave, in ms since the answer. Plain functions of the record. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Where neither side sounds, by the sound: what nobody understood is no silence. Null: nobody looked, or not yet. */
export const silences = (record: Detail): readonly Stretch[] | null => record.recording?.peaks?.quiet ?? null;

/** What stands apart from all of these: where a recording was paused its silence needs no word of its own. */
export const outside =
  (others: readonly Stretch[]) =>
  ({ fromMs, toMs }: Stretch): boolean =>
    others.every(other => other.toMs <= fromMs || other.fromMs >= toMs);

/** The nodes along the call; each ends where the next begins. */
export const nodeStretches = (path: Detail['path'], durationMs: number) =>
  path.map((node, at) => ({ ...node, fromMs: node.atMs, toMs: path[at + 1]?.atMs ?? Math.max(durationMs, node.atMs) }));

/** A condition is passed in no time: it is on the path, but has no width on the wave. */
export const passedAtOnce = ({ fromMs, toMs }: Stretch): boolean => toMs - fromMs < 100;

/** Where the callee cut in: from the end of what was heard of the robot, this wide; beside a silence not over it. */
const interruptionMs = 1_500;
export const interruptions = (lines: readonly Line[], quiet: readonly Stretch[]): readonly Stretch[] =>
  lines.flatMap(line => {
    if (line.interruptedAfterMs === null) return [];
    const atMs = line.atMs + line.interruptedAfterMs;
    const before = quiet.findLast(({ fromMs }) => fromMs <= atMs);
    const after = quiet.find(({ fromMs }) => fromMs > atMs);
    const fromMs = Math.max(0, atMs - interruptionMs / 2, before?.toMs ?? 0);
    const toMs = Math.min(Math.max(atMs, fromMs) + interruptionMs / 2, after?.fromMs ?? Number.POSITIVE_INFINITY);
    return [{ fromMs, toMs }];
  });

/** Of marks along a call those whose words have room: each this share of it behind the one before. */
const wordsShare = 0.06;
export const worded = (marks: readonly Stretch[], durationMs: number): ReadonlySet<Stretch> => {
  const found = new Set<Stretch>();
  let last = Number.NEGATIVE_INFINITY;
  for (const mark of marks.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (mark.fromMs - last < wordsShare * durationMs) continue;
    found.add(mark);
    last = mark.fromMs;
  }
  return found;
};

/** Which seat spoke at `ms`: the last that had been heard by then. Empty: nobody knows. */
export const seatNameAt = ({ legs, answeredAt }: Pick<Detail, 'legs' | 'answeredAt'>, ms: number): string => {
  const at = Date.parse(answeredAt ?? '') + ms;
  const seats = legs.filter(({ kind, joinedAt }) => kind === 'seat' && joinedAt !== null);
  const heard = seats.filter(({ joinedAt }) => Date.parse(joinedAt!) <= at);
  const there = heard.findLast(({ endedAt }) => Date.parse(endedAt) >= at);
  return (there ?? heard.at(-1) ?? seats[0])?.name ?? '';
};

/** The line that sounds at `ms`: the last one that has begun; −1 before the first. */
export const lineAt = (lines: readonly Line[], ms: number): number => lines.findLastIndex(line => line.atMs <= ms);

/** Where 上一句 and 下一句 lead. Just after a line's start, the one before is meant. */
const justStartedMs = 1_000;
export const lineBefore = (lines: readonly Line[], ms: number): number =>
  lines.findLast(line => line.atMs < ms - justStartedMs)?.atMs ?? 0;
export const lineAfter = (lines: readonly Line[], ms: number): number | null =>
  lines.find(line => line.atMs > ms)?.atMs ?? null;

/** A player that was sent to an end may stand a hair before it. */
const nearMs = 1;
/** The end of the silence that `ms` lies in, or null. */
export const silenceEnd = (quiet: readonly Stretch[], ms: number): number | null =>
  quiet.find(stretch => ms >= stretch.fromMs && ms < stretch.toMs - nearMs)?.toMs ?? null;
