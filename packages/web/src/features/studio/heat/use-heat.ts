import { endpoints } from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { type HeatDays, useHeatDays } from './heat-days.ts';

/** As the wire asks for them. */
export const daysInput = ({ from, to, version, byHand }: HeatDays) => ({
  from,
  to,
  ...(version !== null && { version }),
  ...(byHand && { byHand: '1' as const }),
});

/** Figures of the days that are looked at. The former ones stay while others are read. */
export const useHeat = (planId: string) => {
  const days = useHeatDays(planId);
  return useQuery({
    queryKey: ['nodeStat/heat', planId, days],
    queryFn: ({ signal }) => call(endpoints.nodeStat.heat, { planId, ...daysInput(days) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
};
