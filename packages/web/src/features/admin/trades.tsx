import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast.ts';

/** To which trades a merchant belongs, taken at once: their lists hold for it. Nothing where the platform has none. */
export const Trades = ({ merchantId }: { merchantId: string }) => {
  const { t } = useTranslation('merchants');
  const queries = useQueryClient();
  const key = ['trade/list', merchantId];
  const trades = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(endpoints.trade.list, { merchantId }, { signal, quiet: true }),
  });
  const choose = useMutation({
    mutationFn: (tradeIds: string[]) => call(endpoints.trade.choose, { merchantId, tradeIds }),
    onSuccess: () => toast.ok(t($ => $.changed)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['trade/list'] }),
  });
  const list = trades.data?.list ?? [];
  if (list.length === 0) return null;
  const chosen = new Set(list.filter(trade => trade.chosen).map(({ id }) => id));
  const toggle = (id: string, isOn: boolean) =>
    choose.mutate(isOn ? [...chosen, id] : [...chosen].filter(each => each !== id));
  return (
    <fieldset className="admin-trades" disabled={choose.isPending}>
      <legend>{t($ => $.drawer.trades)}</legend>
      <p className="hint">{t($ => $.drawer.tradesHint)}</p>
      <div className="row wrap gap-14">
        {list.map(({ id, name, chosen: isOn }) => (
          <label key={id} className="row-in gap-6">
            <input type="checkbox" checked={isOn} onChange={event => toggle(id, event.target.checked)} />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
};
