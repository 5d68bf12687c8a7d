import type { InputOf, marketEndpoints, OutputOf } from '@lianxian/contract';
import { type Plan, stopsCalls } from '@lianxian/core';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { jsonBytes, ofJsonBytes } from '../../platform/json-bytes.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { type UnpackedPlan, unpackPlan } from '../packages/index.ts';
import { checkJson, lockAt, saveDraft, tellPublished } from '../plans/index.ts';
import { insertFirstVersion, readDraft } from '../publishing/index.ts';
import {
  deleteTests,
  faultsOnBench,
  importTests,
  type PortableTest,
  runPlanTests,
  runTests,
  testNames,
  withBorrowed,
} from '../talks/index.ts';
import { importVoices } from '../voices/index.ts';
import { changesOf, joinedBy, joinedClosed, type ThreePlans } from './joining.policy.ts';
import { packageOf, shelvedVersions } from './shelf.store.ts';
import { findTakenPlan, setTakenVersion, type TakenRow } from './taken.store.ts';

interface UpgradeParts {
  readonly unscopedDb: UnscopedDb;
  readonly files: FileStore;
  readonly push: PushSender;
}

const gone = () => refuse('notFound', { what: 'plan' });

/** A plan that was taken, of which something newer is on the shelf. */
const newer = async (context: SignedInContext, planId: string): Promise<TakenRow> => {
  const row = await findTakenPlan(context.db, planId);
  if (row === undefined) throw gone();
  if (row.isDown || row.newest <= row.version) throw refuse('productNothingNewer');
  return row;
};

const unpacked = async (
  context: SignedInContext,
  { sellerId, productId: id, access }: TakenRow,
  version: number,
  unscopedDb: UnscopedDb,
): Promise<UnpackedPlan> => {
  const bytes = await packageOf(unscopedDb, { sellerId, id, version });
  if (bytes === undefined) throw refuse('notFound', { what: 'planVersion' });
  return unpackPlan(context, bytes, { closed: access === 'closed' });
};

interface Reading extends ThreePlans {
  readonly rev: number;
  readonly came: UnpackedPlan;
}

/** By one name: what a plan is called is its holder's. */
const read = async (context: SignedInContext, row: TakenRow, unscopedDb: UnscopedDb): Promise<Reading> => {
  const draft = await readDraft(context.db, row.planId);
  const was = await unpacked(context, row, row.version, unscopedDb);
  const came = await unpacked(context, row, row.newest, unscopedDb);
  const { name } = draft;
  const plan = ({ kept }: UnpackedPlan): Plan => ({ ...ofJsonBytes<Plan>(kept.json), name });
  return { base: plan(was), mine: draft.graph, theirs: plan(came), rev: draft.rev, came };
};

export const changes = async (
  { planId }: InputOf<typeof marketEndpoints.changes>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof marketEndpoints.changes>> => {
  const row = await newer(context, planId);
  const three = await read(context, row, unscopedDb);
  const all = await shelvedVersions(unscopedDb, { sellerId: row.sellerId, id: row.productId, version: row.newest });
  const { changed, changedCount, kept, meetings } = changesOf(three, row.access === 'closed');
  return {
    from: row.version,
    to: row.newest,
    notes: all
      .filter(({ version }) => version > row.version && version <= row.newest)
      .map(({ version, note, reviewedAt }) => ({ version, note, publishedAt: reviewedAt?.toISOString() ?? '' })),
    ...{ changed: [...changed], changedCount, kept: [...kept], meetings: [...meetings] },
  };
};

type Upgraded = OutputOf<typeof marketEndpoints.upgrade>;

/** Of a closed plan all, in place of those that were: names that numbers stand for are others by now. Else those it has not. */
const testsToCome = async (
  own: MerchantDb,
  { access, planId }: Pick<TakenRow, 'access' | 'planId'>,
  came: readonly PortableTest[],
): Promise<readonly PortableTest[]> => {
  if (access === 'closed') return came;
  const known = new Set(await testNames(own, planId));
  return came.filter(({ name }) => !known.has(name));
};

/** What was joined becomes draft and newest version together; running tasks keep theirs. */
const publish = async (
  context: SignedInContext,
  { unscopedDb, files, push }: UpgradeParts,
  { row, reading, joined }: { readonly row: TakenRow; readonly reading: Reading; readonly joined: Plan },
): Promise<number> => {
  const { db, session, at } = context;
  const { planId } = row;
  const { came, rev } = reading;
  const kept = await checkJson(context, jsonBytes(joined));
  const by = { employeeId: session.employeeId, at };
  const bytes = came.voices.reduce((sum, { audio }) => sum + audio.length, kept.json.length);
  const version = await files.spaceFor(db, bytes, () =>
    inTransaction(unscopedDb, async tx => {
      const own = merchantDb(tx, db.merchantId);
      await lockAt(own, planId, rev);
      const now = await findTakenPlan(own, planId);
      if (now?.version !== row.version) throw refuse('productReviewed');
      await importVoices(own, planId, came.voices, by);
      if (row.access === 'closed') await deleteTests(own, planId);
      await importTests(own, planId, await testsToCome(own, row, came.tests), by);
      const saved = await saveDraft(own, { id: planId, rev, kept }, by);
      const note = `${row.title} v${row.newest}`;
      const made = await insertFirstVersion(own, { id: planId, graph: joined, by, note, rev: saved });
      await setTakenVersion(own, row.productId, row.newest);
      const entry = { action: 'market.upgrade', target: row.productId, name: row.title } as const;
      const facts = { before: { version: row.version }, after: { version: row.newest } };
      await recordAudit(own, { ...entry, ...facts }, auditBy(context));
      return made;
    }),
  );
  tellPublished(push, db.merchantId, { id: planId, version });
  return version;
};

/** Joins both, runs the test conversations of who has it on what came of it, and publishes when they pass, or all the same. */
export const upgrade = async (
  { planId, to, choices, despite }: InputOf<typeof marketEndpoints.upgrade>,
  context: SignedInContext,
  parts: UpgradeParts,
): Promise<Upgraded> => {
  const row = await newer(context, planId);
  if (to !== row.newest) throw refuse('productReviewed');
  const reading = await read(context, row, parts.unscopedDb);
  const { joined, open } = row.access === 'closed' ? joinedClosed(reading) : joinedBy(reading, choices);
  if (open.length > 0) throw refuse('productChoose', { count: open.length });
  const json = jsonBytes(await withBorrowed(context.db, joined));
  const faults = (await faultsOnBench(context, { json })).filter(stopsCalls);
  if (faults.length > 0) throw refuse('planFaulty', { count: faults.length });
  const { passed, failed } = await (row.access === 'closed'
    ? runTests(context, planId, { json }, reading.came.tests)
    : runPlanTests(context, planId, { json }));
  const tests = { passed, failed: failed.map(({ name }) => ({ name })) };
  if (failed.length > 0 && !despite) return { version: null, tests };
  return { version: await publish(context, parts, { row, reading, joined }), tests };
};
