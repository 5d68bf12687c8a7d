import { callStateWord, type endpoints, id, levelWord } from '@lianxian/contract';
import type { z } from 'zod';

/**
 * What the call log is narrowed to, as it stands in the address: a link shows the same rows to whoever opens it, and the
 * back button undoes a step. A value that makes no sense is left out, never an error.
 */
export interface Filter {
  readonly view: View;
  readonly time: Time | null;
  readonly task: string | null;
  readonly plan: string | null;
  readonly states: readonly StateWord[];
  readonly levels: readonly LevelWord[];
  readonly source: 'task' | 'hand' | 'in' | null;
  readonly phone: string;
  /** Seconds of talk at least. */
  readonly talk: number | null;
}
export type StateWord = z.output<typeof callStateWord>;
export type LevelWord = z.output<typeof levelWord>;

export const presets = ['today', 'yesterday', '7d', '30d'] as const;
/** Days of the merchant's zone, both included. */
export type Time = (typeof presets)[number] | { readonly from: string; readonly to: string };

export const views = ['all', 'follow', 'redial', 'hand'] as const;
export type View = (typeof views)[number];

const everything: Filter = {
  view: 'all',
  time: null,
  task: null,
  plan: null,
  states: [],
  levels: [],
  source: null,
  phone: '',
  talk: null,
};

/** A view is where one begins: its conditions stand as chips and can be changed. */
export const viewFilters: Readonly<Record<View, Filter>> = {
  all: everything,
  follow: { ...everything, view: 'follow', levels: ['A', 'B'] },
  redial: { ...everything, view: 'redial', states: ['noAnswer', 'busy', 'poweredOff', 'unreachable', 'interrupted'] },
  hand: { ...everything, view: 'hand', source: 'hand' },
};

const oneOf = <T extends string>(words: readonly T[], text: string | null): T | null =>
  words.find(word => word === text) ?? null;
const someOf = <T extends string>(words: readonly T[], text: string | null): readonly T[] =>
  words.filter(word => text?.split(',').includes(word));
const idOf = (text: string | null) => (id.safeParse(text).success ? text : null);

const day = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string | undefined): text is string =>
  text !== undefined && day.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
const timeOf = (text: string | null): Time | null => {
  const [from, to, ...rest] = text?.split('~') ?? [];
  if (isDay(from) && isDay(to) && rest.length === 0) return from <= to ? { from, to } : { from: to, to: from };
  return oneOf(presets, text);
};
const longestTalk = 86_400;
const talkOf = (text: string | null): number | null => {
  const seconds = Number(text);
  return Number.isInteger(seconds) && seconds > 0 && seconds <= longestTalk ? seconds : null;
};
const longestPhone = 20;

export const readFilter = (query: URLSearchParams): Filter => ({
  view: oneOf(views, query.get('view')) ?? 'all',
  time: timeOf(query.get('time')),
  task: idOf(query.get('task')),
  plan: idOf(query.get('plan')),
  states: someOf(callStateWord.options, query.get('state')),
  levels: someOf(levelWord.options, query.get('level')),
  source: oneOf(['task', 'hand', 'in'], query.get('source')),
  phone: (query.get('phone') ?? '').slice(0, longestPhone),
  talk: talkOf(query.get('talk')),
});

/** The same as an address says it; what narrows nothing is not said. */
export const writeFilter = (filter: Filter): Record<string, string> => {
  const { time } = filter;
  const said: Record<string, string> = {
    view: filter.view === 'all' ? '' : filter.view,
    time: time === null ? '' : typeof time === 'string' ? time : `${time.from}~${time.to}`,
    task: filter.task ?? '',
    plan: filter.plan ?? '',
    state: filter.states.join(','),
    level: filter.levels.join(','),
    source: filter.source ?? '',
    phone: filter.phone,
    talk: filter.talk === null ? '' : String(filter.talk),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''));
};

/** The merchant's zone has had no summer time since 1991: a fixed distance. */
const zone = '+08:00';
const dayMs = 86_400_000;
const dayAt = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
const plusDays = (text: string, days: number): string =>
  new Date(Date.parse(`${text}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** First and last day of a time, `now` being the present. */
export const daysOf = (time: Time, now: Date): { readonly from: string; readonly to: string } => {
  if (typeof time !== 'string') return time;
  const today = dayAt(now);
  const back = { today: 0, yesterday: 1, '7d': 6, '30d': 29 }[time];
  return { from: plusDays(today, -back), to: time === 'yesterday' ? plusDays(today, -1) : today };
};

export type CallQuery = z.input<typeof endpoints.call.export.input>;

/** What the endpoint is asked. */
export const askedOf = (filter: Filter, now: Date): CallQuery => {
  const days = filter.time && daysOf(filter.time, now);
  return {
    ...(days && { from: `${days.from}T00:00:00${zone}`, to: `${plusDays(days.to, 1)}T00:00:00${zone}` }),
    ...(filter.task && { taskId: filter.task }),
    ...(filter.plan && { planId: filter.plan }),
    // Records only: while many calls are live they would fill the first page, and what just ended would not be seen.
    states: filter.states.length > 0 ? [...filter.states] : [...callStateWord.options],
    ...(filter.levels.length > 0 && { levels: [...filter.levels] }),
    ...(filter.source && { source: filter.source }),
    ...(filter.phone && { phone: filter.phone }),
    ...(filter.talk && { talkFromS: filter.talk }),
  };
};

/** Is it narrowed at all? */
export const narrows = (filter: Filter): boolean => Object.keys(writeFilter({ ...filter, view: 'all' })).length > 0;
