import type { BuiltInMeaning } from '../plan/exit.ts';
import type { CommonDialogue, KnowledgeItem, PlanNode, PlanVariable, Recognised } from '../plan/plan.ts';

/** What a plan is offered whole: the global dialogue, and the yes of whoever says who they are. */
export type PartKind = CommonDialogue | 'isMe';

/** How a part is heard, and what it is called. */
export interface HeardPart {
  /** Of its item or intent, and of the group of the common word library it listens by. */
  readonly name: string;
  /** What the group is for. */
  readonly note: string;
  readonly means?: BuiltInMeaning;
  /** The common meaning it takes by name, whatever it listens by (decision 72 says why so few do). */
  readonly takes?: string;
  /** What a new merchant's group begins with, and what the part listens by where there is no such group. */
  readonly hears: Omit<Recognised, 'groups'>;
}

/**
 * A part that nearly every plan needs (docs/conversation.md#parts), as it is before it is put into one: an item of the
 * knowledge base with the nodes it leads to and the variable they keep an answer in, or an intent. Ids are those of
 * {@link partId}: a part is in a plan once.
 */
export type PlanPart = HeardPart & (ItemPart | { readonly kind: 'isMe'; readonly item?: undefined });

export interface ItemPart {
  readonly kind: CommonDialogue;
  readonly item: Pick<KnowledgeItem, 'answers' | 'next' | 'limit'>;
  /** Where the item leads; none where it says all itself. `at` is from their own corner. */
  readonly nodes: readonly PlanNode[];
  readonly variables: readonly PlanVariable[];
  /** Whoever says it wants a person: where the plan has a node that hands over, it leads there and needs no nodes. */
  readonly handsOver?: true;
}

/** Of its item or intent; its nodes are called so with a dash and their own word behind. */
export const partId = (kind: PartKind): string => `common-${kind}`;
