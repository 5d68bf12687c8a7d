import { type QueryKey, useQuery } from '@tanstack/react-query';
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
  /** Why the page that is wanted, or its news, could not be read; what was read before is still shown. */
  readonly error: Error | null;
  readonly again: () => void;
}

export const pageSizes = [20, 50, 100] as const;

interface Place {
  readonly of: string;
  /** The cursor of each page after the first, up to the shown one. */
  readonly cursors: readonly string[];
}

const firstPage: readonly string[] = [];

/**
 * Keyset paging: 上一页 and 下一页 by cursors. Another `key` (other filters) begins at the first page; the former page
 * stays until the next is here, also when that one cannot be read. `read` gets the cursor of the page, undefined for the first.
 */
export const usePages = <Page extends ListPage<unknown>>(
  key: QueryKey,
  read: (cursor: { readonly after: string | undefined; readonly limit: number }, signal: AbortSignal) => Promise<Page>,
  firstSize: (typeof pageSizes)[number] = 50,
): Pages<Page> => {
  const [size, setSize] = useState<number>(firstSize);
  const of = JSON.stringify([key, size]);
  const [place, setPlace] = useState<Place>({ of, cursors: firstPage });
  const cursors = place.of === of ? place.cursors : firstPage;
  const after = cursors.at(-1);
  const query = useQuery({
    queryKey: [...key, size, after ?? ''],
    queryFn: ({ signal }) => read({ after, limit: size }, signal),
    staleTime: 0,
  });
  const [kept, keep] = useState<(Place & { readonly page: Page; readonly size: number }) | null>(null);
  const came = query.data === undefined ? null : { of, cursors, page: query.data, size };
  if (came !== null && (kept?.page !== came.page || kept.of !== of || kept.cursors !== cursors)) keep(came);
  const shown = came ?? kept;
  const turning = came === null && shown !== null && !query.isError;
  // From what is shown, not from what could not be read; of another list no page leads to a page of this one.
  const here = !turning && shown?.of === of ? shown : null;
  const go = (to: readonly string[]) => {
    setPlace({ of, cursors: to });
    if (to.at(-1) === after) void query.refetch();
  };
  const nextCursor = here?.page.after ?? null;
  return {
    page: shown?.page,
    number: (shown?.cursors.length ?? 0) + 1,
    skipped: (shown?.cursors.length ?? 0) * (shown?.size ?? size),
    size,
    setSize,
    before: here && here.cursors.length > 0 ? () => go(here.cursors.slice(0, -1)) : null,
    next: here && nextCursor !== null ? () => go([...here.cursors, nextCursor]) : null,
    first: () => go(firstPage),
    turning,
    error: query.error,
    again: () => void query.refetch(),
  };
};
