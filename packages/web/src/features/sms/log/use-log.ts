import { endpoints } from '@lianxian/contract';
import { isOver } from '@lianxian/core';
import { useMemo } from 'react';
import { call } from '../../../api/call.ts';
import { usePages } from '../../../ui/data-table/use-pages.ts';
import type { SmsPlace } from '../place.ts';
import { keys, type Message } from '../use-sms.ts';
import { askedOf, everything, type Filter, readFilter, writeFilter } from './filter.ts';

export const useFilter = ({ query, put }: SmsPlace) => {
  const text = query.toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(text)), [text]);
  return {
    filter,
    change: <K extends keyof Filter>(key: K, value: Filter[K]) =>
      put(writeFilter({ ...filter, [key]: value }), key === 'phone'),
    clear: () => put(writeFilter(everything)),
  };
};
export type LogFilter = ReturnType<typeof useFilter>;

/** Newest first. `now` of a span is the moment the page is read. */
export const useMessagePages = (filter: Filter) =>
  usePages([keys.messages, writeFilter(filter)], ({ after, limit }, signal) =>
    call(
      endpoints.sms.messages,
      { ...askedOf(filter, new Date()), limit, ...(after && { after }) },
      { signal, quiet: true },
    ),
  );

/** Something on the page is still on its way. */
export const isMoving = (rows: readonly Message[] | undefined): boolean =>
  rows?.some(row => !isOver(row.state)) ?? false;
