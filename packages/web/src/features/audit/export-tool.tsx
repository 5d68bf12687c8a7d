import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { download } from '../../api/download.ts';
import { cancelBatch, useBatch } from '../../live/use-batches.ts';
import { BatchLine } from '../../ui/batch-line.tsx';
import { count } from '../../ui/format.ts';
import { Popover } from '../../ui/popover.tsx';
import type { AuditQuery } from './filter.ts';

/** How far the export is, and its file when it is done. */
const Progress = ({ id, onAnother }: { id: string; onAnother: () => void }) => {
  const { t } = useTranslation('audit');
  const batch = useBatch(id);
  if (!batch) return <p role="status">{t($ => $.export.waiting)}</p>;
  return (
    <>
      <BatchLine batch={batch} onCancel={() => void cancelBatch(id)} onDownload={fileId => void download(fileId)} />
      {batch.state !== 0 && (
        <button type="button" className="button" onClick={onAnother}>
          {t($ => $.export.another)}
        </button>
      )}
    </>
  );
};

interface ExportToolProps {
  readonly asked: () => AuditQuery;
  readonly total: number;
  readonly more: boolean;
}

/** Writes the rows of the filter into a sheet, after a sentence that says how many they are. */
export const ExportTool = ({ asked, total, more }: ExportToolProps) => {
  const { t } = useTranslation('audit');
  const queries = useQueryClient();
  const [started, setStarted] = useState<string | null>(null);
  const start = useMutation({
    mutationFn: () => call(endpoints.audit.export, asked()),
    onSuccess: ({ batchId }) => {
      setStarted(batchId);
      return queries.invalidateQueries({ queryKey: ['batch/list'] });
    },
  });
  return (
    <Popover
      align="end"
      className="button"
      disabled={total === 0}
      label={
        <>
          <Download size={14} aria-hidden="true" /> <span>{t($ => $.export.button)}</span>
        </>
      }
    >
      {() => (
        <div className="export">
          {started === null ? (
            <>
              <p>
                <strong>{t($ => $.export.ask, { n: count(total, more) })}</strong>
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
          ) : (
            <Progress id={started} onAnother={() => setStarted(null)} />
          )}
        </div>
      )}
    </Popover>
  );
};
