import type { TestConversationOnWire, TestRow } from '@lianxian/contract';
import { Circle, CircleCheck, CircleX, Play, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../../ui/confirm.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { CoverageLine } from './coverage-line.tsx';
import { TestDetail } from './test-detail.tsx';
import { TestForm } from './test-form.tsx';
import { useTests } from './use-tests.ts';

const blank: TestConversationOnWire = {
  variables: {},
  minuteOfDay: 600,
  moves: [{ does: 'say', text: '' }],
  world: 'succeeds',
  expects: {},
};

const Mark = ({ broken }: { readonly broken: number | null }) => {
  const { t } = useTranslation('talk');
  if (broken === null) return <Circle size={14} className="is-untold" aria-label={t($ => $.tests.untold)} />;
  return broken === 0 ? (
    <CircleCheck size={14} className="is-ok" aria-label={t($ => $.tests.pass)} />
  ) : (
    <CircleX size={14} className="is-bad" aria-label={t($ => $.tests.broken)} />
  );
};

/** The list of tests with how they went, and the chosen one beside it. */
export const LabView = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('talk');
  const { list, run, save, remove } = useTests(planId);
  const [chosen, setChosen] = useState<string | null>(null);
  const [asking, setAsking] = useState<TestRow | null>(null);
  const [editing, setEditing] = useState<'new' | 'chosen' | null>(null);
  if (list.isError)
    return <ErrorPanel title={t($ => $.tests.failedList)} error={list.error} onAgain={() => void list.refetch()} />;
  if (!list.data) return <Skeleton rows={8} />;
  const rows = list.data;
  const broken = new Map(run.data?.results.map(result => [result.testId, result.broken]));
  const failed = [...broken.values()].filter(({ length }) => length > 0).length;
  const row: TestRow | undefined =
    rows.find(({ id }) => id === chosen) ?? rows.find(({ id }) => broken.get(id)?.length) ?? rows[0];
  const form = editing === 'new' ? { name: '', test: blank } : editing === 'chosen' && row ? row : null;
  return (
    <div className="tests-lab stack gap-12">
      <header className="tests-lab-head row gap-10 wrap">
        {run.data && (
          <strong className={failed > 0 ? 'is-bad' : 'is-ok'}>
            {t($ => $.tests.summary, { passed: broken.size - failed, broken: failed })}
          </strong>
        )}
        {run.data && <span className="hint">{t($ => $.tests.took, { ms: run.data.tookMs })}</span>}
        {run.error && (
          <span className="talk-wrong" role="alert">
            {run.error.message}
          </span>
        )}
        <button
          type="button"
          className="button"
          disabled={rows.length === 0 || run.isFetching}
          onClick={() => void run.refetch()}
        >
          <Play size={14} aria-hidden="true" />
          {t($ => $.tests.runAll)}
        </button>
        <button type="button" className="button" onClick={() => setEditing('new')}>
          <Plus size={14} aria-hidden="true" />
          {t($ => $.tests.add)}
        </button>
      </header>
      {run.data && <CoverageLine coverage={run.data.coverage} />}
      <div className="tests-lab-body grid gap-20">
        {rows.length === 0 && !form && <Empty title={t($ => $.tests.empty)} hint={t($ => $.tests.emptyHint)} />}
        {rows.length > 0 && (
          <ul className="tests-lab-list" aria-label={t($ => $.tests.title)}>
            {rows.map(each => (
              <li key={each.id}>
                <button
                  className="row gap-8 choice lit"
                  type="button"
                  aria-current={each.id === row?.id || undefined}
                  onClick={() => {
                    setChosen(each.id);
                    setEditing(null);
                  }}
                >
                  <Mark broken={broken.get(each.id)?.length ?? null} />
                  <span>{each.name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {form ? (
          <TestForm
            key={`${editing} ${row?.id}`}
            name={form.name}
            test={form.test}
            saving={save.isPending}
            wrong={save.error?.message ?? null}
            onSave={(name, test) =>
              save.mutate(
                { planId, name, test, ...(editing === 'chosen' && row && { testId: row.id }) },
                {
                  onSuccess: ({ testId }) => {
                    setEditing(null);
                    setChosen(testId);
                  },
                },
              )
            }
            onCancel={() => setEditing(null)}
          />
        ) : (
          row && (
            <TestDetail
              key={row.id}
              planId={planId}
              row={row}
              broken={broken.get(row.id) ?? null}
              rev={run.data?.rev ?? 0}
              onEdit={() => setEditing('chosen')}
              onRemove={() => setAsking(row)}
            />
          )
        )}
      </div>
      {asking && (
        <Confirm
          title={t($ => $.tests.removeAsk, { name: asking.name })}
          text={t($ => $.tests.removeText)}
          okText={t($ => $.tests.remove)}
          cancelText={t($ => $.tests.cancel)}
          busy={remove.isPending}
          onOk={() => remove.mutate(asking.id, { onSettled: () => setAsking(null) })}
          onCancel={() => setAsking(null)}
        />
      )}
    </div>
  );
};
