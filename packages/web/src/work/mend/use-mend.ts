import { endpoints, type InputOf, type Mend, type OutputOf } from '@lianxian/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast.ts';
import type { SaidLine } from './said.ts';

export type Ways = OutputOf<typeof endpoints.mend.ways>;
export type Meant = InputOf<typeof endpoints.mend.keep>['meant'];

interface MendWish {
  readonly meant: Meant | null;
  /** What was really said. */
  readonly said: string;
  readonly word: string;
}

const whereOf = (said: SaidLine) =>
  'callId' in said
    ? { callId: said.callId, line: String(said.line), ...(said.lines && { lines: [...said.lines] }) }
    : {
        ...{ planId: said.planId, node: said.node, text: said.text },
        ...{ minuteOfDay: said.minuteOfDay, date: said.date },
      };

/** What the line may mean, and what would make the draft hear it so. */
export const useWays = (line: SaidLine, { meant, said, word }: MendWish) =>
  useQuery({
    queryKey: ['mend/ways', whereOf(line), meant, said, word],
    queryFn: ({ signal }) =>
      call(
        endpoints.mend.ways,
        { ...whereOf(line), ...(meant && { meant }), ...(said !== '' && { said }), ...(word !== '' && { word }) },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

interface Keep {
  readonly meant: Meant;
  readonly lessons: Mend['lessons'];
  readonly hotWord: string | null;
  readonly withTest: boolean;
}

/** Puts a mend into the draft and the tests, and says so with the way back. */
export const useKeep = (said: SaidLine, onChanged: ((rev: number) => void) | undefined, onKept: () => void) => {
  const { t } = useTranslation('mend');
  const client = useQueryClient();
  const isOther = async (planId: string, rev: number) => {
    onChanged?.(rev);
    await Promise.all(
      ['talk/tests', 'talk/runTests', 'plan/draft'].map(path => client.invalidateQueries({ queryKey: [path, planId] })),
    );
  };
  return useMutation({
    mutationFn: ({ meant, lessons, hotWord, withTest }: Keep) =>
      call(endpoints.mend.keep, {
        ...whereOf(said),
        ...('moves' in said && { moves: [...said.moves], variables: { ...said.variables } }),
        meant,
        lessons: [...lessons],
        ...(hotWord !== null && { hotWord }),
        withTest: withTest ? '1' : '0',
      }),
    onSuccess: ({ planId, rev, lessons, testId, hotWord }, { withTest }) => {
      const undo = async () => {
        const back = { planId, lessons, ...(testId !== null && { testId }), ...(hotWord !== null && { hotWord }) };
        const undone = await call(endpoints.mend.undo, back);
        toast.ok(t($ => $.undone));
        await isOther(planId, undone.rev);
      };
      const act = { text: t($ => $.undo), run: () => void undo() };
      toast.ok(testId === null ? t($ => (withTest ? $.keptNoTest : $.keptAlone)) : t($ => $.kept), { act });
      void isOther(planId, rev);
      onKept();
    },
  });
};
