import { endpoints } from '@lianxian/contract';
import { diffPlans } from '@lianxian/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser, useReadsCalls } from '../../../session/current-user.ts';
import { wordsOf } from '../../../text/words.ts';
import { Button } from '../../../ui/button.tsx';
import { AreaField, TextField } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { Modal } from '../../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { DifferenceList } from './difference-list.tsx';
import { GatesList } from './gates-list.tsx';
import { useVersion } from './use-version.ts';
import './versions.css';

const Reread = lazy(async () => {
  const [file] = await Promise.all([import('../../../work/mend/reread.tsx'), wordsOf('mend')]);
  return { default: file.Reread };
});

interface PublishDialogProps {
  readonly planId: string;
  readonly onClose: () => void;
}

/** What the draft would change against the version it was begun from. */
const Changes = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('versions');
  const basedOn = useDraft(draft => draft.basedOn);
  const plan = useDraft(draft => draft.plan);
  const { data } = useVersion(planId, basedOn);
  const changes = useMemo(() => (data ? diffPlans(data.graph, plan) : null), [data, plan]);
  if (basedOn === null) return <p className="key">{t($ => $.publish.first)}</p>;
  if (!changes) return <Skeleton rows={2} />;
  if (changes.length === 0) return <p className="key">{t($ => $.publish.noChanges, { version: basedOn })}</p>;
  return (
    <details>
      <summary>{t($ => $.publish.changes, { version: basedOn, n: changes.length })}</summary>
      <DifferenceList changes={changes} />
    </details>
  );
};

/** The server's own check of the draft as it is saved now. */
const useCheck = (planId: string) => {
  const store = useDraftStore();
  return useQuery({
    queryKey: ['plan/check', planId],
    queryFn: async ({ signal }) => {
      await store.getState().settled();
      return await call(endpoints.plan.check, { id: planId }, { signal, quiet: true });
    },
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
};

/** Publishes the draft: what must be mended, what is missing, how the tests went, what is new; with a word on it. */
export const PublishDialog = ({ planId, onClose }: PublishDialogProps) => {
  const { t } = useTranslation('versions');
  const store = useDraftStore();
  const queries = useQueryClient();
  const mayPublish = useCurrentUser()?.btns.includes('plan:publish') ?? false;
  const readsCalls = useReadsCalls();
  const check = useCheck(planId);
  const gates = check.data;
  const faulty = (gates?.faults.length ?? 0) > 0;
  const red = gates !== undefined && gates.voices.length + gates.tests.failed.length > 0;
  const form = useEndpointForm({
    endpoint: endpoints.plan.publish,
    start: { note: '', override: '' },
    input: ({ note, override }) => ({ id: planId, rev: gates?.rev ?? 0, note, ...(red && { override }) }),
    wants: red ? ['override'] : [],
    onDone: ({ version }) => {
      store.getState().published();
      toast.ok(t($ => $.publish.done, { version }));
      onClose();
      return queries.invalidateQueries({ queryKey: ['plan/versions', planId] });
    },
    onRefused: () => void check.refetch(),
  });
  const ready = gates !== undefined && !faulty && (!red || form.values.override.trim() !== '');
  return (
    <Modal title={t($ => $.publish.title)} closeLabel={t($ => $.close)} className="versions-publish" onClose={onClose}>
      <form {...form.props} className="modal-body grid gap-16">
        {check.isError ? (
          <ErrorPanel title={t($ => $.publish.failed)} error={check.error} onAgain={() => void check.refetch()} />
        ) : gates ? (
          <GatesList gates={gates} />
        ) : (
          <div role="status" aria-label={t($ => $.publish.checking)}>
            <Skeleton rows={3} />
          </div>
        )}
        <Changes planId={planId} />
        {readsCalls && gates && (
          <Suspense>
            <Reread planId={planId} />
          </Suspense>
        )}
        <AreaField
          form={form}
          name="note"
          label={t($ => $.publish.note)}
          rows={2}
          placeholder={t($ => $.publish.notePlaceholder)}
        />
        {red && !faulty && mayPublish && (
          <TextField form={form} name="override" label={t($ => $.publish.why)} hint={t($ => $.publish.whyHint)} />
        )}
        {!mayPublish && <p className="key">{t($ => $.publish.mayNot)}</p>}
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button
            kind="primary"
            type="submit"
            danger={red && !faulty}
            disabled={!ready || !mayPublish}
            loading={form.busy}
          >
            {red && !faulty ? t($ => $.publish.override) : t($ => $.publish.ok)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
