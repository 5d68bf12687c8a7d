import type { Flow } from '@lianxian/core';
import { useDraft } from '../draft/draft-store.ts';
import { useStudio } from '../studio-context.ts';

/** The flow on the canvas: the one of the address, else where calls begin, else the first. */
export const useFlow = (): Flow | undefined => {
  const { place } = useStudio();
  return useDraft(
    ({ plan }) =>
      plan.flows.find(({ id }) => id === place.flow) ??
      plan.flows.find(({ id }) => id === plan.rootFlow) ??
      plan.flows[0],
  );
};
