import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { when } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';

type Deletion = OutputOf<typeof endpoints.keeping.deletions>['list'][number];
const stateKey = ['keeping/state'];
const listKey = ['keeping/deletions'];

const Days = ({ recordDays }: { recordDays: number }) => {
  const { t } = useTranslation('merchants');
  const queries = useQueryClient();
  const form = useEndpointForm({
    endpoint: endpoints.keeping.saveRecords,
    start: { recordDays: String(recordDays) },
    input: typed => ({ recordDays: typed.recordDays.trim().normalize('NFKC') }),
    wants: ['recordDays'],
    onDone: () => {
      toast.ok(t($ => $.keeping.saved));
      return queries.invalidateQueries({ queryKey: stateKey });
    },
  });
  return (
    <form {...form.props}>
      <TextField form={form} name="recordDays" label={t($ => $.keeping.days)} hint={t($ => $.keeping.hint)} />
      <footer className="flex gap-8 to-end">
        <Button kind="primary" type="submit" disabled={!form.isChanged} loading={form.busy}>
          {t($ => $.keeping.save)}
        </Button>
      </footer>
    </form>
  );
};

const Deletions = ({ list }: { list: readonly Deletion[] }) => {
  const { t } = useTranslation('merchants');
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: ({ id }: Deletion) => call(endpoints.keeping.stopDeletion, { id }),
    onSuccess: (_, { name }) => toast.ok(t($ => $.keeping.stopped, { name })),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey }),
  });
  if (list.length === 0) return <p className="hint">{t($ => $.keeping.none)}</p>;
  return (
    <ul>
      {list.map(one => (
        <li className="row gap-12 between" key={one.id}>
          <div>
            <strong>
              {one.number} {one.name}
            </strong>
            <p className="hint">{t($ => $.keeping.asked, { who: one.askedBy, at: when(one.dueAt, new Date(), '') })}</p>
          </div>
          <Button size="small" disabled={stop.isPending} onClick={() => stop.mutate(one)}>
            {t($ => $.keeping.stop)}
          </Button>
        </li>
      ))}
    </ul>
  );
};

const RetentionDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('merchants');
  const state = useQuery({
    queryKey: stateKey,
    queryFn: ({ signal }) => call(endpoints.keeping.state, {}, { signal, quiet: true }),
    staleTime: 0,
  });
  const deletions = useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => call(endpoints.keeping.deletions, {}, { signal, quiet: true }),
    staleTime: 0,
  });
  const again = () => {
    void state.refetch();
    void deletions.refetch();
  };
  const error = state.error ?? deletions.error;
  return (
    <Modal title={t($ => $.keeping.title)} closeLabel={t($ => $.cancel)} onClose={onClose}>
      <div className="modal-body admin-number-claims">
        {(state.isPending || deletions.isPending) && <Skeleton rows={4} />}
        {error && <ErrorPanel title={t($ => $.keeping.failed)} error={error} onAgain={again} />}
        {state.data && <Days recordDays={state.data.recordDays} />}
        {deletions.data && (
          <section aria-label={t($ => $.keeping.deletions)}>
            <h3>{t($ => $.keeping.deletions)}</h3>
            <Deletions list={deletions.data.list} />
          </section>
        )}
      </div>
    </Modal>
  );
};

/** How long records of calls are kept, and merchants that are to be deleted: the platform's word. */
export const Retention = () => {
  const { t } = useTranslation('merchants');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="text" icon={<Archive size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t($ => $.keeping.button)}
      </Button>
      {open && <RetentionDialog onClose={() => setOpen(false)} />}
    </>
  );
};
