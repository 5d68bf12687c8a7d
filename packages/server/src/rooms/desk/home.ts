import type { homeEndpoints, InputOf, Language } from '@lianxian/contract';
import { maskPhone, openingsOf } from '@lianxian/core';
import { coalesce } from '../../platform/coalesce.ts';
import { type MerchantDb, seenPeople, type UnscopedDb } from '../../platform/db/index.ts';
import type { SignedInContext } from '../../platform/http/index.ts';
import { momentIn } from '../../platform/local-time.ts';
import { balanceOf } from '../billing/index.ts';
import { callingRulesOf, inForce } from '../rules/index.ts';
import { createForecasts, type Forecasts, wantedOf } from '../task-board/index.ts';
import { callsView, dayOf, type Home, isLow, minutesToOpen, nextOf } from './home.policy.ts';
import {
  callsOfTasks,
  endedByHour,
  endedWithinHour,
  failedBatches,
  findMoment,
  freshIntents,
  linesNow,
  liveNow,
  type Moment,
  RATE_S,
  startOfToday,
  type TaskNow,
  tasksNow,
} from './home.store.ts';
import { findSteps } from './steps.store.ts';
import { dueSteps, openAsks, openReplies, refusedTemplates } from './waiting.store.ts';

const MINUTES_AN_HOUR = 60;

interface HomeParts {
  readonly unscopedDb: UnscopedDb;
  readonly forecasts: Forecasts;
}

type Asked = InputOf<typeof homeEndpoints.index>;

/** The figures of days, with those of the day before up to now where the last day runs. */
const readCalls = async (db: MerchantDb, moment: Moment, { date = moment.day, days }: Asked) => {
  const now = { hour: Math.floor(moment.minute / MINUTES_AN_HOUR), minute: moment.minute % MINUTES_AN_HOUR };
  const [rows, part] = await Promise.all([
    // One more than shown, to compare with.
    endedByHour(db, moment, { date, days: days + 1 }),
    date === moment.day ? endedWithinHour(db, moment.zone, { date: dayOf(date, -1), ...now }) : null,
  ]);
  return callsView({ date, days, rows, running: part && { hour: now.hour, part } });
};

const readTasks = async ({ unscopedDb, forecasts }: HomeParts, db: MerchantDb) => {
  const tasks = await tasksNow(db);
  const ids = tasks.map(({ id }) => id);
  const { merchantId } = db;
  const underWay = tasks.filter(({ state, total, settled }) => state === 'running' && total > settled);
  const [counted, ends, rules] = await Promise.all([
    callsOfTasks(db, ids),
    Promise.all(underWay.map(async ({ id }) => [id, (await forecasts.of({ merchantId, taskId: id }))?.end] as const)),
    callingRulesOf(unscopedDb, merchantId),
  ]);
  return { tasks, counted, ends: new Map(ends), rules };
};

/** Everything of one scope, whoever of it looks and in whatever language. */
const readScope = async (parts: HomeParts, db: MerchantDb, asked: Asked) => {
  const { unscopedDb } = parts;
  const moment = await findMoment(unscopedDb, db.merchantId);
  const [calls, live, lines, atWork, intents, balance, steps] = await Promise.all([
    readCalls(db, moment, asked),
    liveNow(db),
    linesNow(db),
    readTasks(parts, db),
    freshIntents(db),
    balanceOf(db),
    findSteps(db),
  ]);
  return { moment, calls, live, lines, atWork, intents, balance, steps };
};
type Scope = Awaited<ReturnType<typeof readScope>>;

type HomeTask = NonNullable<Home['tasks']>[number];
const taskView = (task: TaskNow, { moment, atWork }: Scope, language: Language): HomeTask => {
  const counted = atWork.counted.filter(row => row.taskId === task.id);
  const sum = (what: 'calls' | 'answered' | 'wanted') => counted.reduce((all, row) => all + row[what], 0);
  const next = {
    ...task,
    paceBecause: task.paceBecause,
    end: atWork.ends.get(task.id),
    minutesToOpen: minutesToOpen(
      task.because,
      openingsOf(inForce(atWork.rules, task.own), momentIn(moment.zone, moment.now)),
    ),
  };
  return {
    id: task.id,
    name: task.name,
    maker: task.maker,
    state: task.state,
    total: task.total,
    dialled: task.dialled,
    calling: task.calling,
    concurrency: task.concurrency,
    calls: sum('calls'),
    answered: sum('answered'),
    wanted: sum('wanted'),
    next: nextOf(next, moment.now, language),
  };
};

type Todo = Home['todo'][number];
const taskTodos = (tasks: readonly HomeTask[], { atWork }: Scope): Todo[] =>
  tasks
    .filter(({ state }) => state === 'paused')
    .map(({ id, name, next }) => {
      const because = atWork.tasks.find(task => task.id === id)?.because ?? '';
      return { kind: 'task', id, name, because, text: next.text };
    });

