import { useTranslation } from 'react-i18next';
import { CopyButton, type Registrar } from './gateway-card.tsx';

/** What a carrier asks of us: the address that calls come from, the SIP port, the ports that sound comes to. */
export const CarrierCard = ({ registrar }: { registrar: Registrar }) => {
  const { t } = useTranslation('lines');
  if (!registrar) return null;
  const address = registrar.host || registrar.own;
  const rows = [
    [t($ => $.carrier.address), address],
    [t($ => $.carrier.port), String(registrar.port)],
    [t($ => $.carrier.rtp), `${registrar.rtp.from}–${registrar.rtp.to}`],
  ] as const;
  return (
    <section className="lines-gateway-card grid gap-10" aria-label={t($ => $.carrier.title)}>
      <p className="hint">
        <b>{t($ => $.carrier.title)}</b> {t($ => $.carrier.hint)}
      </p>
      <dl className="grid">
        {rows.map(([name, value]) => (
          <div className="grid" key={name}>
            <dt className="ink3">{name}</dt>
            <dd className="row between bold">
              {value || t($ => $.carrier.unknown)}
              {value && <CopyButton name={name} value={value} />}
            </dd>
          </div>
        ))}
      </dl>
      {!registrar.host && address && <p className="hint">{t($ => $.carrier.asSeen)}</p>}
    </section>
  );
};
