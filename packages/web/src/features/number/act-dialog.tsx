import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useGiveBack, useTake } from '../../customer/pool-acts.tsx';
import { useCustomersAnew } from '../../customer/use-customer.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { count } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';
import { TypeDialog } from '../../work/change-type/type-dialog.tsx';
import type { AskedAct } from './act-kinds.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { type ActProps, useStarted } from './started.ts';
import { TagDialog } from './tag-dialog.tsx';
import { TaskDialog } from './task-dialog.tsx';
import type { CustomerRow } from './use-number.ts';

/** Removes them, and says so with the way back. */
const RemoveDialog = ({ query, n, onDone, onClose }: ActProps) => {
  const { t } = useTranslation('number');
  const queries = useQueryClient();
  const readAnew = useCustomersAnew();
  const putBack = async (id: string) => {
    const { customers } = await call(endpoints.customerActs.putBack, { id });
    toast.ok(t($ => $.acts.putBack, { n: count(customers) }));
    await readAnew();
  };
  const remove = useMutation({
    mutationFn: () => call(endpoints.customerActs.remove, query),
    onSuccess: ({ batchId }) => {
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
      title={t($ => $.acts.removeTitle, { n })}
      text={t($ => $.acts.removeText)}
      okText={t($ => $.acts.remove)}
      cancelText={t($ => $.acts.cancel)}
      busy={remove.isPending}
      onOk={() => remove.mutate()}
      onCancel={onClose}
    />
  );
};

/** As many as the pool gives and takes at once. */
const mostPool = 100;

/** Nothing is asked: it is done, and said. */
const PoolAct = ({
  act,
  ids,
  onDone,
  onClose,
}: Omit<ActProps, 'query' | 'n'> & { act: 'take' | 'give'; ids: readonly string[] }) => {
  const { t } = useTranslation('number');
  const take = useTake();
  const give = useGiveBack();
  const begin = useEffectEvent(() => {
    if (ids.length === 0 || ids.length > mostPool) {
      toast.info(t($ => $.acts.mostPool, { n: mostPool }));
      return onClose();
    }
    (act === 'take' ? take : give).mutate(ids, { onSuccess: onDone, onError: onClose });
  });
  useEffect(() => begin(), []);
  return null;
};

interface ActDialogProps extends ActProps {
  readonly act: AskedAct;
  /** None where all that match are chosen. */
  readonly rows: readonly CustomerRow[];
}

/** Asks what is still to be known, and starts it. */
export const ActDialog = ({ act, rows, ...props }: ActDialogProps) => {
  const started = useStarted(props);
  if (act === 'assign') return <AssignDialog {...props} />;
  if (act === 'tag') return <TagDialog {...props} />;
  if (act === 'toTask') return <TaskDialog {...props} />;
  if (act === 'merge') return <MergeDialog customers={rows} onDone={props.onDone} onClose={props.onClose} />;
  if (act === 'remove') return <RemoveDialog {...props} />;
  if (act === 'type')
    return (
      <TypeDialog
        type={null}
        onSave={async cateType => {
          await call(endpoints.customerActs.changeTypes, { ...props.query, cateType: `${cateType}` });
          started();
        }}
        onClose={props.onClose}
      />
    );
  return <PoolAct act={act} ids={rows.map(({ id }) => id)} onDone={props.onDone} onClose={props.onClose} />;
};
