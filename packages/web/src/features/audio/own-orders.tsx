import { ArrowLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { amount } from '../../ui/format.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { OrderDrawer } from '../../work/record-order/order-drawer.tsx';
import { JudgeSentence } from './judge-sentence.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderList } from './order-list.tsx';
import { type OwnOrder, useJudge, useOwnOrder, useOwnOrders } from './use-orders.ts';

interface OwnOrdersProps {
  readonly open: string | null;
  readonly onOpen: (id: string | null) => void;
  /** Whose sentences are to be ordered at once; null: no plan's. */
  readonly plan: string | null;
  readonly onPlanLeft: () => void;
}

const Head = ({ order, onBack }: { order: OwnOrder; onBack: () => void }) => {
  const { t } = useTranslation('audio');
  const spends = useCurrentUser()?.btns.includes('plan:publish') ?? false;
  const { accept, cancel } = useJudge(order.id);
  const [asks, setAsks] = useState(false);
  const { id, planName, voice, held, paid, list, state } = order;
  const waiting = list.filter(each => each.state === 'handedIn' || (each.state === 'changed' && each.take !== null));
  const isOver = state === 'done' || state === 'cancelled';
  return (
    <header className="audio-head stack gap-8">
      <div className="row gap-10 wrap">
        <Button kind="text" icon={<ArrowLeft size={14} aria-hidden="true" />} onClick={onBack}>
          {t($ => $.back)}
        </Button>
        <h2>{t($ => $.order, { id })}</h2>
        <span className="ink2">{planName}</span>
        <span className="ink2">{voice === null ? t($ => $.nobodyYet) : t($ => $.recordedBy, { name: voice })}</span>
        <span className="push" />
        {spends && waiting.length > 0 && (
          <Button
            kind="primary"
            loading={accept.isPending}
            onClick={() =>
              accept.mutate(
                waiting.map(({ number }) => number),
                { onSuccess: ({ accepted }) => toast.ok(t($ => $.acceptedAll, { n: accepted })) },
              )
            }
          >
            {t($ => $.acceptAll, { n: waiting.length })}
          </Button>
        )}
        {spends && !isOver && (
          <Button danger onClick={() => setAsks(true)}>
            {t($ => $.cancelOrder)}
          </Button>
        )}
      </div>
      <div className="row gap-16 wrap">
        <OrderFacts order={order} />
        <span className="ink2">{t($ => $.money, { held: amount(held), paid: amount(paid) })}</span>
      </div>
      {asks && (
        <Confirm
          title={t($ => $.cancelTitle, { id })}
          text={t($ => $.cancelText, { held: amount(held) })}
          okText={t($ => $.cancelOrder)}
          cancelText={t($ => $.keep)}
          busy={cancel.isPending}
          onCancel={() => setAsks(false)}
          onOk={() => cancel.mutate(undefined, { onSettled: () => setAsks(false) })}
        />
      )}
    </header>
  );
};

const OneOrder = ({ id, onBack }: { id: string; onBack: () => void }) => {
  const { t } = useTranslation('audio');
  const { data: order, isError, error, refetch } = useOwnOrder(id);
  const judge = useJudge(id);
  if (isError && !order) return <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />;
  if (!order) return <Skeleton rows={8} />;
  return (
    <div className="page low">
      <Head order={order} onBack={onBack} />
      <ol className="audio-sentences fill low" aria-label={t($ => $.sentences)}>
        {order.list.map(sentence => (
          <JudgeSentence key={sentence.number} order={id} sentence={sentence} judge={judge} />
        ))}
      </ol>
    </div>
  );
};

/** What the merchant ordered: a list, and the page on which one order is listened to and accepted. */
export const OwnOrders = ({ open, onOpen, plan, onPlanLeft }: OwnOrdersProps) => {
  const { t } = useTranslation('audio');
  const [page, setPage] = useState(1);
  const [isNew, setNew] = useState(false);
  const spends = useCurrentUser()?.btns.includes('plan:publish') ?? false;
  const leave = () => {
    setNew(false);
    onPlanLeft();
  };
  const { data, isError, error, refetch } = useOwnOrders(page);
  if (open !== null) return <OneOrder id={open} onBack={() => onOpen(null)} />;
  if (isError && !data) return <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} />;
  const add = spends && (
    <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setNew(true)}>
      {t($ => $.orderNew)}
    </Button>
  );
  return (
    <div className="flex fill low">
      <div className="stack gap-12 fill low audio-body">
        {data.list.length === 0 ? (
          <Empty title={t($ => $.noOrders)} hint={t($ => $.noOrdersHint)}>
            {add}
          </Empty>
        ) : (
          <>
            <div className="row">{add}</div>
            <OrderList
              label={t($ => $.tabs.orders)}
              list={data.list.map(order => ({
                ...order,
                beside: [order.planName, order.voice].filter(Boolean).join(' · '),
              }))}
              total={data.total}
              page={page}
              onPage={setPage}
              onOpen={onOpen}
            />
          </>
        )}
      </div>
      {(isNew || (spends && plan !== null)) && (
        <OrderDrawer
          planId={plan}
          onClose={leave}
          onDone={id => {
            setNew(false);
            onOpen(id);
          }}
        />
      )}
    </div>
  );
};
