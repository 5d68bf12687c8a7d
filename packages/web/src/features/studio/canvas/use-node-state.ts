import type { DraftState } from '../draft/draft-store.ts';
import { useDraft } from '../draft/draft-store.ts';
import { nodeOf } from '../graph/edits.ts';
import { exitsOf } from '../graph/exits.ts';

/** What the first fault of a node is; a word, so that nothing renders again for faults elsewhere. */
export const useNodeFault = (id: string): DraftState['faults'][number]['fault'] | undefined =>
  useDraft(draft => draft.faults.find(({ where }) => where === `node:${id}`)?.fault);

/** Slots of a node the talk has left by, joined: `routers.0 routers.2`. */
export const walkedSlots = (draft: DraftState, id: string): string => {
  const { trail, plan } = draft;
  if (!trail) return '';
  const slots = new Set<string>();
  const node = nodeOf(plan, id);
  if (!node) return '';
  trail.steps.forEach((step, at) => {
    if (step.node !== id) return;
    const next = trail.steps[at + 1]?.node;
    const exits = exitsOf(node).filter(exit => next !== undefined && exit.to === next);
    const exit = exits.find(({ exit: id }) => id === step.by) ?? exits[0];
    if (exit) slots.add(exit.slot);
  });
  return [...slots].join(' ');
};

export const useWalkedSlots = (id: string): ReadonlySet<string> => {
  const slots = useDraft(draft => walkedSlots(draft, id));
  return new Set(slots.split(' '));
};

interface Figures {
  readonly calls: number;
  readonly lost: number;
}

/** Shares at which a head is tinted a step stronger (tokens, Parts, Node). */
const dropSteps = [0.1, 0.25, 0.5] as const;

/** How much is lost at a node, in steps 0 to 3. */
export const dropOf = (figures: Figures | undefined): number =>
  figures && figures.calls > 0 ? dropSteps.filter(step => figures.lost / figures.calls >= step).length : 0;

export const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`;
