import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { Check, CircleMinus, LoaderCircle, type LucideIcon, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import type { Column } from '../../../ui/data-table/columns.ts';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../../ui/data-table/table-look.ts';
import { TableTools } from '../../../ui/data-table/table-tools.tsx';
import { usePages } from '../../../ui/data-table/use-pages.ts';
import { actsColumn, figureColumn } from '../../../ui/data-table/usual-columns.tsx';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import { amount, count } from '../../../ui/format.ts';
import { Empty } from '../../../ui/panels.tsx';
import { toast } from '../../../ui/toast.ts';
import { fresh, type SmsPlace } from '../place.ts';
import { ReachNote } from '../reach-note.tsx';
import { useReadAgain } from '../use-read-again.ts';
import { keys, useSmsChanged, useWhen } from '../use-sms.ts';
import { ManyDrawer } from './many-drawer.tsx';
import { pickedOf } from './recipients.ts';

const { sms } = endpoints;
type SmsBatch = OutputOf<typeof sms.batches>['list'][number];
const keyOf = (row: SmsBatch) => row.id;
const isMoving = ({ state }: SmsBatch) => state === 'preparing' || state === 'running';

const looks = {
  preparing: ['warn', LoaderCircle],
  running: ['warn', LoaderCircle],
  done: ['ok', Check],
  cancelled: ['idle', CircleMinus],
} as const satisfies Readonly<Record<SmsBatch['state'], readonly [string, LucideIcon]>>;

const State = ({ row: { state } }: { row: SmsBatch }) => {
  const { t } = useTranslation('sms');
  const [family, Icon] = looks[state];
  return (
    <span className={`state is-${family}`}>
      <Icon size={14} aria-hidden="true" /> {t($ => $.many.state[state])}
    </span>
  );
};

const Progress = ({ row: { people, waiting, template } }: { row: SmsBatch }) => {
  const { t } = useTranslation('sms');
  const done = people - waiting;
  return (
    <span className="row gap-8">
      <progress className="fill lean" max={people || 1} value={done} aria-label={template} />
      <span className="key fixed">{t($ => $.many.progress, { done: count(done), of: count(people) })}</span>
    </span>
  );
};

const useColumns = (onCancel: (row: SmsBatch) => void): readonly Column<SmsBatch>[] => {
  const { t } = useTranslation('sms');
  const shown = useWhen();
  return useMemo(() => {
    const title = t($ => $.many.column, { returnObjects: true });
    const figure = (key: 'delivered' | 'failed' | 'withheld', priority: number) =>
      figureColumn<SmsBatch>(key, title[key], { width: 76, priority, of: row => row[key] });
    return [
      {
        ...{ key: 'at', title: title.at, width: 128, priority: 0, lastFirst: true },
        cell: row => <span className="key">{shown(row.createdAt)}</span>,
      },
      {
        ...{ key: 'template', title: title.template, width: 160, grows: true, priority: 0 },
        cell: row => <strong className="phone">{row.template}</strong>,
      },
      { key: 'state', title: title.state, width: 96, priority: 0, cell: row => <State row={row} /> },
      { key: 'progress', title: title.progress, width: 200, priority: 1, cell: row => <Progress row={row} /> },
      figure('delivered', 2),
      figure('failed', 2),
      figure('withheld', 3),
      figureColumn<SmsBatch>('cost', title.cost, { width: 84, priority: 1, of: row => amount(row.cost) }),
      { key: 'by', title: title.by, width: 90, priority: 3, cell: row => <span className="key">{row.by}</span> },
      actsColumn<SmsBatch>(
        title.actions,
        60,
        row =>
          isMoving(row) && (
            <button
              type="button"
              className="link"
              aria-label={`${t($ => $.many.cancel)} ${row.template}`}
              onClick={event => {
                event.stopPropagation();
                onCancel(row);
              }}
            >
              {t($ => $.many.cancel)}
            </button>
          ),
      ),
    ];
  }, [t, shown, onCancel]);
};

/** What still waits is not sent; asked first, for what went cannot be fetched back. */
const Cancelling = ({ row, onClose }: { row: SmsBatch; onClose: () => void }) => {
  const { t } = useTranslation('sms');
  const changed = useSmsChanged();
  const cancel = useMutation({
    mutationFn: () => call(sms.cancelBatch, { id: row.id }),
    onSuccess: () => toast.ok(t($ => $.many.cancelledNow)),
    onSettled: () => {
      onClose();
      return changed('batches', 'messages');
    },
  });
  return (
    <Confirm
      title={t($ => $.many.cancelTitle, { name: row.template })}
      text={t($ => $.many.cancelText, { n: count(row.waiting) })}
      okText={t($ => $.many.cancelOk)}
      cancelText={t($ => $.cancel)}
      busy={cancel.isPending}
      onOk={() => cancel.mutate()}
      onCancel={onClose}
    />
  );
};

/** Messages to many at once: how far each is; a row leads to its messages. */
export const ManyTab = ({ place }: { place: SmsPlace }) => {
  const { t } = useTranslation('sms');
  const { open, put, show } = place;
  const { state } = useLocation();
  const [asked, setAsked] = useState<SmsBatch | null>(null);
  const pages = usePages([keys.batches], ({ after, limit }, signal) =>
    call(sms.batches, { limit, ...(after && { after }) }, { signal, quiet: true }),
  );
  useReadAgain(pages.again, pages.page?.list.some(isMoving) ?? false);
  const look = useTableLook('smsBatches', useColumns(setAsked));
  const close = () => put({ open: null });
  const add = (
    <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => put({ open: fresh })}>
      {t($ => $.many.add)}
    </Button>
  );
  return (
    <>
      <section className="sms-list stack fill lean">
        <FilterBar
          tools={
            <>
              <TableTools look={look} />
              {add}
            </>
          }
        />
        <ReachNote />
        <ListTable
          label={t($ => $.tab.many)}
          look={look}
          pages={pages}
          keyOf={keyOf}
          onOpen={row => show('log', { batch: row.id })}
          failed={t($ => $.many.failed)}
          empty={
            <Empty scoped title={t($ => $.many.empty)} hint={t($ => $.many.emptyHint)}>
              {add}
            </Empty>
          }
        />
      </section>
      {open === fresh && (
        <ManyDrawer picked={pickedOf(state)} onDone={close} onTemplates={() => show('templates')} onClose={close} />
      )}
      {asked && <Cancelling row={asked} onClose={() => setAsked(null)} />}
    </>
  );
};
