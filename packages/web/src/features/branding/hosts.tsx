import { Globe, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Input } from '../../ui/input.tsx';
import type { Branding } from './draft.ts';
import { useAddHost, useProveHost, useRemoveHost } from './use-branding.ts';

const mostChars = 253;

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

/** Host names that show this branding; the platform sees its resellers' as well and may take them away. */
export const Hosts = ({ branding }: { branding: Branding }) => {
  const { t } = useTranslation('branding');
  const [typed, setTyped] = useState('');
  const [leaving, setLeaving] = useState<string | null>(null);
  const add = useAddHost(() => setTyped(''));
  const remove = useRemoveHost(() => setLeaving(null));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') add.mutate(typed.trim());
  };
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
      <form className="flex gap-8" onSubmit={submit}>
        <Input
          aria-label={t($ => $.hosts.label)}
          placeholder={t($ => $.hosts.placeholder)}
          maxLength={mostChars}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <Button type="submit" disabled={typed.trim() === ''} loading={add.isPending}>
          {t($ => $.hosts.add)}
        </Button>
      </form>
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
