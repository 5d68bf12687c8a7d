import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export type DeskOrder = OutputOf<typeof endpoints.recordOrder.desk>['list'][number];
export type Work = OutputOf<typeof endpoints.recordOrder.work>;
export type OwnOrder = OutputOf<typeof endpoints.recordOrder.info>;
export type Sentence = Work['list'][number];
export type DeskTab = 'open' | 'mine' | 'done';

export const useDesk = (tab: DeskTab, page: number) =>
  useQuery({
    queryKey: ['recordOrder/desk', tab, page],
    queryFn: ({ signal }) => call(endpoints.recordOrder.desk, { tab, page }, { signal, quiet: true }),
    placeholderData: before => before,
  });

export const useWork = (id: string) =>
  useQuery({
    queryKey: ['recordOrder/work', id],
    queryFn: ({ signal }) => call(endpoints.recordOrder.work, { id }, { signal, quiet: true }),
  });

export const useTakeOrder = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endpoints.recordOrder.take, { id }),
    onSettled: () =>
      Promise.all(['recordOrder/desk', 'recordOrder/work'].map(key => queries.invalidateQueries({ queryKey: [key] }))),
  });
};

/** What this person may hear of an order: what he handed in, or its sample. */
export const listenTo = (id: string, number?: number) => async (): Promise<string> =>
  (await call(endpoints.recordOrder.listen, { id, ...(number === undefined ? {} : { number }) })).url;

export const useOwnOrders = (page: number) =>
  useQuery({
    queryKey: ['recordOrder/list', page],
    queryFn: ({ signal }) => call(endpoints.recordOrder.list, { page }, { signal, quiet: true }),
    placeholderData: before => before,
  });

export const useOwnOrder = (id: string) =>
  useQuery({
    queryKey: ['recordOrder/info', id],
    queryFn: ({ signal }) => call(endpoints.recordOrder.info, { id }, { signal, quiet: true }),
  });

export const hear = (id: string, number: number) => async (): Promise<string> =>
  (await call(endpoints.recordOrder.hear, { id, number })).url;

/** What the merchant decides; all of it is read anew afterwards, also where it was refused. */
export const useJudge = (id: string) => {
  const queries = useQueryClient();
  const onSettled = () =>
    Promise.all(['recordOrder/list', 'recordOrder/info'].map(key => queries.invalidateQueries({ queryKey: [key] })));
  return {
    accept: useMutation({
      mutationFn: (numbers: number[]) => call(endpoints.recordOrder.accept, { id, numbers }),
      onSettled,
    }),
    sendBack: useMutation({
      mutationFn: (mark: { number: number; fromMs: number; toMs: number; note: string }) =>
        call(endpoints.recordOrder.sendBack, { id, ...mark }),
      onSettled,
    }),
    cancel: useMutation({ mutationFn: () => call(endpoints.recordOrder.cancel, { id }), onSettled }),
  };
};
