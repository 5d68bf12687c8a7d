import { endpoints } from '@lianxian/contract';
import { Globe, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { bareProps, FieldFault } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import type { Branding } from './draft.ts';
import { useBrandingChanged, useProveHost, useRemoveHost } from './use-branding.ts';

/** What proves a host name: a record of its zone, or the platform's word. */
const Proof = ({ row, showOwner }: { row: Branding['hosts'][number]; showOwner: boolean }) => {
  const { t } = useTranslation('branding');
  const prove = useProveHost();
  const { host, ownerId, record } = row;
  return (
    <div className="branding-proof">
      <p className="hint">{t($ => $.hosts.unproven)}</p>
      <dl className="grid">
        <dt className="ink2">{t($ => $.hosts.recordName)}</dt>
        <dd>{record.name}</dd>
        <dt className="ink2">{t($ => $.hosts.recordValue)}</dt>
        <dd>{record.value}</dd>
      </dl>
      <Button
        size="small"
        loading={prove.isPending}
        onClick={() => prove.mutate({ host, ...(showOwner && { ownerId }) })}
      >
        {showOwner ? t($ => $.hosts.approve) : t($ => $.hosts.prove)}
      </Button>
    </div>
  );
};

const Host = ({
  row,
  showOwner,
  onLeave,
}: {
  row: Branding['hosts'][number];
  showOwner: boolean;
  onLeave: () => void;
}) => {
  const { t } = useTranslation('branding');
  return (
    <li className="row gap-8">
      <Globe size={14} aria-hidden="true" />
      <b className="breaks">{row.host}</b>
      {showOwner && <span className="key">{row.mine ? t($ => $.hosts.mine) : row.owner}</span>}
      {!row.proven && <Proof row={row} showOwner={showOwner} />}
      <button
        type="button"
        className="icon-button push"
        aria-label={t($ => $.hosts.remove, { host: row.host })}
        onClick={onLeave}
      >
        <Trash2 size={15} aria-hidden="true" />
      </button>
    </li>
  );
};

const AddHost = () => {
  const { t } = useTranslation('branding');
  const changed = useBrandingChanged();
  const form = useEndpointForm({
    endpoint: endpoints.branding.saveHost,
    start: { host: '' },
    next: () => ({ host: '' }),
    onDone: () => {
      toast.ok(t($ => $.hosts.added));
      return changed();
    },
  });
  return (
    <>
      <form {...form.props} className="flex gap-8">
        <Input
          {...bareProps(form, 'host')}
          aria-label={t($ => $.hosts.label)}
          placeholder={t($ => $.hosts.placeholder)}
        />
        <Button type="submit" disabled={form.values.host.trim() === ''} loading={form.busy}>
          {t($ => $.hosts.add)}
        </Button>
      </form>
      <FieldFault form={form} name="host" />
    </>
  );
};

/** Host names that show this branding; the platform sees its resellers' as well and may take them away. */
export const Hosts = ({ branding }: { branding: Branding }) => {
  const { t } = useTranslation('branding');
  const [leaving, setLeaving] = useState<string | null>(null);
  const remove = useRemoveHost(() => setLeaving(null));
  return (
    <section className="branding-hosts" aria-label={t($ => $.section.hosts)}>
      <h2>{t($ => $.section.hosts)}</h2>
      <p className="hint">{t($ => $.hosts.hint, { host: location.hostname })}</p>
      {branding.isDefault && <p className="hint">{t($ => $.hosts.reserve)}</p>}
      {branding.hosts.length === 0 && <p className="branding-none">{t($ => $.hosts.none)}</p>}
      <ul>
        {branding.hosts.map(row => (
          <Host
            key={`${row.host} ${row.ownerId}`}
            row={row}
            showOwner={branding.isDefault}
            onLeave={() => setLeaving(row.host)}
          />
        ))}
      </ul>
      <AddHost />
      {leaving && (
        <Confirm
          title={t($ => $.hosts.removeTitle, { host: leaving })}
          text={t($ => $.hosts.removeText)}
          okText={t($ => $.hosts.removeOk)}
          cancelText={t($ => $.cancel)}
          busy={remove.isPending}
          onOk={() => remove.mutate(leaving)}
          onCancel={() => setLeaving(null)}
        />
      )}
    </section>
  );
};
