import { endpoints } from '@lianxian/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { useReadsCalls } from '../../../session/current-user.ts';
import { clock, when } from '../../../ui/format.ts';
import { Level } from '../../../ui/level.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { useHeatDays } from './heat-days.ts';
import type { NodeHeat } from './heat-view.ts';
import { daysInput } from './use-heat.ts';

type How = NodeHeat['ended'][number]['how'];

/** `16:28` of today, `11-18 10:02` of other days. */
const shortTime = (iso: string): string =>
  when(iso, new Date(), '')
    .trim()
    .replace(/^(\d\d:\d\d):\d\d$/, '$1');

const pageSize = 20;
const amount = (n: number): string => n.toLocaleString('en');

interface BarsProps {
  readonly of: NodeHeat;
  readonly how: How | null;
  /** Null: no calls are listed. */
  readonly onHow: ((how: How | null) => void) | null;
}

/** How calls ended at a node; pressed, only those are listed below. */
const Bars = ({ of, how, onHow }: BarsProps) => {
  const { t } = useTranslation('learning');
  const all = of.ended.reduce((sum, { n }) => sum + n, 0);
  return (
    <ul className="heat-bars">
      {of.ended.map(each => (
        <li key={each.how}>
          <button
            className="grid choice lit"
            type="button"
            aria-pressed={how === each.how}
            disabled={onHow === null}
            onClick={() => onHow?.(how === each.how ? null : each.how)}
          >
            <span>{t($ => $.heat.how[each.how])}</span>
            <b>{amount(each.n)}</b>
            <small className="hint right">{Math.round((each.n / all) * 100)}%</small>
            <i style={{ inlineSize: `${(each.n / all) * 100}%` }} />
          </button>
        </li>
      ))}
    </ul>
  );
};

const useEnded = (planId: string, node: string, how: How | null) => {
  const days = useHeatDays(planId);
  return useInfiniteQuery({
    queryKey: ['nodeStat/ended', planId, node, how, days],
    queryFn: ({ signal, pageParam }) =>
      call(
        endpoints.nodeStat.ended,
        {
          planId,
          node,
          ...daysInput(days),
          limit: pageSize,
          ...(how !== null && { how }),
          ...(pageParam !== null && { after: pageParam }),
        },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.after,
    staleTime: 30_000,
  });
};

interface CallsProps {
  readonly planId: string;
  readonly of: NodeHeat;
  readonly how: How | null;
  readonly onAnyHow: () => void;
}

/** Where in a sentence callees hang up, and the calls, each opening where the node began. */
const Calls = ({ planId, of, how, onAnyHow }: CallsProps) => {
  const { t } = useTranslation('learning');
  const ended = useEnded(planId, of.node, how);
  const all = of.ended.reduce((sum, { n }) => sum + n, 0);
  const cut = ended.data?.pages[0]?.cut ?? null;
  const rows = ended.data?.pages.flatMap(page => page.list);
  return (
    <>
      {cut && (
        <p className="heat-cut small">
          {cut.words === ''
            ? t($ => $.heat.cutPlain, { seconds: (cut.ms / 1_000).toFixed(1) })
            : t($ => $.heat.cut, { seconds: (cut.ms / 1_000).toFixed(1), words: cut.words })}
        </p>
      )}
      <div className="heat-calls-head row-text between">
        <h3 className="section-title">{t($ => $.heat.callsHere)}</h3>
        {how === null ? (
          <span className="ink3">{t($ => $.heat.all, { calls: amount(all) })}</span>
        ) : (
          <button type="button" className="link" onClick={onAnyHow}>
            {t($ => $.heat.anyHow)}
          </button>
        )}
      </div>
      {ended.isError && !rows && (
        <ErrorPanel title={t($ => $.heat.failed)} error={ended.error} onAgain={() => void ended.refetch()} />
      )}
      {!rows && !ended.isError && <Skeleton rows={4} />}
      {rows?.length === 0 && <p className="heat-hint">{t($ => $.heat.noCalls)}</p>}
      <ul className="heat-calls">
        {rows?.map(row => (
          <li key={row.id}>
            <Link className="grid lit" to={`/platform/call/${row.id}?t=${Math.floor(row.atMs / 1_000)}`}>
              <Play size={13} aria-hidden="true" />
              <span>{row.phone}</span>
              <span>{clock(row.talkMs)}</span>
              <Level level={row.level} />
              <time className="ink3">{shortTime(row.endedAt)}</time>
            </Link>
          </li>
        ))}
      </ul>
      {ended.hasNextPage && (
        <button type="button" className="link heat-more" onClick={() => void ended.fetchNextPage()}>
          {t($ => $.heat.more)}
        </button>
      )}
    </>
  );
};

/** 怎么结束的, and which calls those were, for who may read calls. */
export const EndedHere = ({ planId, of }: { planId: string; of: NodeHeat }) => {
  const { t } = useTranslation('learning');
  const [how, setHow] = useState<How | null>(null);
  const readsCalls = useReadsCalls();
  if (of.ended.length === 0) return <p className="heat-hint">{t($ => $.heat.noneHere)}</p>;
  return (
    <>
      <h3 className="section-title">{t($ => $.heat.howEnded)}</h3>
      <Bars of={of} how={how} onHow={readsCalls ? setHow : null} />
      {readsCalls && <Calls planId={planId} of={of} how={how} onAnyHow={() => setHow(null)} />}
    </>
  );
};
