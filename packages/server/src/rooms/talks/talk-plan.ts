import { createHash } from 'node:crypto';
import type { Plan, PlanFault } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { borrowedFor } from '../keywords/index.ts';
import { draftOf, planVersion } from '../plans/index.ts';
import { withBaseWords } from '../voices/index.ts';
import type { TalkAnswer, TalkAnswers, TalkWork } from './work.thread.ts';

/** A plan that is to be talked to: its key is another where anything of it is. */
export interface OpenPlan {
  readonly key: string;
  readonly plan: Plan;
  readonly rev: number;
}

/**
 * The draft as it was saved last, or a published version; refuses what is not there. A draft whose words changed in the
 * common library is another one.
 */
export const openPlan = async (db: MerchantDb, planId: string, version?: number): Promise<OpenPlan> => {
  const { graph, rev } = await graphOf(db, planId, version);
  const plan = version === undefined ? await withBorrowed(db, graph) : graph;
  const what = version === undefined ? `draft ${rev} ${digestOf(plan)}` : `version ${version}`;
  return { key: `${db.merchantId} ${planId} ${what}`, plan, rev };
};

const digestOf = ({ borrowed = [], base = {} }: Plan): string =>
  createHash('sha256')
    .update(JSON.stringify([borrowed, base]))
    .digest('base64');

const graphOf = async (db: MerchantDb, planId: string, version: number | undefined) => {
  if (version === undefined) {
    const draft = await draftOf(db, planId);
    if (draft === undefined) throw refuse('notFound', { what: '话术' });
    return { graph: draft.graph, rev: draft.rev };
  }
  const published = await planVersion(db, planId, version);
  if (published === undefined) throw refuse('notFound', { what: '话术版本' });
  return { graph: published.graph, rev: 0 };
};

/** The words of groups a draft uses, and of base voices, as they are now: what publishing would freeze. */
export const withBorrowed = async (db: MerchantDb, plan: Plan): Promise<Plan> => {
  const groups = [...plan.intents, ...plan.knowledge].flatMap(({ groups = [] }) => groups);
  const graph = await withBaseWords(db, plan);
  return groups.length === 0 ? graph : { ...graph, borrowed: await borrowedFor(db, groups) };
};

/** Who asks; his merchant's share of the bench is taken. */
export type BenchOf = Pick<SignedInContext, 'bench'>;

const program = new URL('./work.thread.ts', import.meta.url);

/** All faults of a plan, told in a thread: a large one takes a second. */
export const faultsOnBench = async ({ bench }: BenchOf, plan: Plan): Promise<readonly PlanFault[]> => {
  const told = await bench<TalkAnswer<'faults'>>(program, { does: 'faults', plan } satisfies TalkWork);
  return told.is === 'done' ? told.answer : [];
};

type WithPlan = Exclude<TalkWork, { does: 'faults' }>;
type Without<T> = T extends WithPlan ? Omit<T, 'of'> : never;

/**
 * Has work done with a plan, in a thread that may have it ready already; only one that has not is sent the plan. Refuses a
 * draft that is too broken to talk.
 */
export const workOnBench = async <Does extends WithPlan['does']>(
  { bench }: BenchOf,
  { key, plan, rev }: OpenPlan,
  work: Without<Extract<WithPlan, { does: Does }>>,
): Promise<TalkAnswers[Does]> => {
  const ask = (of: object) => bench<TalkAnswer<Does>>(program, { ...work, of });
  const first = await ask({ key, rev });
  const told = first.is === 'unknownPlan' ? await ask({ key, rev, plan }) : first;
  if (told.is === 'done') return told.answer;
  throw refuse('talkFaulty', { count: told.is === 'faulty' ? told.count : 0 });
};
