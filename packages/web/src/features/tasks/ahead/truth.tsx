import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { count, when } from '../../../ui/format.ts';
import { truthOf } from './bands.ts';
import { ToldTable } from './told-table.tsx';

const anewEveryMs = 30_000;

/** What was told when the task was started or changed, and what came of it since; nothing where nothing was told. */
export const Truth = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation('ahead');
  const { data } = useQuery({
    queryKey: ['whatIf/truth', taskId],
    queryFn: ({ signal }) => call(endpoints.whatIf.truth, { taskId }, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: anewEveryMs,
  });
  const truth = data?.truth ?? null;
  if (truth === null) return null;
  const { at, numbers, told, soFar, endedAt } = truth;
  const foretold = { name: t($ => $.truth.told), told };
  const since = {
    name: t($ => $.truth.soFar),
    told: truthOf(
      { ...soFar, end: endedAt },
      t($ => $.truth.notOver),
    ),
  };
  return (
    <section className="ahead-truth">
      <h2 className="section-title">{t($ => $.truth.title)}</h2>
      <p className="hint">
        {t($ => $.truth.at, {
          at: when(
            at,
            new Date(),
            t($ => $.whatIf.today),
          ),
          n: count(numbers),
        })}
      </p>
      <ToldTable at={at} sides={[foretold, since]} parts={['all']} />
    </section>
  );
};
