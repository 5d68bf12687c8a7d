import { endpoints } from '@lianxian/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { useLocalPages } from '../../ui/data-table/use-local-pages.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { Empty } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { fresh, type SeatsPlace } from './place.ts';
import { SeatDrawer } from './seat-drawer.tsx';
import { type SeatAct, useSeatColumns } from './use-seat-columns.tsx';
import { type Seat, useChange, useSeats } from './use-seats.ts';

const idOf = (seat: Seat) => seat.employeeId;

const Quota = ({ used, limit }: { used: number; limit: number }) => {
  const { t } = useTranslation('seats');
  return used >= limit ? (
    <span className="seats-quota is-full small ink2 whole">{t($ => $.quotaFull, { used, limit })}</span>
  ) : (
    <span className="seats-quota small ink2 whole">{t($ => $.quota, { used, limit })}</span>
  );
};

/** Changes a seat as it is but for `part`. */
const asSaved = (seat: Seat, part: { readonly enabled: boolean }) => ({
  employeeId: seat.employeeId,
  extension: String(seat.extension),
  ...(seat.line && { lineId: seat.line.id }),
  planIds: seat.plans.map(({ id }) => id),
  mayPause: seat.mayPause ? ('1' as const) : ('0' as const),
  enabled: part.enabled ? ('1' as const) : ('0' as const),
});

/** What is done with a seat; taking it away is asked first. */
const useSeatActs = (onEdit: (id: string) => void) => {
  const { t } = useTranslation('seats');
  const [asked, setAsked] = useState<Seat | null>(null);
  const remove = useChange(endpoints.seat.remove, () => {
    setAsked(null);
    toast.ok(t($ => $.seat.removed));
  });
  const { mutate } = useChange(endpoints.seat.save);
  const act = useLatest((wanted: SeatAct, seat: Seat) => {
    if (wanted === 'edit') return onEdit(seat.employeeId);
    if (wanted === 'remove') return setAsked(seat);
    const enabled = wanted === 'resume';
    const { name } = seat;
    mutate(asSaved(seat, { enabled }), {
      onSuccess: () => toast.ok(enabled ? t($ => $.seat.resumedNow, { name }) : t($ => $.seat.suspendedNow, { name })),
    });
  });
  const dialog = asked && (
    <Confirm
      title={t($ => $.seat.removeTitle, { name: asked.name })}
      text={t($ => $.seat.removeText)}
      okText={t($ => $.remove)}
      cancelText={t($ => $.cancel)}
      busy={remove.isPending}
      onOk={() => remove.mutate({ employeeId: asked.employeeId }, { onError: () => setAsked(null) })}
      onCancel={() => setAsked(null)}
    />
  );
  return { act, dialog };
};

/** Who has a seat, and how it stands now; one of them open beside (`?open=`). */
export const SeatsTab = ({ place }: { place: SeatsPlace }) => {
  const { t } = useTranslation('seats');
  const { open, put } = place;
  const list = useSeats();
  const onEdit = useLatest((id: string) => put({ open: id }, open !== null));
  const { act, dialog } = useSeatActs(onEdit);
  const look = useTableLook('seats', useSeatColumns(act));
  const pages = useLocalPages(list.data?.seats, { error: list.error, again: () => void list.refetch() });
  const { used = 0, limit = 0 } = list.data ?? {};
  const seat = list.data?.seats.find(({ employeeId }) => employeeId === open);
  const add = (
    <Button
      kind="primary"
      icon={<Plus size={14} aria-hidden="true" />}
      disabled={list.data !== undefined && used >= limit}
      onClick={() => onEdit(fresh)}
    >
      {t($ => $.seat.add)}
    </Button>
  );
  return (
    <>
      <section className="seats-list stack fill lean">
        <FilterBar
          search={list.data && <Quota used={used} limit={limit} />}
          tools={
            <>
              <TableTools look={look} />
              {add}
            </>
          }
        />
        <ListTable
          label={t($ => $.tab.seats)}
          look={look}
          pages={pages}
          keyOf={idOf}
          openKey={open}
          onOpen={row => onEdit(row.employeeId)}
          nameOf={row => row.name}
          failed={t($ => $.failed)}
          empty={
            <Empty title={t($ => $.seat.empty)} hint={t($ => $.seat.emptyHint)}>
              {add}
            </Empty>
          }
        />
      </section>
      {(open === fresh || seat) && <SeatDrawer key={open} seat={seat ?? null} onClose={() => put({ open: null })} />}
      {dialog}
    </>
  );
};
