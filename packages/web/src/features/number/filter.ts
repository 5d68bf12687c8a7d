import {
  type CallOf,
  customerType,
  customerViews,
  endpoints,
  fieldChars,
  id,
  levelWord,
  phoneOperators,
} from '@lianxian/contract';
import { isFigure, isNumberParameter, parameterNumbers } from '@lianxian/core';
import type { z } from 'zod';
import { type Days, daysOf, readDays, writeDays } from '../../ui/filter/days.ts';

/**
 * What the library is narrowed to, as it stands in the address: a link shows the same customers to whoever opens it, as
 * far as he sees them, and the back button undoes a step. A value that makes no sense is kept (`unread`) and finds
 * nothing, so that a link never shows more than it says.
 */
export interface Filter {
  readonly view: View;
  readonly q: string;
  readonly phone: string | null;
  readonly name: string | null;
  readonly company: string | null;
  readonly types: readonly TypeText[];
  readonly tags: readonly string[];
  readonly owners: readonly string[];
  /** Codes. */
  readonly regions: readonly string[];
  readonly operators: readonly Operator[];
  readonly called: Days | 'never' | null;
  readonly levels: readonly LevelWord[];
  readonly next: NextDays | null;
  readonly parameters: Parameters;
  readonly task: string | null;
  readonly unread: Readonly<Partial<Record<Unreadable, string>>>;
}
export const views = customerViews;
type View = (typeof views)[number];
type TypeText = `${z.output<typeof customerType>}`;
type Operator = (typeof phoneOperators)[number];
type LevelWord = z.output<typeof levelWord>;
/** When something is to be done: overdue, today, within a week, or between two days. */
export const nextPresets = ['late', 'today', 'week'] as const;
export type NextDays = (typeof nextPresets)[number] | { readonly from: string; readonly to: string };
/** Of a figure the least and the most, of a text how it begins; by the number of the parameter. */
interface Within {
  readonly from: string;
  readonly to: string;
  readonly begins: string;
}
export type Parameters = Readonly<Partial<Record<ParameterNumber, Within>>>;
export type ParameterNumber = (typeof parameterNumbers)[number];

/** Conditions whose value has a form, by their names in the address. */
const unreadable = {
  types: 'type',
  owners: 'owner',
  regions: 'region',
  operators: 'operator',
  called: 'called',
  levels: 'level',
  next: 'next',
  parameters: 'parameters',
  task: 'task',
} as const;
export type Unreadable = keyof typeof unreadable;

export const everybody: Filter = {
  ...{ view: 'all', q: '', phone: null, name: null, company: null, types: [], tags: [], owners: [], regions: [] },
  ...{ operators: [], called: null, levels: [], next: null, parameters: {}, task: null, unread: {} },
};

const { input } = endpoints.customer.list;
export const chars = {
  q: fieldChars(input, 'q'),
  phone: fieldChars(input, 'phone'),
  name: fieldChars(input, 'name'),
  company: fieldChars(input, 'company'),
} as const;
const mostOfOne = 20;
const mostRegions = 40;
const unreadShown = 40;

export const typeTexts = [...customerType.values].map(String) as TypeText[];

const oneOf = <T extends string>(words: readonly T[], text: string | null): T | null =>
  words.find(word => word === text) ?? null;
const someOf = <T extends string>(words: readonly T[], text: string | null): readonly T[] =>
  words.filter(word => text?.split(',').includes(word));
const listOf = (text: string | null, isGood: (item: string) => boolean, most: number): readonly string[] =>
  (text ?? '').split(',').filter(isGood).slice(0, most);
const isId = (text: string) => id.safeParse(text).success;
const textOf = (text: string | null, most: number): string | null => (text ?? '').trim().slice(0, most) || null;

const nextOf = (text: string | null): NextDays | null => {
  const preset = oneOf(nextPresets, text);
  const days = readDays(text);
  return preset ?? (days !== null && typeof days !== 'string' ? days : null);
};
const figureOf = (text: string | undefined) => (text !== undefined && isFigure(text) ? text : '');
/** `4:1~5;1:北` */
const parametersOf = (text: string | null): Parameters => {
  const found: Partial<Record<ParameterNumber, Within>> = {};
  for (const part of (text ?? '').split(';')) {
    const [, key = '', said = ''] = /^(\d+):(.*)$/.exec(part) ?? [];
    const n = parameterNumbers.find(each => String(each) === key);
    if (n === undefined || said === '') continue;
    const [from, to] = said.split('~');
    const within = isNumberParameter(n)
      ? { from: figureOf(from), to: figureOf(to), begins: '' }
      : { from: '', to: '', begins: said };
    if (within.from || within.to || within.begins) found[n] = within;
  }
  return found;
};
const writeParameters = (parameters: Parameters): string =>
  Object.entries(parameters)
    .map(([n, { from, to, begins }]) => `${n}:${begins || `${from}~${to}`}`)
    .join(';');

