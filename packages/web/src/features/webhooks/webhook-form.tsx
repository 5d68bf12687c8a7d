import { endpoints, type WebhookEventName, webhookEventNames, webhookEventText } from '@lianxian/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { saidLanguage } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { FieldFault, TextField } from '../../ui/form/fields.tsx';
import { type EndpointForm, useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Modal } from '../../ui/modal.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { useWebhooksChanged, type WebhookEndpoint } from './use-webhooks.ts';

interface Typed {
  readonly name: string;
  readonly url: string;
  readonly events: WebhookEventName[];
  readonly wholeNumbers: boolean;
}

interface FormProps {
  /** Null: a new one. */
  readonly endpoint: WebhookEndpoint | null;
  readonly onClose: () => void;
  /** A new one has a secret, shown once. */
  readonly onSecret: (secret: string) => void;
}

const Events = ({ form }: { form: EndpointForm<Typed> }) => {
  const { t } = useTranslation('webhooks');
  const { events } = form.values;
  const id = useId();
  return (
    <fieldset className="webhooks-events" aria-describedby={id}>
      <legend>{t($ => $.form.events)}</legend>
      {webhookEventNames.map(event => (
        <label key={event} className="row gap-8">
          <input
            type="checkbox"
            checked={events.includes(event)}
            onChange={({ target }) =>
              form.set({ events: target.checked ? [...events, event] : events.filter(one => one !== event) })
            }
          />
          {webhookEventText(event, saidLanguage())} <code className="hint">{event}</code>
        </label>
      ))}
      <p className="hint" id={id}>
        {t($ => $.form.eventsHint)}
      </p>
      <FieldFault form={form} name="events" />
    </fieldset>
  );
};

/** Adds an endpoint or edits one. */
export const WebhookForm = ({ endpoint, onClose, onSecret }: FormProps) => {
  const { t } = useTranslation('webhooks');
  const changed = useWebhooksChanged();
  const seesPhones = useCurrentUser()?.btns.includes('phone:unmask') ?? false;
  const form: EndpointForm<Typed> = useEndpointForm({
    endpoint: endpoints.webhook.save,
    start: {
      name: endpoint?.name ?? '',
      url: endpoint?.url ?? '',
      events: endpoint?.events ?? [...webhookEventNames],
      wholeNumbers: endpoint?.wholeNumbers ?? false,
    },
    input: ({ events, wholeNumbers, ...typed }) => ({
      ...typed,
      ...(endpoint && { id: endpoint.id }),
      events,
      wholeNumbers: wholeNumbers ? '1' : '0',
    }),
    onDone: async ({ secret }) => {
      if (secret === '') toast.ok(t($ => $.saved));
      else onSecret(secret);
      onClose();
      await changed();
    },
  });
  return (
    <Modal
      className="webhooks-form"
      title={endpoint ? t($ => $.form.edit) : t($ => $.form.add)}
      closeLabel={t($ => $.close)}
      onClose={onClose}
    >
      <form {...form.props} className="grid gap-14">
        <TextField form={form} name="name" label={t($ => $.form.name)} />
        <TextField form={form} name="url" label={t($ => $.form.url)} hint={t($ => $.form.urlHint)} />
        <Events form={form} />
        <span className="row gap-10">
          <Switch
            size="small"
            disabled={!seesPhones && !form.values.wholeNumbers}
            checked={form.values.wholeNumbers}
            onChange={wholeNumbers => form.set({ wholeNumbers })}
            aria-label={t($ => $.whole)}
          />
          {t($ => $.whole)}
        </span>
        <FieldFault form={form} name="wholeNumbers" />
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" loading={form.busy}>
            {t($ => $.save)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
