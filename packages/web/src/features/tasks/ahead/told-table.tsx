import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { amount, count, nearTime } from '../../../ui/format.ts';
import { type Drawn, drawnOn, isSure, type Span, type Told } from './bands.ts';

export interface Side {
  readonly name: string;
  readonly told: Told;
}
type Part = 'today' | 'all';

interface ToldTableProps {
  /** From then on. */
  readonly at: string;
  readonly sides: readonly Side[];
  /** Of what figures are told. */
  readonly parts: readonly Part[];
  /** It does not begin today. */
  readonly isOtherDay?: boolean;
}

type Sums = Told['all'];
const figure = (n: number): string => count(Math.round(n));
const yuan = (n: number): string => amount(n.toFixed(2));
const ofCost = ({ low, middle, high }: Sums['cost']): Span => ({
  low: Number(low),
  middle: Number(middle),
  high: Number(high),
});

/** What would come of a list: each figure with its band, sides below each other on one scale. */
export const ToldTable = ({ at, sides, parts, isOtherDay = false }: ToldTableProps) => {
  const { t } = useTranslation(['ahead', 'tasks']);
  const timeText = (ms: number) =>
    nearTime(new Date(ms).toISOString(), new Date(Math.min(Date.parse(at), Date.now())), {
      today: '',
      tomorrow: t($ => $.whatIf.tomorrow),
    });
  const endOf = ({ end }: Told): Span | null =>
    end && {
      low: Date.parse(end.low),
      middle: Date.parse(end.middle),
      high: end.high === null ? null : Date.parse(end.high),
    };
  const sums = (part: Part) => (
    <tbody key={part}>
      <tr className="ahead-part">
        <th colSpan={3} scope="rowgroup">
          {t($ => $.whatIf[part === 'today' && isOtherDay ? 'thatDay' : part])}
        </th>
      </tr>
      <Rows name={t($ => $.whatIf.calls)} sides={sides} spanOf={told => told[part].calls} text={figure} />
      <Rows name={t($ => $.whatIf.answered)} sides={sides} spanOf={told => told[part].answered} text={figure} />
      <Rows name={t($ => $.whatIf.cost)} sides={sides} spanOf={told => ofCost(told[part].cost)} text={yuan} />
    </tbody>
  );
  return (
    <table className="ahead-table">
      <caption className="only-read">{t($ => $.whatIf.title)}</caption>
      <tbody>
        <Rows
          name={t($ => $.whatIf.end)}
          sides={sides}
          spanOf={endOf}
          text={timeText}
          from={Date.parse(at)}
          none={told => told.becauseText}
          open={t($ => $.whatIf.orLater)}
        />
      </tbody>
      {parts.map(sums)}
    </table>
  );
};

interface RowsProps extends Pick<ToldTableProps, 'sides'> {
  readonly name: string;
  readonly spanOf: (told: Told) => Span | null;
  readonly text: (value: number) => string;
  readonly from?: number;
  /** Where nobody can say. */
  readonly none?: (told: Told) => string;
  /** In place of an end that is too far away. */
  readonly open?: string;
}

const Rows = ({ name, sides, spanOf, text, from = 0, none, open = '' }: RowsProps) => {
  const spans = sides.map(({ told }) => spanOf(told));
  const drawn = drawnOn(spans, from);
  return sides.map((side, at) => {
    const span = spans[at] ?? null;
    return (
      <tr key={side.name} className={at === 0 ? 'is-first' : 'is-other'}>
        <th scope="row">
          {at === 0 && <span>{name}</span>}
          <span className={sides.length > 1 ? 'key' : 'only-read'}>{side.name}</span>
        </th>
        {span === null ? (
          <td colSpan={2} className="ink2">
            {none?.(side.told)}
          </td>
        ) : (
          <>
            <td className="right">
              <b>{text(span.middle)}</b>
            </td>
            <td>
              <Bar drawn={drawn[at] ?? null} />
              <span className="key">{isSure(span) ? '' : range(span, text, open)}</span>
            </td>
          </>
        )}
      </tr>
    );
  });
};

const range = ({ low, high }: Span, text: (value: number) => string, open: string): ReactNode =>
  high === null ? `${text(low)} ${open}` : `${text(low)} – ${text(high)}`;

const Bar = ({ drawn }: { drawn: Drawn | null }) => (
  <i className="ahead-bar" aria-hidden="true">
    {drawn && <i style={{ left: `${drawn.left}%`, width: `${drawn.width}%` }} />}
    {drawn && <b style={{ left: `${drawn.middle}%` }} />}
  </i>
);
