import { ArrowDown } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useOptimistic,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { keys as bound, presses } from '../keys.ts';
import { painted } from '../painted.ts';
import { ErrorBar, ErrorPanel, type Failure, Skeleton } from '../panels.tsx';
import { appearance } from '../theme/appearance.ts';
import { type Column, fit, scaleIn } from './columns.ts';
import type { TableLook } from './table-look.ts';
import { TableRow } from './table-row.tsx';
import { useDrawn } from './use-drawn.ts';
import { useFresh, useWidth } from './use-table.ts';
import { useWalk } from './use-walk.ts';
import './data-table.css';

/**
 * Our own table: rows that are walked with ↑ ↓ Home End, opened with Enter and chosen with Space. Columns
 * that find no room are dropped by priority, whatever took the room: a smaller window or a drawer beside. It fills its
 * parent, its head stays; what is above and below (chips, paging) belongs to the page.
 */
export interface DataTableProps<Row> {
  /** What the rows are, read out. */
  readonly label: string;
  readonly look: TableLook<Row>;
  /** undefined: not read yet. While another page is read the former rows stay (`busy`). */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  readonly busy?: boolean;
  /** Shown where there are no rows. */
  readonly empty: ReactNode;
  /** The rows could not be read: it stands over those of before, or in their place. */
  readonly failed?: Failure | undefined;
  readonly openKey?: string | null;
  readonly onOpen?: (row: Row) => void;
  /** Rows that are chosen, by key; with `onChoose` each row has a box. `nameOf` names its row. */
  readonly chosen?: ReadonlySet<string>;
  readonly onChoose?: (chosen: ReadonlySet<string>) => void;
  readonly nameOf?: (row: Row) => string;
  /** Which columns found no room, by their titles. */
  readonly onDropped?: (titles: readonly string[]) => void;
  /** How many rows are likely to come, for the skeleton. */
  readonly rowsLikely?: number;
}

const nothing: ReadonlySet<string> = new Set();
const edge = 20;
const boxWidth = 42;
const ownControl = 'a, button, input, label';

const without = (chosen: ReadonlySet<string>, keys: readonly string[]) =>
  new Set([...chosen].filter(key => !keys.includes(key)));
/** What finds no room in its cell is said whole by the pointer. */
const sayWhole = ({ target }: PointerEvent) => {
  const cell = (target as Element).closest('td');
  if (!cell) return;
  const isCut = [cell, ...cell.querySelectorAll('*')].some(part => part.scrollWidth > part.clientWidth + 1);
  cell.title = isCut ? (cell.textContent ?? '') : '';
};
const rowOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('tr[data-key]');
const moves = [...bound.list.walk, ...bound.list.ends];
const walk = (from: HTMLElement, key: string): Element | null | undefined =>
  ({
    ArrowDown: from.nextElementSibling,
    ArrowUp: from.previousElementSibling,
    Home: from.parentElement?.firstElementChild,
    End: from.parentElement?.lastElementChild,
  })[key];

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  /** What the columns' widths are multiplied by. */
  readonly scale: number;
  readonly box: ReactNode;
}

const Head = <Row,>({ columns, scale, box }: HeadProps<Row>) => (
  <thead>
    <tr>
      {box && (
        <th scope="col" className="data-table-box">
          {box}
        </th>
      )}
      {columns.map(({ key, title, width, grows, align, silent, lastFirst }) => (
        <th
          key={key}
          scope="col"
          aria-sort={lastFirst ? 'descending' : undefined}
          style={grows ? undefined : { width: width * scale }}
          className={align === 'right' ? 'is-right' : undefined}
        >
          {silent ? <span className="only-read">{title}</span> : title}
          {lastFirst && <ArrowDown size={13} aria-hidden="true" />}
        </th>
      ))}
    </tr>
  </thead>
);

const AllBox = ({ keys, chosen, onChoose }: { keys: readonly string[] } & Required<Choosing>) => {
  const { t } = useTranslation('parts');
  const here = keys.filter(key => chosen.has(key)).length;
  const all = keys.length > 0 && here === keys.length;
  return (
    <input
      type="checkbox"
      aria-label={t($ => $.table.chooseAll)}
      checked={all}
      disabled={keys.length === 0}
      ref={input => {
        if (input) input.indeterminate = here > 0 && !all;
      }}
      onChange={() => onChoose(all ? without(chosen, keys) : new Set([...chosen, ...keys]))}
    />
  );
};
type Choosing = Pick<DataTableProps<never>, 'chosen' | 'onChoose'>;

