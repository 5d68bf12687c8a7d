import { sipCodeWords } from '@lianxian/contract';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type FailureKind, failureKinds } from '../../line/failure-kind.ts';
import { saidLanguage } from '../../text/said.ts';
import { count, timeOfDay } from '../../ui/format.ts';
import { MinuteAxis } from '../../ui/minute-axis.tsx';
import { failureMinutes, type Monitor } from './monitor.ts';

const tall = 96;
const gap = 1;

const useKindText = () => {
  const { t } = useTranslation('monitor');
  return (kind: FailureKind, code: number | null): string => {
    if (kind === 'callee') return t($ => $.minutes.callee);
    if (code === null) return kind === 'noReply' ? t($ => $.minutes.noReply) : t($ => $.minutes.other);
    return `${code} ${sipCodeWords(code, saidLanguage())?.means ?? ''}`;
  };
};

/** Failed calls by minute: nobody replied or refused us red, a line that was busy amber, those of numbers grey. */
const Bars = ({ failures, at }: Pick<Monitor, 'failures' | 'at'>) => {
  const { t } = useTranslation('monitor');
  const textOf = useKindText();
  const { minutes, sums } = failureMinutes(failures, at);
  const most = Math.max(1, ...minutes.map(minute => minute.calls));
  return (
    <section className="side-part" aria-label={t($ => $.minutes.title)}>
      <h2 className="section-title">
        {t($ => $.minutes.title)} <span>{t($ => $.minutes.lately)}</span>
      </h2>
      <div className="minute-bars" role="img" aria-label={t($ => $.minutes.title)} style={{ height: tall }}>
        {minutes.map(minute => (
          <div key={minute.at} title={t($ => $.minutes.says, { at: timeOfDay(minute.at), n: minute.calls })}>
            {failureKinds.map(kind =>
              minute.by[kind] > 0 ? (
                <i
                  key={kind}
                  className={`is-${kind}`}
                  style={{ height: Math.max(1, (minute.by[kind] / most) * tall - gap) }}
                />
              ) : null,
            )}
          </div>
        ))}
      </div>
      <MinuteAxis minutes={minutes} />
      <ul className="monitor-failure-sums">
        {sums.map(({ kind, code, calls }) => (
          <li className="row gap-8" key={`${kind} ${code}`}>
            <i className={`is-${kind}`} aria-hidden="true" />
            {textOf(kind, code)}
            <b className="push">{count(calls)}</b>
          </li>
        ))}
        {sums.length === 0 && <li className="key row gap-8">{t($ => $.minutes.none)}</li>}
      </ul>
    </section>
  );
};
export const FailureBars = memo(Bars);