const readWhole = (query: URLSearchParams): Filter => ({
  view: oneOf(views, query.get('view')) ?? 'all',
  q: (query.get('q') ?? '').slice(0, chars.q),
  phone: textOf(query.get('phone'), chars.phone),
  name: textOf(query.get('name'), chars.name),
  company: textOf(query.get('company'), chars.company),
  types: someOf(typeTexts, query.get('type')),
  tags: listOf(query.get('tag'), Boolean, mostOfOne),
  owners: listOf(query.get('owner'), isId, mostOfOne),
  regions: listOf(query.get('region'), code => /^(\d{2}|\d{4}|\d{6})$/.test(code), mostRegions),
  operators: someOf(phoneOperators, query.get('operator')),
  called: query.get('called') === 'never' ? 'never' : readDays(query.get('called')),
  levels: someOf(levelWord.options, query.get('level')),
  next: nextOf(query.get('next')),
  parameters: parametersOf(query.get('parameters')),
  task: isId(query.get('task') ?? '') ? query.get('task') : null,
  unread: {},
});

const isNothing = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value).length === 0);

export const readFilter = (query: URLSearchParams): Filter => {
  const filter = readWhole(query);
  const unread = (Object.keys(unreadable) as Unreadable[]).flatMap(key => {
    const text = query.get(unreadable[key]) ?? '';
    return text !== '' && isNothing(filter[key]) ? [[key, text.slice(0, unreadShown)] as const] : [];
  });
  return { ...filter, unread: Object.fromEntries(unread) };
};

const writeNext = (next: NextDays | null): string =>
  next === null ? '' : typeof next === 'string' ? next : `${next.from}~${next.to}`;

/** The same as an address says it; what narrows nothing is not said. */
export const writeFilter = (filter: Filter): Record<string, string> => {
  const said: Record<string, string> = {
    view: filter.view === 'all' ? '' : filter.view,
    q: filter.q,
    phone: filter.phone ?? '',
    name: filter.name ?? '',
    company: filter.company ?? '',
    type: filter.types.join(','),
    tag: filter.tags.join(','),
    owner: filter.owners.join(','),
    region: filter.regions.join(','),
    operator: filter.operators.join(','),
    called: filter.called === 'never' ? 'never' : writeDays(filter.called),
    level: filter.levels.join(','),
    next: writeNext(filter.next),
    parameters: writeParameters(filter.parameters),
    task: filter.task ?? '',
    ...Object.fromEntries(Object.entries(filter.unread).map(([key, text]) => [unreadable[key as Unreadable], text])),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''));
};

const dayMs = 86_400_000;
const dayAfter = (now: Date, days: number): string => daysOf('today', new Date(now.getTime() + days * dayMs)).from;
const nextSpan = (next: NextDays, now: Date): { nextFrom?: string; nextTo?: string } => {
  if (typeof next !== 'string') return { nextFrom: next.from, nextTo: next.to };
  if (next === 'late') return { nextTo: dayAfter(now, -1) };
  return { nextFrom: dayAfter(now, 0), nextTo: dayAfter(now, next === 'week' ? 6 : 0) };
};

export type CustomerQuery = CallOf<typeof endpoints.customerActs.export>;

const parametersAsked = (parameters: Parameters) =>
  Object.fromEntries(
    Object.entries(parameters).map(([n, { from, to, begins }]) => [
      `parameter${n}`,
      begins ? { begins } : { ...(from && { from }), ...(to && { to }) },
    ]),
  );

/** What the endpoints are asked, `now` being the present. */
export const askedOf = (filter: Filter, now: Date): CustomerQuery => {
  const { called, next, types, parameters } = filter;
  const days = called === null || called === 'never' ? null : daysOf(called, now);
  return {
    view: filter.view,
    ...(filter.q && { q: filter.q }),
    ...(filter.phone && { phone: filter.phone }),
    ...(filter.name && { name: filter.name }),
    ...(filter.company && { company: filter.company }),
    ...(types.length > 0 && { cateTypes: [...customerType.values].filter(type => types.includes(`${type}`)) }),
    ...(filter.tags.length > 0 && { tags: [...filter.tags] }),
    ...(filter.owners.length > 0 && { ownerIds: [...filter.owners] }),
    ...(filter.regions.length > 0 && { regions: [...filter.regions] }),
    ...(filter.operators.length > 0 && { operators: [...filter.operators] }),
    ...(called === 'never' && { neverCalled: '1' as const }),
    ...(days && { calledFrom: days.from, calledTo: days.to }),
    ...(filter.levels.length > 0 && { levels: [...filter.levels] }),
    ...(next && nextSpan(next, now)),
    ...(Object.keys(parameters).length > 0 && { parameters: parametersAsked(parameters) }),
    ...(filter.task && { taskId: filter.task }),
  };
};

/** Part of it cannot be read: nothing is looked up. */
export const isUnread = ({ unread }: Filter): boolean => Object.keys(unread).length > 0;

/** Is it narrowed at all, within its view? */
export const narrows = (filter: Filter): boolean => Object.keys(writeFilter({ ...filter, view: 'all' })).length > 0;
