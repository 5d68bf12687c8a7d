import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../api/download.ts';
import { BatchLine } from '../ui/batch-line.tsx';
import { Popover } from '../ui/popover.tsx';
import './export-tool.css';
import { cancelBatch, useBatch } from './use-batches.ts';

interface ExportToolProps {
  /** How many rows it will be, as a question; null: there are none. */
  readonly ask: string | null;
  /** Null: it waits for a second person. */
  readonly onStart: () => Promise<{ readonly batchId: string | null }>;
  /** Where nothing is to be exported; the button is not there to be pressed else. */
  readonly nothing?: string;
  readonly className?: string;
  readonly name?: string;
}

const Another = ({ onAnother }: { onAnother: () => void }) => {
  const { t } = useTranslation('parts');
  return (
    <button type="button" className="button" onClick={onAnother}>
      {t($ => $.export.another)}
    </button>
  );
};

/** How far the export is, and its file when it is done. */
const Progress = ({ id, onAnother }: { id: string; onAnother: () => void }) => {
  const { t } = useTranslation('parts');
  const batch = useBatch(id);
  if (!batch) return <p role="status">{t($ => $.export.waiting)}</p>;
  return (
    <>
      <BatchLine batch={batch} onCancel={() => void cancelBatch(id)} onDownload={fileId => void download(fileId)} />
      {batch.state !== 0 && <Another onAnother={onAnother} />}
    </>
  );
};

/** Writes rows of a list into a sheet in the background, after a sentence that says how many they are. */
export const ExportTool = ({ ask, onStart, nothing, className = 'button', name }: ExportToolProps) => {
  const { t } = useTranslation('parts');
  const queries = useQueryClient();
  const [started, setStarted] = useState<string | null>(null);
  const [waits, setWaits] = useState(false);
  const begun = started !== null || waits;
  const start = useMutation({
    mutationFn: onStart,
    onSuccess: ({ batchId }) => {
      setStarted(batchId);
      setWaits(batchId === null);
      void queries.invalidateQueries({ queryKey: ['approval/list'] });
      void queries.invalidateQueries({ queryKey: ['batch/list'] });
    },
  });
  return (
    <Popover
      align="end"
      className={className}
      disabled={ask === null && nothing === undefined}
      {...(name && { name })}
      label={
        <>
          <Download size={14} aria-hidden="true" /> <span>{t($ => $.export.button)}</span>
        </>
      }
    >
      {() => (
        <div className="export-tool stack gap-8">
          {started !== null && <Progress id={started} onAnother={() => setStarted(null)} />}
          {waits && (
            <>
              <p role="status">{t($ => $.export.waits)}</p>
              <Another onAnother={() => setWaits(false)} />
            </>
          )}
          {!begun && ask === null && <p>{nothing}</p>}
          {!begun && ask !== null && (
            <>
              <p>
                <strong>{ask}</strong>
              </p>
              <p className="key">{t($ => $.export.hint)}</p>
              <button
                type="button"
                className="button is-first"
                disabled={start.isPending}
                onClick={() => start.mutate()}
              >
                {t($ => $.export.start)}
              </button>
            </>
          )}
        </div>
      )}
    </Popover>
  );
};
