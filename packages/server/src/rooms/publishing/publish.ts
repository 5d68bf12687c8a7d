import type { InputOf, PlanGates, planEndpoints } from '@lianxian/contract';
import { type Plan, stopsCalls } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { jsonBytes } from '../../platform/json-bytes.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import {
  checkJson,
  type DraftBy,
  draftOf,
  keepDraft,
  lockAt,
  lockPlan,
  restoreDraft,
  saveDraft,
} from '../plans/index.ts';
import { faultsOnBench } from '../talks/index.ts';
import { asFrozen, frozen, gatesOf } from './gates.ts';
import { findVersion, insertVersion, newestOf, notePublished } from './versions.store.ts';

const gone = () => refuse('notFound', { what: 'plan' });
const versionGone = () => refuse('notFound', { what: 'planVersion' });

export const readDraft = async (db: MerchantDb, id: string) => {
  const draft = await draftOf(db, id);
  if (draft === undefined) throw gone();
  return draft;
};

export const readVersion = async (db: MerchantDb, id: string, version: number) => {
  const found = await findVersion(db, id, version);
  if (found === undefined) throw versionGone();
  return found;
};

/** A fault is never overridden: such a plan cannot be called with. The others are, with a reason. */
const passGates = ({ faults, voices, tests }: PlanGates, override: string | undefined): void => {
  if (faults.length > 0) throw refuse('planFaulty', { count: faults.length });
  if (override !== undefined) return;
  if (voices.length > 0) throw refuse('planVoicesMissing', { count: voices.length });
  if (tests.failed.length > 0) throw refuse('planTestsBroken', { count: tests.failed.length });
};

const testCount = ({ passed, failed }: PlanGates['tests']) =>
  passed + failed.length === 0 ? null : { passed, failed: failed.length };

/** What was red and is published all the same; empty when everything was green. */
const overriddenBy = ({ voices, tests }: PlanGates, override: string | undefined): string =>
  voices.length + tests.failed.length > 0 ? (override ?? '') : '';

/** `isNew`: this request made it. */
export interface Published {
  readonly version: number;
  readonly isNew: boolean;
}

/**
 * Publishes the draft at `rev` as the next version. The gates are looked at before the plan is locked; that the draft is
 * still the one they looked at is checked under the lock. Who asks again, by a double click or because the answer was
 * lost, is told the version that is there; a draft whose libraries say something else by now is published anew.
 */
export const publishDraft = async (
  { id, rev, note, override }: InputOf<typeof planEndpoints.publish>,
  context: SignedInContext,
): Promise<Published> => {
  const { db, session, at } = context;
  const draft = await readDraft(db, id);
  if (draft.rev !== rev) {
    const known = await newestOf(db, id, { rev });
    if (known !== null) return { version: known, isNew: false };
    await db.transaction(tx => lockAt(tx, id, rev));
  }
  const plan = await frozen(db, id, draft.graph);
  const known = await newestOf(db, id, { rev, json: plan.json });
  if (known !== null) return { version: known, isNew: false };
  const gates = await gatesOf(context, id, plan);
  passGates(gates, override);
  const overridden = overriddenBy(gates, override);
  return await db.transaction(async tx => {
    await lockAt(tx, id, rev);
    const meanwhile = await newestOf(tx, id, { rev, json: plan.json });
    if (meanwhile !== null) return { version: meanwhile, isNew: false };
    await keepDraft(tx, id);
    const version = await insertVersion(tx, {
      planId: id,
      plan,
      publishedAt: at,
      publishedBy: session.employeeId,
      note,
      overridden,
      tests: testCount(gates.tests),
    });
    await notePublished(tx, id, { version, rev });
    const red = { voices: gates.voices.length, tests: gates.tests.failed.length, reason: overridden };
    const after = { version, note, ...(overridden === '' ? {} : red) };
    const action = overridden === '' ? 'plan.publish' : 'plan.override';
    await recordAudit(tx, { action, target: id, name: draft.name, after }, auditBy(context));
    return { version, isNew: true };
  });
};

