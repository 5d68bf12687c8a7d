import { Copy, Ellipsis, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useVisitor } from '../../session/visitor.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { PlanRow } from './plan-state.tsx';
import type { Act } from './use-plan-acts.tsx';

interface RowActsProps {
  readonly plan: PlanRow;
  readonly onAct: (act: Act, plan: PlanRow) => void;
}

const icons = [
  ['open', PenLine],
  ['copy', Copy],
] as const;
const rest: readonly Act[] = ['rename', 'export', 'remove'];

/** What can be done with a plan, at the end of its row; who may only look opens it. */
export const RowActs = ({ plan, onAct }: RowActsProps) => {
  const { t } = useTranslation('plans');
  const mayEdit = useVisitor()?.btns.includes('plan:edit') ?? false;
  return (
    <span className="row-acts">
      {icons
        .filter(([act]) => mayEdit || act === 'open')
        .map(([act, Icon]) => (
          <button
            key={act}
            type="button"
            className="icon-button"
            title={t($ => $.act[act])}
            aria-label={`${t($ => $.act[act])} ${plan.name}`}
            onClick={() => onAct(act, plan)}
          >
            <Icon size={15} aria-hidden="true" />
          </button>
        ))}
      {mayEdit && (
        <MenuButton
          label={<Ellipsis size={15} aria-hidden="true" />}
          className="icon-button"
          name={`${t($ => $.act.more)} ${plan.name}`}
          parts={[
            {
              key: 'acts',
              entries: rest.map(act => ({
                key: act,
                label: t($ => $.act[act]),
                danger: act === 'remove',
                onChoose: () => onAct(act, plan),
              })),
            },
          ]}
        />
      )}
    </span>
  );
};
