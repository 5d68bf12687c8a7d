import { Copy } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useVisitor } from '../../session/visitor.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Paging, TableKeys } from '../../ui/data-table/paging.tsx';
import { SelectionBar } from '../../ui/data-table/selection-bar.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { amount, count } from '../../ui/format.ts';
import { Empty } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { useCallColumns } from './call-columns.tsx';
import { ExportTool } from './export-tool.tsx';
import { askedOf, narrows, viewFilters } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import {
  type CallPage,
  type CallRow,
  useCallPages,
  useFilter,
  useNewer,
  useOpenCall,
  useViewCounts,
} from './use-call-log.ts';
import { ViewTabs } from './view-tabs.tsx';
import '../../ui/drawer.css';
import '../../ui/view-tabs.css';
import './call-log.css';

interface CallLogPageProps {
  /** Stands among the tools, before the export. */
  readonly batches: ReactNode;
  /** The open call, beside the list. */
  readonly record: (open: { id: string; startMs: number; onClose: () => void }) => ReactNode;
}

const keyOf = (row: CallRow) => row.id;
const nameOf = (row: CallRow) => row.phone;

/** ↑ ↓ anywhere but in the table, which walks by itself, and in what takes arrows of its own. */
const takesArrows = 'tr[data-key], input, select, textarea, [contenteditable], [role="dialog"], [role="menu"]';
const useWalk = (rows: readonly CallRow[] | undefined, openId: string | null, onOpen: (id: string) => void) => {
  const walk = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(takesArrows)) return;
    const at = rows?.findIndex(row => row.id === openId) ?? -1;
    const next = at < 0 ? undefined : rows?.[at + step];
    event.preventDefault();
    if (next) onOpen(next.id);
  });
  const walking = openId !== null;
  useEffect(() => {
    if (!walking) return;
    document.addEventListener('keydown', walk);
    return () => document.removeEventListener('keydown', walk);
  }, [walking]);
};

const NothingHere = ({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) => {
  const { t } = useTranslation('callLog');
  const visitor = useVisitor();
  if (narrowed)
    return (
      <Empty title={t($ => $.none)} hint={t($ => $.noneHint)}>
        <button type="button" className="button" onClick={onClear}>
          {t($ => $.clear)}
        </button>
      </Empty>
    );
  return (
    <Empty title={t($ => $.empty)} hint={t($ => $.emptyHint)}>
      {visitor?.rights.includes('myTask') && visitor.btns.includes('task:create') && (
        <Link className="button" to="/my-task">
          {t($ => $.toTasks)}
        </Link>
      )}
    </Empty>
  );
};

/** Chosen rows of any page; another filter begins with none. */
const useChosen = (rows: readonly CallRow[] | undefined, filterText: string) => {
  const [chosen, setChosen] = useState<{ of: string; rows: ReadonlyMap<string, CallRow> }>({ of: '', rows: new Map() });
  const kept = chosen.of === filterText ? chosen.rows : new Map<string, CallRow>();
  const here = new Map(rows?.map(row => [row.id, row]));
  return {
    keys: new Set(kept.keys()),
    rows: [...kept.values()],
    choose: (keys: ReadonlySet<string>) =>
      setChosen({
        of: filterText,
        rows: new Map(
          [...keys].flatMap(key =>
            (here.get(key) ?? kept.get(key)) ? [[key, (here.get(key) ?? kept.get(key))!] as const] : [],
          ),
        ),
      }),
  };
};

/** Talk of many calls: hours and minutes; minutes and seconds below an hour, seconds alone below a minute. */
const useTalkText = () => {
  const { t } = useTranslation('callLog');
  return (ms: number) => {
    const s = Math.floor(ms / 1_000);
    const m = Math.floor(s / 60);
    if (m === 0) return t($ => $.talk.seconds, { s });
    return m < 60
      ? t($ => $.talk.minutes, { m, s: s % 60 })
      : t($ => $.talk.hours, { h: count(Math.floor(m / 60)), m: m % 60 });
  };
};

const copyNumbers = async (rows: readonly CallRow[], done: string, failed: string) => {
  try {
    await navigator.clipboard.writeText([...new Set(rows.map(row => row.phone))].join('\n'));
    toast.ok(done);
  } catch {
    toast.bad(failed);
  }
};

export const CallLogPage = ({ batches, record }: CallLogPageProps) => {
  const { t } = useTranslation(['callLog', 'console']);
  const control = useFilter();
  const { filter, choose } = control;
  const pages = useCallPages(filter);
  const counts = useViewCounts();
  const [left, setLeft] = useState<CallPage | undefined>();
  const newer = useNewer(filter, pages.number > 1 ? (left?.list[0]?.id ?? null) : null);
  const open = useOpenCall();
  const look = useTableLook('callLog', useCallColumns());
  // Copied numbers must be whole ones.
  const mayChoose = useVisitor()?.btns.includes('phone:unmask') ?? false;
  const rows = pages.page?.list;
  const talkText = useTalkText();
  const chosen = useChosen(rows, JSON.stringify(filter));
  useWalk(rows, open.id, open.open);

  const next =
    pages.next &&
    (() => {
      if (pages.number === 1) setLeft(pages.page);
      pages.next?.();
    });
  const { total = 0, more = false } = pages.page ?? {};
  const sums = pages.number === 1 ? pages.page?.sums : left?.sums;
  return (
    <div className={open.id === null ? 'beside' : 'beside is-open'}>
      <section className="call-log">
        <h1 className="only-read">{t($ => $.title)}</h1>
        <ViewTabs current={filter.view} counts={counts} onChoose={view => choose(viewFilters[view])} />
        <FilterBar
          control={control}
          tools={
            <>
              <TableTools look={look} />
              {batches}
              <ExportTool asked={() => askedOf(filter, new Date())} total={total} more={more} />
            </>
          }
        />
        {newer.n > 0 && (
          <p className="new-rows" role="status">
            <span>{t($ => $.newRows, { n: newer.more ? `${count(newer.n)}+` : count(newer.n) })}</span>
            <button type="button" className="link" onClick={pages.first}>
              {t($ => $.showNew)}
            </button>
          </p>
        )}
        <DataTable
          label={t($ => $.title)}
          look={look}
          rows={rows}
          keyOf={keyOf}
          nameOf={nameOf}
          busy={pages.turning}
          empty={<NothingHere narrowed={narrows(filter)} onClear={() => choose(viewFilters.all)} />}
          failed={pages.failed ? { title: t($ => $.error.calls, { ns: 'console' }), onAgain: pages.again } : undefined}
          openKey={open.id}
          onOpen={row => open.open(row.id)}
          chosen={chosen.keys}
          {...(mayChoose ? { onChoose: chosen.choose } : {})}
        />
        <SelectionBar chosen={chosen.rows.length} onClear={() => chosen.choose(new Set())}>
          <button
            type="button"
            onClick={() =>
              void copyNumbers(
                chosen.rows,
                t($ => $.copied, { n: chosen.rows.length }),
                t($ => $.copyFailed),
              )
            }
          >
            <Copy size={14} aria-hidden="true" /> {t($ => $.copy)}
          </button>
        </SelectionBar>
        <Paging pages={{ ...pages, next }} keys={<TableKeys chooses={mayChoose} />}>
          {sums && total > 0 && t($ => $.sums, { talk: talkText(sums.talkMs), cost: amount(sums.cost) })}
        </Paging>
      </section>
      {open.id !== null && record({ id: open.id, startMs: open.startMs, onClose: () => open.open(null) })}
    </div>
  );
};
