import type { OutputOf, taskEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { callingRulesOf } from '../settings/index.ts';
import { countsView, portsOfTask, standingView } from '../tasks/index.ts';
import { endingsOf, eventsOf, findBoard, liveCallsOf, recentEndings } from './board.store.ts';
import { boardView, channelLimit, MINUTES_SHOWN } from './board.view.ts';

/** How a task stands now: seven statements at once, whatever the number of its callees. */
export const readBoard = async (
  unscopedDb: UnscopedDb,
  id: string,
  { db, session, locale }: SignedInContext,
): Promise<OutputOf<typeof taskEndpoints.board>> => {
  const task = await findBoard(db, id);
  if (task === undefined) throw refuse('notFound', { what: 'task' });
  // What ended is shown as it went, not how still it has been since.
  const until = task.endedAt ?? task.now;
  const [endings, recent, live, ports, events, rules] = await Promise.all([
    endingsOf(db, id),
    recentEndings(db, id, MINUTES_SHOWN, until),
    liveCallsOf(db, id),
    portsOfTask(db, id),
    eventsOf(db, id),
    callingRulesOf(unscopedDb, session.merchantId),
  ]);
  const parts = {
    task,
    standing: standingView(task, locale),
    counts: countsView(task),
    endings,
    recent,
    until,
    live: live.calls,
    talking: live.talking,
    channels: { used: live.used, limit: channelLimit(task.concurrency, rules.channels, ports) },
    events,
    hours: ports.every(({ practice }) => practice)
      ? null
      : { windows: task.windows, legal: rules.legal, local: { weekday: task.weekday, minute: task.minute } },
  };
  return boardView(parts, session.buttons.has('phone:unmask'), locale);
};
