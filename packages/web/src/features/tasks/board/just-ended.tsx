import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { clock, timeOfDay } from '../../../ui/format.ts';
import { Level } from '../../../ui/level.tsx';
import { HearCall, useMayHear } from '../../../work/hear-call.tsx';
import type { Board } from './board.ts';

/** Calls that ended just now stay a while: level, who it was, what they want, the sound. */
const Rows = ({ ended }: Pick<Board, 'ended'>) => {
  const { t } = useTranslation('tasks');
  const mayHear = useMayHear();
  if (ended.length === 0) return null;
  return (
    <section className="board-ended fixed">
      <h2 className="section-title">{t($ => $.board.ended)}</h2>
      <ul>
        {ended.map(call => (
          <li className="row gap-10" key={call.id}>
            <HearCall id={call.id} says={t($ => $.report.hear, { phone: call.phone })} />
            <Level level={call.level} />
            {mayHear ? (
              <Link to={`/platform/call/${call.id}`} className="phone">
                {call.phone}
              </Link>
            ) : (
              <span className="phone">{call.phone}</span>
            )}
            <span className="cut board-ended-name">{call.name}</span>
            <span className="cut fill ink2" title={call.says}>
              {call.says}
            </span>
            <span className="key">{clock(call.talkMs)}</span>
            <time className="key" dateTime={call.endedAt}>
              {timeOfDay(call.endedAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
};
export const JustEnded = memo(Rows);
