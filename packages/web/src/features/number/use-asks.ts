import { endpoints } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const asksKey = ['custom/asks'];

/** Who asks for customers of one's own. */
export const useAsks = () =>
  useQuery({
    queryKey: asksKey,
    queryFn: ({ signal }) => call(endpoints.customerAsks.asks, {}, { signal, quiet: true }),
  });

/** One of them was answered. */
export const useAsksAnew = (): (() => Promise<unknown>) => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: asksKey });
};
