import type { TaskRow } from '../../../ui/task-state.tsx';
import { RepeatDialog } from './repeat-dialog.tsx';
import { TemplateDialog } from './template-dialog.tsx';

interface KeepDialogProps {
  readonly act: 'repeat' | 'template';
  readonly task: Pick<TaskRow, 'id' | 'name' | 'state'>;
  readonly onClose: () => void;
}

/** Keeps the settings of a task to make others from: by hand, or by itself on its days. */
export const KeepDialog = ({ act, ...props }: KeepDialogProps) =>
  act === 'repeat' ? <RepeatDialog {...props} /> : <TemplateDialog {...props} />;
