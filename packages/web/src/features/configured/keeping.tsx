import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { count, when } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { ExportTool } from '../../work/export-tool.tsx';

type State = OutputOf<typeof endpoints.keeping.state>;
const key = ['keeping/state'];

const useKeepingChanged = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: key });
};

const AskDeletion = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('configuredPage');
  const changed = useKeepingChanged();
  const name = useCurrentUser()?.merchantName ?? '';
  const form = useEndpointForm({
    endpoint: endpoints.keeping.askDeletion,
    start: { number: '' },
    input: ({ number }) => ({ number: number.trim().normalize('NFKC') }),
    wants: ['number'],
    onDone: async () => {
      onClose();
      await changed();
    },
  });
  return (
    <Modal title={t($ => $.keeping.deleteAsk, { name })} closeLabel={t($ => $.keeping.cancel)} onClose={onClose}>
      <form {...form.props} className="modal-body">
        <p>{t($ => $.keeping.deleteHint)}</p>
        <TextField form={form} name="number" label={t($ => $.keeping.number)} autoFocus />
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.keeping.cancel)}</Button>
          <Button danger type="submit" loading={form.busy}>
            {t($ => $.keeping.deleteOk)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};

/** A merchant that is to be deleted: when, by whose word, and the way back. */
const Pending = ({ deletion, may }: { deletion: NonNullable<State['deletion']>; may: boolean }) => {
  const { t } = useTranslation('configuredPage');
  const changed = useKeepingChanged();
  const keep = useMutation({
    mutationFn: () => call(endpoints.keeping.takeDeletionBack, {}),
    onSuccess: () => toast.ok(t($ => $.keeping.kept)),
    onSettled: changed,
  });
  const at = when(deletion.dueAt, new Date(), '');
  return (
    <>
      <p className="wrong" role="status">
        {t($ => $.keeping.asked, { who: deletion.askedBy, at })}
      </p>
      {may && (
        <Button kind="primary" loading={keep.isPending} onClick={() => keep.mutate()}>
          {t($ => $.keeping.keep)}
        </Button>
      )}
    </>
  );
};

/** All that a merchant has: how long its records are kept, taking all out, and having it deleted. */
export const Keeping = () => {
  const { t } = useTranslation('configuredPage');
  const user = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const { data, isError, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(endpoints.keeping.state, {}, { signal, quiet: true }),
  });
  if (!data)
    return isError ? (
      <ErrorPanel title={t($ => $.keeping.failed)} error={error} onAgain={() => void refetch()} />
    ) : (
      <Skeleton rows={2} />
    );
  const isOwner = user?.roleCode === 'company' || user?.roleCode === 'agent';
  const mayDelete = user?.roleCode === 'company';
  return (
    <div className="stack gap-12">
      <p>{t($ => $.keeping.records, { n: count(data.recordDays) })}</p>
      {data.deletion && <Pending deletion={data.deletion} may={mayDelete} />}
      <span className="row gap-10">
        {isOwner && user.btns.includes('phone:unmask') && (
          <ExportTool
            ask={t($ => $.keeping.takeOutAsk)}
            name={t($ => $.keeping.takeOut)}
            onStart={() => call(endpoints.keeping.takeOut, {})}
          />
        )}
        {mayDelete && !data.deletion && (
          <Button danger onClick={() => setAsking(true)}>
            {t($ => $.keeping.delete)}
          </Button>
        )}
      </span>
      {asking && <AskDeletion onClose={() => setAsking(false)} />}
    </div>
  );
};
