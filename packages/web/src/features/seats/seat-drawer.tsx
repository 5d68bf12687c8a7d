import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { FieldFault, SelectField, TextField } from '../../ui/form/fields.tsx';
import { type EndpointForm, useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { type Seat, useChoices, useSeatsChanged } from './use-seats.ts';

interface Typed {
  readonly employeeId: string;
  readonly extension: string;
  readonly lineId: string;
  readonly planIds: readonly string[];
  readonly enabled: boolean;
  readonly mayPause: boolean;
}

const typedOf = (seat: Seat | null): Typed => ({
  employeeId: seat?.employeeId ?? '',
  extension: seat ? String(seat.extension) : '',
  lineId: seat?.line?.id ?? '',
  planIds: seat?.plans.map(({ id }) => id) ?? [],
  enabled: seat?.enabled ?? true,
  mayPause: seat?.mayPause ?? false,
});

interface FieldsProps {
  readonly form: EndpointForm<Typed>;
}

const Plans = ({ form }: FieldsProps) => {
  const { t } = useTranslation('seats');
  const plans = useChoices().data?.plans ?? [];
  const { planIds } = form.values;
  return (
    <fieldset className="seats-plans">
      <legend>{t($ => $.seat.plans)}</legend>
      <p className="hint">{t($ => $.seat.plansHint)}</p>
      <div className="grid">
        {plans.map(({ id, planName }) => (
          <label className="row gap-6" key={id}>
            <input
              type="checkbox"
              checked={planIds.includes(id)}
              onChange={({ target }) =>
                form.set({ planIds: target.checked ? [...planIds, id] : planIds.filter(one => one !== id) })
              }
            />
            <span className="cut">{planName}</span>
          </label>
        ))}
      </div>
      <FieldFault form={form} name="planIds" />
    </fieldset>
  );
};

const Flag = ({ form, name, hint }: FieldsProps & { name: 'enabled' | 'mayPause'; hint?: string }) => {
  const { t } = useTranslation('seats');
  const label = t($ => $.seat[name]);
  return (
    <div className="row gap-10">
      <Switch size="small" checked={form.values[name]} onChange={on => form.set({ [name]: on })} aria-label={label} />
      <span>
        {label} {hint && <span className="hint">{hint}</span>}
      </span>
    </div>
  );
};

/** A seat, given to an employee or changed. */
export const SeatDrawer = ({ seat, onClose }: { seat: Seat | null; onClose: () => void }) => {
  const { t } = useTranslation('seats');
  const changed = useSeatsChanged();
  const choices = useChoices().data;
  const form: EndpointForm<Typed> = useEndpointForm({
    endpoint: endpoints.seat.save,
    start: typedOf(seat),
    input: ({ extension, lineId, planIds, enabled, mayPause, ...typed }) => ({
      ...typed,
      // Digits of a Chinese keyboard are digits.
      ...(extension.trim() && { extension: extension.trim().normalize('NFKC') }),
      ...(lineId && { lineId }),
      planIds: [...planIds],
      enabled: enabled ? '1' : '0',
      mayPause: mayPause ? '1' : '0',
    }),
    wants: ['employeeId'],
    onDone: ({ extension }) => {
      toast.ok(t($ => $.seat.saved, { extension }));
      onClose();
      return changed();
    },
  });
  return (
    <Drawer
      title={seat ? t($ => $.seat.edit) : t($ => $.seat.add)}
      subject={seat?.employeeId ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" form={form.props.id} loading={form.busy}>
            {seat ? t($ => $.save) : t($ => $.add)}
          </Button>
        </>
      }
    >
      <form {...form.props} className="seats-form">
        <SelectField
          form={form}
          name="employeeId"
          label={t($ => $.seat.employee)}
          hint={!seat && choices?.people.length === 0 ? t($ => $.seat.nobody) : undefined}
          disabled={seat !== null}
        >
          <option value={seat?.employeeId ?? ''}>{seat?.name ?? t($ => $.seat.choose)}</option>
          {choices?.people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className="seats-pair grid">
          <TextField
            form={form}
            name="extension"
            label={t($ => $.seat.extension)}
            hint={t($ => $.seat.extensionHint)}
          />
          <SelectField form={form} name="lineId" label={t($ => $.seat.line)}>
            <option value="">{t($ => $.firstLine)}</option>
            {choices?.lines.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <Plans form={form} />
        <div className="stack gap-10">
          <Flag form={form} name="enabled" hint={t($ => $.seat.enabledHint)} />
          <Flag form={form} name="mayPause" />
        </div>
      </form>
    </Drawer>
  );
};
