import {
  type Group,
  homeOfLane,
  type LineAhead,
  type ListAhead,
  type LocalTime,
  lanes,
  type Openings,
  openingsOf,
} from '@lianxian/core';
import { momentIn } from '../../platform/local-time.ts';
import type { TaskPort } from '../pacing/index.ts';
import { inForce } from '../rules/index.ts';
import type { ListRead } from './forecast.store.ts';

/** A list as core reckons with it, made of what was read of it. */
export interface Hours {
  /** The merchant's clock. */
  readonly local: LocalTime;
  readonly openings: Openings;
}

export const hoursOf = ({ task, rules }: ListRead): Hours => {
  const moment = momentIn(task.zone, new Date(task.now));
  return { local: moment.local, openings: openingsOf(inForce(rules, task.calendar), moment) };
};

/** Lines that may carry its calls, with the channels that others leave. */
const linesOf = (ports: readonly TaskPort[], others: ReadonlyMap<string, number>): readonly LineAhead[] =>
  [
    ...Map.groupBy(
      ports.filter(port => !port.removed && port.enabled),
      port => port.lineId,
    ),
  ].map(([lineId, some]) => {
    const [{ practice, lineChannels, callsPerSecond, windows, isDown, isRegistered, price }] = some as [TaskPort];
    const ofPorts = some.reduce((sum, port) => sum + Math.min(port.taskChannels, port.channels), 0);
    const left = Math.max(1, lineChannels - (others.get(lineId) ?? 0));
    const channels = Math.min(ofPorts, left);
    return { practice, channels, callsPerSecond, windows, isDown: isDown || !isRegistered, price };
  });

/** A group a lane, in the order of the lanes. */
const groups: readonly Group[] = Object.values(lanes).map(lane => ({
  practice: lane === lanes.practice,
  home: homeOfLane(lane),
}));

/** Without its hours: plain data, as a thread takes it. */
export const listAhead = (list: ListRead, ports: readonly TaskPort[]): Omit<ListAhead, keyof Hours> => {
  const { task, besides, called, others, rules } = list;
  const neverCalled = { tried: {}, last: null, inMinutes: 0 } as const;
  const ordinary = task.fresh - besides.reduce((sum, { numbers }) => sum + numbers, 0);
  const ofOthers = others.reduce((sum, { calls }) => sum + calls, 0);
  const alike = called.map(({ lane, ...some }) => ({ ...some, group: lane }));
  return {
    groups,
    waiting: [
      { ...neverCalled, group: lanes.ordinary, numbers: Math.max(0, ordinary) },
      ...besides.map(({ lane, numbers }) => ({ ...neverCalled, group: lane, numbers })),
      ...alike.filter(({ state }) => state === 'retry'),
    ],
    calling: alike.filter(({ state }) => state === 'calling'),
    limit: Math.min(task.concurrency, Math.max(1, rules.channels - ofOthers)),
    lines: linesOf(ports, new Map(others.map(({ line, calls }) => [line, calls]))),
    retries: task.retries,
    callsPerDay: inForce(rules, task.calendar).merchant.rules.caps.perDay,
  };
};
