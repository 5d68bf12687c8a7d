import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { TypeDialog } from '../../work/change-type/type-dialog.tsx';
import type { MoreAct } from './chosen-acts.ts';
import type { CallQuery } from './filter.ts';
import { OwnerEditor } from './further-editors.tsx';

interface ActDialogProps {
  readonly act: MoreAct;
  readonly query: CallQuery;
  readonly n: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Calls become an employee's, who sees them from then on. */
const AssignDialog = ({
  n,
  start,
  onClose,
}: {
  n: string;
  start: (to: string) => Promise<void>;
  onClose: () => void;
}) => {
  const { t } = useTranslation(['callLog', 'parts']);
  const [to, setTo] = useState<string | null>(null);
  const assign = useMutation({ mutationFn: start });
  return (
    <Modal title={t($ => $.acts.assignTitle, { n })} closeLabel={t($ => $.close, { ns: 'parts' })} onClose={onClose}>
      <div className="modal-body stack gap-8">
        <OwnerEditor value={to} onChoose={setTo} />
        <p className="hint">{t($ => $.acts.assignHint)}</p>
      </div>
      <footer className="call-log-append-foot row gap-8">
        <Button onClick={onClose}>{t($ => $.append.cancel)}</Button>
        <Button
          kind="primary"
          disabled={to === null}
          loading={assign.isPending}
          onClick={() => to && assign.mutate(to)}
        >
          {t($ => $.acts.assign)}
        </Button>
      </footer>
    </Modal>
  );
};

/** Asks what is still to be known, and starts it; how far it is stands among the batch tasks. */
export const ActDialog = ({ act, query, n, onDone, onClose }: ActDialogProps) => {
  const { t } = useTranslation(['callLog', 'parts']);
  const queries = useQueryClient();
  const started = () => {
    void queries.invalidateQueries({ queryKey: ['batch/list'] });
    toast.ok(t($ => $.acts.started, { n }));
    onDone();
  };
  const putBack = async (id: string) => {
    const { calls } = await call(endpoints.callActs.putBack, { id });
    toast.ok(t($ => $.acts.putBack, { n: calls }));
    await queries.invalidateQueries({ queryKey: ['callLog/list'] });
  };
  const simple = useMutation({
    mutationFn: () => call(act === 'remove' ? endpoints.callActs.remove : endpoints.callActs.recordings, query),
    onSuccess: ({ batchId }) => {
      if (batchId === null) {
        void queries.invalidateQueries({ queryKey: ['approval/list'] });
        toast.info(t($ => $.export.waits, { ns: 'parts' }));
        return onDone();
      }
      if (act !== 'remove') return started();
      void queries.invalidateQueries({ queryKey: ['batch/list'] });
      toast.ok(
        t($ => $.acts.removing, { n }),
        { act: { text: t($ => $.acts.undo), run: () => void putBack(batchId) } },
      );
      onDone();
    },
  });
  if (act === 'type')
    return (
      <TypeDialog
        type={null}
        onSave={async cateType => {
          await call(endpoints.callActs.changeTypes, { ...query, cateType: `${cateType}` });
          started();
        }}
        onClose={onClose}
      />
    );
  if (act === 'assign')
    return (
      <AssignDialog
        n={n}
        start={async employeeId => {
          await call(endpoints.callActs.assign, { ...query, employeeId });
          started();
        }}
        onClose={onClose}
      />
    );
  const removes = act === 'remove';
  return (
    <Confirm
      title={t($ => (removes ? $.acts.removeTitle : $.acts.recordingsTitle), { n })}
      text={t($ => (removes ? $.acts.removeText : $.acts.recordingsText))}
      okText={t($ => $.acts[act])}
      cancelText={t($ => $.append.cancel)}
      busy={simple.isPending}
      onOk={() => simple.mutate()}
      onCancel={onClose}
    />
  );
};
