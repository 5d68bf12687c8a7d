import type { Plan } from '../../plan/plan.ts';
import { type Owner, recognisablesOf } from '../match.ts';
import { claimantsOf, takersOf } from './takers.ts';
import type { Topic } from './topic.ts';
import { builtInTopics } from './topics.ts';

/** What a plan hears beside its own sentences, as its operator is told. */
interface TakenTopic {
  readonly owner: Pick<Owner, 'kind' | 'id'>;
  /** What operators call it most. */
  readonly name: string;
  /** So many sentences the library has of it … */
  readonly sentences: number;
  /** … and some of them, unlike each other. */
  readonly some: readonly string[];
}

const SOME = 8;

/** The topics of the built-in intents that intents and items of a plan take, in the library's order. */
export const topicsTaken = (plan: Pick<Plan, 'intents' | 'knowledge' | 'borrowed'>): readonly TakenTopic[] => {
  const takers = takersOf(claimantsOf(recognisablesOf(plan)));
  return builtInTopics.flatMap((topic, at) => {
    const owner = takers[at];
    return owner ? [toldOf(topic, owner)] : [];
  });
};

/** Neighbours in the library resemble each other: some from all over it. */
const toldOf = ({ names, sentences }: Topic, { kind, id }: Owner): TakenTopic => {
  const stride = Math.max(1, Math.floor(sentences.length / SOME));
  const some = sentences.filter((_, at) => at % stride === 0).slice(0, SOME);
  return { owner: { kind, id }, name: names[0] ?? '', sentences: sentences.length, some };
};
