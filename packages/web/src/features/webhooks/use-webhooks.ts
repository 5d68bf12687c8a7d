import { endpoints, type OutputOf } from '@lianxian/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast.ts';

const { webhook } = endpoints;
export type WebhookEndpoint = OutputOf<typeof webhook.list>['list'][number];
export type Delivery = OutputOf<typeof webhook.deliveries>['list'][number];

const listKey = ['webhook/list'];
const logKey = 'webhook/deliveries';
/** How it goes moves while somebody looks. */
const readAgainMs = 15_000;
const pageRows = 30;

export const useWebhooks = () =>
  useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => call(webhook.list, {}, { signal, quiet: true }),
    refetchInterval: readAgainMs,
  });

/** Reads endpoints and logs again. */
export const useWebhooksChanged = () => {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([listKey, [logKey]].map(queryKey => queries.invalidateQueries({ queryKey })));
  };
};

export const useWebhookActs = () => {
  const { t } = useTranslation('webhooks');
  const readAgain = useWebhooksChanged();
  const done = async () => {
    toast.ok(t($ => $.saved));
    await readAgain();
  };
  return {
    enable: useMutation({
      mutationFn: ({ id, enabled }: Pick<WebhookEndpoint, 'id' | 'enabled'>) =>
        call(webhook.enable, { id, enabled: enabled ? '1' : '0' }),
      onSuccess: done,
    }),
    remove: useMutation({ mutationFn: (id: string) => call(webhook.remove, { id }), onSuccess: done }),
    renew: useMutation({ mutationFn: (id: string) => call(webhook.renewSecret, { id }) }),
    test: useMutation({ mutationFn: (id: string) => call(webhook.test, { id }), onSettled: readAgain }),
    replay: useMutation({
      mutationFn: (input: { endpointId: string; ids?: string[] }) => call(webhook.replay, input),
      onSuccess: async ({ count }) => {
        toast.ok(t($ => $.logs.queued, { n: count }));
        await readAgain();
      },
    }),
  };
};

export type DeliveryState = Delivery['state'] | 'all';

export const useDeliveries = (endpointId: string, state: DeliveryState) =>
  useInfiniteQuery({
    queryKey: [logKey, endpointId, state],
    queryFn: ({ signal, pageParam }) =>
      call(
        webhook.deliveries,
        {
          endpointId,
          limit: pageRows,
          ...(state !== 'all' && { state }),
          ...(pageParam !== null && { after: pageParam }),
        },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.after,
  });

export const useDelivery = (id: string) =>
  useQuery({
    queryKey: [logKey, 'one', id],
    queryFn: ({ signal }) => call(webhook.delivery, { id }, { signal, quiet: true }),
  });
