import type { endpoints, OutputOf } from '@lianxian/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { when } from '../ui/format.ts';
import { ErrorPanel, Skeleton } from '../ui/panels.tsx';
import './rule-versions.css';

type Page = OutputOf<typeof endpoints.rules.versions>;

interface RuleVersionsProps {
  /** On a page of their own they are one of its parts, within a part of another page one below. */
  readonly level: 2 | 3;
  readonly of: readonly string[];
  readonly read: (after: string | undefined, signal: AbortSignal) => Promise<Page>;
}

/** Versions of rules, newest first: who, when, what changed. */
export const RuleVersions = ({ level, of, read }: RuleVersionsProps) => {
  const { t } = useTranslation('rules');
  const Heading = `h${level}` as const;
  const query = useInfiniteQuery({
    queryKey: of,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.after ?? undefined,
  });
  const list = query.data?.pages.flatMap(page => page.list) ?? [];
  return (
    <section className="rule-versions grid gap-8">
      <Heading className="section-title">{t($ => $.versions.title)}</Heading>
      {query.isPending && <Skeleton rows={2} />}
      {query.isError && (
        <ErrorPanel title={t($ => $.versions.failed)} error={query.error} onAgain={() => void query.refetch()} />
      )}
      {query.isSuccess && list.length === 0 && <p className="hint">{t($ => $.versions.none)}</p>}
      <ol className="grid gap-8">
        {list.map(({ version, at, by, changes }) => (
          <li key={version}>
            <p className="row gap-8">
              <strong>{t($ => $.versions.one, { n: version })}</strong>
              <span className="key">
                {when(
                  at,
                  new Date(),
                  t($ => $.today),
                )}
              </span>
              <span>{by || t($ => $.versions.before)}</span>
            </p>
            {changes.map(({ field, before, after }) => (
              <p key={field} className="hint">
                {t($ => $.versions.change, { field, before, after })}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <span>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t($ => $.versions.more)}
          </Button>
        </span>
      )}
    </section>
  );
};
