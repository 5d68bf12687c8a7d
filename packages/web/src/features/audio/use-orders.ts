import { type OutputOf, recordOrderEndpoints, reminderTypes } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { hearPush } from '../../live/socket.ts';

export type DeskOrder = OutputOf<typeof recordOrderEndpoints.desk>['list'][number];
export type Work = OutputOf<typeof recordOrderEndpoints.work>;
export type OwnOrder = OutputOf<typeof recordOrderEndpoints.info>;
export type Sentence = Work['list'][number];
export type DeskTab = 'open' | 'mine' | 'done';

/** What the bell tells of an order stands on the page as well, without a reload. */
export const useOrderNews = (): void => {
  const queries = useQueryClient();
  useEffect(
    () =>
      hearPush(({ type }) => {
        if ((reminderTypes as readonly number[]).includes(type))
          void queries.invalidateQueries({
            predicate: ({ queryKey }) => String(queryKey[0]).startsWith('recordOrder/'),
          });
      }),
    [queries],
  );
};

export const useDesk = (tab: DeskTab, page: number) =>
  useQuery({
    queryKey: ['recordOrder/desk', tab, page],
    queryFn: ({ signal }) => call(recordOrderEndpoints.desk, { tab, page }, { signal, quiet: true }),
    placeholderData: before => before,
  });

export const useWork = (id: string) =>
  useQuery({
    queryKey: ['recordOrder/work', id],
    queryFn: ({ signal }) => call(recordOrderEndpoints.work, { id }, { signal, quiet: true }),
  });

export const useTakeOrder = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(recordOrderEndpoints.take, { id }),
    onSettled: () =>
      Promise.all(['recordOrder/desk', 'recordOrder/work'].map(key => queries.invalidateQueries({ queryKey: [key] }))),
  });
};

/** What this person may hear of an order: what he handed in, or its sample. */
export const listenTo = (id: string, number?: number) => async (): Promise<string> =>
  (await call(recordOrderEndpoints.listen, { id, ...(number === undefined ? {} : { number }) })).url;

export const useOwnOrders = (page: number) =>
  useQuery({
    queryKey: ['recordOrder/list', page],
    queryFn: ({ signal }) => call(recordOrderEndpoints.list, { page }, { signal, quiet: true }),
    placeholderData: before => before,
  });

export const useOwnOrder = (id: string) =>
  useQuery({
    queryKey: ['recordOrder/info', id],
    queryFn: ({ signal }) => call(recordOrderEndpoints.info, { id }, { signal, quiet: true }),
  });

export const hear = (id: string, number: number) => async (): Promise<string> =>
  (await call(recordOrderEndpoints.hear, { id, number })).url;

/** What the merchant decides; all of it is read anew afterwards, also where it was refused. */
export const useJudge = (id: string) => {
  const queries = useQueryClient();
  const onSettled = () =>
    Promise.all(['recordOrder/list', 'recordOrder/info'].map(key => queries.invalidateQueries({ queryKey: [key] })));
  return {
    accept: useMutation({
      mutationFn: (numbers: number[]) => call(recordOrderEndpoints.accept, { id, numbers }),
      onSettled,
    }),
    sendBack: useMutation({
      mutationFn: (mark: { number: number; fromMs: number; toMs: number; note: string }) =>
        call(recordOrderEndpoints.sendBack, { id, ...mark }),
      onSettled,
    }),
    cancel: useMutation({ mutationFn: () => call(recordOrderEndpoints.cancel, { id }), onSettled }),
  };
};
