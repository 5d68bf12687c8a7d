import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useCurrentUser } from '../session/current-user.ts';
import type { CustomerOf } from './open-customer.ts';

type Found = OutputOf<typeof endpoints.customer.detail>;
export type Customer = NonNullable<Found['customer']>;
export type Known = NonNullable<Found['known']>;

const detailKey = 'custom/detailOrid';
/** Whatever shows a customer, or a call of one. */
const shownIn = [
  ...[detailKey, 'custom/list', 'custom/views', 'custom/timeline', 'custom/choices', 'custom/settings'],
  ...['call/detail', 'callLog/list', 'taskLog/seatDetail', 'todo/list', 'todo/count'],
];
/** A customer was changed: what shows it is read anew. */
export const useCustomersAnew = (): (() => Promise<unknown>) => {
  const queries = useQueryClient();
  return () => Promise.all(shownIn.map(key => queries.invalidateQueries({ queryKey: [key] })));
};

/** All of a customer, or what is known of a number that is in nobody's library yet. */
export const useCustomer = (of: CustomerOf) =>
  useQuery({
    queryKey: [detailKey, of],
    queryFn: ({ signal }) => call(endpoints.customer.detail, of === 'new' ? {} : of, { signal, quiet: true }),
    enabled: of !== 'new',
    staleTime: 0,
  });

/** Who opens the library may ask whose a number is, for regions, people and tags that are in use. */
export const useSeesLibrary = (): boolean => useCurrentUser()?.rights.includes('number') ?? false;

/** People, tags, tasks and names of parameters. */
export const useCustomerChoices = (enabled = true) => {
  const sees = useSeesLibrary();
  return useQuery({
    queryKey: ['custom/choices'],
    queryFn: ({ signal }) => call(endpoints.customer.choices, {}, { signal, quiet: true }),
    enabled: enabled && sees,
    staleTime: 60_000,
  }).data;
};
