import { type InputOf, limits, taskEndpoints, taskMoneyEndpoints, taskRetryEndpoints } from '@lianxian/contract';
import { openingsOf, searchPeople, type WaitingTask } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { momentIn } from '../../platform/local-time.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { allowSearch } from '../audit/index.ts';
import { portsNow, waitingLines } from '../pacing/index.ts';
import { variablesOfVersion } from '../plans/index.ts';
import { callingRulesOf, inForce } from '../rules/index.ts';
import { type Area, areasOf, areaText } from '../segments/index.ts';
import { findTaskOfCallees, listCallees, type TaskOfCallees } from './callees.store.ts';
import { retryVersions } from './retries.ts';
import { copyTask, removeTask, saveBudget, saveTask } from './save.ts';
import { tellTaskChanged } from './task.push.ts';
import { countTasks, findTask, listTasks, portsOfTask } from './tasks.store.ts';
import { calleeView, detailView, taskView } from './tasks.view.ts';

interface TasksParts {
  readonly unscopedDb: UnscopedDb;
  readonly push: PushSender;
}

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

const list = async (input: InputOf<typeof taskEndpoints.list>, { db, locale }: SignedInContext) => {
  const { limit, offset } = input.after === undefined ? pageOf(input) : { limit: input.limit, offset: 0 };
  const query = { state: input.state, open: input.open ?? false, q: input.q, series: input.series };
  const [rows, total] = await Promise.all([
    listTasks(db, query, { limit, offset, after: input.after }),
    countTasks(db, query, limits.lastRow),
  ]);
  const shown = rows.slice(0, limit);
  return {
    list: shown.map(row => taskView(row, locale)),
    total,
    ...(total > limits.lastRow ? { more: true } : {}),
    after: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
};

const detail = async ({ id }: { readonly id: string }, { db, locale }: SignedInContext) => {
  const [task, ports] = await Promise.all([findTask(db, id), portsOfTask(db, id)]);
  if (task === undefined) throw refuse('notFound', { what: 'task' });
  return detailView(task, ports, locale);
};

/** The task as a number of it waits for it: its hours, the law's, its lines. */
const waitingOf = async (
  unscopedDb: UnscopedDb,
  { id, state, own, zone, now, startsInMinutes }: TaskOfCallees,
  merchantId: string,
): Promise<WaitingTask> => {
  const [ports, rules] = await Promise.all([
    portsNow(unscopedDb, { merchantId, taskId: id }),
    callingRulesOf(unscopedDb, merchantId),
  ]);
  const moment = momentIn(zone, now);
  const openings = openingsOf(inForce(rules, own), moment);
  return { state, openings, local: moment.local, startsInMinutes, lines: waitingLines(ports) };
};

const callees = async (
  { id, state, lastState, phone, after, limit }: InputOf<typeof taskEndpoints.callees>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
) => {
  const { db, locale } = context;
  const task = await findTaskOfCallees(db, id);
  if (task === undefined) throw refuse('notFound', { what: 'task' });
  await allowSearch(context, phone);
  const sought = phone === undefined ? null : searchPeople(phone, seesPhones(context));
  const rows = await listCallees(db, { task: id, state, lastState, phone: sought, after, limit });
  const shown = rows.slice(0, limit);
  const phones = shown.map(row => row.phone);
  const [areas, waiting, labels] = await Promise.all([
    areasOf(unscopedDb, phones),
    waitingOf(unscopedDb, task, db.merchantId),
    variablesOfVersion(db, task.planId, task.planVersion),
  ]);
  const placeOf = (area: Area | undefined) => ({
    area: areaText(area, seesPhones(context)),
    province: area?.province ?? null,
  });
  const seen = { task, waiting, labels, seesPhones: seesPhones(context), language: locale };
  return {
    list: shown.map(row => calleeView(row, placeOf(areas.get(row.phone)), seen)),
    after: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    ...(rows.length > limit ? { more: true } : {}),
  };
};

/** What a task is; who starts it, and how it stands, are rooms of their own. */
export const bindTasks = (front: Front, { unscopedDb, push }: TasksParts): void => {
  const tell = ({ session }: SignedInContext, id: string) => tellTaskChanged(push, session.merchantId, id);
  bind(front, taskEndpoints.list, list);
  bind(front, taskEndpoints.detail, detail);
  bind(front, taskEndpoints.callees, (input, context) => callees(input, context, unscopedDb));
  bind(front, taskEndpoints.save, async (input, context) => {
    const id = await saveTask(input, context, unscopedDb);
    tell(context, id);
    return { id };
  });
  bind(front, taskRetryEndpoints.versions, retryVersions);
  bind(front, taskMoneyEndpoints.budget, async (input, context) => {
    await saveBudget(input, context);
    tell(context, input.id);
    return {};
  });
  bind(front, taskEndpoints.copy, async (input, context) => {
    const id = await copyTask(input, context);
    tell(context, id);
    return { id };
  });
  bind(front, taskEndpoints.remove, async ({ id }, context) => {
    await removeTask(id, context);
    tell(context, id);
    return {};
  });
};
