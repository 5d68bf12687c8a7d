import { Copy, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { RowActs } from '../../ui/row-acts.tsx';
import type { Origin } from './origin.tsx';
import type { PlanRow } from './plan-state.tsx';
import type { Act } from './use-plan-acts.tsx';

interface PlanActsProps {
  readonly plan: PlanRow;
  /** Where it was taken from; left out: it is one's own. */
  readonly origin: Origin | undefined;
  readonly onAct: (act: Act, plan: PlanRow) => void;
}

const acts: readonly Act[] = ['open', 'copy', 'upgrade', 'rename', 'export', 'sell', 'remove'];
/** Its graph is nobody's to open, to copy, to sell or to take along. */
const actsOfClosed: readonly Act[] = ['open', 'upgrade', 'rename', 'remove'];
const icons: Partial<Record<Act, typeof PenLine>> = { open: PenLine, copy: Copy };

/** What can be done with a plan, at the end of its row; who may only look opens it. */
export const PlanActs = ({ plan, origin, onAct }: PlanActsProps) => {
  const { t } = useTranslation('plans');
  const btns = useCurrentUser()?.btns ?? [];
  const isClosed = plan.licence === 'closed';
  const may = (act: Act): boolean => {
    if (act === 'open') return true;
    if (act === 'upgrade') return origin !== undefined && origin.newest > origin.version;
    if (act === 'sell') return origin === undefined && plan.version !== null && btns.includes('plan:publish');
    // For oneself alone: it is neither copied nor taken along.
    if (plan.licence === 'own' && (act === 'copy' || act === 'export')) return false;
    return btns.includes('plan:edit');
  };
  return (
    <RowActs
      name={plan.name}
      more={t($ => $.act.more)}
      acts={(isClosed ? actsOfClosed : acts).filter(may).map(act => {
        const icon = icons[act];
        const word = act === 'open' && isClosed ? t($ => $.act.adjust) : t($ => $.act[act]);
        return { act, word, danger: act === 'remove', ...(icon && { icon }) };
      })}
      onAct={act => onAct(act, plan)}
    />
  );
};
