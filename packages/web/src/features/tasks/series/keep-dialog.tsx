import { endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import type { ActTask } from '../use-task-acts.tsx';
import { RepeatDialog } from './repeat-dialog.tsx';

interface KeepDialogProps {
  readonly act: 'repeat' | 'template';
  readonly task: ActTask;
  readonly onClose: () => void;
}

/** Keeps the settings of a task to make others from: by hand, or by itself on its days. */
export const KeepDialog = ({ act, task, onClose }: KeepDialogProps) => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  if (act === 'repeat') return <RepeatDialog task={task} onClose={onClose} />;
  return (
    <NameDialog
      title={t($ => $.act.template)}
      label={t($ => $.series.template.name)}
      name={task.name}
      ok={t($ => $.save)}
      endpoint={endpoints.taskSeries.saveTemplate}
      ask={name => ({ id: task.id, name })}
      onDone={() => {
        toast.ok(t($ => $.series.template.kept));
        onClose();
        return queries.invalidateQueries({ queryKey: ['task/templates'] });
      }}
      onClose={onClose}
    />
  );
};
