import { type InputOf, type OutputOf, todoEndpoints } from '@lianxian/contract';
import {
  type Appointment,
  type LocalTime,
  MINUTES_A_DAY,
  MOST_DAYS_AHEAD,
  minutesUntil,
  type TodoBecause,
} from '@lianxian/core';
import { inTransaction, lockPacing, merchantDb, throughDeadlocks, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { momentIn } from '../../platform/local-time.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { promisable } from '../attempts/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { TASKS_CHANNEL } from '../runner/index.ts';
import { tellTaskChanged } from '../tasks/index.ts';
import { type CallBack, dropPromise, findTodo, promise, raise, raisedBefore, standingView } from '../todos/index.ts';
import { findPromise, lockNumber, moveNumber, type NumberKey, numberOfCall, numberOfList } from './number.store.ts';

interface CallBacksParts {
  readonly unscopedDb: UnscopedDb;
  readonly push: PushSender;
  /** Wakes runners; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

type Wish = InputOf<typeof todoEndpoints.callBack>;
type Found = NonNullable<Awaited<ReturnType<typeof numberOfCall>>>;

/** `2026-11-28T15:00` on the merchant's clock. */
const appointmentAt = (wall: string): Appointment => {
  const [date = '', clock = ''] = wall.split('T');
  const [hour, minute] = clock.split(':').map(Number);
  return { date, minute: (hour ?? 0) * 60 + (minute ?? 0), by: 'robot' };
};

const numberOf = async (db: SignedInContext['db'], { callId, taskId, calleeId }: Wish): Promise<Found> => {
  if (callId === undefined && (taskId === undefined || calleeId === undefined))
    throw refuse('badInput', { field: 'callId', fault: 'missing' });
  const found = callId === undefined ? await numberOfList(db, taskId!, calleeId!) : await numberOfCall(db, callId);
  if (found === undefined) throw refuse('notFound', { what: callId === undefined ? 'number' : 'callRecord' });
  return found;
};

const minutesTo = (appointment: Appointment, now: LocalTime): number => {
  const minutes = minutesUntil(appointment, now);
  if (minutes <= 0 || minutes > MOST_DAYS_AHEAD * MINUTES_A_DAY)
    throw refuse('callBackTime', { days: MOST_DAYS_AHEAD });
  return minutes;
};

/** Why no machine makes the call; '': its number on the list waits for it now. The caller holds the merchant's pacing lock. */
const promised = async (
  tx: UnscopedDb,
  key: NumberKey,
  phone: string,
  appointment: Appointment,
): Promise<TodoBecause> => {
  const number = await lockNumber(tx, key);
  const may = number && (await promisable(tx, key, () => appointment));
  if (!number || !may) return 'taskOver';
  // Another number of the same person has its turn by now.
  if (number.phone !== phone) return 'nextNumber';
  if (may.because !== '') return may.because;
  if (!(await moveNumber(tx, key, number, { type: 'appointed', inMinutes: may.inMinutes })))
    throw refuse('calleeInCall');
  return '';
};

interface Set {
  readonly id: string;
  readonly taskId: string | null;
}

const setCallBack = (unscopedDb: UnscopedDb, wish: Wish, context: SignedInContext): Promise<Set> =>
  inTransaction(unscopedDb, async house => {
    const { session, at } = context;
    const { merchantId, employeeId } = session;
    const tx = merchantDb(house, merchantId, session);
    const { phone, name, ownerId, taskId, calleeId, zone } = await numberOf(tx, wish);
    const appointment = appointmentAt(wish.at);
    const inMinutes = minutesTo(appointment, momentIn(zone, at).local);
    const one: CallBack = {
      ...{ merchantId, ownerId: ownerId ?? employeeId, phone, name, taskId, calleeId },
      ...{ callId: wish.callId ?? null, madeBy: employeeId, inMinutes, note: wish.note },
    };
    await lockPacing(house, merchantId);
    const because =
      taskId === null || calleeId === null
        ? 'noTask'
        : await promised(house, { merchantId, taskId, calleeId }, phone, appointment);
    const before = because === '' ? null : await raisedBefore(house, one);
    if (before !== null) return { id: before, taskId: null };
    const id =
      because === '' && taskId !== null ? await promise(house, { ...one, taskId }) : await raise(house, one, because);
    if (id === null) throw new Error('a promise of a person was refused as said twice');
    const after = { dueAt: wish.at, ...(wish.note !== '' && { note: wish.note }) };
    await recordAudit(tx, { action: 'todo.callBack', target: id, after }, auditBy(context));
    return { id, taskId: because === '' ? taskId : null };
  });

const letGo = (unscopedDb: UnscopedDb, id: string, context: SignedInContext): Promise<string> =>
  inTransaction(unscopedDb, async house => {
    const { merchantId } = context.session;
    const tx = merchantDb(house, merchantId, context.session);
    const found = await findPromise(tx, id);
    if (found === undefined) throw refuse('notFound', { what: 'todo' });
    const key = { merchantId, ...found };
    await lockPacing(house, merchantId);
    const number = await lockNumber(house, key);
    if (number?.state === 'calling') throw refuse('calleeInCall');
    if (number !== undefined) await moveNumber(house, key, number, { type: 'letGo' });
    await dropPromise(house, merchantId, id);
    await recordAudit(tx, { action: 'todo.letGo', target: id }, auditBy(context));
    return found.taskId;
  });

const tellTask = async (
  { session }: SignedInContext,
  taskId: string,
  { push, wake }: Pick<CallBacksParts, 'push' | 'wake'>,
): Promise<void> => {
  await wake(TASKS_CHANNEL, taskId);
  tellTaskChanged(push, session.merchantId, taskId);
};

/** Promises a call: its task makes it then, where it may; else somebody has to. The to-do. */
export const promiseCall = async (wish: Wish, context: SignedInContext, parts: CallBacksParts): Promise<string> => {
  const { id, taskId } = await throughDeadlocks(() => setCallBack(parts.unscopedDb, wish, context));
  if (taskId !== null) await tellTask(context, taskId, parts);
  return id;
};

/** Calls that people promise (docs/tasks.md#appointments). */
export const bindCallBacks = (front: Front, parts: CallBacksParts): void => {
  bind(front, todoEndpoints.callBack, async (wish, context): Promise<OutputOf<typeof todoEndpoints.callBack>> => {
    const row = await findTodo(context.db, await promiseCall(wish, context, parts));
    if (row === undefined) throw refuse('notFound', { what: 'todo' });
    return standingView(row, context.locale);
  });
  bind(front, todoEndpoints.letGo, async ({ id }, context) => {
    await tellTask(context, await throughDeadlocks(() => letGo(parts.unscopedDb, id, context)), parts);
    return {};
  });
};
