import { type CallOf, endpoints, type OutputOf } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { TintedTable } from '../../ui/chart/tinted-table.tsx';
import { count } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { percent, share } from './figures.ts';
import { useStat } from './use-stat.ts';
import { useWayDown } from './use-way-down.ts';

type Hour = OutputOf<typeof endpoints.stat.answerHours>['list'][number];

const Table = ({ list }: { list: readonly Hour[] }) => {
  const { t } = useTranslation('stats');
  const wayDown = useWayDown();
  const hours = list.map(({ hour }) => hour);
  const [from, to] = [Math.min(...hours), Math.max(...hours)];
  // An axis leaves no hour out between the first and the last.
  const shown = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const highest = Math.max(...list.map(({ answered, calls }) => share(answered, calls) ?? 0));
  const weekdays = t($ => $.levels.weekdays, { returnObjects: true });
  const rows = weekdays.map((name, weekday) => ({
    name,
    cells: shown.map(hour => {
      const of = list.find(each => each.weekday === weekday && each.hour === hour);
      if (!of || of.calls === 0) return null;
      const rate = share(of.answered, of.calls);
      return {
        text: `${Math.round((rate ?? 0) * 100)}`,
        says: t($ => $.levels.cell, {
          day: name,
          hour,
          calls: count(of.calls),
          rate: percent(rate),
          good: count(of.good),
        }),
        part: highest === 0 ? 0 : (rate ?? 0) / highest,
        isSure: of.chance === false,
        to: wayDown(of.way),
      };
    }),
  }));
  return (
    <TintedTable
      label={t($ => $.levels.hours)}
      of={t($ => $.levels.weekday)}
      columns={shown.map(hour => `${hour}:00`)}
      rows={rows}
    />
  );
};

/** When people answer: hours against the days of the week; what differs by more than chance stands out. */
export const HoursHeat = ({ asked }: { asked: CallOf<typeof endpoints.stat.answerHours> | null }) => {
  const { t } = useTranslation('stats');
  const hours = useStat(endpoints.stat.answerHours, asked);
  const { data } = hours;
  return (
    <section className="stats-part stack gap-8">
      <header className="row gap-10 wrap">
        <h2 className="section-title">{t($ => $.levels.hours)}</h2>
        <span className="key small">{t($ => $.levels.hoursOf)}</span>
      </header>
      {hours.isError && !data && <ErrorPanel error={hours.error} onAgain={() => void hours.refetch()} />}
      {hours.isPending && <Skeleton rows={7} />}
      {data?.list.length === 0 && <p className="key">{t($ => $.levels.hoursNone)}</p>}
      {data && data.list.length > 0 && <Table list={data.list} />}
    </section>
  );
};
