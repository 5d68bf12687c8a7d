import { answerBys, type CallOf, type endpoints } from '@lianxian/contract';
import { type Days, daysOf, readDays, writeDays } from '../../ui/filter/days.ts';

/**
 * What a page of statistics is narrowed to, as it stands in the address: a link shows the same figures to whoever opens
 * it. What it says and nobody can read is kept (`unread`) and finds nothing, so that a link never shows more than it says.
 */
export interface StatParts {
  readonly time: Days;
  readonly task: string | null;
  readonly plan: string | null;
  readonly version: string | null;
  readonly line: string | null;
  readonly port: string | null;
  readonly owner: string | null;
  readonly byHand: '1' | null;
  /** Of answers: who asked. */
  readonly by: (typeof answerBys)[number] | null;
}
export type StatPart = keyof StatParts;
export interface StatFilter extends StatParts {
  readonly unread: Readonly<Partial<Record<StatPart, string>>>;
}

const usualTime = '7d';
export const wholeFilter: StatFilter = {
  time: usualTime,
  task: null,
  plan: null,
  version: null,
  line: null,
  port: null,
  owner: null,
  byHand: null,
  by: null,
  unread: {},
};
const statParts = Object.keys(wholeFilter).filter(key => key !== 'unread') as readonly StatPart[];

/** `by` in the address is what rows are by; who asked has another name there. */
export const nameInAddress = (part: StatPart): string => (part === 'by' ? 'asked' : part);

const idOf = (text: string): string | null => (/^(0|[1-9]\d{0,18})$/.test(text) ? text : null);
const readers: { readonly [P in StatPart]: (text: string) => StatParts[P] | null } = {
  time: readDays,
  task: idOf,
  plan: idOf,
  version: text => (/^[1-9]\d{0,5}$/.test(text) ? text : null),
  line: text => (text === '0' ? null : idOf(text)),
  port: idOf,
  owner: idOf,
  byHand: text => (text === '1' ? text : null),
  by: text => answerBys.find(by => by === text) ?? null,
};
const unreadShown = 40;

/** `parts`: those that the page knows; of the others it says nothing. */
export const readStatFilter = (query: URLSearchParams, parts: readonly StatPart[]): StatFilter => {
  const said = parts.flatMap(part => {
    const text = query.get(nameInAddress(part)) ?? '';
    return text === '' ? [] : [{ part, text, value: readers[part](text) }];
  });
  const read: Partial<StatParts> = Object.fromEntries(
    said.filter(({ value }) => value !== null).map(({ part, value }) => [part, value]),
  );
  const unread = said.filter(({ value }) => value === null).map(({ part, text }) => [part, text.slice(0, unreadShown)]);
  return { ...wholeFilter, ...read, unread: Object.fromEntries(unread) };
};

/** One part as an address says it; null: it says nothing of it. */
export const writePart = <P extends StatPart>(part: P, value: StatParts[P]): string | null => {
  if (part === 'time') {
    const days = value as Days;
    return days === usualTime ? null : writeDays(days);
  }
  return value as string | null;
};

export const isUnread = ({ unread }: StatFilter): boolean => Object.keys(unread).length > 0;
/** Is it narrowed, beside its days? */
export const narrows = (filter: StatFilter): boolean =>
  isUnread(filter) || statParts.some(part => part !== 'time' && filter[part] !== null);

type Asked = CallOf<typeof endpoints.stat.causes>;
/** What all endpoints are asked. */
export const askedOf = (filter: StatFilter, now: Date): Asked => ({
  ...daysOf(filter.time, now),
  ...(filter.task && { taskId: filter.task }),
  ...(filter.plan && { planId: filter.plan }),
  ...(filter.version && { version: Number(filter.version) }),
  ...(filter.line && { lineId: filter.line }),
  ...(filter.port && { portId: filter.port }),
  ...(filter.owner && { ownerId: filter.owner }),
  ...(filter.byHand && { byHand: filter.byHand }),
});