const lineTodos = ({ lines }: Scope): Todo[] =>
  lines.down.map(({ since, restsUntil, ...line }) => ({
    kind: 'line',
    ...line,
    since: since?.toISOString() ?? null,
    restsUntil: restsUntil?.toISOString() ?? null,
  }));

const balanceTodos = ({ balance, calls, lines }: Scope): Todo[] => {
  const today = calls.days.slice(-1).map(({ cost, byHand }) => Number(cost) + Number(byHand.cost));
  return isLow(Number(balance.available), [...today, Number(calls.before.cost)], lines.priced)
    ? [{ kind: 'balance', available: balance.available }]
    : [];
};

/** Own ones of today alone: what somebody else's batch did is not his to do. */
const batchTodos = async ({ db, session }: SignedInContext, { moment }: Scope): Promise<Todo[]> =>
  (await failedBatches(db, session.employeeId, startOfToday(moment))).map(({ id, title, remark }) => ({
    kind: 'batch',
    id,
    name: title,
    text: remark,
  }));

/** What waits in the pages that he has. */
const waitingTodos = async ({ db, session: { rights, employeeId } }: SignedInContext): Promise<Todo[]> => {
  const counted = await Promise.all([
    rights.has('number') ? dueSteps(db, employeeId) : 0,
    rights.has('number') ? openAsks(db) : 0,
    rights.has('messageTem') ? openReplies(db) : 0,
    rights.has('messageTem') ? refusedTemplates(db) : 0,
  ]);
  const kinds = ['nextSteps', 'asks', 'replies', 'templates'] as const;
  return kinds.flatMap((kind, at) => (counted[at]! > 0 ? [{ kind, count: counted[at]! }] : []));
};

/** The day and the hour that run count whom tasks talk to now: answered, though the call has not ended. */
const withTalking = ({ calls, live, moment }: Scope, { date = moment.day }: Asked): Scope['calls'] => {
  if (date !== moment.day) return calls;
  const last = calls.days.length - 1;
  const days = calls.days.map((day, at) =>
    at === last ? { ...day, calls: day.calls + live.talking, answered: day.answered + live.talking } : day,
  );
  const hourNow = Math.floor(moment.minute / MINUTES_AN_HOUR);
  const hours = calls.hours.map(hour =>
    hour.hour === hourNow ? { ...hour, answered: hour.answered + live.talking } : hour,
  );
  return { ...calls, days, hours };
};

const view = async (scope: Scope, context: SignedInContext, asked: Asked): Promise<Home> => {
  const { session, locale, at } = context;
  const { rights, buttons } = session;
  const sees = { calls: rights.has('callLog'), tasks: rights.has('myTask'), all: session.scope === 'all' };
  const seesLines = rights.has('port') || rights.has('monitor');
  const seesPhones = buttons.has('phone:unmask');
  const tasks = scope.atWork.tasks.map(task => taskView(task, scope, locale));
  const [batches, waiting] = await Promise.all([batchTodos(context, scope), waitingTodos(context)]);
  return {
    at: at.toISOString(),
    date: asked.date ?? scope.moment.day,
    calls: sees.calls ? withTalking(scope, asked) : null,
    live: sees.calls
      ? {
          calls: scope.live.live,
          byHand: scope.live.byHand,
          channels: Math.min(scope.lines.channels, scope.atWork.rules.channels),
          callsPerSecond: scope.live.placed / RATE_S,
        }
      : null,
    tasks: sees.tasks ? tasks : null,
    todo: [
      ...(seesLines ? lineTodos(scope) : []),
      ...(sees.all ? balanceTodos(scope) : []),
      ...(sees.tasks ? taskTodos(tasks, scope) : []),
      ...batches,
      ...waiting,
    ],
    intents: sees.calls
      ? scope.intents.map(row => ({
          callId: row.id,
          phone: seesPhones ? row.phone : maskPhone(row.phone),
          name: row.calleeName,
          level: row.level,
          wanted: wantedOf(row, seesPhones, locale),
          at: row.listedAt.toISOString(),
        }))
      : null,
    balance: sees.all ? { available: scope.balance.available, reserved: scope.balance.reserved } : null,
    steps: sees.tasks ? scope.steps : null,
  };
};

/** Answers `user/index`; what many of one scope ask for at once is read once. */
export const createHome = (unscopedDb: UnscopedDb) => {
  const reads = coalesce<Scope>();
  const parts: HomeParts = { unscopedDb, forecasts: createForecasts(unscopedDb) };
  return async (asked: Asked, context: SignedInContext): Promise<Home> => {
    const { db, session } = context;
    const key = JSON.stringify([db.merchantId, seenPeople(session), asked.date ?? '', asked.days]);
    return view(await reads.of(key, () => readScope(parts, db, asked)), context, asked);
  };
};
