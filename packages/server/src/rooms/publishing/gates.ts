import type { PlanGates } from '@lianxian/contract';
import { type Plan, peopleFaults, withPeople } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { SignedInContext } from '../../platform/http/index.ts';
import { jsonBytes } from '../../platform/json-bytes.ts';
import { borrowedFor } from '../keywords/index.ts';
import { type BenchOf, faultsOnBench, runPlanTests } from '../talks/index.ts';
import { recordedFor, voiceGaps, withBaseWords } from '../voices/index.ts';
import { peopleOf } from './people.store.ts';

const groupsOf = ({ intents, knowledge }: Plan): readonly string[] =>
  [...intents, ...knowledge].flatMap(({ groups }) => groups ?? []);

/** To somebody of the merchant. */
export const handsOver = ({ flows }: Plan): boolean =>
  flows.some(({ nodes }) => nodes.some(node => node.kind === 'transfer' && node.to.type !== 'outside'));

/** A plan as a version keeps it; its JSON is made once. */
export interface Frozen {
  readonly graph: Plan;
  readonly json: Uint8Array;
}

export const asFrozen = (graph: Plan): Frozen => ({ graph, json: jsonBytes(graph) });

/**
 * A draft with what its version must not lose when libraries change: words of the groups it uses, what base voices say in
 * its place, its recordings, and whom it hands over to by id.
 */
export const frozen = async (db: MerchantDb, planId: string, draft: Plan): Promise<Frozen> => {
  const meant = handsOver(draft) ? withPeople(draft, await peopleOf(db)) : draft;
  const graph = await withBaseWords(db, meant);
  const [borrowed, recorded] = await Promise.all([borrowedFor(db, groupsOf(graph)), recordedFor(db, planId, graph)]);
  return asFrozen({
    ...graph,
    ...(borrowed.length === 0 ? {} : { borrowed }),
    ...(Object.keys(recorded).length === 0 ? {} : { recorded }),
  });
};

/**
 * What stands between a frozen graph and its publishing: faults, sentences without a voice, test conversations that
 * break. Tests are run when nothing is faulty: what a faulty plan says means nothing.
 */
export const gatesOf = async (
  context: BenchOf & Pick<SignedInContext, 'db'>,
  planId: string,
  { graph, json }: Frozen,
): Promise<PlanGates> => {
  const { db } = context;
  const people = handsOver(graph) ? peopleFaults(graph, await peopleOf(db)) : [];
  const faults = [...(await faultsOnBench(context, { json })), ...people];
  const [gaps, { passed, failed }] = await Promise.all([
    voiceGaps(db, planId, graph),
    faults.length > 0 ? { passed: 0, failed: [] } : runPlanTests(context, planId, { json }),
  ]);
  return {
    faults,
    voices: gaps.map(({ place, text, state }) => ({ where: place, text, state })),
    tests: { passed, failed: failed.map(({ id, name, broken }) => ({ id, name, broken: [...broken] })) },
  };
};
