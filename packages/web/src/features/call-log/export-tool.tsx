import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { download } from '../../api/download.ts';
import { cancelBatch, useBatch } from '../../live/use-batches.ts';
import { useVisitor } from '../../session/visitor.ts';
import { BatchLine } from '../../ui/batch-line.tsx';
import { count } from '../../ui/format.ts';
import { Popover } from '../../ui/popover.tsx';
import type { CallQuery } from './filter.ts';

interface ExportToolProps {
  readonly asked: () => CallQuery;
  readonly total: number;
  readonly more: boolean;
}

/** How far the export is, and its file when it is done. */
const Progress = ({ id, onAnother }: { id: string; onAnother: () => void }) => {
  const { t } = useTranslation('callLog');
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

const Ask = ({ asked, total, more, onStarted }: ExportToolProps & { onStarted: (id: string) => void }) => {
  const { t } = useTranslation('callLog');
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: () => call(endpoints.call.export, asked()),
    onSuccess: ({ batchId }) => {
      onStarted(batchId);
      void queries.invalidateQueries({ queryKey: ['batch/list'] });
    },
  });
  if (total === 0) return <p>{t($ => $.export.nothing)}</p>;
  return (
    <>
      <p>
        <strong>{t($ => $.export.ask, { n: count(total, more) })}</strong>
      </p>
      <p className="key">{t($ => $.export.hint)}</p>
      <button type="button" className="button is-first" disabled={start.isPending} onClick={() => start.mutate()}>
        {t($ => $.export.start)}
      </button>
    </>
  );
};

/** Writes the filtered calls into a sheet, after a sentence that says how many they are (callLog:export). */
export const ExportTool = (props: ExportToolProps) => {
  const { t } = useTranslation('callLog');
  const [started, setStarted] = useState<string | null>(null);
  const may = useVisitor()?.btns.includes('callLog:export') ?? false;
  if (!may) return null;
  return (
    <Popover
      align="end"
      className="button"
      label={
        <>
          <Download size={14} aria-hidden="true" /> <span>{t($ => $.export.button)}</span>
        </>
      }
    >
      {() => (
        <div className="export">
          {started === null ? (
            <Ask {...props} onStarted={setStarted} />
          ) : (
            <Progress id={started} onAnother={() => setStarted(null)} />
          )}
        </div>
      )}
    </Popover>
  );
};
