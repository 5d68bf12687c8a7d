import { type CallFacts, factHolds, type LevelRule, levelOf } from '@lianxian/core';
import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Level } from '../../../ui/level.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { conditionSentence } from './rule-sentence.ts';

const holds = ({ when: conditions, match }: LevelRule, facts: CallFacts): boolean =>
  conditions.length === 0 ||
  (match === 'any' ? conditions.some(one => factHolds(one, facts)) : conditions.every(one => factHolds(one, facts)));

/** Why each rule holds or not, from the top down to the one that decides. */
const Walk = ({ rules, facts, decides }: { rules: readonly LevelRule[]; facts: CallFacts; decides: number }) => {
  const { t } = useTranslation('learning');
  const plan = useDraft(draft => draft.plan);
  return (
    <ol className="levels-walk">
      {[...rules.entries()].map(([at, rule]) => {
        const isAfter = decides >= 0 && at > decides;
        return (
          <li key={`${at} ${rule.name}`} className={at === decides ? 'is-decisive' : isAfter ? 'is-after' : undefined}>
            <strong className="row gap-8">
              <Level level={rule.level} /> {rule.name || t($ => $.levels.rule, { n: at + 1 })}
              <small>{at === decides ? t($ => $.levels.decides) : isAfter ? t($ => $.levels.skipped) : ''}</small>
            </strong>
            {!isAfter &&
              [...rule.when.entries()].map(([n, condition]) => {
                const isMet = factHolds(condition, facts);
                return (
                  <span key={`${n} ${condition.fact}`} className={isMet ? 'is-met row gap-6' : 'is-not row gap-6'}>
                    {isMet ? <Check size={13} aria-hidden="true" /> : <X size={13} aria-hidden="true" />}
                    <span className="only-read">{isMet ? t($ => $.levels.holds) : t($ => $.levels.fails)}</span>
                    {conditionSentence(t, plan, condition)}
                  </span>
                );
              })}
          </li>
        );
      })}
    </ol>
  );
};

/** The rules of the draft on one conversation; `then`: what is said of it besides. */
export const Tried = ({ facts, then }: { facts: CallFacts; then: string }) => {
  const { t } = useTranslation('learning');
  const rules = useDraft(draft => draft.plan.levelRules);
  const { level, tags } = levelOf(rules, facts);
  const decides = rules.findIndex(rule => holds(rule, facts));
  const name = rules[decides]?.name || t($ => $.levels.rule, { n: decides + 1 });
  return (
    <>
      <div className="levels-verdict row gap-8 wrap" aria-live="polite">
        <span>{t($ => $.levels.would)}</span>
        <Level level={level} large />
        <b>{decides < 0 ? t($ => $.levels.noRule) : name}</b>
        {tags.map(tag => (
          <i key={tag}>{tag}</i>
        ))}
      </div>
      {then !== '' && <p className="ink3">{then}</p>}
      <Walk rules={rules} facts={facts} decides={decides} />
    </>
  );
};
