import type { ActTask } from '../use-task-acts.tsx';
import { RepeatDialog } from './repeat-dialog.tsx';
import { TemplateDialog } from './template-dialog.tsx';

interface KeepDialogProps {
  readonly act: 'repeat' | 'template';
  readonly task: ActTask;
  readonly onClose: () => void;
}

/** Keeps the settings of a task to make others from: by hand, or by itself on its days. */
export const KeepDialog = ({ act, ...props }: KeepDialogProps) =>
  act === 'repeat' ? <RepeatDialog {...props} /> : <TemplateDialog {...props} />;
