import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { useAddress } from '../../ui/use-address.ts';

/** Merchants and resellers are kept alike; a merchant has a reseller, a reseller has merchants. */
export type Kind = 'merchant' | 'reseller';
type MerchantRow = OutputOf<typeof endpoints.merchant.list>['list'][number];
type ResellerRow = OutputOf<typeof endpoints.reseller.list>['list'][number];
export type AccountRow = Omit<MerchantRow, 'reseller'> &
  Partial<Pick<MerchantRow, 'reseller'>> &
  Partial<Pick<ResellerRow, 'merchants'>>;
interface PageOfAccounts {
  readonly list: readonly AccountRow[];
  readonly total: number;
  readonly more?: boolean | undefined;
  readonly after: string | null;
}

export const states = ['on', 'off'] as const;
export type State = (typeof states)[number];
export const tabs = ['profile', 'lines', 'ledger'] as const;
export type Tab = (typeof tabs)[number];

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | null =>
  known.find(each => each === text) ?? null;

/** The filter, the open row and its tab: they stand in the address. */
export const usePlace = () => {
  const { query, put } = useAddress();
  return {
    q: query.get('q') ?? '',
    state: oneOf(states, query.get('state')),
    resellerId: query.get('reseller'),
    openId: query.get('open'),
    tab: oneOf(tabs, query.get('tab')) ?? 'profile',
    put,
  };
};
export type Place = ReturnType<typeof usePlace>;

export const useAccounts = (kind: Kind, { q, state, resellerId }: Pick<Place, 'q' | 'state' | 'resellerId'>) =>
  usePages<PageOfAccounts>([`${kind}/list`, q, state, resellerId], ({ after, limit }, signal) => {
    const asked = { limit, ...(after && { after }), ...(q && { q }), ...(state && { state }) };
    const options = { signal, quiet: true };
    return kind === 'merchant'
      ? call(endpoints.merchant.list, { ...asked, ...(resellerId && { resellerId }) }, options)
      : call(endpoints.reseller.list, asked, options);
  });

/** As many as a list to choose from holds; a platform with more finds them by typing on their own page. */
const mostChoices = 100;
/** Resellers to choose from; for the platform's people alone. */
export const useResellers = (enabled: boolean) =>
  useQuery({
    queryKey: ['reseller/list', 'choices'],
    queryFn: ({ signal }) => call(endpoints.reseller.list, { limit: mostChoices }, { signal, quiet: true }),
    enabled,
  }).data?.list;

export const useOverview = () =>
  useQuery({
    queryKey: ['platform/overview'],
    queryFn: ({ signal }) => call(endpoints.platform.overview, {}, { signal, quiet: true }),
    refetchInterval: 10_000,
    staleTime: 0,
  });

/** Everything that shows merchants, resellers or their money is read anew. */
export const useAccountsChanged = () => {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['merchant/list', 'reseller/list', 'platform/overview', 'ledger', 'balance/info'].map(key =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
};

/** `endpoints` of a kind that are the same for both. */
export const keeping = (kind: Kind) => (kind === 'merchant' ? endpoints.merchant : endpoints.reseller);