/** A graph that is to be a plan's draft and its next version at once. */
interface Changed {
  readonly id: string;
  /** The draft it was made of. */
  readonly rev: number;
  readonly graph: Plan;
  readonly note: string;
  readonly override: string | undefined;
}

/**
 * Publishes what nobody saved yet, through the gates of every publishing: it becomes draft and version in one transaction, or
 * neither. `also` is done in it. A version that says the same word by word is the answer.
 */
export const publishChanged = async (
  { id, rev, graph, note, override }: Changed,
  context: SignedInContext,
  also: (tx: MerchantDb, version: number) => Promise<void> = async () => undefined,
): Promise<Published> => {
  const { db, session, at } = context;
  const kept = await checkJson(context, jsonBytes(graph));
  const plan = await frozen(db, id, graph);
  const known = await newestOf(db, id, { json: plan.json });
  if (known !== null) return { version: known, isNew: false };
  const gates = await gatesOf(context, id, plan);
  passGates(gates, override);
  return await db.transaction(async tx => {
    const saved = await saveDraft(tx, { id, rev, kept }, { employeeId: session.employeeId, at });
    const version = await insertVersion(tx, {
      ...{ planId: id, plan, publishedAt: at, publishedBy: session.employeeId, note },
      ...{ overridden: overriddenBy(gates, override), tests: testCount(gates.tests) },
    });
    await notePublished(tx, id, { version, rev: saved });
    await also(tx, version);
    return { version, isNew: true };
  });
};

/** What a plan that was just made says, published as its first version: it was looked through where it comes from. */
export const insertFirstVersion = async (
  tx: MerchantDb,
  {
    id,
    graph,
    by,
    note,
    rev = 1,
  }: { readonly id: string; readonly graph: Plan; readonly by: DraftBy; readonly note: string; readonly rev?: number },
): Promise<number> => {
  const version = await insertVersion(tx, {
    planId: id,
    plan: await frozen(tx, id, graph),
    publishedAt: by.at,
    publishedBy: by.employeeId,
    note,
    overridden: '',
    tests: null,
  });
  await notePublished(tx, id, { version, rev });
  return version;
};

/** An old version as the draft; who has it open learns that it is another one. */
export const restoreVersion = async (
  { id, version, rev }: InputOf<typeof planEndpoints.restore>,
  { db, session, at }: SignedInContext,
): Promise<number> => {
  const saved = await restoreDraft(db, { id, rev, version }, { employeeId: session.employeeId, at });
  if (saved === null) throw versionGone();
  return saved;
};

/**
 * An old version as the newest, word by word as it was published then. The draft stays as it is. Asked again it answers
 * the version that is there. A rule that came after its publishing does not stop it: it could be called with all along.
 */
export const rollBack = async (
  { id, version, note }: InputOf<typeof planEndpoints.rollBack>,
  context: SignedInContext,
): Promise<Published> => {
  const { db, session, at } = context;
  const old = asFrozen((await readVersion(db, id, version)).graph);
  const faults = (await faultsOnBench(context, { json: old.json })).filter(stopsCalls);
  if (faults.length > 0) throw refuse('planFaulty', { count: faults.length });
  return await db.transaction(async tx => {
    const locked = await lockPlan(tx, id);
    if (locked === null) throw gone();
    const known = await newestOf(tx, id, { json: old.json });
    if (known !== null) return { version: known, isNew: false };
    await keepDraft(tx, id);
    const newest = await insertVersion(tx, {
      planId: id,
      plan: old,
      publishedAt: at,
      publishedBy: session.employeeId,
      note,
      overridden: '',
      tests: null,
    });
    await notePublished(tx, id, { version: newest, rev: null });
    const after = { version: newest, rolledBackTo: version, note };
    await recordAudit(tx, { action: 'plan.rollBack', target: id, name: locked.name, after }, auditBy(context));
    return { version: newest, isNew: true };
  });
};
