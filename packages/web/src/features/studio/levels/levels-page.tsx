import type { LevelRule } from '@lianxian/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../ui/panels.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { Editable } from '../frame/editable.tsx';
import { BackTests } from './back-tests.tsx';
import { moved, tidyRule } from './condition-kinds.ts';
import { RuleCard } from './rule-card.tsx';
import { Tester } from './tester.tsx';
import './levels.css';

/** The rules of the draft, changed as steps that undo takes back. */
const useRules = () => {
  const { t } = useTranslation('learning');
  const rules = useDraft(draft => draft.plan.levelRules);
  const change = useDraft(draft => draft.change);
  const put = (fn: (rules: readonly LevelRule[]) => readonly LevelRule[], label: string, merge?: string) =>
    change(plan => ({ ...plan, levelRules: fn(plan.levelRules) }), label, merge);
  const fresh: LevelRule = { level: 'B', name: '', when: [{ fact: 'talkMs', atLeast: 30_000 }] };
  const last: LevelRule = { level: 'F', name: t($ => $.levels.always), when: [] };
  const hasLast = rules.at(-1)?.when.length === 0;
  return {
    rules,
    hasLast,
    put: (at: number, rule: LevelRule, merge?: string) =>
      put(
        all => all.with(at, tidyRule(rule)),
        t($ => $.levels.steps.change),
        merge,
      ),
    remove: (at: number) =>
      put(
        all => all.toSpliced(at, 1),
        t($ => $.levels.steps.remove),
      ),
    move: (from: number, to: number) =>
      put(
        all => moved(all, from, to),
        t($ => $.levels.steps.move),
      ),
    // Before the rule that catches all: after it nothing is ever looked at.
    add: () =>
      put(
        all => all.toSpliced(hasLast ? all.length - 1 : all.length, 0, fresh),
        t($ => $.levels.steps.add),
      ),
    addLast: () =>
      put(
        all => [...all, last],
        t($ => $.levels.steps.add),
      ),
  };
};

/** Level rules of the plan (docs/conversation.md#level-rules), tried on one call and on those of the last weeks. */
export const LevelsPage = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('learning');
  const { rules, hasLast, put, remove, move, add, addLast } = useRules();
  const [side, setSide] = useState<'test' | 'back'>('test');
  return (
    <div className="levels-page grid">
      <Editable>
        <section className="levels-rules" aria-label={t($ => $.levels.title)}>
          <header className="row-text gap-10">
            <h2>{t($ => $.levels.title)}</h2>
            <span className="fill ink3">{t($ => $.levels.hint)}</span>
            <button type="button" className="button" onClick={add}>
              <Plus size={15} aria-hidden="true" /> {t($ => $.levels.add)}
            </button>
          </header>
          {rules.length === 0 && (
            <Empty title={t($ => $.levels.empty)} hint={t($ => $.levels.emptyHint)}>
              <button type="button" className="button is-first" onClick={add}>
                {t($ => $.levels.add)}
              </button>
            </Empty>
          )}
          <ol>
            {[...rules.entries()].map(([at, rule]) => (
              <RuleCard
                key={`${at} of ${rules.length}`}
                rule={rule}
                at={at}
                all={rules.length}
                onChange={(next, merge) => put(at, next, merge)}
                onRemove={() => remove(at)}
                onMove={move}
              />
            ))}
          </ol>
          {rules.length > 0 && !hasLast && (
            <p className="levels-no-last flex gap-10">
              {t($ => $.levels.noLast)}
              <button type="button" className="link" onClick={addLast}>
                {t($ => $.levels.addLast)}
              </button>
            </p>
          )}
        </section>
      </Editable>
      <aside className="levels-side stack gap-12">
        <Segments
          label={t($ => $.levels.side)}
          value={side}
          options={[
            { value: 'test', text: t($ => $.levels.test) },
            { value: 'back', text: t($ => $.levels.backTest) },
          ]}
          onChange={setSide}
        />
        {side === 'test' ? <Tester planId={planId} /> : <BackTests planId={planId} />}
      </aside>
    </div>
  );
};
