import { type InputOf, type OutputOf, talkEndpoints } from '@lianxian/contract';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { runTalk, type TalkWorld } from './run.ts';
import { coverageView } from './shown.ts';
import { openPlan, workOnBench } from './talk-plan.ts';

/** Test talks: nothing is kept between two of them. */
export const bindRuns = (front: Front, world: TalkWorld): void => {
  bind(front, talkEndpoints.run, async (input, context) => {
    const plan = await openPlan(context.db, input.planId, input.version);
    const { variables, minuteOfDay, date, world: answers, real } = input;
    const wish = { variables, minuteOfDay, date, world: answers, real };
    const step = (moves: Parameters<Parameters<typeof runTalk>[0]>[0]) =>
      workOnBench<'talk'>(context, plan, { does: 'talk', wish, moves });
    return await runTalk(step, input, { world, merchantId: context.db.merchantId });
  });
  bind(front, talkEndpoints.draftTest, draftTest);
  bind(front, talkEndpoints.town, town);
};

const draftTest = async (
  { planId, version, moves, variables, minuteOfDay, date }: InputOf<typeof talkEndpoints.draftTest>,
  context: SignedInContext,
): Promise<OutputOf<typeof talkEndpoints.draftTest>> => {
  const plan = await openPlan(context.db, planId, version);
  const test = await workOnBench<'test'>(context, plan, {
    does: 'test',
    wish: { moves, variables, minuteOfDay, date },
  });
  if (test === null) throw refuse('callNotTalked');
  return { test };
};

const town = async (
  { planId, version, each, seed }: InputOf<typeof talkEndpoints.town>,
  context: SignedInContext,
): Promise<OutputOf<typeof talkEndpoints.town>> => {
  const plan = await openPlan(context.db, planId, version);
  const begun = performance.now();
  const run = await workOnBench<'town'>(context, plan, { does: 'town', each, seed });
  return {
    rev: plan.rev,
    tookMs: Math.round(performance.now() - begun),
    goal: run.goal,
    tempers: run.tempers.map(({ temper, talks, reached }) => ({ temper, talks, reached })),
    hearing: run.hearing,
    cells: [...run.cells],
    worst: [...run.worst],
    coverage: coverageView(run.coverage),
  };
};
