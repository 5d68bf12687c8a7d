import { marketEndpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpCircle, Store } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';

export type Origin = OutputOf<typeof marketEndpoints.mine>['list'][number];

/** As many as are marked; of the market one takes a few. */
const mostMarked = 100;

/** What was taken of the market, by its plan. */
export const useOrigins = (): ReadonlyMap<string, Origin> => {
  const { data } = useQuery({
    queryKey: ['market/mine', 'origins'],
    queryFn: ({ signal }) => call(marketEndpoints.mine, { limit: mostMarked }, { signal, quiet: true }),
  });
  return useMemo(() => new Map(data?.list.map(taken => [taken.planId, taken])), [data]);
};

/** It was taken of the market, and whether something newer is there. */
export const OriginMark = ({ origin }: { origin: Origin }) => {
  const { t } = useTranslation('plans');
  const isNewer = origin.newest > origin.version;
  const Icon = isNewer ? ArrowUpCircle : Store;
  return (
    <Link
      className={`state is-${isNewer ? 'warn' : 'idle'}`}
      to={isNewer ? `/PlanMarket?tab=mine&upgrade=${origin.planId}` : `/PlanMarketDetail?id=${origin.productId}`}
    >
      <Icon size={14} aria-hidden="true" />{' '}
      {isNewer ? t($ => $.list.newer, { version: origin.newest }) : t($ => $.list.fromMarket)}
    </Link>
  );
};
