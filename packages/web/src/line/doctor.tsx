import { doctorChecks, doctorWords, lineChecks } from '@lianxian/contract';
import { CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listed, saidLanguage } from '../text/said.ts';
import type { Check, Finding } from './use-check.ts';
import './doctor.css';

const looks = {
  ok: ['ok', CircleCheck],
  warning: ['warn', TriangleAlert],
  fault: ['bad', CircleX],
  unknown: ['idle', CircleDashed],
} as const satisfies Record<Finding['state'], readonly [string, LucideIcon]>;

const FindingItem = ({ finding }: { finding: Finding }) => {
  const { t } = useTranslation('lines');
  const [family, Icon] = looks[finding.state];
  const { found, change } = doctorWords(finding.says, finding.values, saidLanguage());
  return (
    <li className={`doctor-finding grid is-${finding.state}`}>
      <span className={`state is-${family}`}>
        <Icon size={16} aria-hidden="true" />
        <span className="only-read">{t($ => $.doctor.state[finding.state])}</span>
      </span>
      <strong>{doctorChecks[finding.check][saidLanguage()]}</strong>
      <div>
        <p>{found}</p>
        {change && <p className="doctor-change ink2">{change}</p>}
        {finding.calls.length > 0 && (
          <p className="doctor-finding-calls flex wrap hint">
            {t($ => $.doctor.calls)}
            {finding.calls.map(id => (
              <Link key={id} to={`/platform/call/${id}`}>
                {t($ => $.doctor.callOf, { n: id })}
              </Link>
            ))}
          </p>
        )}
      </div>
    </li>
  );
};

const Pending = ({ check, now }: { check: Finding['check']; now: boolean }) => (
  <li className="doctor-finding is-pending grid">
    <span className="state is-idle">
      {now ? (
        <LoaderCircle className="doctor-spin" size={16} aria-hidden="true" />
      ) : (
        <CircleDashed size={16} aria-hidden="true" />
      )}
    </span>
    <strong>{doctorChecks[check][saidLanguage()]}</strong>
    <div />
  </li>
);

/** Is something wrong that somebody has to change? */
export const faultsOf = (findings: readonly Finding[]): number => countOf(findings, 'fault');

const countOf = (findings: readonly Finding[], state: Finding['state']): number =>
  findings.filter(finding => finding.state === state).length;

/** The headline says no more than what was found: what is only to be minded or could not be seen is not "fine". */
const useHeadline = (findings: readonly Finding[]): string => {
  const { t } = useTranslation('lines');
  const [faults, warnings, unknown] = (['fault', 'warning', 'unknown'] as const).map(state => countOf(findings, state));
  const parts = [
    faults ? t($ => $.doctor.doneBad, { n: faults }) : t($ => $.doctor.doneGood),
    ...(warnings ? [t($ => $.doctor.doneMind, { n: warnings })] : []),
    ...(unknown ? [t($ => $.doctor.doneUnknown, { n: unknown })] : []),
  ];
  return listed(parts, 'clauses');
};

/** What the doctor found so far, in its order: each with its state, what was found and what to change. */
export const DoctorList = ({ check }: { check: Check }) => {
  const { t } = useTranslation('lines');
  const findings = check.found?.findings ?? [];
  const left = check.running ? lineChecks.filter(each => findings.every(finding => finding.check !== each)) : [];
  const headline = useHeadline(findings);
  const first = left[0];
  return (
    <section className="doctor" aria-busy={check.running}>
      <p className="doctor-says" role="status">
        {check.failed && t($ => $.doctor.failed)}
        {!check.failed &&
          check.running &&
          (check.found?.state === 'running' && first
            ? t($ => $.doctor.running, { what: doctorChecks[first][saidLanguage()] })
            : t($ => $.doctor.asking))}
        {!check.failed && check.found?.state === 'done' && headline}
      </p>
      <ol>
        {findings.map(finding => (
          <FindingItem key={finding.check} finding={finding} />
        ))}
        {left.map((each, at) => (
          <Pending key={each} check={each} now={at === 0} />
        ))}
      </ol>
    </section>
  );
};
