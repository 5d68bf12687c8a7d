import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useNews } from '../../../live/use-news.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Paging } from '../../../ui/data-table/paging.tsx';
import { usePages } from '../../../ui/data-table/use-pages.ts';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDraftStore } from '../draft/draft-store.ts';
import { Comparison, type Side } from './comparison.tsx';
import { type VersionAct, VersionRow } from './version-row.tsx';
import './versions.css';

/** Brings an old version back: as the draft, or as the newest version. */
const useVersionActs = (planId: string) => {
  const { t } = useTranslation('versions');
  const store = useDraftStore();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ act, version }: { act: VersionAct; version: number }) => {
      if (act === 'restore') {
        const rev = await store.getState().settled();
        await call(endpoints.plan.restore, { id: planId, version, rev });
        await store.getState().reload();
        return toast.ok(t($ => $.restored, { version }));
      }
      const note = t($ => $.rollNote, { version });
      const made = await call(endpoints.plan.rollBack, { id: planId, version, note });
      toast.ok(t($ => $.rolledBack, { version: made.version }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['plan/versions', planId] }),
  });
};

/** What was published of the plan, newest first; what differs between any two; the way back. */
export const VersionsPage = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('versions');
  const [sides, setSides] = useState<{ from: Side; to: Side } | null>(null);
  const [asking, setAsking] = useState<{ act: VersionAct; version: number } | null>(null);
  const acts = useVersionActs(planId);
  const pages = usePages(
    ['plan/versions', planId],
    ({ after, limit }, signal) =>
      call(endpoints.plan.versions, { id: planId, limit, ...(after && { after }) }, { signal, quiet: true }),
    20,
  );
  useNews(
    `plan:${planId}`,
    async () => pages.again(),
    undefined,
    message => message.type === 'planPublished',
  );
  if (pages.error && !pages.page)
    return <ErrorPanel title={t($ => $.failed)} error={pages.error} onAgain={pages.again} />;
  if (!pages.page) return <Skeleton rows={8} />;
  const { list } = pages.page;
  if (list.length === 0) return <Empty title={t($ => $.empty)} hint={t($ => $.emptyHint)} />;
  const newest = list[0]?.version ?? 0;
  const shown = sides ?? { from: newest, to: 'draft' as const };
  return (
    <div className="versions">
      <section className="versions-history stack" aria-label={t($ => $.title)}>
        <ol>
          {list.map((row, index) => (
            <VersionRow
              key={row.version}
              version={row}
              newest={pages.number === 1 && index === 0}
              chosen={shown.from === row.version}
              onChoose={() => setSides({ ...shown, from: row.version })}
              onAct={act => setAsking({ act, version: row.version })}
            />
          ))}
        </ol>
        {pages.page.total > pages.size && <Paging pages={pages} />}
      </section>
      <Comparison
        planId={planId}
        versions={list.map(({ version }) => version)}
        from={shown.from}
        to={shown.to}
        onFrom={from => setSides({ ...shown, from })}
        onTo={to => setSides({ ...shown, to })}
      />
      {asking && (
        <Confirm
          title={t($ => $[`${asking.act}Ask`], { version: asking.version })}
          text={t($ => $[`${asking.act}Text`], { version: asking.version })}
          okText={t($ => $[asking.act])}
          cancelText={t($ => $.cancel)}
          busy={acts.isPending}
          onOk={() => acts.mutate(asking, { onSettled: () => setAsking(null) })}
          onCancel={() => setAsking(null)}
        />
      )}
    </div>
  );
};
