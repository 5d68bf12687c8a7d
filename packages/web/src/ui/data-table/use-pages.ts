import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** A page of a list as the contract has it. */
export interface ListPage<Row> {
  readonly list: readonly Row[];
  /** Null: nobody counted. */
  readonly total: number | null;
  /** `total` is only how far was counted. */
  readonly more?: boolean | undefined;
  readonly after: string | null;
}

export interface Pages<Page> {
  readonly page: Page | undefined;
  /** 1 is the newest. */
  readonly number: number;
  /** Rows before this page. */
  readonly skipped: number;
  readonly size: number;
  readonly setSize: (size: number) => void;
  readonly before: (() => void) | null;
  readonly next: (() => void) | null;
  readonly first: () => void;
  /** Another page is read; the former one is still shown. */
  readonly turning: boolean;
  readonly failed: boolean;
  readonly again: () => void;
}

export const pageSizes = [20, 50, 100] as const;

interface Place {
  readonly of: string;
  /** The cursor of each page after the first, up to the shown one. */
  readonly cursors: readonly string[];
}

/**
 * Keyset paging: 上一页 and 下一页 by cursors. Another `key` (other filters) begins at the first page; the former page
 * stays until the next is here. `read` gets the cursor of the page, undefined for the first.
 */
export const usePages = <Page extends ListPage<unknown>>(
  key: QueryKey,
  read: (cursor: { readonly after: string | undefined; readonly limit: number }, signal: AbortSignal) => Promise<Page>,
  firstSize: (typeof pageSizes)[number] = 50,
): Pages<Page> => {
  const [size, setSize] = useState<number>(firstSize);
  const of = JSON.stringify([key, size]);
  const [place, setPlace] = useState<Place>({ of, cursors: [] });
  const cursors = place.of === of ? place.cursors : [];
  const after = cursors.at(-1);
  const query = useQuery({
    queryKey: [...key, size, after ?? ''],
    queryFn: ({ signal }) => read({ after, limit: size }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data: page } = query;
  const turning = query.isPlaceholderData;
  const nextCursor = turning ? null : (page?.after ?? null);
  return {
    page,
    number: cursors.length + 1,
    skipped: cursors.length * size,
    size,
    setSize,
    before: cursors.length > 0 ? () => setPlace({ of, cursors: cursors.slice(0, -1) }) : null,
    next: nextCursor !== null ? () => setPlace({ of, cursors: [...cursors, nextCursor] }) : null,
    first: () => setPlace({ of, cursors: [] }),
    turning,
    failed: query.isError,
    again: () => void query.refetch(),
  };
};
