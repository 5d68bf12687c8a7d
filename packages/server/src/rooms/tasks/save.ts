import { capsOf, type InputOf, type taskEndpoints, type taskMoneyEndpoints, wireCaps } from '@lianxian/contract';
import { type Caps, hoursBound, isWithinBound, lanesOfLines, widerThanRules } from '@lianxian/core';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { copyRules } from '../after-call/index.ts';
import { auditBy, type Facts, recordAudit } from '../audit/index.ts';
import { publishedPlan } from '../plans/index.ts';
import { callingRulesOf, daysText, inForce, lookAgainAfter, spanText } from '../rules/index.ts';
import { dropExperiment } from '../variants/index.ts';
import { anyWaits } from './callees.store.ts';
import { askForetold } from './foretell.store.ts';
import { removeWithNumbers } from './purge.store.ts';
import { retriesOf } from './retries.ts';
import { badSettings, nameApart } from './tasks.policy.ts';
import {
  countLiveOfTask,
  findTask,
  insertTask,
  keepRetries,
  livingPorts,
  lockTask,
  type NewTask,
  namesLike,
  noteAction,
  portsOfTask,
  setBudgets,
  setPorts,
  type TaskPort,
  updateTask,
} from './tasks.store.ts';

/** Makes, changes, copies and removes tasks. What a merchant may not have, it has not: a foreign plan or port is missing. */
type Settings = InputOf<typeof taskEndpoints.save>;
type PlanOfTask = Pick<NewTask, 'planId' | 'planVersion' | 'planName'>;
type Existing = NonNullable<Awaited<ReturnType<typeof lockTask>>>;

/** Ports that are there; and numbers that wait keep one of their kind, for without it they would be given up for good. */
const checkPorts = async (tx: MerchantDb, task: string | null, ports: readonly TaskPort[]): Promise<void> => {
  const ids = ports.map(({ portId }) => portId);
  const living = await livingPorts(tx, ids);
  if (!ids.every(id => living.has(id))) throw refuse('notFound', { what: 'port' });
  if (task === null) return;
  const served = lanesOfLines([...living.values()]);
  const lost = lanesOfLines(await portsOfTask(tx, task)).filter(lane => !served.includes(lane));
  if (await anyWaits(tx, task, lost)) throw refuse('taskPortsUnfit');
};

const newestPlan = async (db: MerchantDb, planId: string): Promise<PlanOfTask> => {
  const plan = await publishedPlan(db, planId);
  if (plan === undefined) throw refuse('notFound', { what: 'plan' });
  return { planId: plan.id, planVersion: plan.version, planName: plan.name };
};

/** A draft may take any published plan; a task that was started keeps its version, even when the plan is gone. */
const planFor = async (tx: MerchantDb, input: Settings, existing: Existing | null): Promise<PlanOfTask> => {
  if (existing === null || existing.state === 'draft') return newestPlan(tx, input.planId);
  if (existing.planId === input.planId)
    return { planId: existing.planId, planVersion: existing.planVersion, planName: existing.planName };
  await newestPlan(tx, input.planId);
  throw refuse('taskPlanFixed');
};

/** What a task that was started may cost is said by who may control it; '' is none. */
const budgetsFor = (input: Settings, existing: Existing | null, { session }: SignedInContext): Budgets => {
  const { budget = null, dayBudget = null } = existing ?? {};
  const wanted = { budget: budgetOf(input.budget, budget), dayBudget: budgetOf(input.dayBudget, dayBudget) };
  const isSame = Number(wanted.budget) === Number(budget) && Number(wanted.dayBudget) === Number(dayBudget);
  const isStarted = existing !== null && existing.state !== 'draft';
  if (isStarted && !isSame && !session.buttons.has('task:control')) throw refuse('noRight');
  return wanted;
};
type Budgets = Pick<NewTask, 'budget' | 'dayBudget'>;

const budgetOf = (typed: string | undefined, stays: string | null): string | null =>
  typed === undefined ? stays : Number(typed) === 0 ? null : typed;

