import { openBench } from '../platform/bench.ts';
import { benchFor, type Front } from '../platform/http/index.ts';
import { bindMarket } from '../rooms/market/index.ts';
import { bindPlanProducts, type PlatformPlan, provisionMarket } from '../rooms/plan-products/index.ts';
import type { SentenceSpeaker } from '../rooms/voices/index.ts';
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
  const done = provisionMarket(parts, plans, failed)
    .catch(error => failed('', error))
    .finally(bench.close);
  return { close: () => done };
};

/** Selling, and the shelf. */
export const bindMarketRooms = (
  front: Front,
  {
    database: { db: unscopedDb },
    secrets,
    files,
    push,
    speaker,
  }: ProcessContext & { readonly speaker: SentenceSpeaker },
  producerOf: (merchantId: string) => Promise<string>,
): void => {
  bindPlanProducts(front, { unscopedDb, secrets });
  bindMarket(front, { unscopedDb, files, push, speaker, producerOf });
};
