import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../filter/filter-bar.tsx';
import { SearchField } from '../filter/search-field.tsx';
import { Nothing } from '../nothing.tsx';
import { ViewTabs } from '../view-tabs.tsx';
import type { DataTableProps } from './data-table.tsx';
import { ListTable } from './list-table.tsx';
import { TableTools } from './table-tools.tsx';
import type { ListPage, Pages } from './use-pages.ts';

interface StateListProps<Row, State extends string>
  extends Omit<DataTableProps<Row>, 'rows' | 'busy' | 'failed' | 'empty' | 'label'> {
  readonly title: string;
  readonly words: {
    readonly states: string;
    readonly search: string;
    readonly failed: string;
    readonly none: string;
    readonly noneHint: string;
    readonly empty: string;
    readonly emptyHint: string;
  };
  readonly states: readonly { readonly key: State; readonly text: string }[];
  /** Null: of every state. */
  readonly state: State | null;
  /** Part of the name, and how long it may be. */
  readonly q: string;
  readonly qChars: number;
  readonly onFilter: (part: { state?: State | null; q?: string | null }) => void;
  readonly pages: Pages<ListPage<Row>>;
  /** Makes one more: at the end of the tools, and where there is none yet. */
  readonly create: ReactNode;
  readonly tools?: ReactNode;
  /** As in `Empty`. */
  readonly scoped?: boolean;
  readonly bar?: ReactNode;
}

/** A page whose rows have states: a tab a state, a search by name, the table and its pages. */
export const StateList = <Row, State extends string>(props: StateListProps<Row, State>) => {
  const { title, words, states, state, q, qChars, onFilter, pages, create, tools, scoped = false, ...table } = props;
  const { t } = useTranslation('parts');
  const total = pages.page?.total;
  // Of another state the rows of before are no count.
  const isCounted = !pages.turning && pages.error === null;
  return (
    <>
      <ViewTabs<State | null>
        label={words.states}
        tabs={[{ key: null, text: t($ => $.all) }, ...states].map(tab => ({
          ...tab,
          ...(tab.key === state && total !== undefined && isCounted && { count: total }),
        }))}
        current={state}
        onChoose={key => onFilter({ state: key })}
      />
      <FilterBar
        search={
          <SearchField label={words.search} chars={qChars} value={q} onChange={typed => onFilter({ q: typed })} />
        }
        tools={
          <>
            <TableTools look={table.look} />
            {tools}
            {create}
          </>
        }
      />
      <ListTable
        {...table}
        label={title}
        pages={pages}
        failed={words.failed}
        empty={
          <Nothing
            scoped={scoped}
            words={words}
            onClear={state !== null || q !== '' ? () => onFilter({ state: null, q: null }) : null}
          >
            {create}
          </Nothing>
        }
      />
    </>
  );
};
