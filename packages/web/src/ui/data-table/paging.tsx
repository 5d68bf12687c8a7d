import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../format.ts';
import { type ListPage, type Pages, pageSizes } from './use-pages.ts';
import '../parts.css';
import './data-table.css';

interface PagingProps {
  readonly pages: Pages<ListPage<unknown>>;
  /** What each key does in the table above; left out where there is no room. */
  readonly keys?: ReactNode;
  /** What found no room above. */
  readonly dropped?: ReactNode;
  /** Further totals, after the count. */
  readonly children?: ReactNode;
}

/** The footer of a table: which rows of how many, and the way to the pages beside. */
export const Paging = ({ pages, dropped, keys, children }: PagingProps) => {
  const { t } = useTranslation('parts');
  const { page, skipped, size, setSize, before, next } = pages;
  /** Which rows, of how many where that was counted. */
  const placeOf = ({ list, total, more }: ListPage<unknown>): string => {
    const [n, range] = [total === null ? null : count(total, more), { from: skipped + 1, to: skipped + list.length }];
    if (list.length === 0) return n === null ? '' : t($ => $.table.total, { n });
    return n === null ? t($ => $.table.range, range) : t($ => $.table.rangeOf, { ...range, n });
  };
  return (
    <footer className="paging row gap-8 fixed">
      <p role="status">
        {page && placeOf(page)}
        {children}
      </p>
      {dropped}
      {keys}
      <label>
        <span className="only-read">{t($ => $.table.size)}</span>
        <select value={size} onChange={event => setSize(Number(event.target.value))}>
          {pageSizes.map(each => (
            <option key={each} value={each}>
              {t($ => $.table.sizeOf, { n: each })}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="button" disabled={!before} onClick={() => before?.()}>
        <ChevronLeft size={14} aria-hidden="true" /> {t($ => $.table.before)}
      </button>
      <button type="button" className="button" disabled={!next} onClick={() => next?.()}>
        {t($ => $.table.next)} <ChevronRight size={14} aria-hidden="true" />
      </button>
    </footer>
  );
};

/** ↑ ↓ Enter and, where rows are chosen, Space. */
export const TableKeys = ({ chooses = false }: { chooses?: boolean }) => {
  const { t } = useTranslation('parts');
  return (
    <p className="table-keys row gap-6 small ink2">
      <kbd>↑</kbd>
      <kbd>↓</kbd> {t($ => $.table.keyMove)}
      <kbd>Enter</kbd> {t($ => $.table.keyOpen)}
      {chooses && (
        <>
          <kbd>{t($ => $.table.space)}</kbd> {t($ => $.table.keyChoose)}
        </>
      )}
    </p>
  );
};
