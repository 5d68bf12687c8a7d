import type { DraftStore } from '../draft/draft-store.ts';
import { firstLook, type LookStore, put } from '../frame/studio-context.ts';
import { moveNodes } from '../graph/edits.ts';

/** Lays a flow out anew, as one step that can be taken back; the layout's code comes when it is first asked for. */
export const layOut = async (store: DraftStore, flowId: string, label: string, look: LookStore): Promise<void> => {
  const { spotsOf } = await import('../graph/layout.ts');
  store.getState().change(plan => {
    const flow = plan.flows.find(({ id }) => id === flowId);
    return flow ? moveNodes(plan, spotsOf(flow)) : plan;
  }, label);
  put(look, flowId, firstLook(store.getState().plan, flowId, look.getState()));
};
