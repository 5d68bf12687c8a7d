import { endpoints } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import { amount } from '../../ui/format.ts';

const balanceKey = 'balance/info';
/** Money moves with the end of calls; nobody reads it twice a second. */
const everyMs = 5_000;

/** What can still be spent, and what calls in progress hold; red when ordinary lines stand still for want of it. */
export const Balance = () => {
  const { t } = useTranslation('console');
  const queries = useQueryClient();
  useNews('calls', () => queries.invalidateQueries({ queryKey: [balanceKey] }), everyMs);
  const { data } = useQuery({
    queryKey: [balanceKey],
    queryFn: ({ signal }) => call(endpoints.balance.info, {}, { signal, quiet: true }),
  });
  if (!data) return <span className="balance" />;
  const out = Number(data.available) <= 0;
  return (
    <span className={out ? 'balance is-out' : 'balance'}>
      <Wallet size={14} aria-hidden="true" /> {t($ => $.balance.available)} <b>¥ {amount(data.available)}</b>
      {out
        ? t($ => $.balance.out)
        : Number(data.reserved) > 0 && t($ => $.balance.reserved, { n: amount(data.reserved) })}
    </span>
  );
};
