import { doneBecauseText, type OutputOf, type taskBeforeEndpoints } from '@lianxian/contract';
import {
  costOf,
  dayOf,
  habitsOf,
  homeOfLane,
  hoursOfLines,
  isoOf,
  type Lane,
  lanes,
  MINUTES_A_DAY,
  maskNumbers,
  maskPhone,
  openingFor,
  type Plan,
  readYuan,
  renderSentence,
  unknownHome,
  type WeekWindows,
  wordNodes,
} from '@lianxian/core';
import { yuanText } from '@lianxian/core/kit';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { later } from '../../platform/time.ts';
import { balanceOf } from '../billing/index.ts';
import type { TaskPort } from '../pacing/index.ts';
import { planVersion } from '../plans/index.ts';
import { areasOf, areaText } from '../segments/index.ts';
import { hearingOfLines } from '../speech/index.ts';
import { findBefore, firstPeople } from './before.store.ts';
import { doneOf } from './board.view.ts';
import type { ListRead, TaskKey } from './forecast.store.ts';
import type { Forecasts, Foreseen } from './forecast.ts';

/** What a start would do, looked at before it is done (docs/tasks.md#before-a-start). */
type Before = OutputOf<typeof taskBeforeEndpoints.look>;

const MINUTE_MS = 60_000;

/** What somebody hears first, as it will be said in that minute; where only the world knows how it begins, each way. */
const opening = (plan: Plan, called: Parameters<typeof openingFor>[1]): string => {
  const variables = new Map(plan.variables.map(variable => [variable.name, variable]));
  const { announcement } = plan.defaults;
  const said = (text: string) => renderSentence(text, variables, called.values).text;
  const ways = openingFor(plan, called).filter(text => text !== announcement);
  return said(announcement) + ways.map(said).join(' / ');
};

/** Lines on which nobody listens, and where that leaves callees without an answer; a practice line has real-time text. */
const deafOf = (ports: readonly TaskPort[], hearing: Hearing, plan: Plan | null): Before['deaf'] => {
  const hears = new Map(hearing.map(line => [line.id, line.hears]));
  const deaf = ports.filter(({ practice, lineId }) => !practice && hears.get(lineId) === false);
  const lines = [...new Set(deaf.map(({ lineName }) => lineName))];
  return lines.length === 0 ? null : { lines, nodes: plan === null ? [] : [...wordNodes(plan)] };
};
type Hearing = Awaited<ReturnType<typeof hearingOfLines>>;

/** What a list may cost: of so many numbers those who will answer, each for as long as those talked who did. */
const listCost = (
  seen: ListRead['seen'],
  numbers: number,
  { price, unitS }: Pick<TaskPort, 'price' | 'unitS'>,
): number => {
  const answered = seen.filter(({ state }) => state === 'answered');
  const calls = answered.reduce((sum, one) => sum + one.calls, 0);
  const seconds = answered.reduce((sum, one) => sum + one.seconds, 0);
  const talkMs = calls === 0 ? MINUTE_MS : (seconds * 1_000) / calls;
  return Math.round(numbers * (habitsOf(seen).prospects.first.answered ?? 0)) * costOf({ price, unitS }, talkMs);
};

const moneyOf = (
  ports: readonly TaskPort[],
  available: string,
  { seen }: ListRead,
  numbers: number,
): Before['money'] => {
  const dearest = ports.reduce<TaskPort | null>((most, port) => (port.price > (most?.price ?? 0) ? port : most), null);
  if (dearest === null) return null;
  const { price } = dearest;
  const left = Math.max(0, readYuan(available) ?? 0);
  const cost = listCost(seen, numbers, dearest);
  return {
    available,
    perMinute: yuanText(price),
    minutes: Math.floor(left / price),
    mayCost: yuanText(cost),
    short: cost > left ? yuanText(cost - left) : null,
  };
};

