import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { listed } from '../../text/said.ts';
import { amount, count, timeOfDay } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Spark } from './spark.tsx';
import './cockpit.css';

type Facts = OutputOf<typeof endpoints.platform.cockpit>;
type House = NonNullable<Facts['house']>;

/** Nobody tells the platform when something of a merchant changes. */
const readEveryMs = 10_000;
const megabytesInOne = 1_024;
/** So many times what calls need is still no reason to look. */
const roomToSpare = 16;

interface Item {
  readonly key: string;
  readonly name: string;
  readonly text: string;
  /** Where one does something about it. */
  readonly href?: string;
  readonly bad?: boolean;
}

type Owned = Facts['deadLines']['list'][number];
/** The account whose it is, open at the tab where one sees to it. */
const accountAt = (of: Pick<Owned, 'merchantId' | 'merchantNumber' | 'merchantKind'>, tab: string): string =>
  `/platform/${of.merchantKind}s?q=${of.merchantNumber}&open=${of.merchantId}&tab=${tab}`;

interface PartProps {
  readonly title: string;
  readonly total: number;
  readonly items: readonly Item[];
  readonly children?: ReactNode;
}

/** One kind of what needs a look: how many, and the first of them. */
const Part = ({ title, total, items, children }: PartProps) => {
  const { t } = useTranslation('home');
  return (
    <section aria-label={title}>
      <h3 className="row gap-8">
        {title} {total > 0 && <span className="key">{count(total)}</span>}
      </h3>
      {children}
      {items.length === 0 && !children && <p className="hint">{t($ => $.cockpit.none)}</p>}
      <ul>
        {items.map(({ key, name, text, href, bad = false }) => (
          <li key={key}>
            <strong className="cut">{href ? <Link to={href}>{name}</Link> : name}</strong>
            <p className={bad ? 'wrong' : 'hint'} title={text}>
              {text}
            </p>
          </li>
        ))}
      </ul>
      {total > items.length && <p className="hint">{t($ => $.cockpit.more, { n: count(total - items.length) })}</p>}
    </section>
  );
};

/** This machine's disk, and the nodes of all: one that is silent or was left behind by an upgrade is bad. */
const Nodes = ({ house }: { house: House }) => {
  const { t } = useTranslation('home');
  const free = (house.diskFreeMB / megabytesInOne).toFixed(1);
  const low = house.diskFreeMB < house.diskNeedsMB * roomToSpare;
  const items = house.nodes.map(({ id, address, state, version, calls, capacity }) => {
    const old = version !== house.version;
    const says = t($ => $.cockpit.node, { calls, capacity, version: version || '—' });
    return {
      key: id,
      name: address || id,
      text: listed([t($ => $.cockpit.states[state]), says, ...(old ? [t($ => $.cockpit.oldVersion)] : [])]),
      bad: old || state === 'silent',
    };
  });
  return (
    <Part title={t($ => $.cockpit.nodes)} total={items.length} items={items}>
      <p className={low ? 'wrong' : 'hint'}>
        {low
          ? t($ => $.cockpit.diskLow, { free, needs: house.diskNeedsMB })
          : t($ => $.cockpit.disk, { free, version: house.version })}
      </p>
    </Part>
  );
};

const Parts = ({ facts }: { facts: Facts }) => {
  const { t } = useTranslation('home');
  const { minutes, deadLines, lowBalances, failingTasks, house } = facts;
  const keyOf = ({ merchantId }: { merchantId: string }, at: number) => `${merchantId} ${at}`;
  return (
    <div className="cockpit-parts grid">
      <section aria-label={t($ => $.cockpit.rate)}>
        <h3>{t($ => $.cockpit.rate)}</h3>
        <p className="cockpit-rate row gap-10">
          <b>{t($ => $.cockpit.rateOf, { n: count(minutes.at(-2) ?? 0) })}</b>
          <Spark values={minutes} label={t($ => $.cockpit.trend, { list: listed(minutes.map(String)) })} />
        </p>
      </section>
      <Part
        title={t($ => $.cockpit.lines)}
        total={deadLines.total}
        items={deadLines.list.map((line, at) => ({
          key: keyOf(line, at),
          name: `${line.merchantName} · ${line.name}`,
          text: t($ => $.cockpit.since, { at: timeOfDay(line.since) }),
          href: accountAt(line, 'lines'),
          bad: true,
        }))}
      />
      <Part
        title={t($ => $.cockpit.balances)}
        total={lowBalances.total}
        items={lowBalances.list.map((row, at) => ({
          key: keyOf(row, at),
          name: `${row.merchantName} ${row.merchantNumber}`,
          text: t($ => $.cockpit.left, { n: amount(row.available), day: amount(row.lastDay) }),
          href: accountAt(row, 'ledger'),
          bad: Number(row.available) <= 0,
        }))}
      />
      <Part
        title={t($ => $.cockpit.tasks)}
        total={failingTasks.total}
        items={failingTasks.list.map((task, at) => ({
          key: keyOf(task, at),
          name: task.merchantName,
          href: accountAt(task, 'lines'),
          text: t($ => $.cockpit.failedOf, { name: task.name, calls: count(task.calls), failed: count(task.failed) }),
          bad: true,
        }))}
      />
      {house && <Nodes house={house} />}
    </div>
  );
};

/** What needs a hand now, of all merchants or of a reseller's own. */
export const Cockpit = () => {
  const { t } = useTranslation('home');
  const { data, isError, refetch, error } = useQuery({
    queryKey: ['platform/cockpit'],
    queryFn: ({ signal }) => call(endpoints.platform.cockpit, {}, { signal, quiet: true }),
    refetchInterval: readEveryMs,
  });
  return (
    <section className="cockpit" aria-labelledby="cockpit-title">
      <h2 id="cockpit-title" className="section-title">
        {t($ => $.cockpit.title)}
      </h2>
      {data ? (
        <Parts facts={data} />
      ) : isError ? (
        <ErrorPanel title={t($ => $.cockpit.failed)} error={error} onAgain={() => void refetch()} />
      ) : (
        <Skeleton rows={3} />
      )}
    </section>
  );
};