/** What it may cost from now on; paused for it, it goes on by itself. */
export const saveBudget = (input: InputOf<typeof taskMoneyEndpoints.budget>, context: SignedInContext): Promise<void> =>
  context.db.transaction(async tx => {
    const task = await lockTask(tx, input.id);
    if (task === undefined) throw refuse('notFound', { what: 'task' });
    const after = { budget: budgetOf(input.budget, null), dayBudget: budgetOf(input.dayBudget, null) };
    await setBudgets(tx, task.id, after);
    await noteAction(tx, { task: task.id, kind: 'changed', employeeId: context.session.employeeId });
    const before = { budget: task.budget, dayBudget: task.dayBudget };
    await recordAudit(tx, { action: 'task.budget', target: task.id, name: task.name, before, after }, auditBy(context));
  });

/** Its settings as the audit shows them. */
const factsOf = async (tx: MerchantDb, id: string): Promise<Facts | undefined> => {
  const task = await findTask(tx, id);
  if (task === undefined) return undefined;
  const ports = await portsOfTask(tx, id);
  return {
    name: task.name,
    plan: task.planName,
    concurrency: task.concurrency,
    weight: task.weight,
    guaranteed: task.guaranteed,
    ringTimeoutS: task.ringTimeoutS,
    windows: task.windows,
    ownDays: daysText(task.ownDays),
    holidaysOff: task.holidaysOff,
    makeUpDaysOn: task.makeUpDaysOn,
    ...wireCaps(task.caps),
    retries: task.retries,
    skipRecentDays: task.skipRecentDays,
    skipOtherTasks: task.skipOtherTasks,
    skipDeadDays: task.skipDeadDays,
    endsOn: task.endsOn,
    faultAloneEnds: task.faultAloneEnds,
    budget: task.budget,
    dayBudget: task.dayBudget,
    ports: ports.map(({ name, channels }) => `${name} ${channels}`),
  };
};

/** Null where it sets none. */
const capsFor = (input: Settings): Caps | null => {
  const caps = capsOf(input);
  const isSet = caps.minutesBetween > 0 || [caps.perDay, caps.per7Days, caps.per30Days].some(cap => cap !== null);
  return isSet ? caps : null;
};

/** Hours and caps of a task lie inside the rules above it; on practice lines alone there are none. */
const checkRules = async (
  tx: MerchantDb,
  { ports, windows, ownDays, ...input }: Settings,
  unscopedDb: UnscopedDb,
): Promise<void> => {
  const living = await livingPorts(
    tx,
    ports.map(({ portId }) => portId),
  );
  if ([...living.values()].every(({ practice }) => practice)) return;
  const rules = inForce(await callingRulesOf(unscopedDb, tx.merchantId), null);
  const bound = hoursBound(rules);
  if (!isWithinBound([...windows, ...Object.values(ownDays)], bound))
    throw refuse('taskHoursTooWide', { bound: bound ? spanText(bound) : '—' });
  const wider = widerThanRules(capsOf(input), rules);
  if (wider) throw refuse('taskCapTooWide', wider);
};

export const saveTask = async (input: Settings, context: SignedInContext, unscopedDb: UnscopedDb): Promise<string> => {
  const { db, session } = context;
  const bad = badSettings(input);
  if (bad !== null) throw refuse('badInput', bad);
  return await db.transaction(async tx => {
    const existing = input.id === undefined ? null : ((await lockTask(tx, input.id)) ?? null);
    if (input.id !== undefined && existing === null) throw refuse('notFound', { what: 'task' });
    const plan = await planFor(tx, input, existing);
    const retries = await retriesOf(tx, input.retries, existing);
    const caps = capsFor(input);
    const task = {
      ...input,
      caps,
      retries,
      endsOn: input.endsOn ?? null,
      ...plan,
      ...budgetsFor(input, existing, context),
    };
    await checkPorts(tx, existing?.id ?? null, input.ports);
    await checkRules(tx, input, unscopedDb);
    const before = existing === null ? undefined : await factsOf(tx, existing.id);
    if (existing !== null) await updateTask(tx, existing.id, task);
    if (existing !== null && existing.planId !== plan.planId) await dropExperiment(tx, existing.id);
    const id = existing?.id ?? (await insertTask(tx, task, session.employeeId));
    await setPorts(tx, id, input.ports);
    if (existing !== null && existing.state !== 'draft') {
      await askForetold(tx, id);
      await lookAgainAfter(tx, id);
    }
    const { employeeId } = session;
    await keepRetries(tx, id, employeeId);
    await noteAction(tx, { task: id, kind: existing === null ? 'created' : 'changed', employeeId });
    const entry = { action: 'task.save', target: id, name: input.name, before, after: await factsOf(tx, id) } as const;
    await recordAudit(tx, entry, auditBy(context));
    return id;
  });
};

