import { Trash2 } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, Skeleton } from '../../ui/panels.tsx';
import { Canvas } from './canvas/canvas.tsx';
import { useAddNode } from './canvas/use-add-node.ts';
import { useNodeActs } from './canvas/use-node-acts.ts';
import { useDraft } from './draft/draft-store.ts';
import { Editable } from './frame/editable.tsx';
import { slot } from './frame/slot.ts';
import { useStudio } from './frame/studio-context.ts';
import { useOfFlow } from './frame/use-flow.ts';
import { Outline } from './outline/outline.tsx';
import { useStudioKeys } from './use-studio-keys.ts';
import './graph-view.css';

const TalkPanel = slot(() => import('./talk/talk-panel.tsx').then(file => file.TalkPanel), 'talk');
const HeatPanel = slot(() => import('./heat/heat-panel.tsx').then(file => file.HeatPanel), 'learning');
/** On the canvas in heat mode: range, version, what the tints mean. It sets `heat` of the draft. */
const HeatLegend = slot(() => import('./heat/heat-legend.tsx').then(file => file.HeatLegend), 'learning');
const NotUnderstood = slot(() => import('./learning/not-understood.tsx').then(file => file.NotUnderstood), 'learning');
const FaultsList = slot(() => import('./outline/faults-list.tsx').then(file => file.FaultsList), 'faults');
const Inspector = slot(() => import('./inspector/inspector.tsx').then(file => file.Inspector), 'inspector', 'faults');

/** The marked node's form; what to do while none, or several, are marked. */
const Marked = () => {
  const { t } = useTranslation('studio');
  const selected = useDraft(draft => draft.selected);
  const marked = useDraft(draft => draft.selection.length);
  const mayEdit = useDraft(draft => draft.mayEdit);
  const { remove } = useNodeActs();
  if (selected !== null)
    return (
      <Suspense fallback={<Skeleton rows={6} />}>
        <Editable>
          <Inspector />
        </Editable>
      </Suspense>
    );
  return (
    <section className="studio-none-marked grid gap-6">
      <h2>{marked > 1 ? t($ => $.marked.many, { count: marked }) : t($ => $.marked.none)}</h2>
      {marked > 1 && mayEdit ? (
        <button type="button" className="button" onClick={() => remove()}>
          <Trash2 size={14} aria-hidden="true" /> {t($ => $.marked.remove)}
        </button>
      ) : (
        mayEdit && <p>{t($ => $.marked.hint)}</p>
      )}
    </section>
  );
};

/** The graph with its outline left and what belongs to the marked node right (pictures 06 and 06b). */
export const GraphView = () => {
  const { t } = useTranslation('studio');
  const { heat } = useStudio().place;
  const planId = useDraft(draft => draft.planId);
  const selected = useDraft(draft => draft.selected);
  const flowId = useOfFlow(flow => flow?.id);
  const isEmpty = useOfFlow(flow => flow?.nodes.length === 0);
  const mayEdit = useDraft(draft => draft.mayEdit);
  const add = useAddNode();
  useStudioKeys();
  return (
    <div className="graph-view grid">
      <aside className="studio-left stack" aria-label={t($ => $.outline.title)}>
        <Outline />
        {heat ? (
          <Suspense fallback={<Skeleton rows={4} height={24} />}>
            <NotUnderstood planId={planId} />
          </Suspense>
        ) : (
          <Suspense>
            <FaultsList />
          </Suspense>
        )}
      </aside>
      <div className="studio-middle">
        {flowId !== undefined && !isEmpty && <Canvas key={flowId} />}
        {isEmpty && (
          <Empty title={t($ => $.flows.empty)} hint={t($ => $.flows.emptyHint)}>
            {mayEdit && (
              <button type="button" className="button is-first" onClick={() => add('speak')}>
                {t($ => $.kinds.speak.name)}
              </button>
            )}
          </Empty>
        )}
        {heat && (
          <Suspense>
            <HeatLegend planId={planId} />
          </Suspense>
        )}
      </div>
      <aside className="studio-right stack" aria-label={t($ => $.canvas.beside)}>
        {heat ? (
          <Suspense fallback={<Skeleton rows={6} />}>
            <HeatPanel planId={planId} node={selected} />
          </Suspense>
        ) : (
          <>
            <div className="studio-marked">
              <Marked />
            </div>
            <div className="studio-talk stack">
              <Suspense fallback={<Skeleton rows={4} />}>
                <TalkPanel planId={planId} />
              </Suspense>
            </div>
          </>
        )}
      </aside>
    </div>
  );
};
