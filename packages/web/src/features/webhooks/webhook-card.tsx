import { webhookEventText } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { when } from '../../ui/format.ts';
import { Switch } from '../../ui/switch.tsx';
import { useWebhookActs, type WebhookEndpoint } from './use-webhooks.ts';

interface CardProps {
  readonly endpoint: WebhookEndpoint;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onRenew: () => void;
  readonly onLog: () => void;
}

/** Whether it gets through, in a word. */
const Standing = ({ endpoint }: Pick<CardProps, 'endpoint'>) => {
  const { t } = useTranslation(['webhooks', 'shell']);
  const { enabled, offBecauseText: why, failingSince, waiting } = endpoint;
  if (!enabled && why !== '') return <p className="is-bad">{t($ => $.offWhy, { why })}</p>;
  if (!enabled) return <p className="hint">{t($ => $.off)}</p>;
  if (failingSince === null) return <p className="is-ok">{t($ => $.well)}</p>;
  const since = when(
    failingSince,
    new Date(),
    t($ => $.calls.today, { ns: 'shell' }),
  );
  return <p className="is-bad">{t($ => $.failing, { since, n: waiting })}</p>;
};

/** One endpoint: where to, what of, how it goes, and what may be done with it. */
export const WebhookCard = ({ endpoint, onEdit, onRemove, onRenew, onLog }: CardProps) => {
  const { t } = useTranslation('webhooks');
  const { enable, test } = useWebhookActs();
  const { id, name, url, events, wholeNumbers, enabled } = endpoint;
  const facts = [...events.map(event => webhookEventText(event, saidLanguage())), wholeNumbers && t($ => $.whole)];
  return (
    <li className="webhooks-card" aria-label={name}>
      <div className="row gap-10 between">
        <strong className="cut">{name}</strong>
        <Switch
          size="small"
          checked={enabled}
          disabled={enable.isPending}
          aria-label={t($ => $.on, { name })}
          onChange={next => enable.mutate({ id, enabled: next })}
        />
      </div>
      <p className="webhooks-url">{url}</p>
      <p className="hint">{facts.filter(Boolean).join(' · ')}</p>
      <Standing endpoint={endpoint} />
      {test.data && (
        <p role="status" className={test.data.state === 'sent' ? 'is-ok' : 'is-bad'}>
          {test.data.state === 'sent'
            ? t($ => $.testOk, { code: test.data.code ?? '' })
            : t($ => $.testBad, { why: test.data.becauseText })}
        </p>
      )}
      <div className="webhooks-acts flex gap-8 wrap">
        <Button size="small" loading={test.isPending} onClick={() => test.mutate(id)}>
          {t($ => $.test)}
        </Button>
        <Button size="small" onClick={onLog}>
          {t($ => $.log)}
        </Button>
        <Button size="small" kind="text" onClick={onEdit}>
          {t($ => $.edit)}
        </Button>
        <Button size="small" kind="text" onClick={onRenew}>
          {t($ => $.renew)}
        </Button>
        <Button size="small" kind="text" onClick={onRemove}>
          {t($ => $.remove)}
        </Button>
      </div>
    </li>
  );
};
