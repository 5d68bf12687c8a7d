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

/** Begun as they are, once one said yes. */
const simply = {
  remove: (query: CallQuery) => call(endpoints.callActs.remove, query),
  recordings: (query: CallQuery) => call(endpoints.callActs.recordings, query),
  library: (query: CallQuery) => call(endpoints.customerActs.fromCalls, query),
} as const;
type SimpleAct = keyof typeof simply;

const useStarted = ({ n, onDone }: Pick<ActDialogProps, 'n' | 'onDone'>) => {
  const { t } = useTranslation('callLog');
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ['batch/list'] });
    toast.ok(t($ => $.acts.started, { n }));
    onDone();
  };
};

const SimpleDialog = ({ act, query, n, onDone, onClose }: ActDialogProps & { readonly act: SimpleAct }) => {
  const { t } = useTranslation(['callLog', 'parts']);
  const queries = useQueryClient();
  const started = useStarted({ n, onDone });
  const putBack = async (id: string) => {
    const { calls } = await call(endpoints.callActs.putBack, { id });
    toast.ok(t($ => $.acts.putBack, { n: calls }));
    await queries.invalidateQueries({ queryKey: ['callLog/list'] });
  };
  const simple = useMutation({
    mutationFn: (): Promise<{ readonly batchId: string | null }> => simply[act](query),
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
  return (
    <Confirm
      title={t($ => $.acts.asks[act].title, { n })}
      text={t($ => $.acts.asks[act].text)}
      okText={t($ => $.acts[act])}
      cancelText={t($ => $.append.cancel)}
      danger={act !== 'library'}
      busy={simple.isPending}
      onOk={() => simple.mutate()}
      onCancel={onClose}
    />
  );
};

/** Asks what is still to be known, and starts it; how far it is stands among the batch tasks. */
export const ActDialog = ({ act, query, n, onDone, onClose }: ActDialogProps) => {
  const started = useStarted({ n, onDone });
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
  return <SimpleDialog {...{ act, query, n, onDone, onClose }} />;
};
