import { Layers } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { cancelBatch, useBatches } from '../../live/use-batches.ts';
import { BatchLine } from '../../ui/batch-line.tsx';
import { when } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Popover } from '../../ui/popover.tsx';
import './batches.css';

/** Original §9: pages of 20, selectable. */
const sizes = [10, 20, 50] as const;
const usualSize = 20;

const BatchList = () => {
  const { t } = useTranslation(['callLog', 'console']);
  const [size, setSize] = useState<number>(usualSize);
  const [page, setPage] = useState(1);
  const batches = useBatches({ page, limit: size });
  if (batches.isError && !batches.data)
    return <ErrorPanel title={t($ => $.batches.failed)} onAgain={() => void batches.refetch()} />;
  if (!batches.data) return <Skeleton rows={3} height={72} />;
  const { list, total } = batches.data;
  const pages = Math.max(1, Math.ceil(total / size));
  if (total === 0) return <p className="none">{t($ => $.batches.empty)}</p>;
  return (
    <>
      <ol>
        {list.map(batch => (
          <li key={batch.id}>
            <BatchLine
              batch={batch}
              since={when(
                batch.createTime,
                new Date(),
                t($ => $.calls.today, { ns: 'console' }),
              )}
              onCancel={() => void cancelBatch(batch.id)}
              onDownload={fileId => void download(fileId)}
            />
          </li>
        ))}
      </ol>
      {total > sizes[0] && (
        <footer>
          <select
            aria-label={t($ => $.batches.sizeLabel)}
            value={size}
            onChange={event => {
              setSize(Number(event.target.value));
              setPage(1);
            }}
          >
            {sizes.map(each => (
              <option key={each} value={each}>
                {t($ => $.batches.size, { n: each })}
              </option>
            ))}
          </select>
          <span className="key">{t($ => $.batches.place, { page, pages })}</span>
          <button type="button" className="link" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t($ => $.table.before, { ns: 'console' })}
          </button>
          <button type="button" className="link" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t($ => $.table.next, { ns: 'console' })}
          </button>
        </footer>
      )}
    </>
  );
};

/** Own batch tasks of today: a button with how many run, and the list under it. */
export const BatchTool = () => {
  const { t } = useTranslation('callLog');
  const { data } = useBatches({ page: 1, limit: usualSize });
  const running = data?.list.filter(batch => batch.state === 0).length ?? 0;
  return (
    <Popover
      align="end"
      className="button batch-button"
      name={running > 0 ? t($ => $.batches.running, { n: running }) : t($ => $.batches.title)}
      label={
        <>
          <Layers size={14} aria-hidden="true" /> <span>{t($ => $.batches.title)}</span>
          {running > 0 && <b>{running}</b>}
        </>
      }
    >
      {() => (
        <section className="batches">
          <p className="key">{t($ => $.batches.hint)}</p>
          <BatchList />
        </section>
      )}
    </Popover>
  );
};
