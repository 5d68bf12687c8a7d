import { endpoints, type OutputOf, type TableLook, type TableName } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';

type Settings = OutputOf<typeof endpoints.table.settings>;
export type SavedView = Settings['views'][number];
/** A view as it is saved; with `id` an old one is changed. */
type ViewWish = Pick<SavedView, 'name' | 'query' | 'look' | 'isDefault' | 'isShared'> & { readonly id?: string };

export const usualLook: TableLook = { hidden: [], order: [], dense: false };
const none: readonly SavedView[] = [];
const storageKey = (table: TableName) => `lx.table.${table}`;

/** The look as this browser last had it, so that a table does not change under one's eyes when the server answers. */
const keptHere = (table: TableName): TableLook | null => {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(table)) ?? 'null') as Partial<TableLook> | null;
    return kept && { ...usualLook, ...kept };
  } catch {
    return null;
  }
};
const keepHere = (table: TableName, look: TableLook | null) =>
  look === null
    ? localStorage.removeItem(storageKey(table))
    : localStorage.setItem(storageKey(table), JSON.stringify(look));

/**
 * What the person signed in chose for a table. The server has it, so it is there on another machine; this browser's copy
 * of the look is shown until it answers, and where it does not.
 */
export const useTableSettings = (table: TableName) => {
  const queries = useQueryClient();
  const queryKey = ['table/settings', table];
  const [here, setHere] = useState(() => keptHere(table));
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const settings = await call(endpoints.table.settings, { table }, { signal, quiet: true });
      keepHere(table, settings.look);
      return settings;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const look = (data ? data.look : here) ?? usualLook;
  const views = data?.views ?? none;
  const readAnew = () => queries.invalidateQueries({ queryKey });
  // One after the other: of two looks the later one stays.
  const saving = { scope: { id: `table ${table}` } };
  const { mutate: sendLook } = useMutation({
    ...saving,
    mutationFn: (next: TableLook) => call(endpoints.table.saveLook, { table, look: next }, { quiet: true }),
    // The server answers after all: it has the views, too.
    onSuccess: () => (queries.getQueryData(queryKey) === undefined ? readAnew() : undefined),
  });
  const saveView = useMutation({
    ...saving,
    mutationFn: ({ id, name, query, look: kept, isDefault, isShared }: ViewWish) =>
      call(endpoints.table.saveView, {
        ...{ table, name, query, look: kept, ...(id !== undefined && { id }) },
        ...{ isDefault: isDefault ? '1' : '0', isShared: isShared ? '1' : '0' },
      }),
    onSuccess: readAnew,
  });
  const removeView = useMutation({
    ...saving,
    mutationFn: (id: string) => call(endpoints.table.removeView, { id }),
    onSettled: readAnew,
  });
  return {
    look,
    views,
    /** The server has answered: a page may begin with its default view. */
    isKnown: data !== undefined,
    setLook: (next: TableLook) => {
      keepHere(table, next);
      setHere(next);
      // An answer on its way has the look of before.
      if (data === undefined) void queries.cancelQueries({ queryKey });
      queries.setQueryData<Settings>(queryKey, known => known && { ...known, look: next });
      sendLook(next);
    },
    saveView,
    removeView,
  };
};
export type TableSettings = ReturnType<typeof useTableSettings>;
