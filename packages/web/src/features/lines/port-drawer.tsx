import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { toast } from '../../ui/toast.ts';
import type { Fault, Line } from './draft.ts';
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

const blank = { name: '', callerNumber: '', channels: '10' };

/** A channel group: a line, how many of its channels, and a number of its own where it has one. */
export const PortDrawer = ({ port, lines, onClose }: PortDrawerProps) => {
  const { t } = useTranslation('lines');
  const changed = useLinesChanged();
  const own = lines.filter(line => !line.practice);
  const [draft, setDraft] = useState({
    ...blank,
    lineId: own[0]?.id ?? '',
    ...(port && { ...port, channels: String(port.channels) }),
  });
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      call(endpoints.port.save, {
        ...(port && { id: port.id }),
        lineId: draft.lineId,
        name: draft.name,
        callerNumber: draft.callerNumber,
        channels: Number(draft.channels),
      }),
    onSuccess: async () => {
      toast.ok(port ? t($ => $.changed) : t($ => $.saved));
      await changed();
      onClose();
    },
  });
  const channels = Number(draft.channels);
  const wrong: Partial<Record<Fault, boolean>> = {
    name: draft.name.trim() === '',
    channels: !Number.isInteger(channels) || channels < 1 || channels > 5_000,
    callerNumber: draft.callerNumber.trim() !== '' && !/^\+?\d{3,20}$/.test(draft.callerNumber.trim()),
  };
  const fault = (name: Fault) => (tried && wrong[name] ? name : undefined);
  const put = (part: Partial<typeof draft>) => setDraft(before => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (draft.lineId !== '' && !Object.values(wrong).includes(true)) save.mutate();
  };
  return (
    <Drawer
      title={port ? t($ => $.ports.edit) : t($ => $.ports.add)}
      subject={port?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <Button kind="primary" type="submit" form="port-form" loading={save.isPending}>
          {t($ => $.save)}
        </Button>
      }
    >
      <form id="port-form" className="lines-whole-line grid gap-12" noValidate autoComplete="off" onSubmit={submit}>
        <p className="hint">{t($ => $.ports.hint)}</p>
        <Field id="port-line" label={t($ => $.ports.line)} needed>
          <select
            id="port-line"
            className="plain-select"
            value={draft.lineId}
            disabled={port !== null}
            onChange={event => put({ lineId: event.target.value })}
          >
            {own.length === 0 && <option value="">{t($ => $.ports.needLine)}</option>}
            {own.map(line => (
              <option key={line.id} value={line.id}>
                {line.name}
              </option>
            ))}
          </select>
        </Field>
        <TextField
          id="port-name"
          label={t($ => $.ports.name)}
          needed
          maxLength={50}
          fault={fault('name')}
          value={draft.name}
          onChange={name => put({ name })}
        />
        <div className="lines-pair grid gap-12">
          <TextField
            id="port-channels"
            label={t($ => $.ports.channels)}
            figure
            unit={t($ => $.form.channelsUnit)}
            maxLength={5}
            fault={fault('channels')}
            value={draft.channels}
            onChange={text => put({ channels: text })}
          />
          <TextField
            id="port-caller"
            label={t($ => $.ports.caller)}
            maxLength={20}
            hint={t($ => $.ports.callerHint)}
            fault={fault('callerNumber')}
            value={draft.callerNumber}
            onChange={callerNumber => put({ callerNumber })}
          />
        </div>
      </form>
    </Drawer>
  );
};
