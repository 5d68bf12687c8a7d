import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { clock, timeOfDay } from '../../ui/format.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import { type DayAxis, dayAxis } from './day-axis.ts';
import { DayField } from './day-field.tsx';
import { type SeatsPlace, today } from './place.ts';
import { SeatStanding, seatLooks, standingText } from './seat-standing.tsx';
import { type Seat, type SeatSpan, useSeats, useSpans } from './use-seats.ts';

const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24] as const;
/** Shorter than this is still seen, in percent of the day. */
const leastWidth = 0.15;

const Span = ({ span, axis }: { span: SeatSpan; axis: DayAxis }) => {
  const { t } = useTranslation('seats');
  const to = span.to ?? new Date().toISOString();
  const left = axis.at(span.from);
  const says = t($ => $.states.span, {
    state: standingText(span.state, span.reason),
    from: timeOfDay(span.from),
    to: span.to === null ? t($ => $.states.now) : timeOfDay(span.to),
    long: clock(Date.parse(to) - Date.parse(span.from)),
  });
  return (
    <li
      className={`seats-span is-${seatLooks[span.state][0]} is-${span.state}`}
      style={{ left: `${left}%`, width: `${Math.max(leastWidth, axis.at(to) - left)}%` }}
      title={says}
    >
      <span className="only-read">{says}</span>
    </li>
  );
};

/** What one seat was, from midnight to midnight. */
const Row = ({ seat, day, axis }: { seat: Seat; day: string; axis: DayAxis }) => {
  const { t } = useTranslation('seats');
  const place = useRef<HTMLLIElement>(null);
  const isSeen = useInView(place);
  const { data, isError } = useSpans({ employeeId: seat.employeeId, day, grows: axis.now !== null, isSeen });
  const shown = data?.spans.filter(({ state }) => state !== 'offline') ?? [];
  const instead = data ? shown.length === 0 && t($ => $.states.nothing) : isError && t($ => $.failed);
  return (
    <li ref={place} className="seats-states-row grid">
      <div className="lean">
        <strong className="cut">{seat.name}</strong>
        {axis.now !== null && <SeatStanding {...seat} />}
      </div>
      <ul className="seats-bar" aria-label={seat.name}>
        {shown.map(span => (
          <Span key={`${span.from} ${span.state}`} span={span} axis={axis} />
        ))}
        {instead && <li className="seats-bar-empty hint">{instead}</li>}
        {axis.now !== null && <li className="seats-now" style={{ left: `${axis.now}%` }} aria-hidden="true" />}
      </ul>
    </li>
  );
};

/** Which colour is what. */
const legend = ['idle', 'dialling', 'ringing', 'inCall', 'held', 'wrapUp', 'break', 'connecting'] as const;
const Legend = () => (
  <span className="seats-legend row-in gap-10 wrap small ink2">
    {legend.map(state => (
      <span key={state} className="row-in gap-4">
        <i className={`seats-key is-${seatLooks[state][0]} is-${state}`} />
        {standingText(state, '')}
      </span>
    ))}
  </span>
);

/** The states of all seats over a day, a bar each. */
export const StatesTab = ({ place }: { place: SeatsPlace }) => {
  const { t } = useTranslation('seats');
  const { data, isPending, isError, error, refetch } = useSeats();
  const { day } = place;
  const axis = dayAxis(day, new Date());
  const seats = data?.seats ?? [];
  return (
    <section className="seats-list stack fill lean">
      <FilterBar search={<DayField place={place} />} tools={<Legend />} />
      {isPending && <Skeleton rows={6} />}
      {isError && !data && <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />}
      {data && seats.length === 0 && <Empty title={t($ => $.states.noSeats)} hint={t($ => $.seat.emptyHint)} />}
      {seats.length > 0 && (
        <div className="seats-states fill">
          <div className="seats-states-row seats-hours grid" aria-hidden="true">
            <span />
            <div className="seats-bar-hours">
              {hours.map(hour => (
                <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
                  {String(hour).padStart(2, '0')}
                </span>
              ))}
            </div>
          </div>
          <ul aria-label={day === today() ? t($ => $.tab.states) : day}>
            {seats.map(seat => (
              <Row key={seat.employeeId} seat={seat} day={day} axis={axis} />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
};
