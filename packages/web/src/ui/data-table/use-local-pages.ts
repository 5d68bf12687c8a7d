import { useState } from 'react';
import { type ListPage, type Pages, pageSizes } from './use-pages.ts';

/** Pages of rows that are all here, as {@link Pages}; rows that went may take the last page with them. */
export const useLocalPages = <Row>(
  rows: readonly Row[] | undefined,
  { error, again }: { error: Error | null; again: () => void },
): Pages<ListPage<Row>> => {
  const [size, setSize] = useState<number>(pageSizes[1]);
  const [wanted, setWanted] = useState(1);
  const total = rows?.length ?? 0;
  const number = Math.min(wanted, Math.max(1, Math.ceil(total / size)));
  const skipped = (number - 1) * size;
  const list = rows?.slice(skipped, skipped + size);
  return {
    page: list && { list, total, after: null },
    number,
    skipped,
    size,
    setSize,
    before: number > 1 ? () => setWanted(number - 1) : null,
    next: skipped + size < total ? () => setWanted(number + 1) : null,
    first: () => setWanted(1),
    turning: false,
    error,
    again,
  };
};
