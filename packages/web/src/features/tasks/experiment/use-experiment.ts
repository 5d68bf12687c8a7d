import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export type Experiment = NonNullable<OutputOf<typeof endpoints.experiment.read>['experiment']>;

export const experimentKey = (taskId: string) => ['experiment/read', taskId] as const;
/** Calls end all the time; what they tell moves slowly. */
const anewEveryMs = 15_000;

export const useExperiment = (taskId: string) =>
  useQuery({
    queryKey: experimentKey(taskId),
    queryFn: ({ signal }) => call(endpoints.experiment.read, { taskId }, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: anewEveryMs,
  });
