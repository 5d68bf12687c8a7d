import { ArrowLeft, CirclePlus, SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { when } from '../../../ui/format.ts';
import { TaskState } from '../../../ui/task-state.tsx';
import { useHoursText } from '../../../ui/week/hours-text.tsx';
import { actIcons } from '../row-acts.tsx';
import { type Act, actsOf, useMayAct } from '../use-task-acts.tsx';
import type { Board } from './board.ts';

interface BoardHeadProps {
  readonly board: Board;
  readonly onAct: (act: Act) => void;
  readonly onBack: () => void;
}

const main: readonly Act[] = ['start', 'pause', 'resume', 'stop'];

/** What the task is, how it stands and why, and what one may do with it. */
export const BoardHead = ({ board, onAct, onBack }: BoardHeadProps) => {
  const { t } = useTranslation('tasks');
  const mayAct = useMayAct();
  const hoursText = useHoursText();
  const acts = actsOf[board.state].filter(act => mayAct(act) && !(act === 'start' && board.counts.total === 0));
  const meta = [
    t($ => $.board.meta, { plan: board.planName, version: board.planVersion }),
    ...(board.startedAt
      ? [
          t($ => $.board.by, {
            who: board.startedBy ?? '',
            at: when(
              board.startedAt,
              new Date(),
              t($ => $.today),
            ),
          }),
        ]
      : []),
    t($ => $.board.hours, { hours: hoursText(board.windows) }),
  ].join(' · ');
  return (
    <header className="board-head row gap-10 fixed">
      <button type="button" className="icon-button" aria-label={t($ => $.board.back)} onClick={onBack}>
        <ArrowLeft size={18} aria-hidden="true" />
      </button>
      <h1 className="cut" title={board.name}>
        {board.name}
      </h1>
      <TaskState state={board.state} pill />
      {board.becauseText && <strong className="board-because">{board.becauseText}</strong>}
      <span className="key" title={meta}>
        {meta}
      </span>
      {acts.includes('append') && (
        <Button kind="text" icon={<CirclePlus size={14} aria-hidden="true" />} onClick={() => onAct('append')}>
          {t($ => $.act.append)}
        </Button>
      )}
      {acts.includes('settings') && (
        <Button kind="text" icon={<SlidersHorizontal size={14} aria-hidden="true" />} onClick={() => onAct('settings')}>
          {t($ => $.act.settings)}
        </Button>
      )}
      {acts
        .filter(act => main.includes(act))
        .map(act => {
          const Icon = actIcons[act];
          return (
            <Button
              key={act}
              danger={act === 'stop'}
              icon={<Icon size={14} aria-hidden="true" />}
              onClick={() => onAct(act)}
            >
              {t($ => $.act[act])}
            </Button>
          );
        })}
    </header>
  );
};
