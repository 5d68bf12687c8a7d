import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { when } from '../../ui/format.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Segments } from '../../ui/segments.tsx';
import {
  type Delivery,
  type DeliveryState,
  useDeliveries,
  useDelivery,
  useWebhookActs,
  type WebhookEndpoint,
} from './use-webhooks.ts';

const useWhen = () => {
  const { t } = useTranslation('shell');
  const today = t($ => $.calls.today);
  return (at: string) => when(at, new Date(), today);
};

/** What was sent, and the first of what was answered. */
const Inside = ({ id }: { id: string }) => {
  const { t } = useTranslation('webhooks');
  const { data } = useDelivery(id);
  if (!data) return <Skeleton rows={3} />;
  return (
    <div className="webhooks-inside stack gap-6">
      <h3>{t($ => $.logs.body)}</h3>
      {data.body === '' ? <p className="hint">{t($ => $.logs.hidden)}</p> : <pre>{data.body}</pre>}
      <h3>{t($ => $.logs.answer)}</h3>
      {data.answer === '' ? <p className="hint">{t($ => $.logs.noAnswer)}</p> : <pre>{data.answer}</pre>}
    </div>
  );
};

const Row = ({ delivery, onAgain }: { delivery: Delivery; onAgain: () => void }) => {
  const { t } = useTranslation('webhooks');
  const at = useWhen();
  const [isOpen, setOpen] = useState(false);
  const { state, code, becauseText, tries, dueAt } = delivery;
  const facts = [
    becauseText,
    code !== null && t($ => $.logs.code, { code }),
    tries > 1 && t($ => $.logs.tries, { n: tries }),
    dueAt !== null && tries > 0 && t($ => $.logs.next, { at: at(dueAt) }),
  ];
  return (
    <li className="webhooks-delivery">
      <div className="row gap-10">
        <button
          type="button"
          className="webhooks-delivery-face fill lean row gap-10"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <b className={`webhooks-state is-${state} fixed`}>{t($ => $.logs.states[state])}</b>
          <span className="cut fill lean">
            {delivery.eventText} <span className="hint">{delivery.subject}</span>
          </span>
          <span className="hint fixed">{at(delivery.at)}</span>
        </button>
        {state !== 'waiting' && (
          <Button size="small" kind="text" onClick={onAgain}>
            {t($ => $.logs.again)}
          </Button>
        )}
      </div>
      <p className="hint">{facts.filter(Boolean).join(' · ')}</p>
      {isOpen && <Inside id={delivery.id} />}
    </li>
  );
};

const states = ['all', 'waiting', 'sent', 'givenUp'] as const;

/** What was sent to an endpoint, newest first; what was given up is sent again from here. */
export const LogDrawer = ({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) => {
  const { t } = useTranslation('webhooks');
  const [state, setState] = useState<DeliveryState>('all');
  const pages = useDeliveries(endpoint.id, state);
  const { replay } = useWebhookActs();
  const rows = pages.data?.pages.flatMap(page => page.list) ?? [];
  const endpointId = endpoint.id;
  return (
    <Drawer title={t($ => $.logs.title, { name: endpoint.name })} closeLabel={t($ => $.close)} onClose={onClose}>
      <div className="webhooks-log stack gap-12">
        <div className="row gap-10 wrap between">
          <Segments<DeliveryState>
            label={t($ => $.logs.filter)}
            options={states.map(value => ({
              value,
              text: value === 'all' ? t($ => $.logs.all) : t($ => $.logs.states[value]),
            }))}
            value={state}
            onChange={setState}
          />
          <Button size="small" loading={replay.isPending} onClick={() => replay.mutate({ endpointId })}>
            {t($ => $.logs.againAll)}
          </Button>
        </div>
        {pages.isPending && <Skeleton rows={6} />}
        {pages.isError && !pages.data && (
          <ErrorPanel title={t($ => $.logs.failed)} error={pages.error} onAgain={() => void pages.refetch()} />
        )}
        {pages.data && rows.length === 0 && <Empty title={t($ => $.logs.none)} hint={t($ => $.logs.noneHint)} />}
        <ul className="webhooks-deliveries">
          {rows.map(row => (
            <Row key={row.id} delivery={row} onAgain={() => replay.mutate({ endpointId, ids: [row.id] })} />
          ))}
        </ul>
        {pages.hasNextPage && (
          <button
            type="button"
            className="link"
            disabled={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t($ => $.logs.more)}
          </button>
        )}
      </div>
    </Drawer>
  );
};
