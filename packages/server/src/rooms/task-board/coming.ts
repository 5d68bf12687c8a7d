import type { OutputOf, taskEndpoints } from '@lianxian/contract';
import { homeOfLane, type Lane, lanes, type TaskState, waitOf } from '@lianxian/core';
import { later } from '../../platform/time.ts';
import { type TaskPort, waitingLines } from '../pacing/index.ts';
import type { ListRead } from './forecast.store.ts';
import type { Foreseen } from './forecast.ts';

/** What comes of a list that is under way, and what keeps it from more: the rail and the banner of its board. */
type Board = OutputOf<typeof taskEndpoints.board>;

const SHOWN = 6;
/** Redials this close to each other are one entry. */
const TOGETHER_MINUTES = 5;
const MINUTE_MS = 60_000;

interface Group {
  readonly lane: Lane;
  readonly numbers: number;
  readonly dueIn: number;
}

const groupsOf = ({ task, besides, called }: ListRead): readonly Group[] => {
  const ordinary = task.fresh - besides.reduce((sum, { numbers }) => sum + numbers, 0);
  const redials = called.filter(({ state }) => state === 'retry');
  return [
    { lane: lanes.ordinary, numbers: Math.max(0, ordinary), dueIn: 0 },
    ...besides.map(({ lane, numbers }) => ({ lane, numbers, dueIn: 0 })),
    ...redials.map(({ lane, numbers, firstIn }) => ({ lane, numbers, dueIn: firstIn })),
  ].filter(({ numbers }) => numbers > 0);
};

/** 「09:58 重拨 3 · 11:00 新疆 15」: numbers whose time is known, soonest first. */
export const comingOf = (
  { list, ports, hours }: Foreseen,
  { state, now }: { readonly state: TaskState; readonly now: Date },
): Board['coming'] => {
  const waiting = { state, ...hours, lines: waitingLines(ports) };
  const waits = groupsOf(list).flatMap(({ lane, numbers, dueIn }) => {
    const { because, inMinutes } = waitOf(waiting, { lane, home: homeOfLane(lane), dueIn });
    return inMinutes === null ? [] : [{ because, inMinutes, numbers }];
  });
  const together: (typeof waits)[number][] = [];
  for (const wait of waits.sort((one, other) => one.inMinutes - other.inMinutes)) {
    const at = together.findLastIndex(
      ({ because, inMinutes }) => because === wait.because && wait.inMinutes - inMinutes < TOGETHER_MINUTES,
    );
    if (at < 0) together.push(wait);
    else together[at] = { ...together[at]!, numbers: together[at]!.numbers + wait.numbers };
  }
  const thisMinute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  return together.slice(0, SHOWN).map(({ because, inMinutes, numbers }) => ({
    because,
    numbers,
    at: later(thisMinute, inMinutes * MINUTE_MS).toISOString(),
  }));
};

export const deadLinesOf = (ports: readonly TaskPort[], now: Date): Board['deadLines'] => {
  const dead = ports.filter(({ removed, enabled, isDown }) => !removed && enabled && isDown);
  return [...new Map(dead.map(port => [port.lineId, port])).values()].map(({ lineName, restsForMs }) => ({
    name: lineName,
    until: restsForMs === null ? null : later(now, restsForMs).toISOString(),
  }));
};
