import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { LogDrawer } from './log-drawer.tsx';
import { useWebhookActs, useWebhooks, type WebhookEndpoint } from './use-webhooks.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import './webhooks.css';

type Open =
  | { readonly what: 'form'; readonly endpoint: WebhookEndpoint | null }
  | { readonly what: 'removal' | 'renewal' | 'log'; readonly endpoint: WebhookEndpoint }
  | { readonly what: 'secret'; readonly secret: string };

/** It is shown when it is made, never again. */
const Secret = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const { t } = useTranslation('webhooks');
  return (
    <Modal className="webhooks-form" title={t($ => $.secret.title)} closeLabel={t($ => $.close)} onClose={onClose}>
      <div className="webhooks-secret stack gap-12">
        <p>{t($ => $.secret.once)}</p>
        <code>{secret}</code>
        <footer className="flex to-end">
          <Button kind="primary" onClick={onClose}>
            {t($ => $.secret.done)}
          </Button>
        </footer>
      </div>
    </Modal>
  );
};

interface QuestionProps {
  readonly open: Extract<Open, { endpoint: WebhookEndpoint }>;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}
/** Before it is removed, or gets another secret. */
const Question = ({ open: { what, endpoint }, onClose, onSecret }: QuestionProps) => {
  const { t } = useTranslation('webhooks');
  const { remove, renew } = useWebhookActs();
  const isRemoval = what === 'removal';
  const { id, name } = endpoint;
  return (
    <Confirm
      title={isRemoval ? t($ => $.removal.title, { name }) : t($ => $.renewal.title, { name })}
      text={isRemoval ? t($ => $.removal.text) : t($ => $.renewal.text)}
      okText={isRemoval ? t($ => $.remove) : t($ => $.renew)}
      cancelText={t($ => $.cancel)}
      busy={remove.isPending || renew.isPending}
      onOk={() => {
        if (isRemoval) remove.mutate(id, { onSettled: onClose });
        else renew.mutate(id, { onSuccess: ({ secret }) => onSecret(secret), onError: onClose });
      }}
      onCancel={onClose}
    />
  );
};

/** Where events are sent to. */
export const WebhooksPage = () => {
  const { t } = useTranslation('webhooks');
  const { data, isError, refetch, error } = useWebhooks();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const showSecret = (secret: string) => setOpen({ what: 'secret', secret });
  const add = (
    <Button
      kind="primary"
      icon={<Plus size={15} aria-hidden="true" />}
      onClick={() => setOpen({ what: 'form', endpoint: null })}
    >
      {t($ => $.add)}
    </Button>
  );
  return (
    <div className={open?.what === 'log' ? 'beside is-open' : 'beside'}>
      <div className="webhooks-page">
        <header className="row gap-16 between">
          <h1 className="only-read">{t($ => $.title)}</h1>
          <p className="hint">{t($ => $.note)}</p>
          {data && data.list.length > 0 && add}
        </header>
        {!data && !isError && <Skeleton rows={6} />}
        {isError && !data && <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />}
        {data?.list.length === 0 && (
          <Empty title={t($ => $.none)} hint={t($ => $.noneHint)}>
            {add}
          </Empty>
        )}
        <ul className="webhooks-cards">
          {data?.list.map(endpoint => (
            <WebhookCard
              key={endpoint.id}
              endpoint={endpoint}
              onEdit={() => setOpen({ what: 'form', endpoint })}
              onRemove={() => setOpen({ what: 'removal', endpoint })}
              onRenew={() => setOpen({ what: 'renewal', endpoint })}
              onLog={() => setOpen({ what: 'log', endpoint })}
            />
          ))}
        </ul>
      </div>
      {open?.what === 'log' && <LogDrawer endpoint={open.endpoint} onClose={close} />}
      {open?.what === 'form' && (
        <WebhookForm
          endpoint={open.endpoint}
          onClose={() => setOpen(now => (now?.what === 'form' ? null : now))}
          onSecret={showSecret}
        />
      )}
      {(open?.what === 'removal' || open?.what === 'renewal') && (
        <Question open={open} onClose={close} onSecret={showSecret} />
      )}
      {open?.what === 'secret' && <Secret secret={open.secret} onClose={close} />}
    </div>
  );
};
