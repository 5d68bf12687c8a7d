import type { BuiltInMeaning, Interruption, LevelCondition, Plan } from '@lianxian/core';
import { exitsOf } from './exits.ts';

/** What a level rule that counts answers looks for. */
const countedMeaning: Partial<Record<LevelCondition['fact'], BuiltInMeaning>> = {
  positives: 'yes',
  negatives: 'no',
  refusals: 'refuse',
};
/** Ways by which those who mean it go where no branch names their intent: a refusal takes that of a no as well. */
const waysOf: Readonly<Record<BuiltInMeaning, readonly string[]>> = {
  yes: ['yes'],
  no: ['no'],
  refuse: ['refuse', 'no'],
};

/** In how many nodes, answers and level rules each intent acts: where it is named, and where what it means is. */
export const intentUses = (plan: Plan): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>();
  const count = (ids: readonly string[]) => {
    for (const id of new Set(ids)) uses.set(id, (uses.get(id) ?? 0) + 1);
  };
  const leavingBy = (exits: readonly string[]) =>
    plan.intents.flatMap(({ id, means }) =>
      exits.includes(`intent:${id}`) || (means && waysOf[means].some(way => exits.includes(way))) ? id : [],
    );
  const stopping = (part: object & { readonly interruption?: Interruption }) =>
    part.interruption?.when === 'onIntents' ? part.interruption.intents : [];
  for (const node of plan.flows.flatMap(flow => flow.nodes))
    count([...leavingBy(exitsOf(node).map(({ exit }) => exit)), ...stopping(node)]);
  for (const item of plan.knowledge) count(stopping(item));
  for (const { when } of plan.levelRules)
    count(
      when.flatMap(condition => {
        if (condition.fact === 'metIntent') return condition.intent;
        if (condition.fact === 'leftNode') return leavingBy([condition.by]);
        const meaning = countedMeaning[condition.fact];
        return plan.intents.flatMap(({ id, means }) => (means && means === meaning ? id : []));
      }),
    );
  return uses;
};
