import { createHash } from 'node:crypto';
import type { CompiledPlan, Plan } from '@lianxian/core';
import { compileDraft } from '@lianxian/core/simulation';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import { syllablesOf } from '../../platform/words/syllables.ts';
import { borrowedFor } from '../keywords/index.ts';
import { draftOf, planVersion } from '../plans/index.ts';
import { withBaseWords } from '../voices/index.ts';

/** A plan ready to be talked to. */
export interface TalkPlan {
  readonly compiled: CompiledPlan;
  /** Of the draft; 0 for a version. */
  readonly rev: number;
}

/** Compiled plans that are kept, of all merchants; some 2 MB each at the most. */
const KEPT = 40;

export interface TalkPlans {
  /** The draft as it was saved last, or a published version. Refuses what is not there and what is too broken to talk. */
  readonly open: (db: MerchantDb, planId: string, version?: number) => Promise<TalkPlan>;
}

/**
 * Compiled plans of test talks, newest first, by plan and revision: a talk is run anew with every move, and compiling
 * costs more than the talk. A draft whose words changed in the common library is another one.
 */
export const openTalkPlans = (): TalkPlans => {
  const kept = new Map<string, CompiledPlan>();
  const compiledOf = (key: string, plan: Plan): CompiledPlan => {
    const known = kept.get(key);
    const compiled = known ?? compiledDraft(plan);
    kept.delete(key);
    kept.set(key, compiled);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? '');
    return compiled;
  };
  return {
    open: async (db, planId, version) => {
      const { graph, rev } = await graphOf(db, planId, version);
      const plan = version === undefined ? await withBorrowed(db, graph) : graph;
      const what = version === undefined ? `draft ${rev} ${digestOf(plan)}` : `version ${version}`;
      const key = `${db.merchantId} ${planId} ${what}`;
      return { compiled: compiledOf(key, plan), rev };
    },
  };
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

/** A draft that is not whole is talked to as far as it goes. */
export const compiledDraft = (plan: Plan): CompiledPlan => {
  const draft = compileDraft(plan, syllablesOf);
  if (!draft.ok) throw refuse('talkFaulty', { count: draft.faults.length });
  return draft.compiled;
};
