import { endpoints, type InputOf, type OutputOf } from '@lianxian/contract';
import { call } from '../../api/call.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';

export type StatementPage = OutputOf<typeof endpoints.statement.list>;
export type StatementRow = StatementPage['list'][number];
export type StatementWish = Pick<InputOf<typeof endpoints.statement.list>, 'by' | 'from' | 'to'>;

export const useStatement = ({ by, from, to }: StatementWish) =>
  usePages<StatementPage>(['balance/statement', by, from, to], ({ after, limit }, signal) =>
    call(endpoints.statement.list, { by, from, to, limit, ...(after && { after }) }, { signal, quiet: true }),
  );
