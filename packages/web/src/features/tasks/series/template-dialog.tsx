import { endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import { toast } from '../../../ui/toast.ts';

interface TemplateDialogProps {
  readonly task: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** How the settings of a task are called that others are made from. */
export const TemplateDialog = ({ task, onClose }: TemplateDialogProps) => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
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
