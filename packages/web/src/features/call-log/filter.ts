import {
  callSources,
  callStateWord,
  customerType,
  endpoints,
  fieldChars,
  fieldLimits,
  hungUpBy,
  id,
  levelWord,
} from '@lianxian/contract';
import { goodLevels, searchSaid } from '@lianxian/core';
import type { z } from 'zod';
import { type Days, readDays, spanOf, writeDays } from '../../ui/filter/days.ts';

/**
 * What the call log is narrowed to, as it stands in the address: a link shows the same rows to whoever opens it, and the
 * back button undoes a step. A value that makes no sense is kept as it stands (`unread`) and finds nothing, so that a link
 * never shows more than it says.
 */
export interface Filter {
  readonly view: View;
  readonly time: Days | null;
  readonly task: string | null;
  readonly plan: string | null;
  readonly states: readonly StateWord[];
  readonly levels: readonly LevelWord[];
  readonly source: (typeof callSources)[number] | null;
  readonly phone: string;
  /** Seconds of talk at least. */
  readonly talk: number | null;
  /** Seconds of talk at most. */
  readonly talkTo: number | null;
  readonly port: string | null;
  readonly owner: string | null;
  readonly types: readonly CustomerTypeText[];
  readonly tags: readonly string[];
  readonly area: Area | null;
  readonly hungUp: readonly HungUpWord[];
  readonly hours: Hours | null;
  /** What was said. */
  readonly words: string | null;
  /** Those alone whose callee spoke of calling in the police or an authority. */
  readonly authority: '1' | null;
  /** Of tasks that compare plans. */
  readonly variant: VariantText | null;
  /** Of the plan; below zero a draft that was tried. */
  readonly version: string | null;
  readonly line: string | null;
  /** The number of ours that was shown. */
  readonly caller: string | null;
  /** Keys of why they ended, as statistics lead here. */
  readonly because: readonly string[];
  readonly weekdays: readonly WeekdayText[];
  /** What the address says of a condition and nobody can read. */
  readonly unread: Readonly<Partial<Record<Unreadable, string>>>;
}
/** Conditions whose value has a form, by their names in the address. */
const unreadable = {
  time: 'time',
  task: 'task',
  plan: 'plan',
  states: 'state',
  levels: 'level',
  source: 'source',
  talk: 'talk',
  talkTo: 'talkTo',
  port: 'port',
  owner: 'owner',
  types: 'type',
  tags: 'tag',
  area: 'area',
  hungUp: 'hungUp',
  hours: 'hours',
  words: 'words',
  authority: 'authority',
  variant: 'variant',
  version: 'version',
  line: 'line',
  because: 'because',
  weekdays: 'weekday',
} as const;
export type Unreadable = keyof typeof unreadable;
type StateWord = z.output<typeof callStateWord>;
type LevelWord = z.output<typeof levelWord>;
export const variantTexts = ['0', '1', '2'] as const;
type VariantText = (typeof variantTexts)[number];
/** Monday is 0. */
export const weekdayTexts = ['0', '1', '2', '3', '4', '5', '6'] as const;
type WeekdayText = (typeof weekdayTexts)[number];
export type HungUpWord = z.output<typeof hungUpBy>;
export type CustomerTypeText = `${z.output<typeof customerType>}`;
/** All of a province where `city` is empty. */
export interface Area {
  readonly province: string;
  readonly city: string;
}
/** Whole hours of the merchant's day; 22 to 6 goes over midnight. */
export interface Hours {
  readonly from: number;
  readonly to: number;
}

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
  talkTo: null,
  port: null,
  owner: null,
  types: [],
  tags: [],
  area: null,
  hungUp: [],
  hours: null,
  words: null,
  authority: null,
  variant: null,
  version: null,
  line: null,
  caller: null,
  because: [],
  weekdays: [],
  unread: {},
};

/** A view is where one begins: its conditions stand as chips and can be changed. */
export const viewFilters: Readonly<Record<View, Filter>> = {
  all: everything,
  // Trials count apart: nobody follows them up.
  follow: { ...everything, view: 'follow', levels: goodLevels, source: 'notHand' },
  redial: { ...everything, view: 'redial', states: ['noAnswer', 'busy', 'poweredOff', 'unreachable', 'interrupted'] },
  hand: { ...everything, view: 'hand', source: 'hand' },
};

