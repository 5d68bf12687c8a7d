/**
 * What a turn is understood as and how a node is left: ids, never words (decision 39). An id lives as long as what it names,
 * an intent keeps its through every renaming; words are made of it where somebody reads it (`exitWord` of the contract).
 *
 * Ours stand alone (`yes`), a merchant's own behind their kind (`intent:later`): no name of theirs is ever taken for one of ours.
 */

/** What the words of an intent may mean in every plan. */
export const builtInMeanings = ['yes', 'no', 'refuse'] as const;
export type BuiltInMeaning = (typeof builtInMeanings)[number];

/** What a router may be on, beside an intent. */
export const routerMeanings = [...builtInMeanings, 'other', 'silence', 'notUnderstood', 'collected'] as const;

/** By what a call may end, and so leave the node it stands at, wherever that is. */
export const endings = [
  'calleeHungUp',
  'robotHungUp',
  'userHungUp',
  'platformHungUp',
  'tooLong',
  'tooManyTurns',
  /** In a circle at which nobody is heard. */
  'circling',
  'silence',
  'notUnderstood',
  /** Whoever was called asked not to be called again. */
  'noMoreCalls',
] as const;

export const builtInExits = [
  ...new Set([
    ...routerMeanings,
    ...endings,
    /** An answer that lies outside of what its node takes: never a way out. */
    'outside' as const,
    // A condition; a text message; a webhook and a free talk; a transfer.
    ...(['holds', 'otherwise', 'sent', 'notSent', 'done', 'failed', 'notReached', 'transferred'] as const),
    // An item of the knowledge base.
    ...(['repeated', 'askedAgain', 'resumed', 'wentElsewhere', 'saidGoodbye'] as const),
  ]),
] as const;
export type BuiltInExit = (typeof builtInExits)[number];

/** `exit`: of a free talk. `word`: what an earlier release wrote, where nobody can tell any more what it named. */
const ownKinds = ['intent', 'knowledge', 'key', 'exit', 'flow', 'word'] as const;
type OwnKind = (typeof ownKinds)[number];

export type Exit = BuiltInExit | `${OwnKind}:${string}`;

const builtIns: ReadonlySet<string> = new Set(builtInExits);
const kinds: ReadonlySet<string> = new Set(ownKinds);

export const isBuiltInExit = (exit: string): exit is BuiltInExit => builtIns.has(exit);

/** What an id names, when it is not one of ours; null: it names nothing. */
export const ownOf = (exit: string): { readonly kind: OwnKind; readonly id: string } | null => {
  const colon = exit.indexOf(':');
  const kind = exit.slice(0, Math.max(0, colon));
  return kinds.has(kind) ? { kind: kind as OwnKind, id: exit.slice(colon + 1) } : null;
};

export const isExit = (exit: string): exit is Exit => isBuiltInExit(exit) || ownOf(exit) !== null;
