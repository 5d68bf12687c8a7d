import {
  type InputOf,
  type OutputOf,
  ruleLimits,
  type taskEndpoints,
  type taskRetryEndpoints,
} from '@lianxian/contract';
import type { RetryableState, RetryRule, RetryRules } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { publishedPlan } from '../plans/index.ts';
import { changesOf, versionsPage } from '../rules/index.ts';
import { retryVersionsOf, taskExists } from './tasks.store.ts';

type Typed = InputOf<typeof taskEndpoints.save>['retries'];

interface Kept {
  readonly state: string;
  readonly retries: RetryRules;
}

/** The plan of a rule, as it is published now; of a task that was started as it was when that was set. */
const planOf = async (tx: MerchantDb, id: string, before: RetryRule | undefined): Promise<RetryRule['plan']> => {
  if (before?.plan?.id === id) return before.plan;
  const plan = await publishedPlan(tx, id);
  if (plan === undefined) throw refuse('notFound', { what: 'plan' });
  return { id: plan.id, version: plan.version, name: plan.name };
};

/** What is typed, with the version of each plan. */
export const retriesOf = async (tx: MerchantDb, typed: Typed, existing: Kept | null): Promise<RetryRules> => {
  const kept = existing === null || existing.state === 'draft' ? {} : existing.retries;
  const rules: [string, RetryRule][] = [];
  for (const [state, { times, afterMinutes, at, planId }] of Object.entries(typed)) {
    const plan = planId === undefined ? undefined : await planOf(tx, planId, kept[state as RetryableState]);
    rules.push([state, { times, afterMinutes, ...(at && { at }), ...(plan && { plan }) }]);
  }
  return Object.fromEntries(rules);
};

/** Versions of what a task tries again, newest first. */
export const retryVersions = async (
  { id, after }: InputOf<typeof taskRetryEndpoints.versions>,
  { db, locale }: SignedInContext,
): Promise<OutputOf<typeof taskRetryEndpoints.versions>> => {
  if (!(await taskExists(db, id))) throw refuse('notFound', { what: 'task' });
  const rows = await retryVersionsOf(db, id, { after, limit: ruleLimits.versionsAPage });
  return versionsPage(rows, ({ before, retries }) => changesOf({ retries: before }, { retries }, locale));
};
