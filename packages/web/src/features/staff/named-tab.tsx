import { PenLine, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { Empty } from '../../ui/panels.tsx';
import { RowActs } from '../../ui/row-acts.tsx';

const idOf = (row: Named) => row.id;

/** What people of a merchant are given by name: a role, a position. */
interface Named {
  readonly id: string;
  readonly name: string;
  readonly people: number;
  /** Absent: changed by whoever changes any. */
  readonly mayGive?: boolean;
}

interface NamedTabProps<Row extends Named> {
  readonly kind: 'role' | 'position';
  /** Beside the bar. */
  readonly hint: ReactNode;
  readonly list: {
    readonly data?: { readonly list: readonly Row[] } | undefined;
    readonly isError: boolean;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** Between the people and the acts; stable. */
  readonly columns: readonly Column<Row>[];
  readonly mayEdit: boolean;
  readonly openKey?: string | null;
  /** A click on a row opens it. */
  readonly opens: boolean;
  /** Null adds one; stable. */
  readonly onEdit: (row: Row | null) => void;
  /** Stable. */
  readonly onRemove: (row: Row) => void;
}

/** The roles or the positions of a merchant: how many people have each, and what one may do with it. */
export const NamedTab = <Row extends Named>({ kind, list, mayEdit, onEdit, onRemove, ...rest }: NamedTabProps<Row>) => {
  const { t } = useTranslation('staff');
  const table = kind === 'role' ? 'roles' : 'positions';
  const act = useCallback(
    (wanted: 'edit' | 'remove', row: Row) => (wanted === 'edit' ? onEdit(row) : onRemove(row)),
    [onEdit, onRemove],
  );
  const { columns: own } = rest;
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      {
        key: 'name',
        title: t($ => $[kind].name),
        width: 150,
        grows: true,
        priority: 0,
        cell: row => <strong>{row.name}</strong>,
      },
      {
        key: 'people',
        title: t($ => $.column.people),
        width: 80,
        priority: 0,
        cell: row => t($ => $.role.count, { n: row.people }),
      },
      ...own,
      {
        key: 'acts',
        title: t($ => $.column.acts),
        width: 84,
        priority: 0,
        align: 'right',
        silent: true,
        cell: row =>
          mayEdit &&
          row.mayGive !== false && (
            <RowActs
              name={row.name}
              more={t($ => $.more)}
              acts={[
                { act: 'edit', word: t($ => $.edit), icon: PenLine },
                { act: 'remove', word: t($ => $.remove), icon: Trash2 },
              ]}
              onAct={wanted => act(wanted, row)}
            />
          ),
      },
    ],
    [t, kind, own, mayEdit, act],
  );
  const look = useTableLook(table, columns);
  const add = mayEdit && (
    <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => onEdit(null)}>
      {t($ => $[kind].add)}
    </Button>
  );
  return (
    <section className="staff-list stack fill lean">
      <FilterBar search={<span className="hint">{rest.hint}</span>} tools={add} />
      <DataTable
        label={t($ => $.tab[table])}
        look={look}
        rows={list.data?.list}
        keyOf={idOf}
        {...(rest.opens && { openKey: rest.openKey ?? null, onOpen: onEdit })}
        failed={
          list.isError
            ? { title: t($ => $[kind].failed), error: list.error, onAgain: () => void list.refetch() }
            : undefined
        }
        empty={
          <Empty title={t($ => $[kind].empty)} hint={t($ => $[kind].emptyHint)}>
            {add}
          </Empty>
        }
      />
    </section>
  );
};
