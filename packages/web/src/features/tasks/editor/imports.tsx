import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../api/download.ts';
import { BatchLine } from '../../../ui/batch-line.tsx';
import { type Batch, cancelBatch, useBatches } from '../../../work/use-batches.ts';
import { useImportWords, useTaskImports } from '../use-task-imports.ts';

const storageKey = (taskId: string) => `lx.imports.${taskId}`;
const newest = 50;

interface TaskImports {
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
    for (const key of ['task/detail', 'task/list', 'task/board', 'task/callees', 'task/imports', 'task/beforeStart'])
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

/**
 * How the imports went, in every step from the numbers on, for one goes on while they come in: file, time, person,
 * progress, how many were refused and why, the refused rows as a file, the way to break off.
 */
export const Imports = ({ taskId, batches }: { taskId: string } & Pick<TaskImports, 'batches'>) => {
  const { t } = useTranslation('tasks');
  const { nameOf, byOf } = useImportWords();
  const { data } = useTaskImports(taskId, batches.length > 0);
  if (batches.length === 0) return null;
  return (
    <section aria-label={t($ => $.numbers.imports)} className="editor-imports">
      {batches.map(batch => {
        const kept = data?.list.find(({ id }) => id === batch.id);
        return (
          <BatchLine
            key={batch.id}
            batch={kept ? { ...batch, title: nameOf(kept) } : batch}
            {...(kept && { since: byOf(kept) })}
            onCancel={() => void cancelBatch(batch.id)}
            onDownload={fileId => void download(fileId)}
          />
        );
      })}
    </section>
  );
};
