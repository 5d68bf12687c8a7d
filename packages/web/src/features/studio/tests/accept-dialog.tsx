import { type BrokenOnWire, endpoints, type TestRow } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';
import { BrokenList } from './broken-list.tsx';
import { useTestsChanged } from './use-tests.ts';

interface AcceptProps {
  readonly planId: string;
  readonly row: TestRow;
  readonly broken: readonly BrokenOnWire[];
  /** The draft that it came of. */
  readonly rev: number;
  readonly onClose: () => void;
}

/** What came of a test is what must come, once somebody has looked at the difference. */
export const AcceptDialog = ({ planId, row, broken, rev, onClose }: AcceptProps) => {
  const { t } = useTranslation('talk');
  const changed = useTestsChanged(planId);
  const accept = useMutation({
    mutationFn: () => call(endpoints.talk.acceptTest, { planId, testId: row.id, rev }),
    onSuccess: () => {
      toast.ok(t($ => $.tests.accepted));
      onClose();
    },
    // What it is refused for is another state of it: that is read either way.
    onSettled: changed,
  });
  return (
    <Modal title={t($ => $.tests.acceptAsk, { name: row.name })} closeLabel={t($ => $.close)} onClose={onClose}>
      <div className="modal-body grid gap-10">
        <p>{t($ => $.tests.acceptText)}</p>
        <BrokenList broken={broken} />
        <footer className="flex gap-8 to-end">
          <button type="button" className="button" onClick={onClose}>
            {t($ => $.tests.cancel)}
          </button>
          <button type="button" className="button is-first" disabled={accept.isPending} onClick={() => accept.mutate()}>
            {t($ => $.tests.accept)}
          </button>
        </footer>
      </div>
    </Modal>
  );
};
