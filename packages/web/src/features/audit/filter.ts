import { type AuditKind, auditKindNames, endpoints, fieldChars, id } from '@lianxian/contract';
import type { z } from 'zod';
import { type Days, readDays, spanOf, writeDays } from '../../ui/filter/days.ts';

/** What the audit is narrowed to, as it stands in the address. A value that makes no sense is left out, never an error. */
export interface Filter {
  readonly time: Days | null;
  readonly person: string | null;
  readonly kind: AuditKind | null;
  readonly target: string;
  readonly ip: string;
  readonly q: string;
}
export const everything: Filter = { time: null, person: null, kind: null, target: '', ip: '', q: '' };
export const kinds = auditKindNames;

const charsOf = (name: 'target' | 'ip' | 'q') => fieldChars(endpoints.audit.export.input, name);
export const longest = { target: charsOf('target'), ip: charsOf('ip'), q: charsOf('q') } as const;

export const readFilter = (query: URLSearchParams): Filter => {
  const text = (name: keyof typeof longest) => (query.get(name) ?? '').slice(0, longest[name]);
  const person = query.get('person');
  return {
    time: readDays(query.get('time')),
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
    time: writeDays(time),
    ...rest,
  };
  return Object.fromEntries(Object.entries(said).flatMap(([name, value]) => (value ? [[name, value]] : [])));
};

type AuditQuery = z.input<typeof endpoints.audit.export.input>;

/** What the endpoint is asked. */
export const askedOf = ({ time, person, kind, target, ip, q }: Filter, now: Date): AuditQuery => ({
  ...spanOf(time, now),
  ...(person && { employeeId: person }),
  ...(kind && { kind }),
  ...(target && { target }),
  ...(ip && { ip }),
  ...(q && { q }),
});

export const narrows = (filter: Filter): boolean => Object.keys(writeFilter(filter)).length > 0;
