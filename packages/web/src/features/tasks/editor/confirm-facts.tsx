import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listed } from '../../../text/said.ts';
import { capFields, type Draft } from './draft.ts';
import { useLeftOutText } from './left-out.tsx';

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
  const caps = useTranslation('rules').t($ => $.caps, { returnObjects: true });
  const leftOut = useLeftOutText(draft);
  const days = [
    ...(['holidaysOff', 'makeUpDaysOn'] as const)
      .filter(name => draft[name])
      .map(name => t($ => $.pacing.days, { returnObjects: true })[name]),
    ...draft.ownDays.map(({ key, hours }) => `${key} ${hours || closed}`),
  ];
  const ownCaps = capFields.filter(name => draft[name] !== '0').map(name => `${caps[name]} ${draft[name]}`);
  const budgets = (['budget', 'dayBudget'] as const)
    .filter(name => draft[name] !== '')
    .map(name => `${t($ => $.pacing[name])} ${draft[name]} ${t($ => $.pacing.yuan)}`);
  return (
    <>
      {!practice && days.length > 0 && <Fact name={t($ => $.confirm.days)}>{listed(days, 'clauses')}</Fact>}
      {!practice && ownCaps.length > 0 && <Fact name={caps.title}>{listed(ownCaps, 'clauses')}</Fact>}
      {budgets.length > 0 && <Fact name={t($ => $.pacing.budgets)}>{listed(budgets, 'clauses')}</Fact>}
      <Fact name={t($ => $.leave.title)}>{leftOut}</Fact>
      {draft.endsOn !== '' && <Fact name={t($ => $.pacing.endsOn)}>{draft.endsOn}</Fact>}
    </>
  );
};
