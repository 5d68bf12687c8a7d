import type { ProductFault } from '@lianxian/contract';
import { maySell, type Plan, stopsCalls } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { SignedInContext } from '../../platform/http/index.ts';
import { jsonBytes } from '../../platform/json-bytes.ts';
import { licenceOf, planVersion, publishedPlan } from '../plans/index.ts';
import { faultsOnBench, runPlanTests } from '../talks/index.ts';
import { type Found, textFaults } from './lint.policy.ts';
import { foreignVoices, type Product, takenAs } from './products.store.ts';

/** What a version is looked through with; a job has no session. */
export type LintContext = Pick<SignedInContext, 'db' | 'bench'>;

export interface Linted {
  readonly version: number | null;
  /** Null: no version was published. */
  readonly graph: Plan | null;
  readonly json: Uint8Array;
  readonly faults: readonly Found[];
  readonly passed: number;
}

const MOST_TOLD = 20;
const plain = (fault: ProductFault, detail = ''): Found => ({ fault, where: '', detail });

/** May it be sold at all? */
const ownFaults = async (db: MerchantDb, planId: string): Promise<readonly Found[]> => {
  if (await takenAs(db, planId)) return [plain('notOwn')];
  const licence = await licenceOf(db, planId);
  return licence !== undefined && !maySell(licence) ? [plain('licenceForbids')] : [];
};

const voiceFaults = async (db: MerchantDb, { recorded = {} }: Plan): Promise<readonly Found[]> => {
  const foreign = await foreignVoices(db, Object.values(recorded).flat(), MOST_TOLD);
  return foreign.map(text => ({ fault: 'foreignVoice', where: text, detail: '' }));
};

/** What keeps the newest version of a product's plan from the shelf. */
export const lint = async (
  context: LintContext,
  product: Pick<Product, 'planId' | 'title' | 'description' | 'access'>,
): Promise<Linted> => {
  const { db } = context;
  const { planId } = product;
  const own = await ownFaults(db, planId);
  const newest = await publishedPlan(db, planId);
  const row = newest && newest.version > 0 ? await planVersion(db, planId, newest.version) : undefined;
  if (newest === undefined || row === undefined)
    return { version: null, graph: null, json: new Uint8Array(), faults: [...own, plain('noVersion')], passed: 0 };
  const graph: Plan = row.graph;
  const json = jsonBytes(graph);
  const faulty = (await faultsOnBench(context, { json })).filter(stopsCalls);
  const tests =
    faulty.length > 0 ? { passed: 0, failed: [] } : await runPlanTests({ db, bench: context.bench }, planId, { json });
  const faults = [
    ...own,
    ...(faulty.length > 0 ? [plain('faulty', String(faulty.length))] : []),
    ...(faulty.length === 0 && tests.passed + tests.failed.length === 0 ? [plain('noTests')] : []),
    ...tests.failed.slice(0, MOST_TOLD).map(({ name }) => ({ fault: 'testsBroken', where: name, detail: '' }) as const),
    ...textFaults(graph, product),
    ...(await voiceFaults(db, graph)),
  ];
  return { version: newest.version, graph, json, faults, passed: tests.passed };
};
