import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { toast } from '../../../ui/toast.ts';
import { useDraftStore } from '../draft/draft-store.ts';

/** A page of the list is as large as the wire allows; a plan has a thousand tests at most. */
const pageRows = 100;

const readAll = async (planId: string, signal: AbortSignal) => {
  const first = await call(endpoints.talk.tests, { planId, limit: pageRows }, { signal });
  const list = [...first.list];
  for (let page = 2; list.length < first.total; page++) {
    const more = await call(endpoints.talk.tests, { planId, page, limit: pageRows }, { signal });
    if (more.list.length === 0) break;
    list.push(...more.list);
  }
  return list;
};

/** Test conversations of a plan. */
export const useTestList = (planId: string) =>
  useQuery({ queryKey: ['talk/tests', planId], queryFn: ({ signal }) => readAll(planId, signal) });

/** Tests are others than before: list and results are read again. */
export const useTestsChanged = (planId: string) => {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: ['talk/tests', planId] });
    await queries.invalidateQueries({ queryKey: ['talk/runTests', planId] });
  };
};

/** Test conversations of a plan, and how they go against its draft. */
export const useTests = (planId: string) => {
  const { t } = useTranslation('talk');
  const changed = useTestsChanged(planId);
  const draft = useDraftStore();
  const list = useTestList(planId);
  const run = useQuery({
    queryKey: ['talk/runTests', planId],
    queryFn: async ({ signal }) => {
      await draft
        .getState()
        .settled()
        .catch(() => undefined);
      return call(endpoints.talk.runTests, { planId }, { signal });
    },
    enabled: (list.data?.length ?? 0) > 0,
    retry: false,
    staleTime: 0,
  });
  const save = useMutation({
    mutationFn: (input: Parameters<typeof call<typeof endpoints.talk.saveTest>>[1]) =>
      call(endpoints.talk.saveTest, input),
    onSuccess: async () => {
      toast.ok(t($ => $.tests.saved));
      await changed();
    },
  });
  const remove = useMutation({
    mutationFn: (testId: string) => call(endpoints.talk.removeTest, { planId, testId }),
    onSuccess: async () => {
      toast.ok(t($ => $.tests.removed));
      await changed();
    },
  });
  return { list, run, save, remove };
};
