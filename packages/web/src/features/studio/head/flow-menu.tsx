import { ListTree } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../../ui/confirm.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { addFlow, changeFlow, removeFlow } from '../graph/edits.ts';
import { freshId } from '../graph/node-kinds.ts';
import { useFlow } from '../graph/use-flow.ts';
import { useStudio } from '../studio-context.ts';

interface NameDialogProps {
  readonly title: string;
  readonly first: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}
/** Longest name the wire takes. */
const nameChars = 100;

const NameDialog = ({ title, first, onName, onClose }: NameDialogProps) => {
  const { t } = useTranslation('studio');
  const id = useId();
  const [name, setName] = useState(first);
  return (
    <Modal title={title} closeLabel={t($ => $.flows.cancel)} className="is-small" onClose={onClose}>
      <form
        className="name-form"
        onSubmit={event => {
          event.preventDefault();
          if (name.trim() === '') return;
          onName(name.trim());
          onClose();
        }}
      >
        <FormField id={id} label={t($ => $.flows.name)}>
          <input
            id={id}
            className="field"
            value={name}
            maxLength={nameChars}
            onChange={event => setName(event.target.value)}
          />
        </FormField>
        <footer>
          <button type="button" className="button" onClick={onClose}>
            {t($ => $.flows.cancel)}
          </button>
          <button type="submit" className="button is-first" disabled={name.trim() === ''}>
            {t($ => $.flows.ok)}
          </button>
        </footer>
      </form>
    </Modal>
  );
};

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
      {asked === 'add' && (
        <NameDialog
          title={t($ => $.flows.add)}
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
    </>
  );
};
