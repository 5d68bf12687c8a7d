import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { timeOfDay } from '../../../ui/format.ts';
import type { Board } from './board.ts';

/** What happened to the task, newest first. */
const Rows = ({ events }: Pick<Board, 'events'>) => {
  const { t } = useTranslation('tasks');
  return (
    <section className="side-part">
      <h2 className="section-title">{t($ => $.board.events)}</h2>
      {events.length === 0 && <p className="key">{t($ => $.board.noEvents)}</p>}
      <ol className="board-events">
        {events.map(event => (
          <li className="grid gap-8" key={`${event.at} ${event.kind} ${event.text}`}>
            <time dateTime={event.at} className="key">
              {timeOfDay(event.at)}
            </time>
            <span>{event.text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
};
export const Events = memo(Rows);
