import { marketEndpoints } from '@lianxian/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { AreaField } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { when } from '../../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { toast } from '../../../ui/toast.ts';

const perPage = 20;

const Write = ({ id, text, onDone }: { id: string; text: string; onDone: () => void }) => {
  const { t } = useTranslation('market');
  const form = useEndpointForm({
    endpoint: marketEndpoints.saveOpinion,
    start: { text },
    input: values => ({ id, ...values }),
    onDone: () => {
      toast.ok(t($ => $.opinions.saved));
      onDone();
    },
  });
  return (
    <form {...form.props} className="grid gap-8">
      <AreaField form={form} name="text" label={t($ => $.opinions.write)} rows={3} />
      <footer className="flex to-end">
        <Button type="submit" loading={form.busy} disabled={!form.isChanged}>
          {t($ => $.opinions.save)}
        </Button>
      </footer>
    </form>
  );
};

/** What those say of it who called with it. */
export const Opinions = ({ id }: { id: string }) => {
  const { t } = useTranslation('market');
  const queries = useQueryClient();
  const [changing, setChanging] = useState(false);
  const isTaker = useCurrentUser()?.btns.includes('plan:publish') ?? false;
  const found = useInfiniteQuery({
    queryKey: ['market/opinions', id],
    queryFn: ({ pageParam, signal }) =>
      call(
        marketEndpoints.opinions,
        { id, limit: perPage, ...(pageParam && { after: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ after }) => after,
  });
  const pages = found.data?.pages;
  const list = pages?.flatMap(page => page.list) ?? [];
  const own = list.find(({ isMine }) => isMine);
  const mayWrite = isTaker && (pages?.[0]?.mayWrite ?? false);
  const written = () => {
    setChanging(false);
    void queries.invalidateQueries({ queryKey: ['market/opinions', id] });
  };
  return (
    <section className="market-part" aria-label={t($ => $.opinions.title)}>
      <h2>{t($ => $.opinions.title)}</h2>
      {found.isError && !pages && (
        <ErrorPanel title={t($ => $.opinions.failed)} error={found.error} onAgain={() => void found.refetch()} />
      )}
      {!pages && !found.isError && <Skeleton rows={2} />}
      {pages && list.length === 0 && <p className="hint">{t($ => $.opinions.none)}</p>}
      <ul className="market-opinions grid">
        {list.map(opinion => (
          <li key={opinion.id} className="grid gap-2">
            <p className="breaks">{opinion.text}</p>
            <p className="hint row-text gap-8">
              {opinion.isMine && <span>{t($ => $.opinions.mine)}</span>}
              {when(
                opinion.at,
                new Date(),
                t($ => $.today),
              )}
              {opinion.isMine && mayWrite && !changing && (
                <button type="button" className="link" onClick={() => setChanging(true)}>
                  {t($ => $.opinions.change)}
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button size="small" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t($ => $.opinions.more)}
        </Button>
      )}
      {mayWrite && (changing || !own) && <Write key={own?.id} id={id} text={own?.text ?? ''} onDone={written} />}
      {pages && !mayWrite && <p className="hint">{t($ => $.opinions.mayNot)}</p>}
    </section>
  );
};
