import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { askedOf, everything, type Filter, readFilter, writeFilter } from './filter.ts';

type DecisionPage = OutputOf<typeof endpoints.decision.list>;
export type DecisionRow = DecisionPage['list'][number];

/** The filter, and ways to change it. */
export interface Place {
  readonly filter: Filter;
  readonly clear: () => void;
  readonly change: <K extends keyof Filter>(key: K, value: Filter[K]) => void;
}

/** In the address, for the page of all tasks. */
export const useAddressPlace = (): Place => {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(text)), [text]);
  return {
    filter,
    clear: () => setQuery({}),
    change: (key, value) =>
      setQuery(before => writeFilter({ ...readFilter(before), [key]: value }), { replace: key === 'phone' }),
  };
};

/** Beside other things of one task, which is not left out. */
export const useTaskPlace = (task: string): Place => {
  const all = { ...everything, task };
  const [filter, setFilter] = useState<Filter>(all);
  return {
    filter,
    clear: () => setFilter(all),
    change: (key, value) => setFilter(before => ({ ...before, [key]: value })),
  };
};

/** Newest first. `now` of a span is the moment the page is read. */
export const useDecisionPages = (filter: Filter) =>
  usePages<DecisionPage>(['decision/list', writeFilter(filter)], ({ after, limit }, signal) =>
    call(
      endpoints.decision.list,
      { ...askedOf(filter, new Date()), limit, ...(after && { after }) },
      { signal, quiet: true },
    ),
  );
