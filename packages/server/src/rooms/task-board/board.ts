import type { OutputOf, taskEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { moneyOfTask } from '../billing/index.ts';
import { callingRulesOf } from '../rules/index.ts';
import { countsView, portsOfTask, standingView } from '../tasks/index.ts';
import { endedNow, endingsOf, eventsOf, findBoard, liveCallsOf, recentEndings } from './board.store.ts';
import { boardView, channelLimit, MINUTES_SHOWN } from './board.view.ts';
import { comingOf, deadLinesOf } from './coming.ts';
import type { Forecasts } from './forecast.ts';

/** How a task stands now: ten statements at once, and a forecast that many share. */
export const readBoard = async (
  unscopedDb: UnscopedDb,
  id: string,
  { db, session, locale }: SignedInContext,
  forecasts: Forecasts,
): Promise<OutputOf<typeof taskEndpoints.board>> => {
  const task = await findBoard(db, id);
  if (task === undefined) throw refuse('notFound', { what: 'task' });
  // What does not run is shown as it went last, not how still it has been since.
  const until = (task.state === 'running' ? null : task.lastEnding) ?? task.now;
  // What is to begin later is reckoned once it has begun.
  const isBegun = task.state === 'running' || (task.state === 'waiting' && task.because !== 'startsLater');
  const isUnderWay = isBegun && task.total > task.settled;
  const [{ endings, talking }, recent, live, ended, ports, events, rules, money, foreseen] = await Promise.all([
    endingsOf(db, id),
    recentEndings(db, id, MINUTES_SHOWN, until),
    liveCallsOf(db, id),
    endedNow(db, id),
    portsOfTask(db, id),
    eventsOf(db, id),
    callingRulesOf(unscopedDb, session.merchantId),
    moneyOfTask(unscopedDb, session.merchantId, id),
    isUnderWay ? forecasts.of({ merchantId: session.merchantId, taskId: id }) : null,
  ]);
  const parts = {
    task,
    standing: standingView(task, locale),
    counts: countsView(task),
    endings,
    recent,
    until,
    live: live.calls,
    ended,
    talking,
    channels: { used: live.used, limit: channelLimit(task.concurrency, rules.channels, ports) },
    events,
    money,
    forecast: foreseen?.end ?? null,
    coming: foreseen ? comingOf(foreseen, task) : [],
    deadLines: foreseen ? deadLinesOf(foreseen.ports, task.now) : [],
  };
  return boardView(parts, session.buttons.has('phone:unmask'), locale);
};
