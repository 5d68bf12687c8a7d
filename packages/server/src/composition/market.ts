import { openBench } from '../platform/bench.ts';
import { benchFor } from '../platform/http/index.ts';
import { type PlatformPlan, provisionMarket } from '../rooms/plan-products/index.ts';
import type { ProcessContext } from './process-context.ts';

/** A release brings a dozen plans at once: their bench has a share that no merchant has. */
const PROVISION_MS = 600_000;

/** The platform's own plans come to the market beside the work of the process, which waits for none of it. */
export const openMarket = (
  { database: { db }, secrets, log }: ProcessContext,
  plans: readonly PlatformPlan[],
): { readonly close: () => Promise<void> } => {
  const bench = openBench({ threads: 1, limits: { minuteMs: PROVISION_MS } });
  const failed = (slug: string, error: unknown) =>
    log.warn({ err: error, slug }, 'a plan was not brought to the market');
  const parts = { db, secrets, benchOf: (merchantId: string) => benchFor(bench, merchantId) };
  const ending = new AbortController();
  const done = provisionMarket(parts, plans, { failed, signal: ending.signal })
    .catch(error => failed('', error))
    .finally(bench.close);
  return {
    close: () => {
      ending.abort();
      return done;
    },
  };
};
