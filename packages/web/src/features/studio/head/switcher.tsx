import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { slot } from '../frame/slot.ts';
import { useStudio } from '../frame/studio-context.ts';
import { useOfFlow } from '../frame/use-flow.ts';
import type { Place } from '../frame/views.ts';
import { useFirstRow } from './use-first-row.ts';

const FlowMenu = slot(() => import('./flow-menu.tsx').then(file => file.FlowMenu));

/** Beside the flows while there is room; what is seldom needed stays in the menu. */
const sideBySide = ['knowledge', 'intents', 'levels', 'tests', 'voices', 'versions'] as const;
const seldom = ['guide', 'settings'] as const;

interface Tab {
  readonly key: string;
  readonly label: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/** What one may see of the plan, in the order of the tabs, and what is in the menu anyway. */
const useTabs = (): { readonly tabs: readonly Tab[]; readonly inMenu: readonly Tab[] } => {
  const { t } = useTranslation('studio');
  const { place, onPlace } = useStudio();
  const flows = useDraft(draft => draft.plan.flows);
  const questions = useDraft(draft => draft.plan.knowledge.length);
  const intents = useDraft(draft => draft.plan.intents.length);
  const here = useOfFlow(flow => flow?.id);
  const counts: Partial<Record<Place['view'], number>> = { knowledge: questions, intents };
  const tabOf = (view: Exclude<Place['view'], 'graph'>): Tab => ({
    key: view,
    label: [t($ => $.head.view[view]), counts[view]].filter(part => part !== undefined).join(' '),
    chosen: view === place.view,
    onChoose: () => onPlace({ view }),
  });
  const ofFlows = flows.map(({ id, name }) => ({
    key: `flow ${id}`,
    label: name,
    chosen: place.view === 'graph' && id === here,
    onChoose: () => onPlace({ view: 'graph', flow: id }),
  }));
  return { tabs: [...ofFlows, ...sideBySide.map(tabOf)], inMenu: seldom.map(tabOf) };
};

/** Flows side by side, then the other parts of the plan as far as there is room; the rest of it in one menu. */
export const Switcher = () => {
  const { t } = useTranslation('studio');
  const { tabs, inMenu } = useTabs();
  const mayEdit = useDraft(draft => draft.mayEdit);
  const { list, inRow } = useFirstRow();
  const folded = [...tabs.slice(inRow), ...inMenu];
  const here = folded.find(({ chosen }) => chosen);
  return (
    <nav className="studio-switch row gap-2 lean" aria-label={t($ => $.head.views)}>
      <ul key={tabs.map(({ label }) => label).join('\n')} ref={list}>
        {tabs.map(({ key, label, chosen, onChoose }, at) => (
          <li key={key} className={at < inRow ? undefined : 'is-folded'}>
            <button type="button" aria-current={chosen ? 'page' : undefined} onClick={onChoose}>
              {label}
            </button>
          </li>
        ))}
      </ul>
      {mayEdit && (
        <Suspense fallback={<span className="icon-button" />}>
          <FlowMenu />
        </Suspense>
      )}
      <MenuButton
        className={here ? 'button is-bare is-here' : 'button is-bare'}
        label={here ? here.label : t($ => $.head.more)}
        parts={[{ key: 'views', entries: folded }]}
      />
    </nav>
  );
};
