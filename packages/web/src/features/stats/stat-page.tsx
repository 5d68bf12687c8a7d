import { CalendarClock } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { byKeys } from '../../ui/by-keys.ts';
import { plainPage } from '../../ui/chunk.ts';
import type { ListPage, Pages } from '../../ui/data-table/use-pages.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { Empty, ErrorBar, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { ExportTool } from '../../work/export-tool.tsx';
import { useConditions } from './conditions.tsx';
import { isUnread, narrows, type StatPart } from './filter.ts';
import type { StatControl } from './use-stat-filter.ts';
import '../../ui/figures.css';
import './stats.css';

const ReportDialog = plainPage(() => import('./report-dialog.tsx').then(file => file.ReportDialog));

/** What a page reads first: without it there is nothing to show. */
interface Reading {
  readonly error: Error | null;
  readonly refetch: () => unknown;
  readonly isHere: boolean;
  readonly isEmpty: boolean;
}

/** Of rows that come in pages. */
export const readingOf = (
  { page, error, again }: Pick<Pages<ListPage<unknown>>, 'page' | 'error' | 'again'>,
  isEmpty: boolean,
): Reading => ({ error, refetch: again, isHere: page !== undefined, isEmpty });

interface StatPageProps {
  readonly title: string;
  /** What comes here. */
  readonly empty: string;
  /** That nothing is here; left out: that there were no calls. */
  readonly none?: string;
  readonly control: StatControl;
  readonly parts: readonly StatPart[];
  readonly reading: Reading;
  /** How many rows an export has, as a question; null: none. */
  readonly ask: string | null;
  readonly onExport: () => Promise<{ readonly batchId: string | null }>;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** Sets when a report is made, beside the export. */
const ReportTool = () => {
  const { t } = useTranslation('stats');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="text" icon={<CalendarClock size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t($ => $.report.button)}
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

const Body = ({ title, empty, none, control, reading, children }: StatPageProps) => {
  const { t } = useTranslation(['stats', 'parts']);
  const { filter, clear } = control;
  const clearButton = (
    <button type="button" className="button" onClick={clear}>
      {t($ => $.filter.clear, { ns: 'parts' })}
    </button>
  );
  if (isUnread(filter))
    return (
      <Empty title={t($ => $.unread)} hint={t($ => $.unreadHint)}>
        {clearButton}
      </Empty>
    );
  const failed = { title: t($ => $.failed), error: reading.error, onAgain: () => void reading.refetch() };
  if (reading.error && !reading.isHere) return <ErrorPanel {...failed} />;
  if (!reading.isHere) return <Skeleton rows={12} />;
  if (reading.isEmpty)
    return (
      <Empty scoped title={none ?? t($ => $.noCalls)} hint={narrows(filter) ? t($ => $.noCallsHint) : empty}>
        {narrows(filter) && clearButton}
      </Empty>
    );
  return (
    <section className="stats-body" aria-label={title} {...byKeys}>
      {reading.error && <ErrorBar {...failed} />}
      {children}
    </section>
  );
};

/** What the four pages share: the filter of the address, its tools, and what stands where there are no figures. */
export const StatPage = (page: StatPageProps) => {
  const { t } = useTranslation('stats');
  const { control, parts, ask, onExport, tools } = page;
  const conditions = useConditions(control, parts);
  return (
    <div className="page stats">
      <h1 className="only-read">{page.title}</h1>
      <FilterBar
        conditions={conditions}
        onClear={narrows(control.filter) ? control.clear : null}
        tools={
          <>
            {tools}
            <ReportTool />
            <ExportTool ask={isUnread(control.filter) ? null : ask} nothing={t($ => $.nothing)} onStart={onExport} />
          </>
        }
      />
      <Body {...page} />
    </div>
  );
};
