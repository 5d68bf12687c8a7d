import { ListTree } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { useStudio } from '../frame/studio-context.ts';
import { useFlow } from '../frame/use-flow.ts';
import { addFlow, changeFlow, removeFlow } from '../graph/edits.ts';
import { freshId } from '../graph/node-kinds.ts';

const NameDialog = lazy(() => import('../frame/name-dialog.tsx').then(file => ({ default: file.NameDialog })));
const Confirm = lazy(() => import('../../../ui/confirm.tsx').then(file => ({ default: file.Confirm })));

/** What can be done with flows: one more, and name, beginning and end of the one on the canvas. */
export const FlowMenu = () => {
  const { t } = useTranslation('studio');
  const { place, onPlace } = useStudio();
  const { change } = useDraftStore().getState();
  const plan = useDraft(draft => draft.plan);
  const flow = useFlow();
  const [asked, setAsked] = useState<'add' | 'rename' | 'remove' | null>(null);
  const label = t($ => $.steps.flow);
  const close = () => setAsked(null);
  const here = place.view === 'graph' ? flow : undefined;
  const naming = { label: t($ => $.flows.name), way: 'flows.name' };
  return (
    <>
      <MenuButton
        className="icon-button"
        label={<ListTree size={15} aria-hidden="true" />}
        name={t($ => $.flows.menu)}
        title={t($ => $.flows.menu)}
        parts={[
          { key: 'add', entries: [{ key: 'add', label: t($ => $.flows.add), onChoose: () => setAsked('add') }] },
          {
            key: 'here',
            entries: here
              ? [
                  {
                    key: 'rename',
                    label: t($ => $.flows.rename, { name: here.name }),
                    onChoose: () => setAsked('rename'),
                  },
                  {
                    key: 'root',
                    label: t($ => $.flows.makeRoot, { name: here.name }),
                    disabled: here.id === plan.rootFlow,
                    onChoose: () => change(now => ({ ...now, rootFlow: here.id }), label),
                  },
                  {
                    key: 'remove',
                    label: t($ => $.flows.remove, { name: here.name }),
                    danger: true,
                    disabled: plan.flows.length < 2,
                    onChoose: () => setAsked('remove'),
                  },
                ]
              : [],
          },
        ]}
      />
      <Suspense>
        {asked === 'add' && (
          <NameDialog
            title={t($ => $.flows.add)}
            {...naming}
            first={t($ => $.flows.fresh, { number: plan.flows.length + 1 })}
            onName={name => {
              const id = freshId('f');
              change(now => addFlow(now, id, name), label);
              onPlace({ view: 'graph', flow: id });
            }}
            onClose={close}
          />
        )}
        {asked === 'rename' && here && (
          <NameDialog
            title={t($ => $.flows.rename, { name: here.name })}
            {...naming}
            first={here.name}
            onName={name => change(now => changeFlow(now, here.id, { name }), label)}
            onClose={close}
          />
        )}
        {asked === 'remove' && here && (
          <Confirm
            title={t($ => $.flows.remove, { name: here.name })}
            text={t($ => $.flows.removeText, { count: here.nodes.length })}
            okText={t($ => $.flows.delete)}
            cancelText={t($ => $.flows.cancel)}
            onCancel={close}
            onOk={() => {
              close();
              change(now => removeFlow(now, here.id), label);
              onPlace({ flow: null });
            }}
          />
        )}
      </Suspense>
    </>
  );
};
