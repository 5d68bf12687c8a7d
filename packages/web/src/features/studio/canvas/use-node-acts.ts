import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toast.ts';
import { useDraftStore } from '../draft/draft-store.ts';
import { useFlowNow } from '../frame/use-flow.ts';
import { clipIn, copyText, pasted } from '../graph/clipboard.ts';
import { addNodes, copiesOf, removeNodes } from '../graph/edits.ts';

/** A copy stands a little aside of its model. */
const asidePx = { x: 40, y: 40 };

/** What one does to the marked nodes, by key and by button; each is one step that can be taken back. */
export const useNodeActs = () => {
  const { t } = useTranslation('studio');
  const store = useDraftStore();
  const flowNow = useFlowNow();
  const marked = () => store.getState().selection;
  const mayEdit = () => store.getState().mayEdit;
  const remove = (label = t($ => $.steps.remove)) => {
    const ids = marked();
    if (ids.length > 0) store.getState().change(plan => removeNodes(plan, ids), label);
  };
  /** Puts the marked nodes on the clipboard of a copy or cut; false when none is marked. */
  const copyInto = (clipboard: DataTransfer | null, cut: boolean): boolean => {
    const ids = marked();
    if (ids.length === 0 || !clipboard) return false;
    clipboard.setData('text/plain', copyText(store.getState().plan, ids));
    toast.info(t($ => $.clipboard.copied, { count: ids.length }));
    if (cut && mayEdit()) remove(t($ => $.steps.cut));
    return true;
  };
  /** Answers whether the text held nodes. */
  const paste = (text: string): boolean => {
    const clip = clipIn(text);
    const flow = flowNow();
    if (!clip || !flow || !mayEdit()) return false;
    let ids: readonly string[] = [];
    const { change, selectAll } = store.getState();
    change(
      plan => {
        const next = pasted(plan, flow.id, clip);
        ({ ids } = next);
        return next.plan;
      },
      t($ => $.steps.paste),
    );
    selectAll(ids);
    return true;
  };
  const duplicate = () => {
    const ids = new Set(marked());
    const flow = flowNow();
    if (ids.size === 0 || !flow || !mayEdit()) return;
    const copies = copiesOf(
      flow.nodes.filter(({ id }) => ids.has(id)),
      asidePx,
    );
    const { change, selectAll } = store.getState();
    change(
      plan => addNodes(plan, flow.id, copies),
      t($ => $.steps.duplicate),
    );
    selectAll(copies.map(({ id }) => id));
  };
  const all = () => {
    const flow = flowNow();
    if (flow) store.getState().selectAll(flow.nodes.map(({ id }) => id));
  };
  return { remove, copyInto, paste, duplicate, all };
};