const oneOf = <T extends string>(words: readonly T[], text: string | null): T | null =>
  words.find(word => word === text) ?? null;
const someOf = <T extends string>(words: readonly T[], text: string | null): readonly T[] =>
  words.filter(word => text?.split(',').includes(word));
const idOf = (text: string | null) => (id.safeParse(text).success ? text : null);

export const longestTalk = fieldLimits(endpoints.call.list.input, 'talkFromS').most ?? Number.MAX_SAFE_INTEGER;
const talkOf = (text: string | null): number | null => {
  const seconds = Number(text);
  return Number.isInteger(seconds) && seconds > 0 && seconds <= longestTalk ? seconds : null;
};
const customerTypeTexts = [...customerType.values].map(String) as CustomerTypeText[];
export const longestWords = fieldChars(endpoints.call.list.input, 'words');
const mostTags = 20;
const tagsOf = (text: string | null): readonly string[] => (text ?? '').split(',').filter(Boolean).slice(0, mostTags);
const becausesOf = (text: string | null): readonly string[] =>
  (text ?? '').split(',').filter(key => /^[a-zA-Z]{1,60}$/.test(key));
const versionOf = (text: string | null): string | null => (/^-?[1-9]\d{0,5}$/.test(text ?? '') ? text : null);
const areaOf = (text: string | null): Area | null => {
  const [province = '', city = ''] = (text ?? '').split('/');
  return province === '' ? null : { province, city };
};
/** `9-12`; null: no span of hours. */
export const hoursOf = (text: string | null): Hours | null => {
  const [from, to] =
    /^(\d{1,2})-(\d{1,2})$/
      .exec(text ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (from === undefined || to === undefined) return null;
  return from < 24 && to > 0 && to <= 24 && from !== to ? { from, to } : null;
};
/** Two neighbouring letters at least can be sought. */
export const wordsOf = (text: string | null): string | null => {
  const words = (text ?? '').trim().slice(0, longestWords);
  return searchSaid(words).pairs.length > 0 ? words : null;
};
/** Of what is sought; of what could not be read so much is shown, too. */
export const longestPhone = fieldChars(endpoints.call.list.input, 'phone');

export const longestCaller = fieldChars(endpoints.call.list.input, 'callerNumber');

const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

const readWhole = (query: URLSearchParams): Filter => ({
  view: oneOf(views, query.get('view')) ?? 'all',
  time: readDays(query.get('time')),
  task: idOf(query.get('task')),
  plan: idOf(query.get('plan')),
  states: someOf(callStateWord.options, query.get('state')),
  levels: someOf(levelWord.options, query.get('level')),
  source: oneOf(callSources, query.get('source')),
  phone: (query.get('phone') ?? '').slice(0, longestPhone),
  talk: talkOf(query.get('talk')),
  talkTo: talkOf(query.get('talkTo')),
  port: idOf(query.get('port')),
  owner: idOf(query.get('owner')),
  types: someOf(customerTypeTexts, query.get('type')),
  tags: tagsOf(query.get('tag')),
  area: areaOf(query.get('area')),
  hungUp: someOf(hungUpBy.options, query.get('hungUp')),
  hours: hoursOf(query.get('hours')),
  words: wordsOf(query.get('words')),
  authority: oneOf(['1'], query.get('authority')),
  variant: oneOf(variantTexts, query.get('variant')),
  version: versionOf(query.get('version')),
  line: idOf(query.get('line')),
  caller: query.get('caller')?.slice(0, longestCaller) || null,
  because: becausesOf(query.get('because')),
  weekdays: someOf(weekdayTexts, query.get('weekday')),
  unread: {},
});

export const readFilter = (query: URLSearchParams): Filter => {
  const filter = readWhole(query);
  const unread = (Object.keys(unreadable) as Unreadable[]).flatMap(key => {
    const text = query.get(unreadable[key]) ?? '';
    return text !== '' && isNothing(filter[key]) ? [[key, text.slice(0, longestPhone)] as const] : [];
  });
  return { ...filter, unread: Object.fromEntries(unread) };
};

/** The same as an address says it; what narrows nothing is not said. */
export const writeFilter = (filter: Filter): Record<string, string> => {
  const said: Record<string, string> = {
    view: filter.view === 'all' ? '' : filter.view,
    time: writeDays(filter.time),
    task: filter.task ?? '',
    plan: filter.plan ?? '',
    state: filter.states.join(','),
    level: filter.levels.join(','),
    source: filter.source ?? '',
    phone: filter.phone,
    talk: filter.talk === null ? '' : String(filter.talk),
    talkTo: filter.talkTo === null ? '' : String(filter.talkTo),
    port: filter.port ?? '',
    owner: filter.owner ?? '',
    type: filter.types.join(','),
    tag: filter.tags.join(','),
    area: filter.area === null ? '' : [filter.area.province, filter.area.city].filter(Boolean).join('/'),
    hungUp: filter.hungUp.join(','),
    hours: filter.hours === null ? '' : `${filter.hours.from}-${filter.hours.to}`,
    words: filter.words ?? '',
    authority: filter.authority ?? '',
    variant: filter.variant ?? '',
    version: filter.version ?? '',
    line: filter.line ?? '',
    caller: filter.caller ?? '',
    because: filter.because.join(','),
    weekday: filter.weekdays.join(','),
    ...Object.fromEntries(Object.entries(filter.unread).map(([key, text]) => [unreadable[key as Unreadable], text])),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''));
};

