import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { type EndpointForm, useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { toast } from '../../ui/toast.ts';

export type AfterCall = OutputOf<typeof endpoints.afterCall.rules>;
export type Rule = AfterCall['rules'][number];
export type Condition = Rule['when'][number];
export type Action = Rule['does'][number];
/** Where an action may lead to. */
export type Places = Pick<AfterCall, 'endpoints' | 'people' | 'templates'>;

const keyOf = (taskId: string | null) => ['afterCall/rules', taskId];
const ofTask = (taskId: string | null) => (taskId === null ? {} : { taskId });

export const useAfterCall = (taskId: string | null) =>
  useQuery({
    queryKey: keyOf(taskId),
    queryFn: ({ signal }) => call(endpoints.afterCall.rules, ofTask(taskId), { signal, quiet: true }),
  });

interface Typed {
  readonly rules: readonly Rule[];
}

export const useRulesForm = (taskId: string | null, { rules, version }: AfterCall): EndpointForm<Typed> => {
  const { t } = useTranslation('afterCall');
  const queries = useQueryClient();
  return useEndpointForm({
    endpoint: endpoints.afterCall.save,
    start: { rules } as Typed,
    input: typed => ({ ...ofTask(taskId), rules: [...typed.rules], version: String(version) }),
    onDone: async () => {
      toast.ok(t($ => $.saved));
      await queries.invalidateQueries({ queryKey: keyOf(taskId) });
    },
  });
};

export const useTryOut = (taskId: string | null) =>
  useMutation({
    mutationFn: (rules: readonly Rule[]) => call(endpoints.afterCall.tryOut, { ...ofTask(taskId), rules: [...rules] }),
  });
