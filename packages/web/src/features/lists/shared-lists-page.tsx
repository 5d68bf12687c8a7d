import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { count } from '../../ui/format.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { ErrorPanel } from '../../ui/panels.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { EntryList } from './entry-list.tsx';
import type { EntryWays } from './list-ways.ts';
import './lists.css';

const useTrades = () =>
  useQuery({
    queryKey: ['trade/list'],
    queryFn: ({ signal }) => call(endpoints.trade.list, {}, { signal, quiet: true }),
  });

const sharedWays = (tradeId: string | null): EntryWays => {
  const place: Readonly<Record<string, string>> = tradeId === null ? {} : { tradeId };
  const { sharedList } = endpoints;
  return {
    queryKey: ['sharedList/list', tradeId ?? ''],
    words: 'shared',
    upload: sharedList.upload,
    start: sheet => call(sharedList.import, { ...place, ...sheet }),
    imports: signal => call(sharedList.imports, place, { signal, quiet: true }),
    takeBack: id => call(sharedList.takeBack, { id }),
    export: () => call(sharedList.export, place),
    table: 'sharedList',
    hint: tradeId === null ? 'shared' : 'trade',
    mayChange: true,
    rows: (cursor, signal) => call(sharedList.list, { ...place, ...cursor }, { signal, quiet: true }),
    add: sharedList.add,
    place,
    remove: phoneKey => call(sharedList.remove, { ...place, phoneKey }),
  };
};

/** What is done with trades: one more, another name, away with its empty list. */
const TradeTools = ({
  trade,
  onGone,
}: {
  trade: { id: string; name: string; merchants: number } | null;
  onGone: () => void;
}) => {
  const { t } = useTranslation('lists');
  const queries = useQueryClient();
  const [open, setOpen] = useState<'new' | 'rename' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const changed = () => queries.invalidateQueries({ queryKey: ['trade/list'] });
  const remove = useMutation({
    mutationFn: (id: string) => call(endpoints.trade.remove, { id }),
    onSuccess: onGone,
    onSettled: () => {
      close();
      return changed();
    },
  });
  const named = open === 'rename' && trade ? trade : null;
  return (
    <span className="lists-trades row gap-8">
      {trade && (
        <>
          <Button kind="link" onClick={() => setOpen('rename')}>
            {t($ => $.shared.renameTrade)}
          </Button>
          <Button kind="link" onClick={() => setOpen('remove')}>
            {t($ => $.shared.removeTrade)}
          </Button>
        </>
      )}
      <Button kind="text" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setOpen('new')}>
        {t($ => $.shared.newTrade)}
      </Button>
      {(open === 'new' || named) && (
        <NameDialog
          title={named ? t($ => $.shared.renameTrade) : t($ => $.shared.newTrade)}
          label={t($ => $.shared.tradeName)}
          name={named?.name ?? ''}
          ok={t($ => $.save)}
          endpoint={endpoints.trade.save}
          ask={name => ({ name, ...(named && { id: named.id }) })}
          onDone={() => {
            close();
            return changed();
          }}
          onClose={close}
        />
      )}
      {open === 'remove' && trade && (
        <Confirm
          title={`${t($ => $.shared.removeTrade)} ${trade.name}`}
          text={t($ => $.shared.removeText, { n: count(trade.merchants) })}
          okText={t($ => $.shared.removeTrade)}
          cancelText={t($ => $.cancel)}
          busy={remove.isPending}
          onOk={() => remove.mutate(trade.id)}
          onCancel={close}
        />
      )}
    </span>
  );
};

/** `/platform/shared-lists`: the platform's list of all merchants, and those of trades. */
export const SharedListsPage = () => {
  const { t } = useTranslation('lists');
  const { query, put } = useAddress();
  const trades = useTrades();
  const list = trades.data?.list ?? [];
  const trade = list.find(({ id }) => id === query.get('trade')) ?? null;
  const choose = (id: string | null) => put({ trade: id, phone: null }, true);
  if (trades.isError && !trades.data)
    return (
      <ErrorPanel title={t($ => $.shared.tradesFailed)} error={trades.error} onAgain={() => void trades.refetch()} />
    );
  return (
    <div className="page">
      <h1 className="only-read">{t($ => $.shared.title)}</h1>
      <div className="lists-head row fixed">
        <ViewTabs<string | null>
          label={t($ => $.shared.lists)}
          tabs={[
            { key: null, text: t($ => $.shared.platform) },
            ...list.map(({ id, name, merchants }) => ({
              key: id,
              text: name,
              count: t($ => $.shared.merchants, { n: count(merchants) }),
            })),
          ]}
          current={trade?.id ?? null}
          onChoose={choose}
        />
        <TradeTools trade={trade} onGone={() => choose(null)} />
      </div>
      <EntryList
        key={trade?.id ?? ''}
        ways={sharedWays(trade?.id ?? null)}
        label={trade?.name ?? t($ => $.shared.platform)}
      />
    </div>
  );
};
