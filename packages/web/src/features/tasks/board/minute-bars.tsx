import { levels as letters } from '@lianxian/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { count, timeOfDay } from '../../../ui/format.ts';
import { Level } from '../../../ui/level.tsx';
import { MinuteAxis } from '../../../ui/minute-axis.tsx';
import type { Board } from './board.ts';

const tall = 120;
const gap = 1;

/** Levels of the answered calls by minute, A at the foot; the sums below. What does not run shows how it went last. */
const Bars = ({ minutes, levels, state }: Pick<Board, 'minutes' | 'levels' | 'state'>) => {
  const { t } = useTranslation('tasks');
  const most = Math.max(1, ...minutes.map(each => letters.reduce((sum, word) => sum + (each.levels[word] ?? 0), 0)));
  return (
    <section className="side-part">
      <h2 className="section-title">
        {t($ => $.board.minutes)}{' '}
        <span>{state === 'running' ? t($ => $.board.lastMinutes) : t($ => $.board.minutesBefore)}</span>
      </h2>
      <div className="minute-bars" role="img" aria-label={t($ => $.board.minutes)} style={{ height: tall }}>
        {minutes.map(minute => (
          <div
            key={minute.at}
            title={t($ => $.board.minuteText, {
              at: timeOfDay(minute.at),
              calls: minute.calls,
              answered: minute.answered,
            })}
          >
            {letters.toReversed().map(word => {
              const n = minute.levels[word] ?? 0;
              return n > 0 ? (
                <i key={word} className={`lv-${word}`} style={{ height: Math.max(1, (n / most) * tall - gap) }} />
              ) : null;
            })}
          </div>
        ))}
      </div>
      <MinuteAxis minutes={minutes} />
      <ul className="board-levels grid" aria-label={t($ => $.board.levels)}>
        {letters.map(word => (
          <li key={word}>
            <Level level={word} />
            <b className="small">{count(levels[word] ?? 0)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
};
export const MinuteBars = memo(Bars);
