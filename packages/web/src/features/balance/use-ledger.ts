import { endpoints, type InputOf, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';

type LedgerPage = OutputOf<typeof endpoints.balance.ledger>;
export type Entry = LedgerPage['list'][number];
export type Kind = Entry['kind'];

export interface LedgerFilter {
  readonly kind: NonNullable<InputOf<typeof endpoints.balance.ledger>['kind']> | 'all';
  /** `2026-03-09`; '' is any. */
  readonly day: string;
}

/** One's own entries, or those of a merchant one looks after. */
export const useLedger = (merchantId: string | null, { kind, day }: LedgerFilter) =>
  usePages<LedgerPage>(['ledger', merchantId ?? 'own', kind, day], ({ after, limit }, signal) => {
    const asked = { limit, ...(after && { after }), ...(kind !== 'all' && { kind }), ...(day && { day }) };
    const options = { signal, quiet: true };
    return merchantId === null
      ? call(endpoints.balance.ledger, asked, options)
      : call(endpoints.merchant.ledger, { ...asked, id: merchantId }, options);
  });

export const useBalance = () =>
  useQuery({
    queryKey: ['balance/info'],
    queryFn: ({ signal }) => call(endpoints.balance.info, {}, { signal, quiet: true }),
    staleTime: 0,
  });
