import type { Flow, Plan } from '@lianxian/core';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { useStudio } from './studio-context.ts';
import type { Place } from './views.ts';

/** The flow on the canvas: the one of the address, else where calls begin, else the first. */
const flowAt = (plan: Plan, place: Place): Flow | undefined =>
  plan.flows.find(({ id }) => id === place.flow) ?? plan.flows.find(({ id }) => id === plan.rootFlow) ?? plan.flows[0];

export const useFlow = (): Flow | undefined => {
  const { place } = useStudio();
  return useDraft(({ plan }) => flowAt(plan, place));
};

/** What one needs of the flow on the canvas: renders again when that has changed, not with every key in a sentence. */
export const useOfFlow = <T>(select: (flow: Flow | undefined) => T): T => {
  const { place } = useStudio();
  return useDraft(({ plan }) => select(flowAt(plan, place)));
};

/** The flow as it is when something is done to it. */
export const useFlowNow = (): (() => Flow | undefined) => {
  const store = useDraftStore();
  const { place } = useStudio();
  return () => flowAt(store.getState().plan, place);
};
