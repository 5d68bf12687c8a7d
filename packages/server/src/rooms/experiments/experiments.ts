import {
  type experimentEndpoints,
  type InputOf,
  joined,
  type Language,
  type OutputOf,
  variantText,
} from '@lianxian/contract';
import { type ComparedVoice, houseVoice } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { type AuditEntry, auditBy, recordAudit } from '../audit/index.ts';
import { planVersion, publishedPlan } from '../plans/index.ts';
import { voicesHeld, voicesNow } from '../speech/index.ts';
import { lockTask, noteAction, taskExists } from '../tasks/index.ts';
import { dropExperiment } from '../variants/index.ts';
import { synthesisedOf } from '../voices/index.ts';
import {
  findExperiment,
  hasCalled,
  putExperiment,
  takeVariant,
  type VariantRow,
  variantsOf,
} from './experiments.store.ts';
import { experimentView } from './experiments.view.ts';

/**
 * Two or three plans on one list, each number dealt to one of them for good (docs/tasks.md#two-plans-compared). They are set
 * before the first call, ended by a person alone: then the task goes on as one with that plan.
 */
type Wish = InputOf<typeof experimentEndpoints.save>;
type Task = NonNullable<Awaited<ReturnType<typeof lockTask>>>;

export const readExperiment = async (
  taskId: string,
  { db }: SignedInContext,
): Promise<OutputOf<typeof experimentEndpoints.read>> => {
  if (!(await taskExists(db, taskId))) throw refuse('notFound', { what: 'task' });
  const found = await findExperiment(db, taskId);
  if (found === undefined) return { experiment: null };
  const [variants, called, voices] = [await variantsOf(db, taskId), await hasCalled(db, taskId), await voicesNow(db)];
  return { experiment: experimentView(found, { variants, voices }, !called) };
};

/** The voices there are, and how much of these plans each would be heard in. */
export const voicesFor = async (
  planIds: readonly string[],
  { db }: SignedInContext,
): Promise<OutputOf<typeof experimentEndpoints.voices>> => {
  const [voices, plans] = [await voicesNow(db), await Promise.all(planIds.map(id => publishedPlan(db, id)))];
  const found = plans.filter(plan => plan !== undefined);
  return {
    voices: voices.map(({ id: service, name, speaker }) => ({ service, name, speaker })),
    plans: await Promise.all(found.map(async plan => ({ planId: plan.id, ...(await heardIn(db, plan)) }))),
  };
};

const lockUncalled = async (tx: MerchantDb, id: string): Promise<Task> => {
  const task = await lockTask(tx, id);
  if (task === undefined || task.isTemplate) throw refuse('notFound', { what: 'task' });
  if (await hasCalled(tx, id)) throw refuse('experimentOpened');
  return task;
};

