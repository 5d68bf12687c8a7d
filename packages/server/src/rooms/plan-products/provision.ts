import { hash } from 'node:crypto';
import type { MarketTrade } from '@lianxian/contract';
import type { GuideQuestion, Plan } from '@lianxian/core';
import type { TestConversation } from '@lianxian/core/simulation';
import { inTransaction, lockTaking, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { SignedInContext } from '../../platform/http/index.ts';
import { jsonBytes } from '../../platform/json-bytes.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { insertDraft, keptOf, lockPlan, saveDraft } from '../plans/index.ts';
import { insertFirstVersion } from '../publishing/index.ts';
import { insertGuide } from '../research/index.ts';
import { deleteTests, insertTests } from '../talks/index.ts';
import { lint } from './lint.ts';
import { allowThinking, platformMerchants } from './people.store.ts';
import { findProduct, insertProduct, productBySlug, updateProduct } from './products.store.ts';
import { putOnShelf } from './review.ts';
import { aboutOf, madeVersion } from './submit.ts';
import { keepVersion, latestMark, setVersionState } from './versions.store.ts';

/** A plan that the platform gives away, as a release brings it. */
export interface PlatformPlan {
  /** Its name for ever. */
  readonly slug: string;
  readonly title: string;
  readonly trade: MarketTrade;
  readonly says: string;
  readonly note: string;
  readonly plan: Plan;
  readonly guide: readonly GuideQuestion[];
  readonly tests: readonly { readonly name: string; readonly test: TestConversation }[];
}

interface ProvisionParts {
  readonly db: UnscopedDb;
  readonly secrets: Secrets;
  /** The bench of whichever merchant. */
  readonly benchOf: (merchantId: string) => SignedInContext['bench'];
}

/** What a release says of a plan: another one where anything of it is another. */
const markOf = (plan: PlatformPlan): string => hash('sha256', JSON.stringify(plan), 'hex').slice(0, 12);

/** Its plan and product; a product that is there has its plan's draft replaced. Null: this release's is there already. */
const writePlan = async (tx: MerchantDb, given: PlatformPlan, mark: string): Promise<string | null> => {
  const by = { employeeId: null, at: new Date() };
  const kept = keptOf({ ...given.plan, name: given.title });
  const about = { title: given.title, trade: given.trade, description: given.says };
  const terms = { priceKind: 'free', price: '0', access: 'open' } as const;
  const known = await productBySlug(tx, given.slug);
  if (known === undefined) {
    const planId = await insertDraft(tx, kept, by);
    await insertGuide(tx, planId, given.guide);
    await insertTests(tx, planId, given.tests, by);
    await insertFirstVersion(tx, { id: planId, graph: { ...given.plan, name: given.title }, by, note: given.note });
    return insertProduct(tx, { planId, ...about, ...terms, slug: given.slug });
  }
  // What the platform took down stays down, whatever a release brings.
  if (known.state === 'withdrawn' || known.state === 'takenDown') return null;
  if ((await latestMark(tx, known.id)) === mark) return null;
  const locked = await lockPlan(tx, known.planId);
  if (locked === null) return null;
  const rev = await saveDraft(tx, { id: known.planId, rev: locked.rev, kept }, by);
  await deleteTests(tx, known.planId);
  await insertTests(tx, known.planId, given.tests, by);
  const graph = { ...given.plan, name: given.title };
  await insertFirstVersion(tx, { id: known.planId, graph, by, note: given.note, rev });
  await updateProduct(tx, known.id, about);
  return known.id;
};

/** Each as its own: of two that start at once one writes, and what is killed begins again. */
const provisionOne = async (
  { db, secrets, benchOf }: ProvisionParts,
  merchantId: string,
  given: PlatformPlan,
): Promise<void> => {
  const mark = markOf(given);
  await inTransaction(db, async tx => {
    await allowThinking(tx);
    await lockTaking(tx, merchantId);
    const own = merchantDb(tx, merchantId);
    const id = await writePlan(own, given, mark);
    const product = id === null ? undefined : await findProduct(own, id);
    if (product === undefined) return;
    const context = { db: own, bench: benchOf(merchantId) };
    const linted = await lint(context, product);
    const { version, faults } = linted;
    if (version === null || faults.length > 0)
      throw new Error(`${given.slug} cannot be given away: ${jsonBytes(faults).toString()}`);
    const made = await madeVersion(context, secrets, product, { ...linted, version });
    const at = new Date();
    await keepVersion(own, {
      ...aboutOf(product),
      ...made,
      productId: product.id,
      version,
      note: given.note,
      mark,
      at,
      by: null,
    });
    await setVersionState(own, { productId: product.id, version }, 'shelved', at);
    await putOnShelf(tx, own, { id: product.id, title: product.title, access: product.access, version }, at);
  });
};

/** The platform's own free plans, by the release that runs; where there is no platform yet, at the next start. */
export const provisionMarket = async (
  parts: ProvisionParts,
  plans: readonly PlatformPlan[],
  { failed, signal }: { readonly failed: (slug: string, error: unknown) => void; readonly signal?: AbortSignal },
): Promise<void> => {
  const [merchantId] = await platformMerchants(parts.db);
  if (merchantId === undefined) return;
  for (const plan of plans) {
    if (signal?.aborted) return;
    await provisionOne(parts, merchantId, plan).catch(error => failed(plan.slug, error));
  }
};
