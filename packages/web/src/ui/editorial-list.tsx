import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import type { Column } from './data-table/columns.ts';
import { ListTable } from './data-table/list-table.tsx';
import { useTableLook } from './data-table/table-look.ts';
import type { ListPage, Pages } from './data-table/use-pages.ts';
import { Empty } from './panels.tsx';
import { RowActs } from './row-acts.tsx';
import { sayRemoved } from './undo.ts';
import { useOpen } from './use-address.ts';
import './drawer.css';
import './editorial.css';

interface EditorialListProps<Row> {
  readonly table: 'notices' | 'updates';
  readonly words: {
    readonly title: string;
    readonly add: string;
    readonly failed: string;
    readonly empty: string;
    readonly emptyHint: string;
  };
  readonly pages: Pages<ListPage<Row>>;
  /** Without the acts; stable. */
  readonly columns: readonly Column<Row>[];
  /** How a row is called beside its acts. */
  readonly nameOf: (row: Row) => string;
  readonly onRemove: (id: string) => Promise<{ readonly undo: string }>;
  /** What is read anew when one went. */
  readonly lists: readonly string[];
  /** Of the open row; null adds one. */
  readonly drawer: (row: Row | null, onClose: () => void) => ReactNode;
}

const idOf = (row: { readonly id: string }) => row.id;
const fresh = 'new';

/** A list of what the platform writes: one of them is changed beside it (`?open=`), and one that went can be taken back. */
export const EditorialList = <Row extends { readonly id: string }>(props: EditorialListProps<Row>) => {
  const { table, words, pages, columns: own, nameOf, lists } = props;
  const { t } = useTranslation('editorial');
  const queries = useQueryClient();
  const { id, open } = useOpen();
  const readAnew = () => Promise.all(lists.map(key => queries.invalidateQueries({ queryKey: [key] })));
  const { mutate: remove } = useMutation({
    mutationFn: props.onRemove,
    onSuccess: ({ undo }) =>
      sayRemoved(
        t($ => $.removed),
        undo,
        readAnew,
      ),
    onSettled: readAnew,
  });
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      ...own,
      {
        key: 'actions',
        title: t($ => $.actions),
        width: 60,
        priority: 0,
        silent: true,
        cell: row => (
          <RowActs
            name={nameOf(row)}
            more=""
            acts={[{ act: 'remove', word: t($ => $.remove), icon: Trash2 }]}
            onAct={() => remove(row.id)}
          />
        ),
      },
    ],
    [t, own, nameOf, remove],
  );
  const look = useTableLook(table, columns);
  const close = () => open(null);
  const row = pages.page?.list.find(each => each.id === id);
  const add = (
    <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => open(fresh)}>
      {words.add}
    </Button>
  );
  return (
    <div className={id ? 'beside is-open' : 'beside'}>
      <div className="editorial-page">
        <div className="editorial-tools">
          <h1>{words.title}</h1>
          {add}
        </div>
        <ListTable
          label={words.title}
          look={look}
          pages={pages}
          keyOf={idOf}
          onOpen={each => open(each.id)}
          openKey={id}
          failed={words.failed}
          empty={
            <Empty title={words.empty} hint={words.emptyHint}>
              {add}
            </Empty>
          }
          rowsLikely={8}
        />
      </div>
      {id === fresh && props.drawer(null, close)}
      {row && props.drawer(row, close)}
    </div>
  );
};
