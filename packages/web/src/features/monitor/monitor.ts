import type { endpoints, OutputOf } from '@lianxian/contract';
import { type FailureKind, failureKind } from '../../line/failure-kind.ts';

export type Monitor = OutputOf<typeof endpoints.monitor.monitor>;
export type MonitorLine = Monitor['lines'][number];
export type MonitorPort = Monitor['ports'][number];
export type Failure = OutputOf<typeof endpoints.monitor.failures>['list'][number];

/** `43.8%`; of nothing there is no rate. */
export const percent = (part: number, whole: number): string | null =>
  whole > 0 ? `${((100 * part) / whole).toFixed(1)}%` : null;

type Counted = Pick<MonitorLine, 'talking' | 'calls' | 'answered'>;
/** What is filed and what still talks: a call is answered long before its record tells so. */
export const heardOf = ({ talking, calls, answered }: Counted) => ({
  calls: calls + talking,
  answered: answered + talking,
});

/** Share of calls that failed by the line, from which on somebody should look, and must act. */
const looksBad = { warn: 0.02, bad: 0.5 } as const;
export const urgency = (part: number, whole: number): 'bad' | 'warn' | null => {
  if (whole === 0) return null;
  const share = part / whole;
  return share >= looksBad.bad ? 'bad' : share >= looksBad.warn ? 'warn' : null;
};

/** A wait from placing to ringing longer than this is worth a look. */
export const longWaitMs = 4_000;

export const isUnusable = ({ enabled, health }: MonitorLine): boolean => !enabled || health.state === 'down';

const sum = (lines: readonly MonitorLine[], of: (line: MonitorLine) => number) =>
  lines.reduce((total, line) => total + of(line), 0);

/** The figures of the strip, over all lines; mean waits weigh as many calls as rang. */
export const totals = (lines: readonly MonitorLine[]) => {
  const enabled = lines.filter(line => line.enabled);
  const channels = sum(enabled, line => line.channels);
  const used = sum(lines, line => line.talking + line.ringing);
  const down = sum(
    enabled.filter(line => line.health.state === 'down'),
    line => line.channels,
  );
  const waited = lines.filter(line => line.waitMs !== null && line.calls > 0);
  const weights = sum(waited, line => line.calls);
  const states = (state: MonitorLine['health']['state']) => enabled.filter(line => line.health.state === state).length;
  return {
    up: states('up'),
    congested: states('congested'),
    down: states('down'),
    unknown: states('unknown'),
    channels,
    used,
    unusable: down,
    free: Math.max(0, channels - used - down),
    mostPerSecond: sum(enabled, line => line.callsPerSecond),
    calls: sum(lines, line => heardOf(line).calls),
    answered: sum(lines, line => heardOf(line).answered),
    failed: sum(lines, line => line.failed),
    waitMs: weights > 0 ? sum(waited, line => line.waitMs! * line.calls) / weights : null,
  };
};

type Failed = Monitor['failures'][number];

/** Lines of one's own first: the practice line is nobody's trade. */
export const ownFirst = <Row extends { readonly practice: boolean }>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => Number(a.practice) - Number(b.practice));

interface FailureMinute {
  readonly at: string;
  readonly calls: number;
  readonly by: Readonly<Record<FailureKind, number>>;
}

const minuteMs = 60_000;
const minutesShown = 30;

/** Failures of the last 30 minutes as one bar a minute, minutes without any too, and the sums by code. */
export const failureMinutes = (failures: readonly Failed[], at: string) => {
  const last = Math.floor(Date.parse(at) / minuteMs);
  const minutes = Array.from({ length: minutesShown }, (_, step) => ({
    minute: last - minutesShown + 1 + step,
    by: { noReply: 0, refusing: 0, busy: 0, callee: 0 },
  }));
  const sums = new Map<string, { kind: FailureKind; code: number | null; calls: number }>();
  for (const failed of failures) {
    const kind = failureKind(failed);
    const bar = minutes.find(each => each.minute === Math.floor(Date.parse(failed.minute) / minuteMs));
    if (bar) bar.by[kind] += failed.calls;
    // Numbers fail in many ways that ask for nothing; they are one sum.
    const code = kind === 'callee' ? null : failed.code;
    const key = `${kind} ${code}`;
    sums.set(key, { kind, code, calls: (sums.get(key)?.calls ?? 0) + failed.calls });
  }
  return {
    minutes: minutes.map(({ minute, by }) => ({
      at: new Date(minute * minuteMs).toISOString(),
      by,
      calls: by.noReply + by.refusing + by.busy + by.callee,
    })) satisfies readonly FailureMinute[],
    sums: [...sums.values()].toSorted((a, b) => b.calls - a.calls),
  };
};
