import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../api/download.ts';
import { BatchLine } from '../../../ui/batch-line.tsx';
import { type Batch, cancelBatch, useBatches } from '../../../work/use-batches.ts';

const storageKey = (taskId: string) => `lx.imports.${taskId}`;
const newest = 50;

export interface TaskImports {
  readonly batches: readonly Batch[];
  readonly add: (batchId: string) => void;
}

/** The imports started here into a task, kept over a reload; its counts are read anew as they go. */
export const useImports = (taskId: string | null): TaskImports => {
  const queries = useQueryClient();
  const [added, setAdded] = useState<readonly string[]>([]);
  const kept = taskId === null ? '' : (sessionStorage.getItem(storageKey(taskId)) ?? '');
  const ids = [...new Set([...added, ...kept.split(',').filter(Boolean)])];
  const { data } = useBatches({ page: 1, limit: newest });
  const batches = (data?.list ?? []).filter(batch => ids.includes(batch.id));
  const progress = batches.map(batch => `${batch.state}/${batch.done}`).join();
  const readTask = useEffectEvent(() => {
    for (const key of ['task/detail', 'task/list', 'task/board', 'task/callees', 'task/beforeStart'])
      void queries.invalidateQueries({ queryKey: [key] });
  });
  useEffect(() => {
    if (progress !== '') readTask();
  }, [progress]);
  return {
    batches,
    add: batchId => {
      const next = [batchId, ...ids].slice(0, newest);
      if (taskId !== null) sessionStorage.setItem(storageKey(taskId), next.join());
      setAdded(next);
      void queries.invalidateQueries({ queryKey: ['batch/list'] });
    },
  };
};

/** How the imports went: progress, what was refused as a file, the way to break off. */
export const Imports = ({ imports }: { imports: TaskImports }) => {
  const { t } = useTranslation('tasks');
  if (imports.batches.length === 0) return null;
  return (
    <section aria-label={t($ => $.numbers.imports)} className="editor-imports">
      {imports.batches.map(batch => (
        <BatchLine
          key={batch.id}
          batch={batch}
          onCancel={() => void cancelBatch(batch.id)}
          onDownload={fileId => void download(fileId)}
        />
      ))}
    </section>
  );
};
