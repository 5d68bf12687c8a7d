import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../api/download.ts';
import { BatchLine } from '../ui/batch-line.tsx';
import { byKeys } from '../ui/by-keys.ts';
import { when } from '../ui/format.ts';
import { ErrorPanel, Skeleton } from '../ui/panels.tsx';
import './batch-list.css';
import { cancelBatch, useBatches } from './use-batches.ts';

/** Pages of 20, selectable. */
const sizes = [10, 20, 50] as const;
export const usualSize = 20;

interface PagesProps {
  readonly page: number;
  readonly pages: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

const Pages = ({ page, pages, size, onPage, onSize }: PagesProps) => {
  const { t } = useTranslation('messages');
  return (
    <footer className="row gap-8">
      <select
        aria-label={t($ => $.batches.sizeLabel)}
        value={size}
        onChange={event => onSize(Number(event.target.value))}
      >
        {sizes.map(each => (
          <option key={each} value={each}>
            {t($ => $.batches.size, { n: each })}
          </option>
        ))}
      </select>
      <span className="key">{t($ => $.batches.place, { page, pages })}</span>
      <button type="button" className="link" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t($ => $.batches.before)}
      </button>
      <button type="button" className="link" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t($ => $.batches.next)}
      </button>
    </footer>
  );
};

/** Own batch tasks of today: how far each is, why it failed, and what one can do with it now. */
export const BatchList = () => {
  const { t } = useTranslation(['messages', 'shell']);
  const [size, setSize] = useState<number>(usualSize);
  const [page, setPage] = useState(1);
  const batches = useBatches({ page, limit: size });
  if (batches.isError && !batches.data)
    return <ErrorPanel title={t($ => $.batches.failed)} error={batches.error} onAgain={() => void batches.refetch()} />;
  if (!batches.data) return <Skeleton rows={3} height={72} />;
  const { list, total } = batches.data;
  return (
    <div className="batch-list">
      <p className="key">{t($ => $.batches.hint)}</p>
      {total === 0 && <p className="batch-list-none">{t($ => $.batches.empty)}</p>}
      <ol aria-label={t($ => $.batchesPart)} {...byKeys}>
        {list.map(batch => (
          <li key={batch.id}>
            <BatchLine
              batch={batch}
              since={when(
                batch.createTime,
                new Date(),
                t($ => $.today),
              )}
              onCancel={() => void cancelBatch(batch.id)}
              onDownload={fileId => void download(fileId)}
            />
          </li>
        ))}
      </ol>
      {total > sizes[0] && (
        <Pages
          page={page}
          pages={Math.max(1, Math.ceil(total / size))}
          size={size}
          onPage={setPage}
          onSize={next => {
            setSize(next);
            setPage(1);
          }}
        />
      )}
    </div>
  );
};
