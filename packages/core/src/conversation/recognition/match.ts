import type { Understood } from '../events/events.ts';
import type { BuiltInMeaning } from '../plan/exit.ts';
import type { KnowledgeItem, Plan, Recognised } from '../plan/plan.ts';

/** Whose words they are: an intent or an item of the knowledge base. */
export interface Owner {
  readonly kind: 'intent' | 'knowledge';
  readonly id: string;
  readonly priority: number;
  readonly means?: BuiltInMeaning;
  /** Of an item: said with a no before it, it is not said (不是忙, 不用转人工), as of an intent. */
  readonly turnsRound?: true;
}

/** What one says of oneself; a question (为什么没发货), and what is itself a no (没听清), stand with one before them. */
const turnRound: ReadonlySet<KnowledgeItem['common']> = new Set(['busy', 'repeat', 'complaint', 'wantsPerson']);

/** Whose it is (its place among the owners) and what he wrote. */
export type Written<T = string> = readonly [owner: number, what: T];

export const isSame = (a: Owner, b: Owner): boolean => a.kind === b.kind && a.id === b.id;

/** Something of the plan that a sentence says. */
export interface Match {
  readonly entry: Owner;
  readonly by: Extract<Understood['by'], 'words' | 'combined' | 'exact' | 'pattern' | 'like' | 'sound' | 'act'>;
  /** What was heard, with the negation when there was one; of similar sentences the sentence it is like. */
  readonly heard: string;
  /** Characters of the tidied sentence, [start, end). */
  readonly start: number;
  readonly end: number;
  /** The owner's meaning after negation. */
  readonly means?: BuiltInMeaning;
  readonly negated: boolean;
  /** 0…1, of similar sentences and of sound. */
  readonly score?: number;
}

export interface Recognisable {
  readonly owner: Owner;
  /** Of the global dialogue, which is that of every plan. */
  readonly isCommon: boolean;
  readonly name: string;
  readonly recognised: readonly Omit<Recognised, 'groups'>[];
  /** Of an item: what the robot says to it. */
  readonly answer?: string;
}

/** By what every intent and knowledge item of a plan is recognised: its own, and what it borrowed of the common library. */
export const recognisablesOf = (plan: Pick<Plan, 'intents' | 'knowledge' | 'borrowed'>): readonly Recognisable[] => {
  const groups = new Map((plan.borrowed ?? []).map(group => [group.id, group.recognised]));
  const recognised = (own: Recognised) => [
    own,
    ...(own.groups ?? []).flatMap(id => {
      const group = groups.get(id);
      return group ? [group] : [];
    }),
  ];
  return [
    ...plan.intents.map(intent => ({
      owner: {
        kind: 'intent' as const,
        id: intent.id,
        priority: intent.priority,
        ...(intent.means && { means: intent.means }),
      },
      isCommon: false,
      name: intent.name,
      recognised: recognised(intent),
    })),
    ...plan.knowledge.map(item => ({
      owner: {
        kind: 'knowledge' as const,
        id: item.id,
        priority: item.priority,
        ...(turnRound.has(item.common) && { turnsRound: true as const }),
      },
      isCommon: item.common !== undefined,
      name: item.name,
      recognised: recognised(item),
      ...(item.answers[0] !== undefined && { answer: item.answers[0] }),
    })),
  ];
};

/** One kind of what they are recognised by, each with the place of its owner in `all`; never a list of them all. */
export function* writtenOf<T>(
  all: readonly Recognisable[],
  of: (recognised: Omit<Recognised, 'groups'>) => readonly T[] | undefined,
): Generator<Written<T>> {
  for (const [owner, { recognised }] of all.entries())
    for (const one of recognised) for (const what of of(one) ?? []) yield [owner, what];
}
