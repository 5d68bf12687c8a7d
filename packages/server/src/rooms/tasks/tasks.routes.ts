import { type InputOf, limits, taskEndpoints } from '@lianxian/contract';
import { searchPhone } from '@lianxian/core';
import type { HouseDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { allowSearch } from '../audit/index.ts';
import { DIALLER_CHANNEL } from '../dialler/index.ts';
import { TASKS_CHANNEL } from '../runner/index.ts';
import { areasOf, areaText } from '../segments/index.ts';
import { readBoard } from './board.ts';
import { listCallees } from './callees.store.ts';
import { control, type Deed, stopAll } from './control.ts';
import { copyTask, removeTask, saveTask } from './save.ts';
import { tellTaskChanged } from './task.push.ts';
import { countTasks, findTask, listTasks, portsOfTask, taskExists } from './tasks.store.ts';
import { calleeView, detailView, standingView, taskView } from './tasks.view.ts';

export interface TasksParts {
  readonly houseDb: HouseDb;
  readonly push: PushSender;
  /** Wakes runners and diallers; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

const list = async (input: InputOf<typeof taskEndpoints.list>, { db, locale }: SignedInContext) => {
  const { limit, offset } = input.after === undefined ? pageOf(input) : { limit: input.limit, offset: 0 };
  const query = { state: input.state, q: input.q };
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

const callees = async (
  { id, state, lastState, phone, after, limit }: InputOf<typeof taskEndpoints.callees>,
  context: SignedInContext,
  houseDb: HouseDb,
) => {
  const { db, locale } = context;
  if (!(await taskExists(db, id))) throw refuse('notFound', { what: 'task' });
  await allowSearch(context, phone);
  const sought = phone === undefined ? null : searchPhone(phone, seesPhones(context));
  const rows = await listCallees(db, { task: id, state, lastState, phone: sought, after, limit });
  const shown = rows.slice(0, limit);
  const areas = await areasOf(
    houseDb,
    shown.map(row => row.phone),
  );
  return {
    list: shown.map(row =>
      calleeView(row, areaText(areas.get(row.phone), seesPhones(context)), seesPhones(context), locale),
    ),
    after: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    ...(rows.length > limit ? { more: true } : {}),
  };
};

const bindControl = (front: Front, { houseDb, push, wake }: TasksParts): void => {
  const wakeAll = async (id: string): Promise<void> => {
    await wake(TASKS_CHANNEL, id);
    await wake(DIALLER_CHANNEL, id);
  };
  for (const deed of ['start', 'pause', 'resume', 'stop'] as const satisfies readonly Deed[])
    bind(front, taskEndpoints[deed], async ({ id }, context) => {
      const { standing, isNew } = await control(houseDb, deed, id, context);
      if (isNew) {
        await wakeAll(id);
        tellTaskChanged(push, context.session.merchantId, id);
      }
      return standingView(standing, context.locale);
    });
  bind(front, taskEndpoints.stopAll, async (_, context) => {
    const { changed, tasks, calls } = await stopAll(houseDb, context);
    await wakeAll('');
    for (const id of changed) tellTaskChanged(push, context.session.merchantId, id);
    return { tasks, calls };
  });
};

/** All of a task but its import (`bindTaskImport`). */
export const bindTasks = (front: Front, parts: TasksParts): void => {
  const { houseDb, push } = parts;
  const tell = ({ session }: SignedInContext, id: string) => tellTaskChanged(push, session.merchantId, id);
  bind(front, taskEndpoints.list, list);
  bind(front, taskEndpoints.detail, detail);
  bind(front, taskEndpoints.board, ({ id }, context) => readBoard(houseDb, id, context));
  bind(front, taskEndpoints.callees, (input, context) => callees(input, context, houseDb));
  bind(front, taskEndpoints.save, async (input, context) => {
    const id = await saveTask(input, context);
    tell(context, id);
    return { id };
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
  bindControl(front, parts);
};
