import { endpoints, fieldLimits, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCustomersAnew } from '../../customer/use-customer.ts';
import { Button } from '../../ui/button.tsx';
import { FieldFault, TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { FormField } from '../../ui/form-field.tsx';
import { count } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import '../../customer/customer.css';

type Settings = OutputOf<typeof endpoints.customerSettings.settings>;

const nameChars = fieldLimits(endpoints.customerSettings.saveSettings.input, 'names').chars;
const figures = ['most', 'coolDays', 'returnDays', 'warnDays'] as const;

const RulesForm = ({ settings, onClose }: { settings: Settings; onClose: () => void }) => {
  const { t } = useTranslation('number');
  const id = useId();
  const readAnew = useCustomersAnew();
  const form = useEndpointForm({
    endpoint: endpoints.customerSettings.saveSettings,
    start: {
      names: settings.names,
      most: String(settings.most),
      coolDays: String(settings.coolDays),
      returnDays: String(settings.returnDays),
      warnDays: String(settings.warnDays),
    },
    onDone: async () => {
      toast.ok(t($ => $.rules.saved));
      onClose();
      await readAnew();
    },
  });
  const { names } = form.values;
  return (
    <form {...form.props} className="modal-body">
      <div className="customer-fields grid">
        {figures.map(name => (
          <TextField
            key={name}
            form={form}
            name={name}
            label={t($ => $.rules[name])}
            hint={name === 'most' || name === 'returnDays' ? t($ => $.rules.zero) : undefined}
          />
        ))}
      </div>
      <p className="hint">{t($ => $.rules.mine, { n: count(settings.mine) })}</p>
      <h3 className="section-title number-foot">{t($ => $.rules.names)}</h3>
      <div className="customer-fields grid">
        {names.map((name, at) => {
          const label = t($ => $.rules.name, { n: at + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a parameter is its place.
            <FormField key={at} id={`${id}-${at}`} label={label}>
              <Input
                id={`${id}-${at}`}
                maxLength={nameChars}
                placeholder={label}
                value={name}
                onChange={event => form.set({ names: names.map((each, n) => (n === at ? event.target.value : each)) })}
              />
            </FormField>
          );
        })}
      </div>
      <FieldFault form={form} name="names" />
      <footer className="row gap-8 to-end">
        <Button onClick={onClose}>{t($ => $.acts.cancel)}</Button>
        <Button kind="primary" type="submit" loading={form.busy}>
          {t($ => $.rules.save)}
        </Button>
      </footer>
    </form>
  );
};

/** How many customers one may have, when they go back by themselves, and what the parameters are called. */
export const RulesDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['number', 'parts']);
  const settings = useQuery({
    queryKey: ['custom/settings'],
    queryFn: ({ signal }) => call(endpoints.customerSettings.settings, {}, { signal, quiet: true }),
    staleTime: 0,
  });
  return (
    <Modal title={t($ => $.rules.title)} closeLabel={t($ => $.close, { ns: 'parts' })} onClose={onClose}>
      {settings.data && <RulesForm settings={settings.data} onClose={onClose} />}
      {!settings.data && (
        <div className="modal-body">
          {settings.isError ? (
            <ErrorPanel title={t($ => $.rules.failed)} error={settings.error} onAgain={() => void settings.refetch()} />
          ) : (
            <Skeleton rows={6} />
          )}
        </div>
      )}
    </Modal>
  );
};
