import type { StatRow } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { isShare, type ReadName, reads, thanBefore } from './figures.ts';

type Compared = Pick<StatRow, 'now' | 'before' | 'chance'>;

/** A figure in a row, and how it moved; what may be chance alone says so. */
export const ComparedCell = ({ of, name }: { of: Compared; name: ReadName }) => {
  const { t } = useTranslation('stats');
  const than = thanBefore(name, of.now, of.before);
  const isChance = isShare(name) && of.chance[name] === true;
  return (
    <>
      {reads[name].say(reads[name].of(of.now))}
      {than !== null && (
        <small className="stats-than" title={isChance ? t($ => $.chance) : undefined}>
          {isChance && <span aria-hidden="true">≈</span>}
          {than}
          {isChance && <span className="only-read"> {t($ => $.chance)}</span>}
        </small>
      )}
    </>
  );
};

interface KpiProps {
  readonly label: string;
  readonly of: Compared;
  readonly name: ReadName;
  readonly says?: string;
}
/** A figure of the whole, beside that of the days before. */
const Kpi = ({ label, of, name, says }: KpiProps) => {
  const { t } = useTranslation('stats');
  const than = thanBefore(name, of.now, of.before);
  const isChance = isShare(name) && of.chance[name] === true;
  return (
    <div className="kpi">
      <span>{label}</span>
      <p>
        <b>{reads[name].say(reads[name].of(of.now))}</b>
        {than !== null && <span>{than}</span>}
      </p>
      <small>
        {says}
        {isChance && <em title={t($ => $.chanceHint)}>{t($ => $.chance)}</em>}
      </small>
    </div>
  );
};

type KpiOf = Omit<KpiProps, 'of'>;
/** The figures of all that was found, and with what they are compared. */
export const Kpis = ({ of, days, kpis }: { of: Compared; days: number; kpis: readonly KpiOf[] }) => {
  const { t } = useTranslation('stats');
  return (
    <section className="stats-kpis" aria-label={t($ => $.figures.label)}>
      <div className="kpis">
        {kpis.map(each => (
          <Kpi key={each.name} of={of} {...each} />
        ))}
      </div>
      <p className="hint">
        {of.before.calls === 0
          ? t($ => $.noBefore)
          : days === 1
            ? t($ => $.comparedDay)
            : t($ => $.compared, { n: days })}
      </p>
    </section>
  );
};
