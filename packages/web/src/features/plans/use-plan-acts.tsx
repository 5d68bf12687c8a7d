import { endpoints, fieldLimits } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { download } from '../../api/download.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { PlanRow } from './plan-state.tsx';

export type Act = 'open' | 'rename' | 'copy' | 'export' | 'remove';

interface PlanActs {
  readonly act: (act: Act, plan: PlanRow) => void;
  /** The question that is open; to be shown. */
  readonly question: ReactNode;
}

const longestName = fieldLimits(endpoints.plan.copy.input, 'name').chars;

/** Does what can be done with a plan of the list, and reads the list anew. */
export const usePlanActs = (onOpen: (id: string) => void): PlanActs => {
  const { t } = useTranslation('plans');
  const queries = useQueryClient();
  const [asking, setAsking] = useState<{ act: 'rename' | 'remove'; plan: PlanRow } | null>(null);
  const readAnew = () => queries.invalidateQueries({ queryKey: ['plan/mine'] });
  const remove = useMutation({
    mutationFn: (id: string) => call(endpoints.plan.remove, { id }),
    onSuccess: () => toast.ok(t($ => $.act.removed)),
    onSettled: () => {
      setAsking(null);
      return readAnew();
    },
  });
  const { mutate: copy } = useMutation({
    mutationFn: ({ id, name }: PlanRow) =>
      call(endpoints.plan.copy, { id, name: t($ => $.act.copyName, { name }).slice(0, longestName) }),
    onSuccess: () => {
      toast.ok(t($ => $.act.copied));
      return readAnew();
    },
  });
  const { mutate: exportFile } = useMutation({
    mutationFn: (id: string) => call(endpoints.plan.exportFile, { id }),
    onSuccess: ({ fileId }) => download(fileId),
  });
  const act = useCallback(
    (wanted: Act, plan: PlanRow) => {
      if (wanted === 'open') return onOpen(plan.id);
      if (wanted === 'copy') return copy(plan);
      if (wanted === 'export') return exportFile(plan.id);
      setAsking({ act: wanted, plan });
    },
    [onOpen, copy, exportFile],
  );
  const question =
    asking &&
    (asking.act === 'rename' ? (
      <NameDialog
        title={t($ => $.rename.title)}
        label={t($ => $.create.name)}
        ok={t($ => $.rename.ok)}
        name={asking.plan.name}
        endpoint={endpoints.plan.rename}
        ask={name => ({ id: asking.plan.id, name })}
        onDone={() => {
          toast.ok(t($ => $.act.renamed));
          setAsking(null);
          return readAnew();
        }}
        onClose={() => setAsking(null)}
      />
    ) : (
      <Confirm
        title={t($ => $.ask.remove, { name: asking.plan.name })}
        text={t($ => $.ask.removeText)}
        okText={t($ => $.act.remove)}
        cancelText={t($ => $.cancel)}
        busy={remove.isPending}
        onOk={() => remove.mutate(asking.plan.id)}
        onCancel={() => setAsking(null)}
      />
    ));
  return { act, question };
};
