import type { CalleeBecause } from './types.ts';

/**
 * The words of what people have to do (docs/tasks.md#to-dos), the house's one list. One kind so far: to call somebody back.
 * They are stored: a key never changes its meaning.
 */
export const todoKinds = ['callBack'] as const;
export type TodoKind = (typeof todoKinds)[number];

/** `promised`: a machine does it when it is due. */
export const todoStates = ['promised', 'open', 'done'] as const;
export type TodoState = (typeof todoStates)[number];

/** Why no machine does it: what was clear when it was made, or came between; beside these what its number was settled for. */
export type TodoBecause = 'wantsPerson' | 'noTask' | 'taskOver' | 'taskPaused' | 'tooFar' | CalleeBecause;
