import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { JackCells } from '../../../line/jack-cells.tsx';
import { count, when } from '../../../ui/format.ts';
import { FollowLink } from '../../../work/follow-link.tsx';
import { ProgressCord } from '../progress-cord.tsx';
import { type Board, outcomesOf, percent } from './board.ts';

interface FigureProps {
  readonly name: string;
  readonly figure: string;
  readonly unit?: string;
  readonly says: ReactNode;
}
const Figure = ({ name, figure, unit, says }: FigureProps) => (
  <div className="kpi">
    <span>{name}</span>
    <p>
      <b>{figure}</b> {unit && <span>{unit}</span>}
    </p>
    <small>{says}</small>
  </div>
);

const Channels = ({ board: { channels, live } }: { board: Board }) => {
  const { t } = useTranslation('tasks');
  const talking = Math.min(channels.used, live.filter(call => call.stage === 'talking').length);
  const ringing = channels.used - talking;
  return (
    <div className="kpi">
      <span>{t($ => $.board.channels)}</span>
      <p>
        <b>{channels.used}</b> <span>{t($ => $.board.channelsOf, { n: channels.limit })}</span>
      </p>
      <JackCells
        look="small"
        talking={talking}
        ringing={ringing}
        channels={channels.limit}
        says={t($ => $.board.cells, { talking, ringing, free: Math.max(0, channels.limit - channels.used) })}
      />
    </div>
  );
};

/** The figures of the task in one line; each with one line of context. */
const Strip = ({ board }: { board: Board }) => {
  const { t } = useTranslation('tasks');
  const { counts, channels, levels, recent, pace } = board;
  const { answered, missed } = outcomesOf(board);
  // Nobody is called again by what has ended: it has no pace, and no channels once its last call is over.
  const isOver = board.state === 'stopped' || board.state === 'finished';
  const isQuiet = isOver && channels.used === 0;
  const good = (levels.A ?? 0) + (levels.B ?? 0);
  const done = t($ => $.board.doneOf, { done: count(counts.dialled), total: count(counts.total) });
  const soon = recent.calls > 0 ? percent(recent.answered, recent.calls) : null;
  const doneAt = board.doneAt && when(board.doneAt, new Date(), '').trim();
  return (
    <div className={isOver ? 'kpis is-over' : 'kpis'}>
      <div className="kpi is-wide">
        <span>
          {isOver ? t($ => $.board.leftOver) : t($ => $.board.left)} <em>{done}</em>
        </span>
        <p>
          <b>{count(counts.total - counts.settled)}</b>{' '}
          {doneAt && <span>{t($ => $.board.doneAt, { at: doneAt.length === 8 ? doneAt.slice(0, 5) : doneAt })}</span>}
          {board.doneBecauseText && <em title={board.doneBecauseText}>{board.doneBecauseText}</em>}
        </p>
        <ProgressCord
          total={counts.total}
          answered={answered}
          settled={counts.settled}
          retrying={isOver ? 0 : counts.retrying}
          label={done}
        />
        <small>
          <span>{t($ => $.board.answered, { n: count(answered) })}</span>
          <span>{t($ => $.board.notAnswered, { n: count(missed) })}</span>
          {!isOver && <span>{t($ => $.board.retrying, { n: count(counts.retrying) })}</span>}
        </small>
      </div>
      {!isQuiet && <Channels board={board} />}
      <Figure
        name={t($ => $.board.rate)}
        figure={percent(answered, answered + missed) ?? '—'}
        unit={t($ => $.board.rateOf, { n: count(answered + missed) })}
        says={isOver ? ' ' : soon ? t($ => $.board.recent, { rate: soon }) : t($ => $.board.noRecent)}
      />
      <Figure
        name={t($ => $.board.ab)}
        figure={count(good)}
        unit={t($ => $.board.abUnit)}
        says={
          <FollowLink task={board.id} short>
            {answered > 0 ? t($ => $.board.abOf, { rate: percent(good, answered) ?? '' }) : ' '}
          </FollowLink>
        }
      />
      {!isOver && (
        <Figure
          name={t($ => $.board.pace)}
          figure={pace.perMinute.toLocaleString('en-US', { maximumFractionDigits: 1 })}
          unit={t($ => $.board.paceUnit)}
          says={[t($ => $.board.paceOver), pace.becauseText].filter(Boolean).join(' · ')}
        />
      )}
    </div>
  );
};

export const KpiStrip = memo(Strip);
