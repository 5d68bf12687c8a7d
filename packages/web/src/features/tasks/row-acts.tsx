import {
  BookmarkPlus,
  CirclePlus,
  Copy,
  type LucideIcon,
  Pause,
  PenLine,
  Play,
  Repeat,
  SlidersHorizontal,
  Square,
  Trash2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RowActs } from '../../ui/row-acts.tsx';
import { type Act, type ActTask, actsOf, useMayAct } from './use-task-acts.tsx';

interface TaskActsProps {
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
  repeat: Repeat,
  template: BookmarkPlus,
  remove: Trash2,
};
/** So many as icons, the rest under ⋯ (docs/look.md#tables). */
const mostIcons = 2;

/** What can be done with a task now, at the end of its row. */
export const TaskActs = ({ task, onAct }: TaskActsProps) => {
  const { t } = useTranslation('tasks');
  const mayAct = useMayAct();
  const empty = task.counts.total === 0;
  const acts = actsOf[task.state].filter(act => mayAct(act) && !(act === 'start' && empty));
  return (
    <RowActs
      name={task.name}
      more={t($ => $.act.more)}
      acts={acts.map((act, at) => ({
        act,
        word: t($ => $.act[act]),
        danger: act === 'remove' || act === 'stop',
        ...(at < mostIcons && { icon: actIcons[act] }),
      }))}
      onAct={act => onAct(act, task)}
    />
  );
};
