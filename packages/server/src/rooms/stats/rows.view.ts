import type { StatFigures, StatRow, StatShare, StatWay } from '@lianxian/contract';
import { type CallState, mayBeChance } from '@lianxian/core';
import type { GroupedBy, StatGroup, StatNarrowing, StatSums } from './rows.store.ts';
import type { Span } from './span.store.ts';

const figuresView = (sums: StatSums): StatFigures => {
  const { levelA: A, levelB: B, levelC: C, levelD: D, levelE: E, levelF: F, ...rest } = sums;
  const { calls, numbers, seized, answered, heard, talkMs, turns, completed, missed, cost } = rest;
  const shown = { calls, numbers, seized, answered, heard, talkMs, turns, completed, missed, cost };
  return { ...shown, levels: { A, B, C, D, E, F }, good: A + B };
};

const beforeOf = (group: StatGroup): StatSums => ({
  calls: group.wasCalls,
  numbers: group.wasNumbers,
  seized: group.wasSeized,
  answered: group.wasAnswered,
  heard: group.wasHeard,
  talkMs: group.wasTalkMs,
  turns: group.wasTurns,
  completed: group.wasCompleted,
  missed: group.wasMissed,
  levelA: group.wasLevelA,
  levelB: group.wasLevelB,
  levelC: group.wasLevelC,
  levelD: group.wasLevelD,
  levelE: group.wasLevelE,
  levelF: group.wasLevelF,
  cost: group.wasCost,
});

/** A share is of all calls, or of those that were answered. */
const partOf = (figures: StatFigures, share: StatShare) => ({
  hits: figures[share],
  of: share === 'answered' ? figures.calls : figures.answered,
});

export const comparedView = (group: StatGroup): Pick<StatRow, 'now' | 'before' | 'chance'> => {
  const [now, before] = [figuresView(group), figuresView(beforeOf(group))];
  const chance = (share: StatShare) => mayBeChance(partOf(now, share), partOf(before, share));
  return {
    now,
    before,
    chance: {
      answered: chance('answered'),
      heard: chance('heard'),
      completed: chance('completed'),
      good: chance('good'),
    },
  };
};

/** The filter of the list of calls that says the same as a narrowing. */
export const wayOf = (wish: StatNarrowing, { since, until }: Span): StatWay => {
  const { taskId, planId, version, lineId, portId, ownerId, byHand } = wish;
  const isOne = (id: string | undefined): id is string => id !== undefined && id !== '0';
  return {
    from: since.toISOString(),
    to: until.toISOString(),
    source: byHand ? 'hand' : 'notHand',
    ...(isOne(taskId) && { taskId }),
    ...(isOne(planId) && { planId }),
    ...(version !== undefined && { planVersion: version }),
    ...(isOne(lineId) && { lineId }),
    ...(isOne(portId) && { portId }),
    ...(isOne(ownerId) && { ownerId }),
  };
};

const DAY_MS = 86_400_000;
const HOURS = 24;

const dayWay = (way: StatWay, key: string, days: number, { from, starts }: Span): StatWay => {
  const nth = (Date.parse(key) - Date.parse(from)) / DAY_MS;
  const at = (n: number) => starts[Math.min(Math.max(n, 0), starts.length - 1)]?.toISOString() ?? way.from;
  return { ...way, from: at(nth), to: at(nth + days) };
};

/** The calls of a group; null: of those without a task, a plan, an owner or a place the list knows no filter. */
export const wayDown = (by: GroupedBy, key: string, way: StatWay, span: Span): StatWay | null => {
  if (by === 'day') return dayWay(way, key, 1, span);
  if (by === 'week') return dayWay(way, key, 7, span);
  if (by === 'hour') return { ...way, hourFrom: Number(key), hourTo: (Number(key) + 1) % HOURS || HOURS };
  if (by === 'weekHour') {
    const [weekday, hour] = key.split('-').map(Number);
    return { ...way, weekdays: [(weekday ?? 1) - 1], hourFrom: hour, hourTo: ((hour ?? 0) + 1) % HOURS || HOURS };
  }
  if (by === 'cause') {
    const [state = '', because = ''] = key.split(' ');
    return { ...way, states: [state as CallState], becauses: [because] };
  }
  if (by === 'version') {
    const [planId = '0', version = '0'] = key.split('-');
    return planId === '0' ? null : { ...way, planId, planVersion: Number(version) };
  }
  if (key === '' || key === '0') return null;
  const fields = { task: 'taskId', plan: 'planId', line: 'lineId', port: 'portId', owner: 'ownerId' } as const;
  if (by === 'province') return { ...way, province: key };
  if (by === 'caller') return { ...way, callerNumber: key };
  return { ...way, [fields[by as keyof typeof fields]]: key };
};
