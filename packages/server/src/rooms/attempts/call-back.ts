import {
  type Appointment,
  appointmentIn,
  type CalleeProgress,
  type LocalTime,
  lanes,
  MINUTES_A_DAY,
  MOST_DAYS_AHEAD,
  minutesUntil,
  openingsOf,
  type TodoBecause,
} from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { momentIn } from '../../platform/local-time.ts';
import type { Ending, FiledCall } from '../dialler/index.ts';
import { inForce } from '../rules/index.ts';
import { breakPromises, type CallBack, closePromise, promise, raise } from '../todos/index.ts';
import { type Ground, groundOf, groundOfCall, type NumberKey } from './call-back.store.ts';
import type { AttemptKey } from './settle.store.ts';

/**
 * A call that is promised for a time (decision 88). What is clear when it is promised is asked at once; caps and lists are
 * asked when it is due, by the claim that asks all of it again.
 */
export interface Promisable {
  readonly name: string;
  readonly inMinutes: number;
  /** Why no machine makes it; '': one does. */
  readonly because: TodoBecause;
}

const whyNotKept = (ground: Ground, { date, by }: Appointment, inMinutes: number): TodoBecause => {
  const { state, isRemoved, endsOn, lane, province, zone, now, rules, own } = ground;
  if (by === 'person') return 'wantsPerson';
  if (isRemoved || state === 'stopped' || state === 'finished') return 'taskOver';
  if (endsOn !== null && date > endsOn) return 'pastEnd';
  if (inMinutes > MOST_DAYS_AHEAD * MINUTES_A_DAY) return 'tooFar';
  if (lane === lanes.practice) return '';
  const openings = openingsOf(inForce(rules, own), momentIn(zone, now));
  return openings.closedAt({ province, zones: [] }, inMinutes)?.because ?? '';
};

/** Null: the time is over, or the number is on the list no more. */
export const promisable = async (
  tx: UnscopedDb,
  key: NumberKey,
  when: (now: LocalTime) => Appointment | null,
): Promise<Promisable | null> => {
  const ground = await groundOf(tx, key);
  if (ground === undefined) return null;
  const { local } = momentIn(ground.zone, ground.now);
  const appointment = when(local);
  const inMinutes = appointment === null ? 0 : minutesUntil(appointment, local);
  if (appointment === null || inMinutes <= 0) return null;
  return { name: ground.name, inMinutes, because: whyNotKept(ground, appointment, inMinutes) };
};

/** Who asks not to be called is promised nothing, and a talk that kept no day is not asked of. */
const saysWhen = ({ facts, wantsNoMoreCalls }: Ending): boolean => !wantsNoMoreCalls && facts?.dated !== undefined;

/** What the callee of a task's call said of calling again; null as a rule. */
export const callBackSaid = async (tx: UnscopedDb, ending: Ending, key: AttemptKey): Promise<Promisable | null> =>
  saysWhen(ending) ? await promisable(tx, key, now => appointmentIn(ending.facts ?? null, now)) : null;

const todoOf = (
  { merchantId, call }: Ending,
  { phone, made, taskId, calleeId }: FiledCall,
): Omit<CallBack, 'inMinutes' | 'name'> => ({
  ...{ merchantId, phone, taskId, calleeId, callId: call, ownerId: made?.id ?? null, madeBy: null },
});

interface Settled {
  readonly key: AttemptKey;
  readonly was: CalleeProgress;
  readonly is: CalleeProgress;
  /** It was no call of the number that was taken back. */
  readonly isMade: boolean;
  readonly said: Promisable | null;
}

/** The promise that this call kept, and the one that was given in it. */
export const settlePromises = async (
  tx: UnscopedDb,
  ending: Ending,
  call: FiledCall,
  { key, was, is, isMade, said }: Settled,
): Promise<void> => {
  const isInterrupted = ending.verdict.state === 'interrupted';
  const kept = { ...key, call: ending.call, isInterrupted };
  if (isMade && (was.isAppointed || call.replaced !== null)) await closePromise(tx, kept);
  else if (was.isAppointed && !is.isAppointed)
    await breakPromises(tx, key, [{ id: key.calleeId, because: is.because }]);
  if (said === null) return;
  const one = { ...todoOf(ending, call), ...said };
  if (is.isAppointed) await promise(tx, { ...one, taskId: key.taskId });
  else await raise(tx, one, said.because === '' ? 'takenOut' : said.because);
};

/** Of who called us, whom no task calls: a person does. */
export const raiseCallBack = async (tx: UnscopedDb, ending: Ending, call: FiledCall): Promise<void> => {
  if (call.direction !== 'in' || !saysWhen(ending)) return;
  const ground = await groundOfCall(tx, ending.merchantId, ending.call);
  if (ground === undefined) return;
  const { local } = momentIn(ground.zone, ground.now);
  const appointment = appointmentIn(ending.facts ?? null, local);
  if (appointment === null) return;
  const inMinutes = minutesUntil(appointment, local);
  await raise(tx, { ...todoOf(ending, call), name: ground.name, inMinutes }, 'noTask');
};
