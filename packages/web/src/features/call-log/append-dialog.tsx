import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { TaskEditor } from './editors.tsx';
import type { CallRow } from './use-call-log.ts';

interface AppendDialogProps {
  readonly rows: readonly CallRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A number and a name a line, as one pastes them; each number once. */
const asList = (rows: readonly CallRow[]): string =>
  [...new Map(rows.map(row => [row.phone, row.calleeName.replace(/[\s,，]+/g, ' ').trim()]))]
    .map(line => line.join(','))
    .join('\n');
const columns = [
  { index: 0, use: 'phone' as const },
  { index: 1, use: 'name' as const },
];

/** Adds the numbers of chosen calls to a task, as an import: what the task refuses stands in its batch. */
export const AppendDialog = ({ rows, onDone, onClose }: AppendDialogProps) => {
  const { t } = useTranslation('callLog');
  const append = useMutation({
    mutationFn: (id: string) => call(endpoints.task.import, { id, text: asList(rows), header: '0', columns }),
    onSuccess: () => {
      toast.ok(t($ => $.append.done));
      onDone();
    },
  });
  return (
    <Modal title={t($ => $.append.title, { n: rows.length })} closeLabel={t($ => $.close)} onClose={onClose}>
      <div className="modal-body" aria-busy={append.isPending}>
        <TaskEditor
          open
          value={null}
          onChoose={id => {
            if (!append.isPending) append.mutate(id);
          }}
        />
      </div>
    </Modal>
  );
};
