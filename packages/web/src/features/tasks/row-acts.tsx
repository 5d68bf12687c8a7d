import {
  CirclePlus,
  Copy,
  Ellipsis,
  type LucideIcon,
  Pause,
  PenLine,
  Play,
  SlidersHorizontal,
  Square,
  Trash2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../ui/menu-button.tsx';
import { type Act, type ActTask, actsOf, useMayAct } from './use-task-acts.tsx';

interface RowActsProps {
  readonly task: ActTask;
  readonly onAct: (act: Act, task: ActTask) => void;
}

export const actIcons: Readonly<Record<Act, LucideIcon>> = {
  start: Play,
  pause: Pause,
  resume: Play,
  stop: Square,
  edit: PenLine,
  settings: SlidersHorizontal,
  append: CirclePlus,
  copy: Copy,
  remove: Trash2,
};
/** So many as icons, the rest under ⋯ (design language, Table). */
const mostIcons = 2;

/** What can be done with a task now, at the end of its row. */
export const RowActs = ({ task, onAct }: RowActsProps) => {
  const { t } = useTranslation('tasks');
  const mayAct = useMayAct();
  const empty = task.counts.total === 0;
  const acts = actsOf[task.state].filter(act => mayAct(act) && !(act === 'start' && empty));
  const rest = acts.slice(mostIcons);
  return (
    <span className="row-acts">
      {acts.slice(0, mostIcons).map(act => {
        const Icon = actIcons[act];
        const word = t($ => $.act[act]);
        return (
          <button
            key={act}
            type="button"
            className="icon-button"
            title={word}
            aria-label={`${word} ${task.name}`}
            onClick={() => onAct(act, task)}
          >
            <Icon size={15} aria-hidden="true" />
          </button>
        );
      })}
      {rest.length > 0 && (
        <MenuButton
          label={<Ellipsis size={15} aria-hidden="true" />}
          className="icon-button"
          name={`${t($ => $.act.more)} ${task.name}`}
          parts={[
            {
              key: 'acts',
              entries: rest.map(act => ({
                key: act,
                label: t($ => $.act[act]),
                danger: act === 'remove' || act === 'stop',
                onChoose: () => onAct(act, task),
              })),
            },
          ]}
        />
      )}
    </span>
  );
};
