import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSocketState } from '../../live/socket.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { count } from '../../ui/format.ts';
import { Nothing } from '../../ui/nothing.tsx';
import { useAddress, useOpen } from '../../ui/use-address.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { useCallActs } from '../../work/talking/call-acts.tsx';
import { HangUpBar } from './hang-up-bar.tsx';
import { useLiveColumns } from './live-table.tsx';
import { isPicked, type LiveRow, noStanding, picks } from './standing.ts';
import { TasksSide } from './tasks-side.tsx';
import { useLiveCalls, useStanding } from './use-live-desk.ts';
import '../../ui/drawer.css';
import './live-page.css';

interface LivePageProps {
  /** The open call, beside the list. */
  readonly watched: (open: { id: string; onClose: () => void }) => ReactNode;
}

const keyOf = (row: LiveRow) => row.id;
const nameOf = (row: LiveRow) => row.phone;
const nobody: ReadonlySet<string> = new Set();

/** What the address narrows the calls to. */
const useNarrowed = () => {
  const { query, put } = useAddress();
  const only = picks.find(pick => pick === query.get('only')) ?? null;
  return { only, task: query.get('task'), sought: query.get('q') ?? '', put };
};

const finds = (sought: string, { phone, name, task, planName }: LiveRow): boolean =>
  [phone, name, task?.name ?? planName].some(text => text.toLowerCase().includes(sought.toLowerCase()));

/** How many calls there are of each pick, and which are shown. */
const usePicked = (rows: readonly LiveRow[], only: (typeof picks)[number] | null, sought: string) => {
  const found = useMemo(() => (sought === '' ? rows : rows.filter(row => finds(sought, row))), [rows, sought]);
  const shown = useMemo(() => (only === null ? found : found.filter(row => isPicked(only, row))), [found, only]);
  return { shown, counts: picks.map(pick => found.filter(row => isPicked(pick, row)).length), found };
};

/** Rows stay where they are while the pointer or the focus is among them. */
const useHolding = () => {
  const table = useRef<HTMLDivElement>(null);
  const holds = () =>
    table.current !== null &&
    (table.current.querySelector('tbody:hover') !== null ||
      table.current.querySelector('tbody')?.contains(document.activeElement) === true);
  return { table, holds };
};

/** All that runs now: live calls with what matters first, tasks with what limits each. */
export const LivePage = ({ watched }: LivePageProps) => {
  const { t } = useTranslation('live');
  const user = useCurrentUser();
  const { only, task, sought, put } = useNarrowed();
  const live = useLiveCalls(task);
  const { calls, words } = live;
  const { table, holds } = useHolding();
  const standing = useStanding(live, holds);
  const { rows, isHeld } = standing ?? noStanding;
  // What was pressed shows at once; the rows of hundreds of calls come a moment later.
  const { shown, counts, found } = usePicked(rows, useDeferredValue(only), useDeferredValue(sought));
  const { id: openId, open } = useOpen();
  const { buttons, question } = useCallActs();
  const look = useTableLook('live', useLiveColumns(words, buttons));
  const [chosen, setChosen] = useState(nobody);
  const isAway = useSocketState(socket => socket.state !== 'open' && socket.tries > 1);
  const narrows = only !== null || task !== null || sought !== '';
  const clear = () => put({ only: null, task: null, q: null });
  const total = calls.data?.total ?? 0;
  const living = useMemo(() => rows.filter(({ id }) => chosen.has(id)).map(keyOf), [rows, chosen]);
  return (
    <div className={openId === null ? 'beside' : 'beside is-open'}>
      <section className="live-page page lean">
        <ViewTabs
          label={t($ => $.views)}
          tabs={[
            { key: null, text: t($ => $.all), count: calls.data && count(sought === '' ? total : found.length) },
            ...picks.map((key, at) => ({ key, text: t($ => $[key]), count: calls.data && count(counts[at]!) })),
          ]}
          current={only}
          onChoose={key => put({ only: key })}
        />
        <FilterBar
          search={<SearchField label={t($ => $.search)} value={sought} onChange={q => put({ q }, true)} />}
          onClear={narrows ? clear : null}
          tools={<TableTools look={look} />}
        />
        {isAway && (
          <p className="live-page-away small" role="status">
            {t($ => $.stopped)}
          </p>
        )}
        <div className="flex fill low">
          <div className="live-page-calls stack fill lean" ref={table}>
            <DataTable
              label={t($ => $.title)}
              look={look}
              rows={standing === null ? undefined : shown}
              busy={calls.isPlaceholderData}
              keyOf={keyOf}
              nameOf={nameOf}
              failed={
                calls.isError
                  ? { title: t($ => $.failed), error: calls.error, onAgain: () => void calls.refetch() }
                  : undefined
              }
              openKey={openId}
              onOpen={row => open(row.id)}
              chosen={chosen}
              {...(user?.btns.includes('call_out') && { onChoose: setChosen })}
              empty={
                <Nothing
                  scoped
                  words={{
                    ...{ none: t($ => $.none), noneHint: t($ => $.noneHint) },
                    ...{ empty: t($ => $.nobody), emptyHint: t($ => $.nobodyHint) },
                  }}
                  onClear={narrows ? clear : null}
                >
                  <Link className="button" to="/my-task">
                    {t($ => $.toTasks)}
                  </Link>
                </Nothing>
              }
            />
            <HangUpBar chosen={living} onClear={() => setChosen(nobody)} />
            <footer className="live-page-foot row gap-14 fixed small ink2">
              <span role="status">{isHeld ? t($ => $.held) : t($ => $.order)}</span>
              {calls.data && total > calls.data.calls.length && (
                <span>{t($ => $.shown, { total: count(total), n: count(calls.data.calls.length) })}</span>
              )}
            </footer>
          </div>
          <TasksSide chosen={task} onChoose={id => put({ task: id })} />
        </div>
      </section>
      {question}
      {openId !== null && watched({ id: openId, onClose: () => open(null) })}
    </div>
  );
};
