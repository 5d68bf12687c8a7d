import { endpoints, fieldLimits } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { sayRemoved } from '../../ui/undo.ts';
import type { PlanRow } from './plan-state.tsx';

export type Act = 'open' | 'rename' | 'copy' | 'export' | 'upgrade' | 'sell' | 'remove';

interface PlanActs {
  readonly act: (act: Act, plan: PlanRow) => void;
  /** The question that is open; to be shown. */
  readonly question: ReactNode;
}

/** Most merchants have no closed plan: it comes with the first that is opened. */
const ClosedDialog = lazy(() => import('./closed-dialog.tsx').then(file => ({ default: file.ClosedDialog })));

const ExportDialog = lazy(() => import('./export-dialog.tsx').then(file => ({ default: file.ExportDialog })));

const longestName = fieldLimits(endpoints.plan.copy.input, 'name').chars;

/** Does what can be done with a plan of the list, and reads the list anew. */
export const usePlanActs = (onOpen: (id: string) => void): PlanActs => {
  const { t } = useTranslation('plans');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [renaming, setRenaming] = useState<PlanRow | null>(null);
  const [adjusting, setAdjusting] = useState<PlanRow | null>(null);
  const [exporting, setExporting] = useState<PlanRow | null>(null);
  const readAnew = () => queries.invalidateQueries({ queryKey: ['plan/mine'] });
  const { mutate: remove } = useMutation({
    mutationFn: ({ id }: PlanRow) => call(endpoints.plan.remove, { id }),
    onSuccess: ({ undo }, { name }) =>
      sayRemoved(
        t($ => $.act.removed, { name }),
        undo,
        readAnew,
      ),
    onSettled: readAnew,
  });
  const { mutate: copy } = useMutation({
    mutationFn: ({ id, name }: PlanRow) =>
      call(endpoints.plan.copy, { id, name: t($ => $.act.copyName, { name }).slice(0, longestName) }),
    onSuccess: () => {
      toast.ok(t($ => $.act.copied));
      return readAnew();
    },
  });
  const act = useCallback(
    (wanted: Act, plan: PlanRow) => {
      if (wanted === 'open') return plan.licence === 'closed' ? setAdjusting(plan) : onOpen(plan.id);
      if (wanted === 'copy') return copy(plan);
      if (wanted === 'export') return setExporting(plan);
      if (wanted === 'remove') return remove(plan);
      if (wanted === 'upgrade') return void navigate(`/PlanMarket?tab=mine&upgrade=${plan.id}`);
      if (wanted === 'sell') return void navigate(`/PlanMarket?tab=selling&open=new&plan=${plan.id}`);
      setRenaming(plan);
    },
    [onOpen, copy, remove, navigate],
  );
  const question = renaming && (
    <NameDialog
      title={t($ => $.rename.title)}
      label={t($ => $.create.name)}
      ok={t($ => $.rename.ok)}
      name={renaming.name}
      endpoint={endpoints.plan.rename}
      ask={name => ({ id: renaming.id, name })}
      onDone={() => {
        toast.ok(t($ => $.act.renamed));
        setRenaming(null);
        return readAnew();
      }}
      onClose={() => setRenaming(null)}
    />
  );
  const adjust = adjusting && (
    <Suspense>
      <ClosedDialog id={adjusting.id} name={adjusting.name} onDone={readAnew} onClose={() => setAdjusting(null)} />
    </Suspense>
  );
  const give = exporting && (
    <Suspense>
      <ExportDialog plan={exporting} onClose={() => setExporting(null)} />
    </Suspense>
  );
  return { act, question: question ?? adjust ?? give };
};
