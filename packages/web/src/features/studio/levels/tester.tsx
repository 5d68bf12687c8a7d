import { endpoints } from '@lianxian/contract';
import { type CallFacts, factHolds, type LevelRule, levelOf } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { clock, when } from '../../../ui/format.ts';
import { Level } from '../../../ui/level.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { PlainChoice } from '../../../ui/plain-choice.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { conditionSentence } from './rule-sentence.ts';

/** Why each rule holds or not, from the top down to the one that decides. */
const Walk = ({ rules, facts }: { rules: readonly LevelRule[]; facts: CallFacts }) => {
  const { t } = useTranslation('learning');
  const plan = useDraft(draft => draft.plan);
  const decides = rules.findIndex(rule => holds(rule, facts));
  return (
    <ol className="level-walk">
      {[...rules.entries()].map(([at, rule]) => {
        const isAfter = decides >= 0 && at > decides;
        return (
          <li key={`${at} ${rule.name}`} className={at === decides ? 'is-decisive' : isAfter ? 'is-after' : undefined}>
            <strong>
              <Level level={rule.level} /> {rule.name || t($ => $.levels.rule, { n: at + 1 })}
              <small>{at === decides ? t($ => $.levels.decides) : isAfter ? t($ => $.levels.skipped) : ''}</small>
            </strong>
            {!isAfter &&
              [...rule.when.entries()].map(([n, condition]) => {
                const isMet = factHolds(condition, facts);
                return (
                  <span key={`${n} ${condition.fact}`} className={isMet ? 'is-met' : 'is-not'}>
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

const holds = ({ when: conditions, match }: LevelRule, facts: CallFacts): boolean =>
  conditions.length === 0 ||
  (match === 'any' ? conditions.some(one => factHolds(one, facts)) : conditions.every(one => factHolds(one, facts)));

const Verdict = ({ callId }: { callId: string }) => {
  const { t } = useTranslation('learning');
  const rules = useDraft(draft => draft.plan.levelRules);
  const facts = useQuery({
    queryKey: ['level/facts', callId],
    queryFn: ({ signal }) => call(endpoints.level.facts, { callId }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (facts.isError) return <ErrorPanel title={facts.error.message} onAgain={() => void facts.refetch()} />;
  if (!facts.data) return <Skeleton rows={4} />;
  const { data } = facts;
  const { level, levelRule, tags } = levelOf(rules, data.facts);
  return (
    <>
      <div className="level-verdict" aria-live="polite">
        <span>{t($ => $.levels.would)}</span>
        <Level level={level} large />
        <b>{levelRule || t($ => $.levels.noRule)}</b>
        {tags.map(tag => (
          <i key={tag}>{tag}</i>
        ))}
      </div>
      <p className="level-then">
        {t($ => $.levels.before, { level: data.ruledLevel ?? '—', rule: data.levelRule ?? '' })}
        {data.corrected !== null && ` · ${t($ => $.levels.person, { level: data.corrected })}`}
        {data.derived && ` · ${t($ => $.levels.derived)}`}
      </p>
      <Walk rules={rules} facts={data.facts} />
    </>
  );
};

/** The rules as they stand, tried on one call: at once with every change of a rule. */
export const Tester = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('learning');
  const [chosen, setChosen] = useState<string | null>(null);
  const recent = useQuery({
    queryKey: ['level/recent', planId],
    queryFn: ({ signal }) => call(endpoints.level.recent, { planId }, { signal, quiet: true }),
  });
  if (recent.isError && !recent.data)
    return <ErrorPanel title={recent.error.message} onAgain={() => void recent.refetch()} />;
  if (!recent.data) return <Skeleton rows={4} />;
  const { list } = recent.data;
  const callId = chosen ?? list[0]?.id ?? null;
  if (callId === null) return <Empty title={t($ => $.levels.noCalls)} hint={t($ => $.levels.noCallsHint)} />;
  const nameOf = (row: (typeof list)[number]) =>
    [row.phone, clock(row.talkMs), row.corrected ?? row.ruledLevel ?? '—', when(row.at, new Date(), '').trim()].join(
      ' · ',
    );
  return (
    <section className="level-tester" aria-label={t($ => $.levels.test)}>
      <span className="only-read" id="level-tester-call">
        {t($ => $.levels.pickCall)}
      </span>
      <PlainChoice
        labelledBy="level-tester-call"
        value={callId}
        placeholder={t($ => $.levels.pickCall)}
        options={list.map(row => ({ value: row.id, label: nameOf(row) }))}
        onChange={setChosen}
      />
      <Verdict callId={callId} />
    </section>
  );
};
