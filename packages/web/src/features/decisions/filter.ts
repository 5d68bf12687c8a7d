import { endpoints, fieldChars, id } from '@lianxian/contract';
import { type DecisionBecause, type DecisionKind, decisionBecauses, decisionKinds } from '@lianxian/core';
import type { z } from 'zod';
import { type Days, readDays, spanOf, writeDays } from '../../ui/filter/days.ts';

/** What the ledger is narrowed to, as it stands in the address. A value that makes no sense is left out, never an error. */
export interface Filter {
  readonly time: Days | null;
  readonly task: string | null;
  readonly kinds: readonly DecisionKind[];
  readonly because: DecisionBecause | null;
  /** Rows that one import did not take. */
  readonly import: string | null;
  readonly phone: string;
}
export const everything: Filter = { time: null, task: null, kinds: [], because: null, import: null, phone: '' };

export const phoneChars = fieldChars(endpoints.decision.list.input, 'phone');

const idOf = (text: string | null): string | null => (id.safeParse(text).success ? text : null);

export const readFilter = (query: URLSearchParams): Filter => {
  const kinds = (query.get('kinds') ?? '').split(' ');
  return {
    time: readDays(query.get('time')),
    task: idOf(query.get('task')),
    kinds: decisionKinds.filter(kind => kinds.includes(kind)),
    because: decisionBecauses.find(because => because !== '' && because === query.get('because')) ?? null,
    import: idOf(query.get('import')),
    phone: (query.get('phone') ?? '').slice(0, phoneChars),
  };
};

/** The same as an address says it; what narrows nothing is not said. */
export const writeFilter = ({ time, kinds, ...rest }: Filter): Record<string, string> => {
  const said: Record<string, string | null> = { time: writeDays(time), kinds: kinds.join(' '), ...rest };
  return Object.fromEntries(Object.entries(said).flatMap(([name, value]) => (value ? [[name, value]] : [])));
};

type Query = z.input<typeof endpoints.decision.export.input>;

/** What the endpoint is asked. */
export const askedOf = ({ time, task, kinds, because, import: of, phone }: Filter, now: Date): Query => ({
  ...spanOf(time, now),
  ...(task && { taskId: task }),
  ...(kinds.length > 0 && { kinds: [...kinds] }),
  ...(because && { becauses: [because] }),
  ...(of && { importId: of }),
  ...(phone && { phone }),
});
