import { Copy, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { RowActs } from '../../ui/row-acts.tsx';
import type { PlanRow } from './plan-state.tsx';
import type { Act } from './use-plan-acts.tsx';

interface PlanActsProps {
  readonly plan: PlanRow;
  readonly onAct: (act: Act, plan: PlanRow) => void;
}

const acts: readonly Act[] = ['open', 'copy', 'rename', 'export', 'remove'];
/** Its graph is nobody's to open, to copy or to take along. */
const actsOfClosed: readonly Act[] = ['open', 'rename', 'remove'];
const icons: Partial<Record<Act, typeof PenLine>> = { open: PenLine, copy: Copy };

/** What can be done with a plan, at the end of its row; who may only look opens it. */
export const PlanActs = ({ plan, onAct }: PlanActsProps) => {
  const { t } = useTranslation('plans');
  const mayEdit = useCurrentUser()?.btns.includes('plan:edit') ?? false;
  const isClosed = plan.licence === 'closed';
  return (
    <RowActs
      name={plan.name}
      more={t($ => $.act.more)}
      acts={(isClosed ? actsOfClosed : acts)
        .filter(act => mayEdit || act === 'open')
        .map(act => {
          const icon = icons[act];
          const word = act === 'open' && isClosed ? t($ => $.act.adjust) : t($ => $.act[act]);
          return { act, word, danger: act === 'remove', ...(icon && { icon }) };
        })}
      onAct={act => onAct(act, plan)}
    />
  );
};
