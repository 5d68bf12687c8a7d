import type { monitorEndpoints, OutputOf } from '@lianxian/contract';
import { isWithin } from '@lianxian/core';
import { healthOf } from '../lines/index.ts';
import { type EndedLately, type LineNow, type LiveNow, type PortNow, RATE_S, STEPS } from './monitor.store.ts';

export type Monitor = OutputOf<typeof monitorEndpoints.monitor>;
type Figures = Omit<Monitor['ports'][number], 'id' | 'name' | 'lineId' | 'lineName' | 'practice'>;

/** What the store read in one look. */
interface Read {
  readonly at: Date;
  readonly lines: readonly LineNow[];
  readonly ports: readonly PortNow[];
  readonly live: readonly LiveNow[];
  readonly ended: readonly EndedLately[];
  readonly failures: readonly { minute: Date; sipCode: number | null; fault: Fault; calls: number }[];
  readonly placed: number;
}
type Fault = Monitor['failures'][number]['fault'];

const sum = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((all, row) => all + of(row), 0);
const mean = (whole: number, count: number): number | null => (count === 0 ? null : Math.round(whole / count));

/** Answered in per mille by step, oldest first; null where nothing was called. Who talks now was answered. */
const trendOf = (ended: readonly EndedLately[], talking: number): (number | null)[] =>
  Array.from({ length: STEPS }, (_, n) => {
    const rows = ended.filter(({ step }) => step === STEPS - 1 - n);
    const now = n === STEPS - 1 ? talking : 0;
    return mean(1_000 * (now + sum(rows, row => row.answeredOfStep)), now + sum(rows, row => row.allOfStep));
  });

const figuresOf = (channels: number, live: readonly LiveNow[], ended: readonly EndedLately[]): Figures => {
  const answered = sum(ended, row => row.answered);
  const talking = sum(live, row => row.talking);
  return {
    channels,
    talking,
    ringing: sum(live, row => row.ringing),
    calls: sum(ended, row => row.calls),
    answered,
    failed: sum(ended, row => row.failed),
    talkMs: mean(
      sum(ended, row => row.talkMs),
      answered,
    ),
    waitMs: mean(
      sum(ended, row => row.waitMs),
      sum(ended, row => row.waits),
    ),
    trend: trendOf(ended, talking),
  };
};

/** At any hour, or inside its working hours by the merchant's clock. */
const isAtWork = ({ windows, weekday, minute }: LineNow): boolean =>
  windows === null || isWithin(windows, { weekday, minute });

export const monitorOf = ({ at, lines, ports, live, ended, failures, placed }: Read): Monitor => {
  const [liveOfLine, endedOfLine] = [Map.groupBy(live, row => row.lineId), Map.groupBy(ended, row => row.lineId)];
  const [liveOfPort, endedOfPort] = [Map.groupBy(live, row => row.portId), Map.groupBy(ended, row => row.portId)];
  return {
    at: at.toISOString(),
    callsPerSecond: placed / RATE_S,
    lines: lines.map(line => ({
      id: line.id,
      name: line.name,
      address: line.address,
      transport: line.transport,
      access: line.access,
      practice: line.practice,
      enabled: line.enabled,
      open: isAtWork(line),
      callsPerSecond: line.callsPerSecond,
      health: healthOf(line),
      ...figuresOf(line.channels, liveOfLine.get(line.id) ?? [], endedOfLine.get(line.id) ?? []),
    })),
    ports: ports.map(port => ({
      id: port.id,
      name: port.name,
      lineId: port.lineId,
      lineName: port.lineName,
      practice: port.practice,
      ...figuresOf(port.channels, liveOfPort.get(port.id) ?? [], endedOfPort.get(port.id) ?? []),
    })),
    failures: failures.map(({ minute, sipCode, fault, calls }) => ({
      minute: minute.toISOString(),
      code: sipCode,
      fault,
      calls,
    })),
  };
};
