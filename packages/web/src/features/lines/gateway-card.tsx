import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LineState } from '../../line/line-state.tsx';
import { listed } from '../../text/said.ts';
import { toast } from '../../ui/toast.ts';
import type { useLines } from './use-lines.ts';

export type Registrar = NonNullable<ReturnType<typeof useLines>['data']>['registrar'];

/** A value that is typed elsewhere, into the clipboard. */
export const CopyButton = ({ name, value }: { name: string; value: string }) => {
  const { t } = useTranslation('lines');
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    toast.ok(t($ => $.gateway.copied));
  };
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`${t($ => $.gateway.copy)} ${name}`}
      onClick={() => void copy().catch(() => undefined)}
    >
      <Copy size={14} aria-hidden="true" />
    </button>
  );
};

interface GatewayCardProps {
  readonly registrar: Registrar;
  readonly username: string;
  /** Typed just now; null: it was set before, and nobody shows it again. */
  readonly password: string | null;
  /** It has come. */
  readonly arrived: boolean;
}

/** What to type into a gateway, so that it registers with us. */
export const GatewayCard = ({ registrar, username, password, arrived }: GatewayCardProps) => {
  const { t } = useTranslation('lines');
  const host = registrar?.host || location.hostname;
  const rows = [
    [t($ => $.gateway.server), host],
    [t($ => $.gateway.port), registrar ? String(registrar.port) : null],
    [t($ => $.gateway.transport), registrar ? listed(registrar.transports.map(each => each.toUpperCase())) : 'UDP'],
    [t($ => $.gateway.account), username],
    [t($ => $.gateway.password), password],
  ] as const;
  return (
    <section className="lines-gateway-card grid gap-10" aria-label={t($ => $.gateway.title)}>
      <p className="hint">{t($ => $.gateway.hint)}</p>
      <dl className="grid">
        {rows.map(([name, value]) => (
          <div className="grid" key={name}>
            <dt className="ink3">{name}</dt>
            <dd className="row between bold">
              {value ??
                (name === t($ => $.gateway.password) ? t($ => $.gateway.passwordSet) : t($ => $.gateway.unknown))}
              {value && name !== t($ => $.gateway.transport) && <CopyButton name={name} value={value} />}
            </dd>
          </div>
        ))}
      </dl>
      <LineState
        face={arrived ? 'up' : 'unknown'}
        text={arrived ? t($ => $.gateway.arrived) : t($ => $.gateway.waiting)}
      />
    </section>
  );
};
