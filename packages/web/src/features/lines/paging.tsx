import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { count } from '../../ui/format.ts';
import '../../ui/data-table/data-table.css';

export const pageSize = 50;
/** Those of a page, counted from 1. */
export const ofPage = <Row,>(rows: readonly Row[], page: number): readonly Row[] =>
  rows.slice((page - 1) * pageSize, page * pageSize);
/** The page that is there: the last one where rows went. */
export const pageThere = (page: number, total: number): number =>
  Math.min(page, Math.max(1, Math.ceil(total / pageSize)));

interface PagingProps {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Back and on, and where one is; nothing where all are seen at once. */
export const Paging = ({ page, total, onPage }: PagingProps) => {
  const { t } = useTranslation('parts');
  const skipped = (page - 1) * pageSize;
  if (total <= pageSize) return null;
  return (
    <footer className="paging">
      <p role="status">
        {t($ => $.table.range, { from: skipped + 1, to: Math.min(total, skipped + pageSize) })}
        {t($ => $.table.total, { n: count(total) })}
      </p>
      <button type="button" className="button" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={14} aria-hidden="true" /> {t($ => $.table.before)}
      </button>
      <button type="button" className="button" disabled={skipped + pageSize >= total} onClick={() => onPage(page + 1)}>
        {t($ => $.table.next)} <ChevronRight size={14} aria-hidden="true" />
      </button>
    </footer>
  );
};