/** Who waits for an hour or a redial, and until when. `lines`: those that are not for practice; where there are none, any hour will do. */
const waitsOf = ({ list, hours }: Foreseen, lines: readonly (WeekWindows | null)[], now: Date): Before['waits'] => {
  const { task, besides, called } = list;
  const thisMinute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const at = (minutes: number) => later(thisMinute, minutes * MINUTE_MS).toISOString();
  const of = (lane: Lane) => besides.find(some => some.lane === lane)?.numbers ?? 0;
  const numbersOf = {
    hours: task.fresh - of(lanes.west) - of(lanes.practice) - of(lanes.abroad),
    west: of(lanes.west),
  };
  const laneOf = { hours: lanes.ordinary, west: lanes.west };
  const shut = (['hours', 'west'] as const).flatMap((because): Before['waits'] => {
    if (lines.length === 0 || numbersOf[because] === 0) return [];
    const closed = hours.openings.closedOverLines(homeOfLane(laneOf[because]), hoursOfLines(lines), 0);
    if (closed === null) return [];
    const minutes = closed.afterMinutes;
    return [{ because, numbers: numbersOf[because], until: minutes === null ? null : at(minutes) }];
  });
  const redials = called.filter(({ state, inMinutes }) => state === 'retry' && inMinutes > 0);
  if (redials.length === 0) return shut;
  const numbers = redials.reduce((sum, some) => sum + some.numbers, 0);
  return [...shut, { because: 'retry', numbers, until: at(Math.min(...redials.map(({ inMinutes }) => inMinutes))) }];
};

export const lookBefore = async (
  unscopedDb: UnscopedDb,
  id: string,
  { db, session, locale }: SignedInContext,
  forecasts: Forecasts,
): Promise<Before> => {
  const task = await findBefore(db, id);
  if (task === undefined) throw refuse('notFound', { what: 'task' });
  const key: TaskKey = { merchantId: session.merchantId, taskId: id };
  const [plan, people, balance, hearing, foreseen] = await Promise.all([
    planVersion(db, task.planId, task.version),
    firstPeople(db, id),
    balanceOf(db),
    hearingOfLines(db),
    forecasts.of(key),
  ]);
  if (foreseen === null) throw refuse('notFound', { what: 'task' });
  const { list, ports, end } = foreseen;
  const { openings, local } = foreseen.hours;
  const used = ports.filter(port => !port.removed && port.enabled);
  const lines = used.filter(({ practice }) => !practice).map(({ windows }) => windows);
  const overLines = hoursOfLines(lines);
  const hours = lines.length === 0 ? null : openings.weekAhead(overLines);
  const closed = lines.length === 0 ? null : openings.closedOverLines(unknownHome, overLines, 0);
  const begins = local.minute + (closed?.afterMinutes ?? 0);
  const at = {
    date: isoOf(dayOf(local.date) + Math.floor(begins / MINUTES_A_DAY)),
    minuteOfDay: begins % MINUTES_A_DAY,
  };
  const sees = session.buttons.has('phone:unmask');
  const areas = await areasOf(
    unscopedDb,
    people.map(({ phone }) => phone),
  );
  const saysOf = (graph: Plan | undefined, values: Readonly<Record<string, string>>): string => {
    if (graph === undefined) return '';
    const text = opening(graph, { values, ...at });
    // A column of the sheet may hold a number, and be spoken.
    return sees ? text : maskNumbers(text);
  };
  const done = doneOf(end, task.now);
  const redials = list.called.reduce((sum, { state, numbers }) => sum + (state === 'retry' ? numbers : 0), 0);
  const numbers = list.task.fresh + redials;
  return {
    people: people.map(({ phone, name, variables }) => ({
      phone: sees ? phone : maskPhone(phone),
      name,
      area: areaText(areas.get(phone), sees),
      says: saysOf(plan?.graph, variables),
    })),
    numbers,
    waits: waitsOf(foreseen, lines, task.now),
    hours: hours === null ? null : hours.map(day => day.map(window => ({ ...window }))),
    ...done,
    doneBecauseText: done.doneBecause === '' ? '' : doneBecauseText(done.doneBecause, locale),
    money: moneyOf(used, balance.available, list, numbers),
    deaf: deafOf(used, hearing, plan?.graph ?? null),
  };
};
