import { isSame } from '@lianxian/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadsCalls } from '../../../session/current-user.ts';
import { dayAgo } from '../../../ui/day-ago.ts';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { PlainChoice } from '../../../ui/plain-choice.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDraft } from '../draft/draft-store.ts';
import { Changes } from './changes.tsx';
import { Matrix } from './matrix.tsx';
import { Precision } from './precision.tsx';
import { type BackTest, type Pair, useBackTestActs, useBackTests } from './use-back-tests.ts';

const amount = (n: number): string => n.toLocaleString('en');
/** The month up to yesterday. */
const monthDays = 30;

/** Which days, and off it goes; while one runs, how far it is. */
const Run = ({ planId, running }: { planId: string; running: BackTest | undefined }) => {
  const { t } = useTranslation('learning');
  const [days, setDays] = useState({ from: dayAgo(monthDays), to: dayAgo(0) });
  const hasRules = useDraft(draft => draft.plan.levelRules.length > 0);
  const { start, stop } = useBackTestActs(planId);
  if (running)
    return (
      <div className="levels-back-run row gap-8 wrap" aria-live="polite">
        <progress max={Math.max(1, running.total)} value={running.done} aria-label={t($ => $.levels.backTest)} />
        <span>{t($ => $.back.running, { done: amount(running.done), total: amount(running.total) })}</span>
        <button type="button" className="button" disabled={stop.isPending} onClick={() => stop.mutate(running.id)}>
          {t($ => $.back.stop)}
        </button>
      </div>
    );
  return (
    <div className="levels-back-run row gap-8 wrap">
      <input
        type="date"
        aria-label={t($ => $.days.from)}
        value={days.from}
        max={days.to}
        onChange={event => setDays({ ...days, from: event.target.value || days.from })}
      />
      <input
        type="date"
        aria-label={t($ => $.days.to)}
        value={days.to}
        min={days.from}
        onChange={event => setDays({ ...days, to: event.target.value || days.to })}
      />
      <button
        type="button"
        className="button is-first"
        disabled={!hasRules || start.isPending}
        onClick={() => start.mutate(days)}
      >
        {t($ => $.back.run)}
      </button>
      <p className="ink3">{t($ => $.back.hint)}</p>
    </div>
  );
};

/** Its rules into the draft, unless they are there already. */
const Accept = ({ test }: { test: BackTest }) => {
  const { t } = useTranslation('learning');
  const rules = useDraft(draft => draft.plan.levelRules);
  const change = useDraft(draft => draft.change);
  if (isSame(rules, test.rules)) return <p className="levels-back-note ink3">{t($ => $.back.accepted)}</p>;
  const accept = () => {
    change(
      plan => ({ ...plan, levelRules: test.rules }),
      t($ => $.levels.steps.accept),
    );
    toast.ok(t($ => $.back.acceptedToast));
  };
  return (
    <button type="button" className="button is-first" onClick={accept}>
      {t($ => $.back.accept)}
    </button>
  );
};

const Result = ({ test }: { test: BackTest }) => {
  const { t } = useTranslation('learning');
  const [cell, setCell] = useState<Pick<Pair, 'from' | 'to'> | null>(null);
  const readsCalls = useReadsCalls();
  if (test.state === 'failed') return <p className="levels-back-note is-bad ink3">{t($ => $.back.failed)}</p>;
  return (
    <>
      <p className="levels-back-note ink3">
        {test.state === 'cancelled'
          ? t($ => $.back.cancelled, { done: amount(test.done) })
          : t($ => $.back.doneWord, {
              from: test.from,
              to: test.to,
              total: amount(test.done),
              changed: amount(test.changed),
            })}
      </p>
      <Matrix moves={test.moves} cell={cell} onCell={readsCalls ? setCell : null} />
      <Precision test={test} />
      <Accept test={test} />
      {readsCalls && <Changes test={test} cell={cell} onClear={() => setCell(null)} />}
    </>
  );
};

const titleOf = ({ from, to, at }: BackTest): string => `${at.slice(5, 10)} · ${from} – ${to}`;

/** The rules tried on the calls of some weeks: who would change, and how right they are where a person has spoken. */
export const BackTests = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('learning');
  const [chosen, setChosen] = useState<string | null>(null);
  const tests = useBackTests(planId);
  if (tests.isError && !tests.data) return <ErrorPanel error={tests.error} onAgain={() => void tests.refetch()} />;
  if (!tests.data) return <Skeleton rows={4} />;
  const running = tests.data.list.find(({ state }) => state === 'running');
  const over = tests.data.list.filter(({ state }) => state !== 'running');
  const shown = over.find(({ id }) => id === chosen) ?? over[0];
  return (
    <section className="stack gap-12" aria-label={t($ => $.levels.backTest)}>
      <Run planId={planId} running={running} />
      {over.length > 1 && (
        <>
          <span className="only-read" id="back-earlier">
            {t($ => $.back.earlier)}
          </span>
          <PlainChoice
            labelledBy="back-earlier"
            value={shown?.id ?? null}
            placeholder={t($ => $.back.earlier)}
            options={over.map(test => ({ value: test.id, label: titleOf(test) }))}
            onChange={setChosen}
          />
        </>
      )}
      {shown ? <Result key={shown.id} test={shown} /> : <p className="levels-back-note ink3">{t($ => $.back.none)}</p>}
    </section>
  );
};
