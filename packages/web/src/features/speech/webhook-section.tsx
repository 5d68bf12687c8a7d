import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { SpeechSection } from './section.tsx';
import { type Speech, useSpeechActs } from './use-speech.ts';

/** By what the merchant's systems know that a webhook is ours; a secret is shown when it is made, never again. */
export const WebhookSection = ({ speech }: { speech: Speech }) => {
  const { t } = useTranslation(['speech', 'configured']);
  const { webhook } = useSpeechActs();
  const on = speech.signsWebhooks;
  const secret = webhook.data?.secret ?? '';
  return (
    <SpeechSection
      part="webhook"
      title={t($ => $.services.webhook.title, { ns: 'configured' })}
      hint={t($ => $.services.webhook.hint, { ns: 'configured' })}
    >
      <p>{on ? t($ => $.webhook.on) : t($ => $.webhook.off)}</p>
      {secret !== '' && (
        <p className="speech-webhook-secret" role="status">
          {t($ => $.webhook.once)} <code>{secret}</code>
        </p>
      )}
      <div className="speech-service-acts flex gap-8 wrap">
        <Button size="small" loading={webhook.isPending} onClick={() => webhook.mutate('1')}>
          {on ? t($ => $.webhook.renew) : t($ => $.webhook.make)}
        </Button>
        {on && (
          <Button size="small" kind="text" onClick={() => webhook.mutate('0')}>
            {t($ => $.webhook.end)}
          </Button>
        )}
      </div>
    </SpeechSection>
  );
};
