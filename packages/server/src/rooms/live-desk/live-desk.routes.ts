import { type InputOf, liveEndpoints, type OutputOf } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudits } from '../audit/index.ts';
import { DIALLER_CHANNEL } from '../dialler/index.ts';
import { wantHangUps } from '../records/index.ts';
import { callingRulesOf } from '../rules/index.ts';
import { channelLimit } from '../task-board/index.ts';
import { portsOfTasks } from '../tasks/index.ts';
import { liveByTask, liveCalls, liveTasks } from './live-desk.store.ts';
import { callView, taskView } from './live-desk.view.ts';
import type { Standings } from './standings.ts';

interface LiveDeskParts {
  readonly unscopedDb: UnscopedDb;
  /** Wakes the calls processes; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
  readonly standings: Pick<Standings, 'sorted'>;
}

const readTasks = async (
  unscopedDb: UnscopedDb,
  { db, locale }: SignedInContext,
): Promise<OutputOf<typeof liveEndpoints.tasks>> => {
  const { tasks, more } = await liveTasks(db);
  const ids = tasks.map(({ id }) => id);
  const [ports, live, rules] = await Promise.all([
    portsOfTasks(db, ids),
    liveByTask(db),
    callingRulesOf(unscopedDb, db.merchantId),
  ]);
  const portsOf = Map.groupBy(ports, ({ taskId }) => taskId);
  return {
    tasks: tasks.map(task => {
      const limit = channelLimit(task.concurrency, rules.channels, portsOf.get(task.id) ?? []);
      return taskView({ task, now: live.get(task.id), limit }, locale);
    }),
    more,
  };
};

const hangUp = async (
  { ids }: InputOf<typeof liveEndpoints.hangUp>,
  context: SignedInContext,
  wake: LiveDeskParts['wake'],
): Promise<OutputOf<typeof liveEndpoints.hangUp>> => {
  const ended = await context.db.transaction(async tx => {
    const calls = await wantHangUps(tx, ids);
    const entries = calls.map(target => ({ action: 'call.hangUp', target }) as const);
    await recordAudits(tx, entries, auditBy(context));
    return calls;
  });
  if (ended.length > 0) await wake(DIALLER_CHANNEL, '');
  return { calls: ended.length };
};

export const bindLiveDesk = (front: Front, { unscopedDb, wake, standings }: LiveDeskParts): void => {
  bind(front, liveEndpoints.calls, async ({ taskId }, { db, session, at }) => {
    const { calls, total } = await liveCalls(db, taskId, all => standings.sorted(all, at));
    const seesPhones = session.buttons.has('phone:unmask');
    return { at: at.toISOString(), calls: calls.map(call => callView(call, seesPhones)), total };
  });
  bind(front, liveEndpoints.tasks, (_, context) => readTasks(unscopedDb, context));
  bind(front, liveEndpoints.hangUp, (input, context) => hangUp(input, context, wake));
};
