import { useMemo } from 'react';
import { daysLong, daysOf } from '../../ui/filter/days.ts';
import { useAddress } from '../../ui/use-address.ts';
import {
  askedOf,
  isUnread,
  nameInAddress,
  readStatFilter,
  type StatPart,
  type StatParts,
  wholeFilter,
  writePart,
} from './filter.ts';

/** The filter of the address, and ways to change it; other parts of the address stay. */
export const useStatFilter = (parts: readonly StatPart[]) => {
  const { query, put } = useAddress();
  const text = query.toString();
  const filter = useMemo(() => readStatFilter(new URLSearchParams(text), parts), [text, parts]);
  const write = (next: Partial<StatParts>) =>
    put(
      Object.fromEntries(
        parts.flatMap(part => (part in next ? [[nameInAddress(part), writePart(part, next[part] as never)]] : [])),
      ),
    );
  return {
    filter,
    query,
    put,
    /** What endpoints are asked; null: part of it cannot be read, and nothing is. */
    asked: isUnread(filter) ? null : askedOf(filter, new Date()),
    days: daysLong(daysOf(filter.time, new Date())),
    change: <P extends StatPart>(part: P, value: StatParts[P]) =>
      // A version is one of a plan.
      write(part === 'plan' ? { plan: value as string | null, version: null } : { [part]: value }),
    clear: () => write(wholeFilter),
  };
};
export type StatControl = ReturnType<typeof useStatFilter>;
