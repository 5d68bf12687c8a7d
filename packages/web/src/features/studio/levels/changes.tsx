import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { clock } from '../../../ui/format.ts';
import { Level } from '../../../ui/level.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { type BackTest, type Pair, useChanges } from './use-back-tests.ts';

interface ChangesProps {
  readonly test: BackTest;
  readonly cell: Pick<Pair, 'from' | 'to'> | null;
  readonly onClear: () => void;
}

/** The calls that would have another level, and the rule that gives it. */
export const Changes = ({ test, cell, onClear }: ChangesProps) => {
  const { t } = useTranslation('learning');
  const changes = useChanges(test, cell);
  const rows = changes.data?.pages.flatMap(page => page.list);
  return (
    <section className="levels-back-changes">
      <header className="row-text between">
        <h3 className="section-title">{t($ => $.back.changes)}</h3>
        {cell && (
          <button type="button" className="link" onClick={onClear}>
            {t($ => $.back.filtered, cell)} · {t($ => $.back.clear)}
          </button>
        )}
      </header>
      {changes.isError && !rows && <ErrorPanel error={changes.error} onAgain={() => void changes.refetch()} />}
      {!rows && !changes.isError && <Skeleton rows={3} />}
      {rows?.length === 0 && <p className="levels-back-note ink3">{t($ => $.back.noChange)}</p>}
      <ul>
        {rows?.map(row => (
          <li key={row.id}>
            <Link className="grid gap-6 lit" to={`/platform/call/${row.id}`}>
              <span>{row.phone}</span>
              <span>{clock(row.talkMs)}</span>
              <span>
                <Level level={row.was} /> <ArrowRight size={12} aria-hidden="true" /> <Level level={row.becomes} />
              </span>
              <small className="cut ink3">{row.rule}</small>
            </Link>
          </li>
        ))}
      </ul>
      {changes.hasNextPage && (
        <button type="button" className="link" onClick={() => void changes.fetchNextPage()}>
          {t($ => $.back.more)}
        </button>
      )}
    </section>
  );
};
