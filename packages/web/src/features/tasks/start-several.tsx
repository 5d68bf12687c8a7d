import { Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import type { TaskRow } from '../../ui/task-state.tsx';
import { BeforeStart } from './before-start.tsx';
import './start-dialog.css';

interface StartSeveralProps {
  readonly tasks: readonly TaskRow[];
  readonly busy: boolean;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** Asked before several tasks are started at once: of each what will happen, read when it is opened. */
export const StartSeveral = ({ tasks, busy, onStart, onClose }: StartSeveralProps) => {
  const { t } = useTranslation('tasks');
  const numbers = tasks.reduce((sum, { counts }) => sum + counts.total - counts.settled, 0);
  return (
    <Modal
      title={t($ => $.several.start, { n: tasks.length })}
      closeLabel={t($ => $.close)}
      className="start-dialog"
      onClose={onClose}
    >
      <div className="start-dialog-body">
        <p>{t($ => $.several.startText, { n: count(numbers) })}</p>
        {tasks.map((task, at) => (
          <OneOfThem key={task.id} task={task} isFirst={at === 0} />
        ))}
      </div>
      <footer className="row gap-8">
        <span className="fill" />
        <Button onClick={onClose}>{t($ => $.cancel)}</Button>
        <Button kind="primary" icon={<Play size={14} aria-hidden="true" />} loading={busy} onClick={onStart}>
          {t($ => $.act.start)}
        </Button>
      </footer>
    </Modal>
  );
};

const OneOfThem = ({ task, isFirst }: { readonly task: TaskRow; readonly isFirst: boolean }) => {
  const [isOpen, setOpen] = useState(isFirst);
  return (
    // One at a time: each has the same headings.
    <details
      className="start-dialog-one"
      name="start-several"
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>
        <strong>{task.name}</strong>
      </summary>
      {isOpen && <BeforeStart taskId={task.id} />}
    </details>
  );
};
