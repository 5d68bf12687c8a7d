import { type AuditKind, auditKinds, type endpoints, id } from '@lianxian/contract';
import type { z } from 'zod';

/** What the audit is narrowed to, as it stands in the address. A value that makes no sense is left out, never an error. */
export interface Filter {
  readonly time: Time | null;
  readonly person: string | null;
  readonly kind: AuditKind | null;
  readonly target: string;
  readonly ip: string;
  readonly q: string;
}
export const presets = ['today', '7d', '30d'] as const;
/** Days of the merchant's zone, both included. */
export type Time = (typeof presets)[number] | { readonly from: string; readonly to: string };
export type ConditionKey = Exclude<keyof Filter, 'q'>;

export const everything: Filter = { time: null, person: null, kind: null, target: '', ip: '', q: '' };
export const kinds = Object.keys(auditKinds) as readonly AuditKind[];

const LONGEST = { target: 30, ip: 45, q: 50 } as const;
const day = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string | undefined): text is string =>
  text !== undefined && day.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
const timeOf = (text: string | null): Time | null => {
  const [from, to, ...rest] = text?.split('~') ?? [];
  if (isDay(from) && isDay(to) && rest.length === 0) return from <= to ? { from, to } : { from: to, to: from };
  return presets.find(preset => preset === text) ?? null;
};

export const readFilter = (query: URLSearchParams): Filter => {
  const text = (name: keyof typeof LONGEST) => (query.get(name) ?? '').slice(0, LONGEST[name]);
  const person = query.get('person');
  return {
    time: timeOf(query.get('time')),
    person: id.safeParse(person).success ? person : null,
    kind: kinds.find(kind => kind === query.get('kind')) ?? null,
    target: text('target'),
    ip: text('ip'),
    q: text('q'),
  };
};

/** The same as an address says it; what narrows nothing is not said. */
export const writeFilter = ({ time, ...rest }: Filter): Record<string, string> => {
  const said: Record<string, string | null> = {
    time: time === null || typeof time === 'string' ? time : `${time.from}~${time.to}`,
    ...rest,
  };
  return Object.fromEntries(Object.entries(said).flatMap(([name, value]) => (value ? [[name, value]] : [])));
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
  return { from: plusDays(today, -{ today: 0, '7d': 6, '30d': 29 }[time]), to: today };
};

export type AuditQuery = z.input<typeof endpoints.audit.export.input>;

/** What the endpoint is asked. */
export const askedOf = ({ time, person, kind, target, ip, q }: Filter, now: Date): AuditQuery => {
  const days = time && daysOf(time, now);
  return {
    ...(days && { from: `${days.from}T00:00:00${zone}`, to: `${plusDays(days.to, 1)}T00:00:00${zone}` }),
    ...(person && { employeeId: person }),
    ...(kind && { kind }),
    ...(target && { target }),
    ...(ip && { ip }),
    ...(q && { q }),
  };
};

export const narrows = (filter: Filter): boolean => Object.keys(writeFilter(filter)).length > 0;