/** The settings of a task without its numbers, as a draft on the newest version of its plan; ports that are gone stay behind. */
export const copyTask = (input: InputOf<typeof taskEndpoints.copy>, context: SignedInContext): Promise<string> =>
  context.db.transaction(async tx => {
    const name = nameApart(input.name, '', await namesLike(tx, input.name));
    const copy = await copyWithin(tx, { id: input.id, name }, context.session.employeeId);
    const after = { name, copiedFrom: (await findTask(tx, input.id))?.name };
    await recordAudit(tx, { action: 'task.copy', target: copy, after }, auditBy(context));
    return copy;
  });

export const copyWithin = async (
  tx: MerchantDb,
  { id, name, isTemplate = false }: InputOf<typeof taskEndpoints.copy> & { readonly isTemplate?: boolean },
  employeeId: string,
): Promise<string> => {
  const source = await findTask(tx, id);
  if (source === undefined) throw refuse('notFound', { what: 'task' });
  if (source.planRemovedAt !== null) throw refuse('taskPlanGone');
  const ports = (await portsOfTask(tx, id)).filter(port => !port.removed);
  if (ports.length === 0) throw refuse('taskNoPorts');
  const copy = await insertTask(
    tx,
    {
      name,
      ...(await newestPlan(tx, source.planId)),
      concurrency: source.concurrency,
      weight: source.weight,
      guaranteed: source.guaranteed,
      ringTimeoutS: source.ringTimeoutS,
      windows: source.windows.map(day => [...day]),
      ownDays: Object.fromEntries(Object.entries(source.ownDays).map(([date, day]) => [date, [...day]])),
      holidaysOff: source.holidaysOff,
      makeUpDaysOn: source.makeUpDaysOn,
      caps: source.caps,
      retries: source.retries,
      skipRecentDays: source.skipRecentDays,
      skipOtherTasks: source.skipOtherTasks,
      skipDeadDays: source.skipDeadDays,
      // A day that was the last of one task is none of its copy.
      endsOn: null,
      faultAloneEnds: source.faultAloneEnds,
      budget: source.budget,
      dayBudget: source.dayBudget,
    },
    employeeId,
    isTemplate,
  );
  await setPorts(
    tx,
    copy,
    ports.map(port => ({ portId: port.portId, channels: port.channels })),
  );
  await keepRetries(tx, copy, employeeId);
  await copyRules(tx, { from: id, to: copy, savedBy: employeeId });
  await noteAction(tx, { task: copy, kind: 'copied', detail: { name: source.name }, employeeId });
  return copy;
};

/** Calls are counted so far to say how many still go on. */
const CALLS_COUNTED = 1_000;

/** The task is gone at once, its numbers by a job, its call records never. */
export const removeTask = async (id: string, context: SignedInContext): Promise<void> => {
  await context.db.transaction(async tx => {
    const task = await lockTask(tx, id);
    if (task === undefined) throw refuse('notFound', { what: 'task' });
    if (task.state === 'running' || task.state === 'waiting') throw refuse('taskRuns');
    const calls = await countLiveOfTask(tx, id, CALLS_COUNTED);
    if (calls > 0) throw refuse('taskHasCalls', { calls });
    const before = await factsOf(tx, id);
    await removeWithNumbers(tx, id);
    await recordAudit(tx, { action: 'task.remove', target: id, name: task.name, before }, auditBy(context));
  });
};
