import { Plus, X } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RangeForm } from './range-form.tsx';
import {
  cellMinutes,
  cellsADay,
  closed,
  isOpenAt,
  opened,
  timeText,
  usualWeek,
  type Week,
  type Window,
  wholeWeek,
} from './week.ts';
import './week-grid.css';

interface WeekGridProps {
  readonly week: Week;
  readonly onChange: (week: Week) => void;
}
/** From where to where one drags, in days and cells; it opens or closes as its first cell was. */
interface Drag {
  readonly day: number;
  readonly cell: number;
  readonly toDay: number;
  readonly toCell: number;
  readonly opens: boolean;
}

const hoursShown = [0, 3, 6, 9, 12, 15, 18, 21, 24];
const span = (a: number, b: number) => [Math.min(a, b), Math.max(a, b)] as const;

const dragged = (week: Week, { day, cell, toDay, toCell, opens }: Drag): Week => {
  const [firstDay, lastDay] = span(day, toDay);
  const [first, last] = span(cell, toCell);
  const range: Window = { from: first * cellMinutes, to: (last + 1) * cellMinutes };
  return week.map((windows, at) =>
    at < firstDay || at > lastDay ? windows : opens ? opened(windows, range) : closed(windows, range),
  );
};

/** A week of half hours: dragging over cells opens or closes them; each window is a chip with a way to drop it. */
export const WeekGrid = ({ week, onChange }: WeekGridProps) => {
  const { t } = useTranslation('week');
  const grid = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [adding, setAdding] = useState(false);
  const days = t($ => $.day, { returnObjects: true });
  const shown = drag ? dragged(week, drag) : week;

  const cellAt = (event: PointerEvent) => {
    const box = grid.current!.getBoundingClientRect();
    const cell = Math.floor(((event.clientX - box.left) / box.width) * cellsADay);
    const day = Math.floor(((event.clientY - box.top) / box.height) * 7);
    return { day: Math.min(6, Math.max(0, day)), cell: Math.min(cellsADay - 1, Math.max(0, cell)) };
  };
  const begin = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const { day, cell } = cellAt(event);
    grid.current!.setPointerCapture(event.pointerId);
    setDrag({ day, cell, toDay: day, toCell: cell, opens: !isOpenAt(week[day] ?? [], cell * cellMinutes) });
  };
  const go = (event: PointerEvent) => {
    if (!drag) return;
    const { day, cell } = cellAt(event);
    if (day !== drag.toDay || cell !== drag.toCell) setDrag({ ...drag, toDay: day, toCell: cell });
  };
  const end = () => {
    if (drag) onChange(dragged(week, drag));
    setDrag(null);
  };
  const drop = (day: number, window: Window) =>
    onChange(week.map((windows, at) => (at === day ? closed(windows, window) : windows)));
  return (
    <div>
      <div className="week-tools row gap-8 wrap">
        <button type="button" className="button" onClick={() => onChange(usualWeek)}>
          {t($ => $.usual)}
        </button>
        <button type="button" className="button" onClick={() => onChange(wholeWeek)}>
          {t($ => $.whole)}
        </button>
        <button type="button" className="button" aria-expanded={adding} onClick={() => setAdding(!adding)}>
          <Plus size={14} aria-hidden="true" /> {t($ => $.addRange)}
        </button>
        <button type="button" className="button is-bare" onClick={() => onChange(week.map(() => []))}>
          {t($ => $.clear)}
        </button>
      </div>
      {adding && (
        <RangeForm
          onAdd={(range, chosen) =>
            onChange(week.map((windows, at) => (chosen.includes(at) ? opened(windows, range) : windows)))
          }
        />
      )}
      <div className="week-table grid">
        <div className="week-hours" aria-hidden="true">
          {hoursShown.map(hour => (
            <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
              {hour}
            </span>
          ))}
        </div>
        <ul className="week-names grid">
          {days.map((day, at) => (
            <li key={day}>
              <span>{day}</span>
              <span className="week-ranges flex gap-4 fill lean">
                {week[at]!.map(window => (
                  <button
                    key={window.from}
                    type="button"
                    aria-label={t($ => $.removeRange, {
                      range: `${day} ${timeText(window.from)}–${timeText(window.to)}`,
                    })}
                    onClick={() => drop(at, window)}
                  >
                    {timeText(window.from)}–{timeText(window.to)} <X size={11} aria-hidden="true" />
                  </button>
                ))}
                {week[at]!.length === 0 && <em className="ink3">{t($ => $.closedDay)}</em>}
              </span>
            </li>
          ))}
        </ul>
        <div
          ref={grid}
          className="week-grid grid"
          aria-hidden="true"
          onPointerDown={begin}
          onPointerMove={go}
          onPointerUp={end}
          onPointerCancel={() => setDrag(null)}
        >
          {shown.map((windows, day) => (
            <div key={days[day]}>
              {windows.map(({ from, to }) => (
                <i key={from} style={{ left: `${(from / 1_440) * 100}%`, width: `${((to - from) / 1_440) * 100}%` }} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
};
