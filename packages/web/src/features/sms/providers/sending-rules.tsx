import { endpoints, type OutputOf } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSettings, useSmsChanged } from '../use-sms.ts';

type Settings = OutputOf<typeof endpoints.sms.settings>;
const typed = (figure: number | null): string => (figure === null ? '' : String(figure));

const Form = ({ settings }: { settings: Settings }) => {
  const { t } = useTranslation('smsProviders');
  const changed = useSmsChanged();
  const form = useEndpointForm({
    endpoint: endpoints.sms.saveSettings,
    start: {
      perDay: typed(settings.perDay),
      per30Days: typed(settings.per30Days),
      linkHost: settings.linkHost,
    },
    onDone: () => {
      toast.ok(t($ => $.saved));
      return changed('settings');
    },
  });
  return (
    <form {...form.props} className="stack gap-6">
      <div className="sms-pair grid">
        <TextField form={form} name="perDay" label={t($ => $.settings.perDay)} />
        <TextField form={form} name="per30Days" label={t($ => $.settings.per30Days)} />
      </div>
      <TextField
        form={form}
        name="linkHost"
        label={t($ => $.settings.linkHost)}
        hint={t($ => $.settings.linkHostHint)}
        inputMode="url"
      />
      <div>
        <Button type="submit" disabled={!form.isChanged} loading={form.busy}>
          {t($ => $.settings.save)}
        </Button>
      </div>
    </form>
  );
};

/** How often one number is written to, and where short links lead by. */
export const SendingRules = () => {
  const { t } = useTranslation('smsProviders');
  const { data, isError, error, refetch } = useSettings();
  return (
    <section className="sms-rules stack gap-6" aria-label={t($ => $.settings.title)}>
      <h2 className="section-title">{t($ => $.settings.title)}</h2>
      <p className="hint">{t($ => $.settings.hint)}</p>
      {isError && !data && (
        <ErrorPanel title={t($ => $.settings.failed)} error={error} onAgain={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton rows={3} />}
      {data && <Form settings={data} />}
    </section>
  );
};
