import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { amount, count } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Cockpit } from './cockpit.tsx';
import './figures.css';
import './overview.css';

type Sums = OutputOf<typeof endpoints.platform.overview>;

/** Merchants do not tell the platform of every call. */
const readEveryMs = 10_000;

const Figure = ({ label, value, under }: { label: string; value: string; under: string }) => (
  <div className="home-figure">
    <dt className="flex gap-6 between">{label}</dt>
    <dd>
      <strong className="cut">{value}</strong>
      <span>{under}</span>
    </dd>
  </div>
);

const Facts = ({ facts, isPlatform }: { facts: Sums; isPlatform: boolean }) => {
  const { t } = useTranslation('home');
  const { merchants, off, resellers, live, running, callsToday, answeredToday } = facts;
  const isOff = off > 0 ? t($ => $.overview.off, { n: count(off) }) : t($ => $.overview.noneOff);
  const ofResellers = t($ => $.overview.resellers, { n: count(resellers) });
  return (
    <dl className="home-figures grid">
      <Figure
        label={t($ => $.overview.merchants)}
        value={count(merchants)}
        under={isPlatform ? `${isOff} · ${ofResellers}` : isOff}
      />
      <Figure
        label={t($ => $.overview.live)}
        value={count(live)}
        under={t($ => $.overview.running, { n: count(running) })}
      />
      <Figure
        label={t($ => $.overview.calls)}
        value={count(callsToday)}
        under={t($ => $.overview.answered, { n: count(answeredToday) })}
      />
      <Figure
        label={t($ => $.overview.rate)}
        value={callsToday === 0 ? '—' : `${((answeredToday / callsToday) * 100).toFixed(1)}%`}
        under=""
      />
      <Figure label={t($ => $.overview.balance)} value={`¥ ${amount(facts.balance)}`} under="" />
    </dl>
  );
};

/** Pages of the platform that are gone to most. */
const doors = [
  ['merchants', '/platform/merchants'],
  ['resellers', '/platform/resellers'],
  ['notices', '/platform/notices'],
  ['articles', '/platform/articles'],
  ['updates', '/platform/updates'],
  ['branding', '/platform/branding'],
  ['rules', '/platform/rules'],
] as const;

const Doors = () => {
  const { t } = useTranslation('home');
  const word = useTranslation('shell').t;
  return (
    <section className="home-doors" aria-labelledby="doors-title">
      <h2 id="doors-title" className="section-title">
        {t($ => $.overview.doors)}
      </h2>
      <ul className="grid gap-10">
        {doors.map(([name, path]) => (
          <li key={name}>
            <Link className="row between" to={path}>
              {word($ => $.nav[name])} <ArrowRight size={14} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** All merchants together: the platform's, or a reseller's own. */
export const Overview = () => {
  const { t } = useTranslation('home');
  const isPlatform = useCurrentUser()?.roleCode === 'admin';
  const { data, isError, refetch, error } = useQuery({
    queryKey: ['platform/overview'],
    queryFn: ({ signal }) => call(endpoints.platform.overview, {}, { signal, quiet: true }),
    refetchInterval: readEveryMs,
  });
  return (
    <>
      <section className="overview" aria-labelledby="overview-title">
        <header>
          <h2 id="overview-title" className="section-title">
            {isPlatform ? t($ => $.overview.platform) : t($ => $.overview.reseller)}
          </h2>
          <Link className="row-in gap-4 push" to="/platform/merchants">
            {t($ => $.overview.toMerchants)} <ArrowRight size={14} aria-hidden="true" />
          </Link>
        </header>
        {data ? (
          <Facts facts={data} isPlatform={isPlatform} />
        ) : isError ? (
          <ErrorPanel title={t($ => $.overview.failed)} error={error} onAgain={() => void refetch()} />
        ) : (
          <Skeleton rows={1} height={98} />
        )}
      </section>
      <Cockpit />
      {isPlatform && <Doors />}
    </>
  );
};
