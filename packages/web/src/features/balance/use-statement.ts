import { endpoints, type InputOf, type OutputOf } from '@lianxian/contract';
import { call } from '../../api/call.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';

export type StatementPage = OutputOf<typeof endpoints.statement.list>;
export type StatementRow = StatementPage['list'][number];
export type StatementWish = Pick<InputOf<typeof endpoints.statement.list>, 'by' | 'from' | 'to'>;

const DAY_MS = 86_400_000;
/** Today and so many days before it, by the clock of this browser. */
export const lastDays = (days: number, now = new Date()): Pick<StatementWish, 'from' | 'to'> => {
  const dayOf = (at: Date): string => at.toLocaleDateString('sv-SE');
  return { from: dayOf(new Date(now.getTime() - (days - 1) * DAY_MS)), to: dayOf(now) };
};

export const useStatement = ({ by, from, to }: StatementWish) =>
  usePages<StatementPage>(['balance/statement', by, from, to], ({ after, limit }, signal) =>
    call(endpoints.statement.list, { by, from, to, limit, ...(after && { after }) }, { signal, quiet: true }),
  );
