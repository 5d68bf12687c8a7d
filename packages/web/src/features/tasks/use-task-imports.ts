import { endpoints, type OutputOf } from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { when } from '../../ui/format.ts';

export type TaskImport = OutputOf<typeof endpoints.taskNumbers.imports>['list'][number];

/** Nobody imports so often; of more the newest. */
const newest = 100;

/** What came into a task, newest first. */
export const useTaskImports = (taskId: string, enabled = true) =>
  useQuery({
    queryKey: ['task/imports', taskId],
    queryFn: ({ signal }) =>
      call(endpoints.taskNumbers.imports, { id: taskId, page: 1, limit: newest }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  });

interface ImportWords {
  /** The file, what was pasted, or the task whose people they are. */
  readonly nameOf: (row: TaskImport) => string;
  /** By whom and when. */
  readonly byOf: (row: TaskImport) => string;
  readonly atOf: (instant: string) => string;
}

/** How an import is called, wherever it stands. */
export const useImportWords = (): ImportWords => {
  const { t } = useTranslation('tasks');
  const atOf = (instant: string) =>
    when(
      instant,
      new Date(),
      t($ => $.today),
    );
  return {
    nameOf: ({ name, again }) => (again ? t($ => $.kept.again, { name }) : name || t($ => $.kept.pasted)),
    byOf: ({ by, at }) => t($ => $.kept.by, { who: by, at: atOf(at) }),
    atOf,
  };
};
