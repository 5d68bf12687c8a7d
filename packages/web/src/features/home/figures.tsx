import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { amount, clock, count } from '../../ui/format.ts';
import { FollowLink } from '../../work/follow-link.tsx';
import { Spark } from './spark.tsx';
import type { Home } from './use-home.ts';
import './figures.css';
import { listed } from '../../text/said.ts';

type Calls = NonNullable<Home['calls']>;
type Day = Calls['before'];

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const rate = ({ answered, calls }: Day) => share(answered, calls);
const talk = ({ talkMs, answered }: Day) => share(talkMs, answered);
const wanted = ({ levels }: Day) => levels.A + levels.B;
const percent = (part: number | null, digits = 1): string => (part === null ? '—' : `${(part * 100).toFixed(digits)}%`);
const signed = (n: number, text: string): string => `${n < 0 ? '−' : '+'}${text}`;

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly under: ReactNode;
  readonly bad?: boolean;
  /** One a day, oldest first. */
  readonly trend: readonly number[];
  /** How a day's figure reads. */
  readonly say: (n: number) => string;
}

const Figure = ({ label, value, under, bad = false, trend, say }: FigureProps) => {
  const { t } = useTranslation('home');
  return (
    <div className="home-figure">
      <dt className="flex gap-6 between">
        {label}
        <Spark
          values={trend}
          label={t($ => $.figures.trend, { n: trend.length, list: listed(trend.map(value => say(value))) })}
        />
      </dt>
      <dd>
        <strong className="cut">{value}</strong>
        <span className={bad ? 'is-bad' : undefined}>{under}</span>
      </dd>
    </div>
  );
};

/** Today beside yesterday up to the same time of day; the week as a small line. */
export const Figures = ({ calls, balance, low }: { calls: Calls; balance: Home['balance']; low: boolean }) => {
  const { t } = useTranslation('home');
  const { days, before } = calls;
  const today = days.at(-1)!;
  const than = (now: number | null, then: number | null, text: (difference: number) => string) =>
    now === null || then === null
      ? t($ => $.figures.noBefore)
      : t($ => $.figures.than, { n: signed(now - then, text(Math.abs(now - then))) });
  const more = before.calls === 0 ? null : today.calls / before.calls;
  const left = balance && { n: amount(balance.available) };
  const trials = today.byHand.calls > 0 ? ` · ${t($ => $.figures.byHand, { n: count(today.byHand.calls) })}` : '';
  return (
    <dl className="home-figures grid" aria-label={t($ => $.figures.title)}>
      <Figure
        label={t($ => $.figures.calls)}
        value={count(today.calls)}
        under={than(more, more === null ? null : 1, n => percent(n)) + trials}
        trend={days.map(day => day.calls)}
        say={count}
      />
      <Figure
        label={t($ => $.figures.rate)}
        value={percent(rate(today))}
        under={than(rate(today), rate(before), n => percent(n))}
        trend={days.map(day => rate(day) ?? 0)}
        say={percent}
      />
      <Figure
        label={t($ => $.figures.talk)}
        value={clock(talk(today) ?? 0)}
        under={than(talk(today), talk(before), clock)}
        trend={days.map(day => talk(day) ?? 0)}
        say={clock}
      />
      <Figure
        label={t($ => $.figures.wanted)}
        value={count(wanted(today))}
        under={
          <FollowLink short>
            {t($ => $.figures.wantedOf, { a: count(today.levels.A), b: count(today.levels.B) })}
          </FollowLink>
        }
        trend={days.map(wanted)}
        say={count}
      />
      <Figure
        label={t($ => $.figures.cost)}
        value={`¥ ${amount(today.cost)}`}
        under={left ? t($ => (low ? $.figures.balanceLow : $.figures.balance), left) : ''}
        bad={low}
        trend={days.map(day => Number(day.cost))}
        say={n => amount(String(n))}
      />
    </dl>
  );
};
