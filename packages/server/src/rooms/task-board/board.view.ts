import {
  doneBecauseText,
  type Language,
  type OutputOf,
  pacingBecauseText,
  type taskEndpoints,
  taskEventText,
} from '@lianxian/contract';
import { type Ahead, maskPhone } from '@lianxian/core';
import type {
  EndedOnBoard,
  EndingsOfMinute,
  EventOnBoard,
  LiveOnBoard,
  PortOnBoard,
  TaskOnBoard,
} from './board.store.ts';
import { wantedOf } from './wanted.view.ts';

type Board = OutputOf<typeof taskEndpoints.board>;
type Levels = Board['levels'];

const MINUTE_MS = 60_000;
/** What the board draws, the minute that runs among them. */
export const MINUTES_SHOWN = 30;
/** What counts as recent: for the answer rate and the pace. */
const RECENT_MINUTES = 10;

type Endings = Pick<EndingsOfMinute, 'state' | 'level' | 'calls'>;

const none = (): Levels => ({ A: 0, B: 0, C: 0, D: 0, E: 0, F: 0 });

const levelsOf = (endings: readonly Endings[]): Levels => {
  const levels = none();
  for (const { level, calls } of endings) if (level !== '') levels[level] += calls;
  return levels;
};

const sum = (endings: readonly Endings[]): number => endings.reduce((all, { calls }) => all + calls, 0);
const answered = (endings: readonly Endings[]): number => sum(endings.filter(({ state }) => state === 'answered'));

/** By outcome, the most frequent first. */
export const outcomesOf = (endings: readonly Endings[]): Board['outcomes'] => {
  const byState = Map.groupBy(endings, ({ state }) => state);
  return [...byState].map(([state, some]) => ({ state, calls: sum(some) })).sort((a, b) => b.calls - a.calls);
};

/** One column a minute, oldest first, without gaps; the last is the minute that runs. */
export const minutesOf = (endings: readonly EndingsOfMinute[], now: Date): Board['minutes'] => {
  const byMinute = Map.groupBy(endings, ({ minute }) => minute.getTime());
  const last = now.getTime() - (now.getTime() % MINUTE_MS);
  return Array.from({ length: MINUTES_SHOWN }, (_, index) => {
    const at = last - (MINUTES_SHOWN - 1 - index) * MINUTE_MS;
    const ended = byMinute.get(at) ?? [];
    return { at: new Date(at).toISOString(), calls: sum(ended), answered: answered(ended), levels: levelsOf(ended) };
  });
};

const lately = (minutes: Board['minutes'], now: Date): Board['minutes'] =>
  minutes.filter(({ at }) => Date.parse(at) > now.getTime() - RECENT_MINUTES * MINUTE_MS);

/** What ended in the last minutes, and who talks now. */
export const recentOf = (minutes: Board['minutes'], now: Date, talking = 0): Board['recent'] => {
  const last = lately(minutes, now);
  return {
    calls: last.reduce((all, { calls }) => all + calls, talking),
    answered: last.reduce((all, minute) => all + minute.answered, talking),
  };
};

/**
 * Calls a minute: what ended lately, over the time since the first of it; the minute that runs counts as far as it went.
 * One decimal; 0 when nothing ended.
 */
export const paceOf = (minutes: Board['minutes'], now: Date): number => {
  const first = lately(minutes, now).find(({ calls }) => calls > 0);
  if (!first) return 0;
  const elapsed = Math.max(1, (now.getTime() - Date.parse(first.at)) / MINUTE_MS);
  return Math.round((recentOf(minutes, now).calls / elapsed) * 10) / 10;
};

type BoardPort = Pick<PortOnBoard, 'channels' | 'portChannels' | 'lineId' | 'lineChannels' | 'removed'>;

/** How many calls the task may have at once: the smallest of its own limit, its ports within their lines, the merchant's. */
export const channelLimit = (concurrency: number, merchantChannels: number, ports: readonly BoardPort[]): number => {
  const byLine = Map.groupBy(
    ports.filter(({ removed }) => !removed),
    port => port.lineId,
  );
  const overLines = [...byLine.values()].reduce((all, ofLine) => {
    const overPorts = ofLine.reduce((some, port) => some + Math.min(port.channels, port.portChannels), 0);
    return all + Math.min(overPorts, ofLine[0]?.lineChannels ?? 0);
  }, 0);
  return Math.min(concurrency, merchantChannels, overLines);
};

