import { stopsTrials } from '@lianxian/core';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { jsonBytes } from '../../platform/json-bytes.ts';
import { draftOf, type PublishedPlan, toFill, versionColumns } from '../plans/index.ts';
import { recordedFor } from '../voices/index.ts';
import { faultsOnBench, withBorrowed } from './talk-plan.ts';

/**
 * The draft of a plan as something a telephone can be called with: a row of `plan_version` under the negative of its
 * revision, which no list of versions shows. A call needs a plan that is whole; its words are frozen as publishing would.
 */
export const trialPlan = async (
  context: Pick<SignedInContext, 'db' | 'bench' | 'at'>,
  planId: string,
): Promise<PublishedPlan> => {
  const { db, at } = context;
  const draft = await draftOf(db, planId);
  if (draft === undefined) throw refuse('notFound', { what: 'plan' });
  const words = await withBorrowed(db, draft.graph);
  const graph = { ...words, recorded: await recordedFor(db, planId, words) };
  const json = jsonBytes(graph);
  const faults = (await faultsOnBench(context, { json })).filter(stopsTrials);
  if (faults.length > 0) throw refuse('talkFaulty', { count: faults.length });
  const version = -Math.max(1, draft.rev);
  const row = { ...versionColumns(graph, json), publishedAt: at };
  await db
    .insertInto('planVersion', { planId, version, ...row })
    .onConflict(conflict => conflict.columns(['merchantId', 'planId', 'version']).doUpdateSet(row))
    .execute();
  return { id: planId, name: draft.name, version, variables: toFill(graph) };
};