export type CallQuery = z.input<typeof endpoints.call.export.input>;

/** Conditions behind 更多条件 beside plan and length of talk. */
const furtherOf = (filter: Filter): CallQuery => ({
  ...(filter.talkTo && { talkToS: filter.talkTo }),
  ...(filter.port && { portId: filter.port }),
  ...(filter.owner && { ownerId: filter.owner }),
  ...(filter.types.length > 0 && {
    customerTypes: [...customerType.values].filter(type => filter.types.includes(`${type}`)),
  }),
  ...(filter.tags.length > 0 && { tags: [...filter.tags] }),
  ...(filter.area && { province: filter.area.province, ...(filter.area.city && { city: filter.area.city }) }),
  ...(filter.hungUp.length > 0 && { hungUpBys: [...filter.hungUp] }),
  ...(filter.hours && { hourFrom: filter.hours.from, hourTo: filter.hours.to }),
  ...(filter.words && { words: filter.words }),
  ...(filter.version && { planVersion: Number(filter.version) }),
  ...(filter.line && { lineId: filter.line }),
  ...(filter.caller && { callerNumber: filter.caller }),
  ...(filter.because.length > 0 && { becauses: [...filter.because] }),
  ...(filter.weekdays.length > 0 && { weekdays: filter.weekdays.map(Number) }),
});

/** What the endpoint is asked. */
export const askedOf = (filter: Filter, now: Date): CallQuery => ({
  ...spanOf(filter.time, now),
  ...(filter.task && { taskId: filter.task }),
  ...(filter.plan && { planId: filter.plan }),
  // Records only: while many calls are live they would fill the first page, and what just ended would not be seen.
  states: filter.states.length > 0 ? [...filter.states] : [...callStateWord.options],
  ...(filter.levels.length > 0 && { levels: [...filter.levels] }),
  ...(filter.source && { source: filter.source }),
  ...(filter.phone && { phone: filter.phone }),
  ...(filter.talk && { talkFromS: filter.talk }),
  ...furtherOf(filter),
  ...(filter.authority && { namesAuthority: filter.authority }),
  ...(filter.variant && { variant: Number(filter.variant) }),
});

/**
 * What is typed, as it is sought: a number as its figures, without +86, spaces and dashes, full width made half; anything
 * else as it stands, a name or nothing that is found. It never becomes less narrow than what was typed.
 */
export const sought = (typed: string): string => {
  const text = typed.normalize('NFKC').trim();
  const figures = text.replace(/[\s()-]/g, '').replace(/^(\+|00)86/, '');
  return /^\d+$/.test(figures) ? figures : text.slice(0, longestPhone);
};

/** Part of it cannot be read: nothing is looked up. */
export const isUnread = ({ unread }: Filter): boolean => Object.keys(unread).length > 0;

/** Is it narrowed at all? */
export const narrows = (filter: Filter): boolean => Object.keys(writeFilter({ ...filter, view: 'all' })).length > 0;
