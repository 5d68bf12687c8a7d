import { taskLimits } from '@lianxian/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listed } from '../../../text/said.ts';
import { capFields, type Draft } from './draft.ts';
import { useLeftOutText } from './left-out.tsx';
import { wholeNumber } from './whole-number.ts';

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid">
    <dt>{name}</dt>
    <dd className="bold">{children}</dd>
  </div>
);

interface OwnFactsProps {
  readonly draft: Draft;
  /** Practice lines call whenever they like, and as often. */
  readonly practice: boolean;
}

/** What binds this task beyond its week, a row each; what is not set binds nothing and has none. */
export const OwnFacts = ({ draft, practice }: OwnFactsProps) => {
  const { t } = useTranslation('tasks');
  const closed = useTranslation('week').t($ => $.own.closed);
  const rule = useTranslation('rules').t;
  const leftOut = useLeftOutText(draft);
  const days = [
    ...(['holidaysOff', 'makeUpDaysOn'] as const).filter(name => draft[name]).map(name => t($ => $.pacing.days[name])),
    ...draft.ownDays.map(({ key, hours }) => `${key} ${hours.trim() || closed}`),
  ];
  const ownCaps = capFields
    .filter(name => (wholeNumber(draft[name], taskLimits[name]) ?? 0) > 0)
    .map(name => `${rule($ => $.caps[name])} ${draft[name].trim()}`);
  const budgets = (['budget', 'dayBudget'] as const)
    .filter(name => draft[name] !== '')
    .map(name => `${t($ => $.pacing[name])} ${draft[name]} ${t($ => $.pacing.yuan)}`);
  return (
    <>
      {!practice && days.length > 0 && <Fact name={t($ => $.confirm.days)}>{listed(days, 'clauses')}</Fact>}
      {!practice && ownCaps.length > 0 && <Fact name={rule($ => $.caps.title)}>{listed(ownCaps, 'clauses')}</Fact>}
      {budgets.length > 0 && <Fact name={t($ => $.pacing.budgets)}>{listed(budgets, 'clauses')}</Fact>}
      <Fact name={t($ => $.leave.title)}>{leftOut}</Fact>
      {draft.endsOn !== '' && <Fact name={t($ => $.pacing.endsOn)}>{draft.endsOn}</Fact>}
    </>
  );
};
