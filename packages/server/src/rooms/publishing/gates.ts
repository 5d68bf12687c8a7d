import type { PlanGates } from '@lianxian/contract';
import { faultsOf, type Plan } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';

/** What stands between a graph and its publishing: faults, sentences without a voice, test conversations that break. */
export const gatesOf = async (_db: MerchantDb, _planId: string, graph: Plan): Promise<PlanGates> => ({
  faults: [...faultsOf(graph)],
  voices: [],
  tests: { passed: 0, failed: [] },
});

/** A draft with what its version must not lose when libraries change: words of the groups it uses, its recordings. */
export const frozen = async (_db: MerchantDb, _planId: string, graph: Plan): Promise<Plan> => graph;