interface BoardParts {
  readonly task: TaskOnBoard;
  /** As its row in the list of tasks says it. */
  readonly standing: Pick<Board, 'id' | 'state' | 'because' | 'becauseText'>;
  readonly counts: Board['counts'];
  readonly endings: readonly Endings[];
  readonly recent: readonly EndingsOfMinute[];
  /** Now; of a task that does not run, its last minute with an ending. */
  readonly until: Date;
  readonly live: readonly LiveOnBoard[];
  readonly ended: readonly EndedOnBoard[];
  readonly coming: Board['coming'];
  readonly deadLines: Board['deadLines'];
  /** Live calls that were answered: they count as such before they end. */
  readonly talking: number;
  readonly channels: Board['channels'];
  readonly money: Board['money'];
  readonly events: readonly EventOnBoard[];
  /** Null: it does not run, or nobody waits. */
  readonly forecast: Ahead['end'] | null;
}

/** When the last of it is done, and what must be said of that. */
export const doneOf = (forecast: Ahead['end'] | null, now: Date): Pick<Board, 'doneAt' | 'doneBecause'> => {
  if (forecast === null) return { doneAt: null, doneBecause: '' };
  if ('unknown' in forecast) return { doneAt: null, doneBecause: forecast.unknown };
  const doneAt = new Date(now.getTime() + forecast.minutes * MINUTE_MS).toISOString();
  return { doneAt, doneBecause: forecast.lineDown ? 'withoutLine' : '' };
};

const stageOf = (stage: string): Board['live'][number]['stage'] =>
  stage === 'placed' || stage === 'talking' ? stage : 'dialling';

export const boardView = (parts: BoardParts, seesPhones: boolean, language: Language): Board => {
  const { task } = parts;
  const minutes = minutesOf(parts.recent, parts.until);
  const talks = parts.talking === 0 ? [] : [{ state: 'answered', level: '', calls: parts.talking } as const];
  const runs = task.state === 'running';
  const perMinute = runs ? paceOf(minutes, task.now) : 0;
  const because = runs ? task.paceBecause : '';
  const done = doneOf(parts.forecast, task.now);
  return {
    ...parts.standing,
    name: task.name,
    planId: task.planId,
    planName: task.planName,
    planVersion: task.planVersion,
    startedAt: task.startedAt?.toISOString() ?? null,
    startedBy: task.startedBy,
    windows: task.windows.map(day => day.map(window => ({ ...window }))),
    counts: parts.counts,
    channels: parts.channels,
    money: parts.money,
    outcomes: outcomesOf([...parts.endings, ...talks]),
    levels: levelsOf(parts.endings),
    minutes,
    recent: recentOf(minutes, task.now, parts.talking),
    pace: { perMinute, because, becauseText: because === '' ? '' : pacingBecauseText(because, language) },
    ...done,
    doneBecauseText: done.doneBecause === '' ? '' : doneBecauseText(done.doneBecause, language),
    live: parts.live.map(call => ({
      id: call.id,
      phone: seesPhones ? call.phone : maskPhone(call.phone),
      name: call.calleeName,
      stage: stageOf(call.stage),
      placedAt: call.placedAt.toISOString(),
      answeredAt: call.answeredAt?.toISOString() ?? null,
    })),
    coming: parts.coming,
    deadLines: parts.deadLines,
    ended: parts.ended.map(call => ({
      id: call.id,
      phone: seesPhones ? call.phone : maskPhone(call.phone),
      name: call.calleeName,
      level: call.level,
      says: wantedOf(call, seesPhones, language),
      endedAt: call.listedAt.toISOString(),
      talkMs: call.talkMs,
    })),
    events: parts.events.map(event => ({
      at: event.at.toISOString(),
      kind: event.kind,
      text: taskEventText(event, language),
    })),
  };
};
