import { type InputOf, type OutputOf, talkEndpoints } from '@lianxian/contract';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { runTalk, type TalkWorld } from './run.ts';
import { openPlan, workOnBench } from './talk-plan.ts';

/** Test talks: nothing is kept between two of them. */
export const bindRuns = (front: Front, world: TalkWorld): void => {
  bind(front, talkEndpoints.run, async (input, context) => {
    const plan = await openPlan(context.db, input.planId, input.version);
    const { variables, minuteOfDay, world: answers, real } = input;
    const wish = { variables, minuteOfDay, world: answers, real };
    const step = (moves: Parameters<Parameters<typeof runTalk>[0]>[0]) =>
      workOnBench<'talk'>(context, plan, { does: 'talk', wish, moves });
    return await runTalk(step, input, { world, merchantId: context.db.merchantId });
  });
  bind(front, talkEndpoints.draftTest, draftTest);
};

const draftTest = async (
  { planId, version, moves, variables, minuteOfDay }: InputOf<typeof talkEndpoints.draftTest>,
  context: SignedInContext,
): Promise<OutputOf<typeof talkEndpoints.draftTest>> => {
  const plan = await openPlan(context.db, planId, version);
  const test = await workOnBench<'test'>(context, plan, { does: 'test', wish: { moves, variables, minuteOfDay } });
  if (test === null) throw refuse('callNotTalked');
  return { test };
};
