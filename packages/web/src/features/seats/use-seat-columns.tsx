import { PenLine } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table/columns.ts';
import { RowActs } from '../../ui/row-acts.tsx';
import { SeatStanding } from './seat-standing.tsx';
import type { Seat } from './use-seats.ts';

export type SeatAct = 'edit' | 'suspend' | 'resume' | 'remove';

const muted = (text: string) => <span className="key">{text}</span>;

/** Stable as long as `onAct` is. */
export const useSeatColumns = (onAct: (act: SeatAct, seat: Seat) => void): readonly Column<Seat>[] => {
  const { t } = useTranslation('seats');
  return useMemo(() => {
    const column = (
      key: 'name' | 'extension' | 'state' | 'line' | 'plans' | 'groups' | 'device' | 'acts',
      rest: Omit<Column<Seat>, 'key' | 'title'>,
    ) => ({ key, title: t($ => $.column[key]), ...rest });
    return [
      column('name', {
        width: 150,
        grows: true,
        priority: 0,
        cell: ({ name, account, enabled }) => (
          <span>
            <strong>{name}</strong> <span className="key">{account}</span>
            {!enabled && <small className="seats-suspended">{t($ => $.suspended)}</small>}
          </span>
        ),
      }),
      column('extension', { width: 80, priority: 1, cell: ({ extension }) => extension }),
      column('state', { width: 190, priority: 0, cell: seat => <SeatStanding {...seat} /> }),
      column('groups', {
        width: 150,
        priority: 2,
        cell: ({ groups }) => groups.map(({ name }) => name).join(t($ => $.and)) || muted('—'),
      }),
      column('line', {
        width: 180,
        priority: 3,
        cell: ({ line, outline }) => (
          <span>
            {line?.name ?? muted(t($ => $.firstLine))} <span className="key">{outline}</span>
          </span>
        ),
      }),
      column('plans', {
        width: 160,
        priority: 4,
        cell: ({ plans }) => plans.map(({ planName }) => planName).join(t($ => $.and)) || muted(t($ => $.allPlans)),
      }),
      column('device', { width: 120, priority: 5, cell: ({ device }) => device || muted('—') }),
      column('acts', {
        width: 84,
        priority: 0,
        align: 'right',
        silent: true,
        cell: seat => (
          <RowActs<SeatAct>
            name={seat.name}
            more={t($ => $.more)}
            acts={[
              { act: 'edit', word: t($ => $.edit), icon: PenLine },
              seat.enabled
                ? { act: 'suspend', word: t($ => $.seat.suspend) }
                : { act: 'resume', word: t($ => $.seat.resume) },
              { act: 'remove', word: t($ => $.remove), danger: true },
            ]}
            onAct={act => onAct(act, seat)}
          />
        ),
      }),
    ];
  }, [t, onAct]);
};
