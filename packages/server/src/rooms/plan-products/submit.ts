import { randomUUID } from 'node:crypto';
import type { ShownOfVersion } from '@lianxian/contract';
import { type FileLicence, planSentences, sentenceRead } from '@lianxian/core';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { type PackedPlan, packPlan } from '../packages/index.ts';
import { exportTests, workOnBench } from '../talks/index.ts';
import { type LintContext, type Linted, lint } from './lint.ts';
import {
  type AboutProduct,
  findProduct,
  lockProduct,
  merchantNamed,
  type Product,
  updateProduct,
} from './products.store.ts';
import { openingOf, saidLines, shownOf } from './shown.policy.ts';
import { tellWaits } from './tell.ts';
import { keepVersion, latestVersionOf, type NewVersion, withdrawWaiting } from './versions.store.ts';

export interface SellingParts {
  readonly unscopedDb: UnscopedDb;
  readonly secrets: Secrets;
}

/** More sentences nobody reads before a plan goes to the shelf. */
const MOST_SAID = 2_000;
/** A sample is the longest of the talks that fit it. */
const SAMPLE_MOVES = 20;

/** What whoever takes it may do: what was free may be passed on, what was paid for may not (docs/market.md#terms). */
export const licenceFor = ({ priceKind }: Pick<AboutProduct, 'priceKind'>): FileLicence =>
  priceKind === 'free' ? 'share' : 'own';

/** One of its test conversations as it goes with this version, as strangers see it. */
const sampleOf = async (context: LintContext, planId: string, json: Uint8Array): Promise<ShownOfVersion['sample']> => {
  const tests = await exportTests(context.db, planId);
  const [longest] = tests
    .filter(({ test }) => test.moves.length <= SAMPLE_MOVES)
    .toSorted((one, other) => other.test.moves.length - one.test.moves.length);
  if (longest === undefined) return [];
  const { moves, variables, minuteOfDay, date, world } = longest.test;
  const of = { key: `${context.db.merchantId} ${planId} sample ${randomUUID()}`, plan: { json }, rev: 0 };
  const wish = { variables, minuteOfDay, date, world, real: false };
  const { view } = await workOnBench<'talk'>(context, { ...of, read: async () => of }, { does: 'talk', wish, moves });
  return saidLines(view.lines);
};

/** All that a version is handed in with; heavy, and before the transaction that keeps it. */
export const madeVersion = async (
  context: LintContext,
  secrets: Secrets,
  product: Product,
  linted: Linted & { readonly version: number },
): Promise<Pick<NewVersion, 'package' | 'signedBy' | 'json' | 'nodes' | 'passed' | 'opening' | 'said' | 'shown'>> => {
  const { planId, title, trade, description } = product;
  const { version, json, passed } = linted;
  const graph = linted.graph!;
  const about = { title, trade, description, notes: [] };
  const wish = { planId, version, licence: licenceFor(product), about, showsPhones: false };
  const packed: PackedPlan = await packPlan({ db: context.db, secrets }, wish);
  return {
    package: packed.bytes,
    signedBy: packed.signedBy,
    json,
    nodes: graph.flows.reduce((sum, { nodes }) => sum + nodes.length, 0),
    passed,
    opening: openingOf(graph),
    said: [...new Set(planSentences(graph).map(text => sentenceRead(text, graph.variables)))].slice(0, MOST_SAID),
    shown: shownOf(graph, await sampleOf(context, planId, json)),
  };
};

const isSame = (one: AboutProduct, other: AboutProduct): boolean =>
  one.title === other.title &&
  one.trade === other.trade &&
  one.description === other.description &&
  one.priceKind === other.priceKind &&
  one.price === other.price &&
  one.access === other.access;

export const aboutOf = ({ title, trade, description, priceKind, price, access }: AboutProduct): AboutProduct => ({
  ...{ title, trade, description },
  ...{ priceKind, price, access },
});

/** Hands the newest version in; one that stands or waits as it is by now is refused. */
export const submit = async (
  { id, note }: { readonly id: string; readonly note: string },
  context: SignedInContext,
  { unscopedDb, secrets }: SellingParts,
): Promise<number> => {
  const { db, session, at } = context;
  const product = await findProduct(db, id);
  if (product === undefined) throw refuse('notFound', { what: 'product' });
  const linted = await lint(context, product);
  const { version, faults } = linted;
  if (faults.length > 0 || version === null) throw refuse('productFaults', { count: faults.length });
  const last = await latestVersionOf(db, id);
  const isOpen =
    last !== undefined && (last.state === 'waiting' || last.state === 'shelved') && product.state !== 'takenDown';
  if (isOpen && product.state !== 'withdrawn' && last.version === version && isSame(last, product))
    throw refuse('productSame', { version });
  const made = await madeVersion(context, secrets, product, { ...linted, version });
  const { name: who } = await merchantNamed(unscopedDb, db.merchantId);
  await inTransaction(unscopedDb, async tx => {
    const own = merchantDb(tx, db.merchantId);
    if ((await lockProduct(own, id)) === null) throw refuse('notFound', { what: 'product' });
    const handedIn = { ...aboutOf(product), ...made, productId: id, version, note, at, by: session.employeeId };
    // One waits at a time: an older one would be reviewed after it, and take its place on the shelf.
    await withdrawWaiting(own, id, at);
    await keepVersion(own, handedIn);
    await updateProduct(own, id, { state: 'waiting', reason: '' });
    const entry = { action: 'product.submit', target: id, name: product.title, after: { version, note } } as const;
    await recordAudit(own, entry, auditBy(context));
    await tellWaits(tx, { productId: id, title: product.title }, { who, version });
  });
  return version;
};
