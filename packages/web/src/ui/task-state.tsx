import type { endpoints, OutputOf } from '@lianxian/contract';
import { Check, Clock, type LucideIcon, Pause, PenLine, Play, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import './parts.css';

export type TaskRow = OutputOf<typeof endpoints.task.list>['list'][number];
export type TaskStateWord = TaskRow['state'];

const looks = {
  draft: ['idle', PenLine],
  waiting: ['idle', Clock],
  running: ['ok', Play],
  paused: ['warn', Pause],
  finished: ['idle', Check],
  stopped: ['idle', Square],
} as const satisfies Record<TaskStateWord, readonly [string, LucideIcon]>;

export const taskStateWords = Object.keys(looks) as readonly TaskStateWord[];

/** A task's state: colour, icon and word; a pill in heads. */
export const TaskState = ({ state, pill = false }: { state: TaskStateWord; pill?: boolean }) => {
  const { t } = useTranslation('shell');
  const [family, Icon] = looks[state];
  return (
    <span className={`state is-${family}${pill ? ' is-pill' : ''}`}>
      <Icon size={14} aria-hidden="true" />
      {t($ => $.taskState[state])}
    </span>
  );
};
