import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { toast } from '../../ui/toast.ts';
import type { Line } from './draft.ts';
import { Field, TextField } from './field.tsx';
import type { Port } from './port-list.tsx';
import { useLinesChanged } from './use-lines.ts';
import '../../ui/plain-select.css';

interface PortDrawerProps {
  /** The channel group to change; null adds one. */
  readonly port: Port | null;
  readonly lines: readonly Line[];
  readonly onClose: () => void;
}

/** A channel group: a line, how many of its channels, and a number of its own where it has one. */
export const PortDrawer = ({ port, lines, onClose }: PortDrawerProps) => {
  const { t } = useTranslation('lines');
  const changed = useLinesChanged();
  const own = lines.filter(line => !line.practice);
  const form = useEndpointForm({
    endpoint: endpoints.port.save,
    start: {
      lineId: port?.lineId ?? own[0]?.id ?? '',
      name: port?.name ?? '',
      callerNumber: port?.callerNumber ?? '',
      channels: String(port?.channels ?? 10),
    },
    input: draft => ({ ...draft, ...(port && { id: port.id }) }),
    wants: ['channels'],
    onDone: async () => {
      toast.ok(port ? t($ => $.changed) : t($ => $.saved));
      await changed();
      onClose();
    },
  });
  return (
    <Drawer
      title={port ? t($ => $.ports.edit) : t($ => $.ports.add)}
      subject={port?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <Button kind="primary" type="submit" form={form.props.id} loading={form.busy}>
          {t($ => $.save)}
        </Button>
      }
    >
      <form {...form.props} className="lines-whole-line grid gap-12">
        <p className="hint">{t($ => $.ports.hint)}</p>
        <Field id={form.idOf('lineId')} label={t($ => $.ports.line)} fault={form.fault('lineId')} needed>
          <select
            {...form.bound('lineId')}
            className="plain-select"
            value={form.values.lineId}
            disabled={port !== null}
            onChange={event => form.set({ lineId: event.target.value })}
          >
            {own.length === 0 && <option value="">{t($ => $.ports.needLine)}</option>}
            {own.map(line => (
              <option key={line.id} value={line.id}>
                {line.name}
              </option>
            ))}
          </select>
        </Field>
        <TextField form={form} name="name" label={t($ => $.ports.name)} />
        <div className="lines-pair grid gap-12">
          <TextField form={form} name="channels" label={t($ => $.ports.channels)} unit={t($ => $.form.channelsUnit)} />
          <TextField form={form} name="callerNumber" label={t($ => $.ports.caller)} hint={t($ => $.ports.callerHint)} />
        </div>
      </form>
    </Drawer>
  );
};