interface SpokenPlan {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

/** How much of a plan another voice would be heard in. */
const heardIn = async (db: MerchantDb, { id, version }: SpokenPlan) => {
  const found = await planVersion(db, id, version);
  if (found === undefined) throw refuse('notFound', { what: 'plan' });
  return synthesisedOf(found.graph);
};

/** The voice of a variant, by the name it has now. */
const voiceFor = async (
  tx: MerchantDb,
  plan: SpokenPlan,
  wished: Wish['variants'][number]['synthesis'],
): Promise<ComparedVoice | null> => {
  if (wished === undefined) return null;
  const named = (await voicesHeld(tx)).find(({ id }) => id === wished.service)?.name;
  const name = wished.service === houseVoice ? '' : named;
  if (name === undefined) throw refuse('notFound', { what: 'service' });
  if ((await heardIn(tx, plan)).synthesised === 0) throw refuse('experimentRecorded', { plan: plan.name });
  return { ...wished, name };
};

/** What a plan asks for must be filled when numbers are imported, which asks for what the task's own plan needs. */
const plansFor = async (tx: MerchantDb, task: Task, { variants }: Wish, language: Language) => {
  const ids = variants.map(({ planId }) => planId);
  const each = variants.map(({ planId, synthesis }) => JSON.stringify([planId, synthesis ?? null]));
  if (ids[0] !== task.planId || new Set(each).size < each.length) throw refuse('experimentPlans');
  if (variants.reduce((sum, { share }) => sum + share, 0) !== 100) throw refuse('experimentShares');
  const plans = await Promise.all(ids.map(id => publishedPlan(tx, id)));
  const asked = new Set(plans[0]?.variables.map(({ name }) => name));
  const checked = plans.map(plan => {
    if (plan === undefined) throw refuse('notFound', { what: 'plan' });
    const more = plan.variables.filter(({ name }) => !asked.has(name));
    if (more.length > 0)
      throw refuse('experimentAsks', {
        plan: plan.name,
        names: joined(
          more.map(({ label }) => label),
          'listed',
          language,
        ),
      });
    return plan;
  });
  return Promise.all(
    checked.map(async (plan, nth) => ({
      planId: plan.id,
      planVersion: plan.version,
      planName: plan.name,
      share: variants[nth]!.share,
      synthesis: await voiceFor(tx, plan, variants[nth]!.synthesis),
    })),
  );
};

interface Change extends Pick<AuditEntry, 'action' | 'after'> {
  readonly before: readonly VariantRow[];
}
const namesOf = (
  variants: readonly Pick<VariantRow, 'planName' | 'synthesis' | 'share'>[],
  language: Language,
): readonly string[] => variants.map(variant => `${variantText(variant, language)} ${variant.share}%`);

const noteChange = async (
  tx: MerchantDb,
  task: Task,
  { action, before, after }: Change,
  context: SignedInContext,
): Promise<void> => {
  const was = before.length === 0 ? undefined : { plans: namesOf(before, context.locale) };
  const entry = { action, target: task.id, name: task.name, before: was, after };
  await recordAudit(tx, entry, auditBy(context));
};

export const saveExperiment = (wish: Wish, context: SignedInContext): Promise<void> =>
  context.db.transaction(async tx => {
    const task = await lockUncalled(tx, wish.taskId);
    const variants = await plansFor(tx, task, wish, context.locale);
    const before = await variantsOf(tx, task.id);
    await dropExperiment(tx, task.id);
    await putExperiment(tx, task.id, { goal: wish.goal, variants });
    await noteAction(tx, { task: task.id, kind: 'changed', employeeId: context.session.employeeId });
    const after = { plans: namesOf(variants, context.locale) };
    await noteChange(tx, task, { action: 'experiment.save', before, after }, context);
  });

export const removeExperiment = (taskId: string, context: SignedInContext): Promise<void> =>
  context.db.transaction(async tx => {
    const task = await lockUncalled(tx, taskId);
    const before = await variantsOf(tx, taskId);
    if (before.length === 0) return;
    await dropExperiment(tx, taskId);
    await noteAction(tx, { task: taskId, kind: 'changed', employeeId: context.session.employeeId });
    await noteChange(tx, task, { action: 'experiment.remove', before, after: undefined }, context);
  });

/** A tick of the runner holds the task's row as well: it places its calls before this, or after it. */
export const endExperiment = (
  { taskId, variant }: InputOf<typeof experimentEndpoints.end>,
  context: SignedInContext,
): Promise<void> =>
  context.db.transaction(async tx => {
    const task = await lockTask(tx, taskId);
    if (task === undefined) throw refuse('notFound', { what: 'task' });
    const [found, variants] = [await findExperiment(tx, taskId), await variantsOf(tx, taskId)];
    if (found?.taken === variant) return;
    const chosen = variants[variant];
    if (found === undefined || found.endedAt !== null || chosen === undefined || task.state === 'draft')
      throw refuse('experimentNone');
    await takeVariant(tx, taskId, chosen);
    const name = variantText(chosen, context.locale);
    const { employeeId } = context.session;
    await noteAction(tx, { task: taskId, kind: 'variantTaken', detail: { name }, employeeId });
    await noteChange(tx, task, { action: 'experiment.end', before: variants, after: { plan: name } }, context);
  });
