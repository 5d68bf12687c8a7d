import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amount } from '../../ui/format.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Segments } from '../../ui/segments.tsx';
import { OrderList } from './order-list.tsx';
import { type DeskTab, useDesk } from './use-orders.ts';
import { WorkView } from './work-view.tsx';

const tabs = ['open', 'mine', 'done'] as const;

interface DeskProps {
  readonly open: string | null;
  readonly onOpen: (id: string | null) => void;
}

/** A voice person's orders: offered, his own, those that are over. Whoever is none is told what the page is for. */
export const DeskTabs = ({ open, onOpen }: DeskProps) => {
  const { t } = useTranslation('audio');
  const [tab, setTab] = useState<DeskTab>('open');
  const [page, setPage] = useState(1);
  const { data, isError, error, refetch } = useDesk(tab, page);
  if (open !== null) return <WorkView id={open} onBack={() => onOpen(null)} />;
  if (isError && !data) return <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} />;
  if (!data.isVoice) return <Empty title={t($ => $.forWhom)} hint={t($ => $.forWhomHint)} />;
  const { list, total } = data;
  const besideOf = ({ merchant, earned, accepted }: (typeof list)[number]) =>
    [merchant, accepted > 0 && Number(earned) > 0 ? t($ => $.earned, { n: amount(earned) }) : null]
      .filter(Boolean)
      .join(' · ');
  return (
    <div className="stack gap-12 fill low audio-body">
      <Segments
        label={t($ => $.which)}
        options={tabs.map(value => ({ value, text: t($ => $.desk[value]) }))}
        value={tab}
        onChange={value => {
          setTab(value);
          setPage(1);
        }}
      />
      {list.length === 0 ? (
        <Empty title={t($ => $.none[tab])} hint={t($ => $.noneHint[tab])} />
      ) : (
        <OrderList
          label={t($ => $.desk[tab])}
          list={list.map(order => ({ ...order, beside: besideOf(order) }))}
          total={total}
          page={page}
          onPage={setPage}
          onOpen={onOpen}
        />
      )}
    </div>
  );
};
