import { type PlanTemplate, planEndpoints } from '@lianxian/contract';
import { type Plan, planParts, type WordGroups } from '@lianxian/core';
import { planExists } from '../../platform/db/index.ts';
import { bind, type Front, type PlanAsked, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import type { SpaceFor } from '../../platform/space.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { groupsNamed } from '../keywords/index.ts';
import { keepRemoved, type Restored } from '../removals/index.ts';
import { type DraftBy, draftBytes, draftOf, lockPlan, rememberSave, renameDraft, saveDraft } from './drafts.store.ts';
import { keptOf } from './graph-check.ts';
import { usersOf } from './mine.store.ts';
import { withGraph } from './packed.ts';
import { nameOfPerson } from './people.store.ts';
import { tellDraftSaved, tellHere, tellPlansChanged } from './plans.push.ts';
import { countAllPlans, insertDraft, isCallOfClosed, isClosedPlan, markRemoved, planGoes } from './plans.store.ts';

/** A merchant's plans; more are nobody's to look through. */
const MOST_PLANS = 500;

const byOf = ({ session, at }: SignedInContext): DraftBy => ({ employeeId: session.employeeId, at });
const gone = () => refuse('notFound', { what: 'plan' });

/** Refuses one more plan than a merchant may have. */
export const roomForPlan = async ({ db }: SignedInContext): Promise<void> => {
  if ((await countAllPlans(db)) >= MOST_PLANS) throw refuse('plansFull', { limit: MOST_PLANS });
};

/** The one place that keeps the graph of a closed plan (decision 131): every endpoint that opens one passes here. @throws planClosed */
export const refuseClosed = async ({ db }: Pick<SignedInContext, 'db'>, { plan, call }: PlanAsked): Promise<void> => {
  const isClosed =
    (plan !== null && (await isClosedPlan(db, plan))) || (call !== null && (await isCallOfClosed(db, call)));
  if (isClosed) throw refuse('planClosed');
};

/** A plan that is back counts as one, and stands in the lists again. */
export const planRestored = (push: PushSender): Restored => ({
  after: async ({ own }) => {
    if ((await countAllPlans(own)) > MOST_PLANS) throw refuse('plansFull', { limit: MOST_PLANS });
    return () => tellPlansChanged(push, own.merchantId);
  },
});

/** After the commit: whoever has it open learns of the draft that this request saved. */
export const tellSaved = async (
  push: PushSender,
  { db, session, at }: SignedInContext,
  { id, rev }: { readonly id: string; readonly rev: number },
): Promise<void> => {
  const who = await nameOfPerson(db, session.employeeId);
  tellDraftSaved(push, db.merchantId, { id, rev, at, employeeId: session.employeeId, who });
};

/** Unless something goes by it; what takes it back. Under the plan's lock: its draft is kept as it goes, and it goes once. */
const removePlan = (id: string, context: SignedInContext): Promise<string> =>
  context.db.transaction(async tx => {
    const plan = await lockPlan(tx, id);
    if (plan === null) throw gone();
    const { name } = plan;
    const { task, line } = await usersOf(tx, id);
    if (task !== null) throw refuse('planInTask', { task });
    if (line !== null) throw refuse('planOnLine', { line });
    const undo = await keepRemoved(tx, { kind: 'plan', target: id, name }, { goes: planGoes(tx, id), at: context.at });
    await markRemoved(tx, id, context.at);
    await recordAudit(tx, { action: 'plan.remove', target: id, name }, auditBy(context));
    return undo;
  });

/** A new plan's first draft, which listens by these groups of its merchant. */
export type PlanFrom = (template: PlanTemplate, name: string, groups: WordGroups) => Plan;

/** Drafts: made, read, saved, named, removed, and who has them open. */
export const bindDrafts = (
  front: Front,
  push: PushSender,
  { planFrom, spaceFor }: { readonly planFrom: PlanFrom; readonly spaceFor: SpaceFor },
): void => {
  bind(front, planEndpoints.draft, async ({ id }, { db }) => {
    const draft = await draftOf(db, id);
    if (draft === undefined) throw gone();
    return { ...draft, savedAt: draft.savedAt.toISOString() };
  });

  bind(front, planEndpoints.saveDraft, async ({ id, rev, graph }, context) => {
    const saved = await withGraph(context, graph, async kept => {
      // It takes the place of the one before: only what it is longer by is new.
      const grows = Math.max(0, kept.json.length - (await draftBytes(context.db, id)));
      const save = () => saveDraft(context.db, { id, rev, kept }, byOf(context));
      const committed = await (grows === 0 ? save() : spaceFor(context.db, grows, save));
      rememberSave(context.db, id, { rev: committed, at: context.at }, kept.json);
      return committed;
    });
    await tellSaved(push, context, { id, rev: saved });
    return { rev: saved, savedAt: context.at.toISOString() };
  });

  bind(front, planEndpoints.create, async ({ name, template }, context) => {
    await roomForPlan(context);
    const groups = await groupsNamed(
      context.db,
      planParts.map(part => part.name),
    );
    const kept = keptOf(planFrom(template, name, groups));
    const id = await spaceFor(context.db, kept.json.length, () => insertDraft(context.db, kept, byOf(context)));
    tellPlansChanged(push, context.db.merchantId);
    return { id };
  });

  bind(front, planEndpoints.rename, async ({ id, name }, context) => {
    const rev = await renameDraft(context.db, id, name, byOf(context));
    await tellSaved(push, context, { id, rev });
    return { rev };
  });

  bind(front, planEndpoints.remove, async ({ id }, context) => {
    const undo = await removePlan(id, context);
    tellPlansChanged(push, context.db.merchantId);
    return { undo };
  });

  bind(front, planEndpoints.here, async ({ id, page, gone: left }, { db, session }) => {
    if (!(await planExists(db, id))) throw gone();
    const who = await nameOfPerson(db, session.employeeId);
    tellHere(push, db.merchantId, { id, page, gone: left, employeeId: session.employeeId, who });
    return {};
  });
};
