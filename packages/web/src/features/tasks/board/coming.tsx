import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { count, nearTime, timeOfDay } from '../../../ui/format.ts';
import type { Board } from './board.ts';

const known = ['retry', 'west', 'hours', 'lineHours', 'lineDown'] as const;
const isKnown = (because: string): because is (typeof known)[number] => known.some(each => each === because);

/** What comes next of the list: when, why then, how many. */
const Rows = ({ coming }: Pick<Board, 'coming'>) => {
  const { t } = useTranslation('tasks');
  if (coming.length === 0) return null;
  const days = { today: '', tomorrow: t($ => $.board.tomorrow) };
  return (
    <section className="side-part">
      <h2 className="section-title">{t($ => $.board.coming)}</h2>
      <ol className="board-events board-coming">
        {coming.map(({ at, because, numbers }) => (
          <li className="grid gap-8" key={`${at} ${because}`}>
            <time dateTime={at} className="key">
              {nearTime(at, new Date(), days)}
            </time>
            <span>{t($ => $.board.comes[isKnown(because) ? because : 'hours'], { n: count(numbers) })}</span>
          </li>
        ))}
      </ol>
    </section>
  );
};
export const Coming = memo(Rows);

/** A line that carries nothing now is said across the board. */
const Banner = ({ lines }: { lines: Board['deadLines'] }) => {
  const { t } = useTranslation('tasks');
  if (lines.length === 0) return null;
  return (
    <div className="board-dead fixed" role="status">
      {lines.map(({ name, until }) => (
        <p className="row gap-8" key={name}>
          <TriangleAlert size={16} aria-hidden="true" />
          <strong>{t($ => $.board.dead, { name })}</strong>
          <span>{until === null ? t($ => $.board.deadDown) : t($ => $.board.deadRests, { at: timeOfDay(until) })}</span>
        </p>
      ))}
    </div>
  );
};
export const DeadLines = memo(Banner);