export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { label, look, rows, keyOf, busy, empty, failed, openKey, onOpen, chosen = nothing, onChoose, nameOf } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const width = useWidth(scroller);
  const room = width - edge - (onChoose ? boxWidth : 0);
  const scale = useSyncExternalStore(appearance.subscribe, appearance.scale);
  const columns = useMemo(() => fit(look.columns, room / scale), [look.columns, room, scale]);
  const sayDropped = useEffectEvent((titles: readonly string[]) => props.onDropped?.(titles));
  useLayoutEffect(() => {
    if (width > 0) sayDropped(look.columns.filter(each => !columns.includes(each)).map(({ title }) => title));
  }, [look.columns, columns, width]);
  const keys = useMemo(() => (rows ?? []).map(keyOf), [rows, keyOf]);
  const fresh = useFresh(keys);
  const isThere = keys.length > 0;
  const { from, to, above, below } = useDrawn({ scroller, body, count: keys.length, rowHeight: look.rowHeight });
  const drawn = keys.slice(from, to);
  const entry = [active, openKey].find(key => drawn.includes(key ?? '')) ?? drawn[0];
  const opened = useRef(openKey);
  const openThere = keys.includes(openKey ?? '');
  useEffect(() => {
    const rowAt = (key: string) => body.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    if (openKey && openThere) rowAt(openKey)?.scrollIntoView({ block: 'nearest' });
    // What was open is closed, and the focus with it: back to its row.
    if (!openKey && opened.current && document.activeElement === document.body) rowAt(opened.current)?.focus();
    opened.current = openKey;
  }, [openKey, openThere]);

  // The list narrows beside what is opened: the row that was clicked stays under the pointer, whatever became of what is above.
  const clicked = useRef<{ readonly row: HTMLElement; readonly top: number } | null>(null);
  useLayoutEffect(() => {
    const { current } = clicked;
    if (width > 0 && current && scroller.current)
      scroller.current.scrollTop += current.row.getBoundingClientRect().top - current.top;
    clicked.current = null;
  }, [width]);

  // Of a long list the end is not drawn: it is scrolled to, and has the focus once it is there.
  const towards = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const { current } = towards;
    if (!current || current.isConnected) return;
    towards.current = null;
    body.current?.querySelector<HTMLElement>(from === 0 ? 'tr:first-child' : 'tr:last-child')?.focus();
  });

  const toggle = (key: string) => onChoose?.(chosen.has(key) ? without(chosen, [key]) : new Set([...chosen, key]));
  // Marked and seen at once; what it opens, and the list that narrows beside it, are drawn after that.
  const [marked, mark] = useOptimistic(openKey);
  const open = (key: string | undefined) => {
    const row = rows?.find(each => keyOf(each) === key);
    if (!row || !onOpen) return;
    startTransition(async () => {
      mark(key);
      await painted();
      onOpen(row);
    });
  };
  const isTouched = useWalk(keys, marked, open);
  const onClick = (event: MouseEvent) => {
    const key = rowOf(event.target)?.dataset.key;
    if (!key) return;
    if ((event.target as Element).closest('.data-table-box')) return toggle(key);
    // Dragging over a number marks it for copying: no click.
    if ((event.target as Element).closest(ownControl) || getSelection()?.isCollapsed === false) return;
    const row = rowOf(event.target);
    if (row && !openKey) clicked.current = { row, top: row.getBoundingClientRect().top };
    open(key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = rowOf(event.target);
    // A menu or a field within the row has taken it.
    if (!from || event.defaultPrevented) return;
    const next = presses(event, moves) ? walk(from, event.key) : null;
    if (next instanceof HTMLElement) {
      if (next.dataset.key === undefined) {
        towards.current = next;
        next.scrollIntoView({ block: next.previousElementSibling ? 'end' : 'start' });
      }
      next.focus();
      // Beside an open row one walks through what is open.
      if (openKey && !isTouched.current) open(next.dataset.key);
    } else if (event.target !== from) return;
    else if (presses(event, bound.list.open)) open(from.dataset.key);
    else if (presses(event, bound.list.choose) && onChoose) toggle(from.dataset.key!);
    else return;
    event.preventDefault();
  };
  const box = onChoose && <AllBox keys={keys} chosen={chosen} onChoose={onChoose} />;
  return (
    <div
      ref={scroller}
      className={`data-table${look.dense ? ' is-dense' : ''}${drawn.length < keys.length ? ' is-long' : ''}`}
      aria-busy={busy || !rows}
    >
      {failed && isThere && <ErrorBar {...failed} />}
      {(failed ? isThere : rows?.length !== 0) && (
        <table aria-label={label}>
          <Head columns={columns} scale={scaleIn(columns, room, scale)} box={box} />
          <tbody
            ref={body}
            onClick={onClick}
            onKeyDown={onKeyDown}
            onPointerOver={sayWhole}
            onFocus={event => setActive(rowOf(event.target)?.dataset.key ?? null)}
          >
            {above > 0 && <tr style={{ height: above }} />}
            {rows?.slice(from, to).map((row, at) => (
              <TableRow
                key={drawn[at]}
                id={drawn[at]!}
                row={row}
                columns={columns}
                isEntry={drawn[at] === entry}
                isOpen={drawn[at] === marked}
                isFresh={fresh.has(drawn[at]!)}
                isChosen={onChoose ? chosen.has(drawn[at]!) : undefined}
                name={nameOf?.(row)}
              />
            ))}
            {below > 0 && <tr style={{ height: below }} />}
          </tbody>
        </table>
      )}
      {failed && !isThere && <ErrorPanel {...failed} />}
      {!failed && !rows && <Skeleton rows={props.rowsLikely ?? 10} height={look.rowHeight} />}
      {!failed && rows?.length === 0 && empty}
    </div>
  );
};
