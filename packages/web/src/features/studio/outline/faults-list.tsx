import type { Plan, PlanFault } from '@lianxian/core';
import type { TFunction } from 'i18next';
import { CircleAlert, CornerUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { jumpTo, useStudio } from '../frame/studio-context.ts';
import type { View } from '../frame/views.ts';
import { nodeOf } from '../graph/edits.ts';
import { faultKey, faultText, useFaultWords } from '../graph/fault-text.ts';

/** Shown at once; the rest comes as these are mended. */
const mostShown = 30;

/** Where a fault is, as one calls it. */
const placeName = (t: TFunction<'studio'>, plan: Plan, { where }: PlanFault): string => {
  const [kind, id = ''] = where.split(':');
  switch (kind) {
    case 'node':
      return nodeOf(plan, id)?.name || t($ => $.canvas.unnamed);
    case 'flow':
      return plan.flows.find(flow => flow.id === id)?.name ?? t($ => $.places.flow);
    case 'intent':
      return t($ => $.places.intent, { name: plan.intents.find(intent => intent.id === id)?.name ?? '' });
    case 'knowledge':
      return t($ => $.places.knowledge, { name: plan.knowledge.find(item => item.id === id)?.name ?? '' });
    case 'level':
      return t($ => $.places.level);
    case 'variables':
      return t($ => $.places.variables);
    default:
      return t($ => $.places.defaults);
  }
};

const viewOf: Readonly<Record<string, View>> = {
  intent: 'intents',
  knowledge: 'knowledge',
  level: 'levels',
  variables: 'settings',
  defaults: 'settings',
};

/** What must be mended before publishing; each leads to its place. */
export const FaultsList = () => {
  const { t } = useTranslation('studio');
  const words = useFaultWords();
  const store = useDraftStore();
  const tools = useStudio();
  const faults = useDraft(draft => draft.faults);
  const plan = useDraft(draft => draft.plan);
  if (faults.length === 0) return null;
  const jump = ({ where }: PlanFault) => {
    const [kind = '', id = ''] = where.split(':');
    if (kind === 'node') jumpTo(store, tools, id);
    else if (kind === 'flow') tools.onPlace({ view: 'graph', flow: id || null });
    else tools.onPlace({ view: viewOf[kind] ?? 'settings', entry: id || null });
  };
  return (
    <section className="outline-faults">
      <header className="row gap-8">
        <h2 className="fill">{t($ => $.faults.title)}</h2>
        <b>{faults.length}</b>
      </header>
      <ul>
        {faults.slice(0, mostShown).map(fault => {
          const where = placeName(t, plan, fault);
          return (
            <li key={faultKey(fault)}>
              <button
                className="grid choice lit"
                type="button"
                onClick={() => jump(fault)}
                title={t($ => $.faults.jump, { where })}
              >
                <CircleAlert size={14} aria-hidden="true" />
                <strong className="cut">{where}</strong>
                <CornerUpRight size={14} aria-hidden="true" />
                <span className="small">{faultText(words, plan, fault)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {faults.length > mostShown && (
        <p className="hint">{t($ => $.faults.more, { count: faults.length - mostShown })}</p>
      )}
    </section>
  );
};
