import { planProductEndpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { usePages } from '../../../ui/data-table/use-pages.ts';

/** What one’s merchant sells. */
export const useProducts = () =>
  usePages(
    ['planProduct/mine'],
    ({ after, limit }, signal) =>
      call(planProductEndpoints.mine, { limit, ...(after && { after }) }, { signal, quiet: true }),
    20,
  );

export const useReadProductsAnew = () => {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['planProduct/mine', 'planProduct/lint', 'market/shelves', 'market/list', 'market/detail'].map(key =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
};
