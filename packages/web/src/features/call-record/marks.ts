import type { endpoints, OutputOf } from '@lianxian/contract';

export type Detail = OutputOf<typeof endpoints.call.detail>;
export type Line = Detail['transcript'][number];

/** What stands on the wave, in ms since the answer. Plain functions of the record. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** From here on a pause is worth showing. */
const silenceMs = 3_000;

/** Stretches in which nobody speaks for 3 s or more, from the lines' ends; a line without an end lasts to the next. */
export const silences = (lines: readonly Line[], durationMs: number): readonly Stretch[] => {
  const spoken = lines.map((line, at) => ({
    fromMs: line.atMs,
    toMs: line.endMs ?? lines[at + 1]?.atMs ?? durationMs,
  }));
  const found: Stretch[] = [];
  let quietFrom = 0;
  for (const { fromMs, toMs } of spoken.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (fromMs - quietFrom >= silenceMs) found.push({ fromMs: quietFrom, toMs: fromMs });
    quietFrom = Math.max(quietFrom, toMs);
  }
  if (durationMs - quietFrom >= silenceMs) found.push({ fromMs: quietFrom, toMs: durationMs });
  return found;
};

/** The nodes along the call; each ends where the next begins. */
export const nodeStretches = (path: Detail['path'], durationMs: number) =>
  path.map((node, at) => ({ ...node, fromMs: node.atMs, toMs: path[at + 1]?.atMs ?? Math.max(durationMs, node.atMs) }));

/** A condition is passed in no time: it is on the path, but has no width on the wave. */
export const passedAtOnce = ({ fromMs, toMs }: Stretch): boolean => toMs - fromMs < 100;

/** Where the callee cut in: from the end of what was heard of the robot, this wide. */
const interruptionMs = 1_500;
export const interruptions = (lines: readonly Line[]): readonly Stretch[] =>
  lines.flatMap(line =>
    line.interruptedAfterMs === null
      ? []
      : [
          {
            fromMs: Math.max(0, line.atMs + line.interruptedAfterMs - interruptionMs / 2),
            toMs: line.atMs + line.interruptedAfterMs + interruptionMs / 2,
          },
        ],
  );

/** The line that sounds at `ms`: the last one that has begun; −1 before the first. */
export const lineAt = (lines: readonly Line[], ms: number): number => lines.findLastIndex(line => line.atMs <= ms);

/** Where 上一句 and 下一句 lead. Just after a line's start, the one before is meant. */
const justStartedMs = 1_000;
export const lineBefore = (lines: readonly Line[], ms: number): number =>
  lines.findLast(line => line.atMs < ms - justStartedMs)?.atMs ?? 0;
export const lineAfter = (lines: readonly Line[], ms: number): number | null =>
  lines.find(line => line.atMs > ms)?.atMs ?? null;

/** The end of the silence that `ms` lies in, or null. */
export const silenceEnd = (quiet: readonly Stretch[], ms: number): number | null =>
  quiet.find(stretch => ms >= stretch.fromMs && ms < stretch.toMs)?.toMs ?? null;
