import { type InputOf, type OutputOf, talkEndpoints } from '@lianxian/contract';
import { expectationsOf, replay } from '@lianxian/core/simulation';
import type { MerchantDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse } from '../../platform/http/index.ts';
import { syllablesOf } from '../../platform/words/syllables.ts';
import { runTalk, type TalkWorld } from './run.ts';
import { talkView } from './shown.ts';
import type { TalkPlans } from './talk-plan.ts';

/** Test talks: nothing is kept between two of them. */
export const bindRuns = (
  front: Front,
  { plans, world }: { readonly plans: TalkPlans; readonly world: TalkWorld },
): void => {
  bind(front, talkEndpoints.run, async (input, { db }) => {
    const plan = await plans.open(db, input.planId, input.version);
    return talkView(plan, await runTalk(plan, input, { world, merchantId: db.merchantId }));
  });
  bind(front, talkEndpoints.draftTest, (input, { db }) => draftTest(plans, db, input));
};

const draftTest = async (
  plans: TalkPlans,
  db: MerchantDb,
  { planId, version, moves, variables, minuteOfDay }: InputOf<typeof talkEndpoints.draftTest>,
): Promise<OutputOf<typeof talkEndpoints.draftTest>> => {
  const { compiled } = await plans.open(db, planId, version);
  const run = replay({ plan: compiled, moves, variables, minuteOfDay, syllables: syllablesOf });
  if (run.done === 0) throw refuse('callNotTalked');
  const { path, answers, level, tags, endedBy } = expectationsOf(run);
  return {
    test: {
      variables,
      minuteOfDay,
      moves: moves.slice(0, run.done),
      world: 'fails',
      expects: {
        ...(path && { path: [...path] }),
        ...(answers && { answers }),
        ...(level && { level }),
        ...(tags && { tags: [...tags] }),
        ...(endedBy && { endedBy }),
      },
    },
  };
};
