import { type Bounds, type CallOf, endpoints, type OutputOf, taskLimits, USUAL_TASK_WEIGHT } from '@lianxian/contract';
import { usualRetries } from '@lianxian/core';
import { type KeyedHours, readRows, rowsOf } from '../../../ui/week/keyed-hours.ts';
import { usualWeek, type Week, wholeWeek } from '../../../ui/week/week.ts';
import { isRetryFault, type RetryDraft, retriesOf, rulesOf } from './retry-draft.ts';
import { wholeNumber } from './whole-number.ts';

/** What the editor holds of a task while one types: numbers as text, so that a half-typed one stays. */
type Settings = CallOf<typeof endpoints.task.save>;
export const taskInput = endpoints.task.save.input;
export type TaskDetail = OutputOf<typeof endpoints.task.detail>;
export type Port = OutputOf<typeof endpoints.port.options>['list'][number];
export type Plan = OutputOf<typeof endpoints.plan.list>['list'][number];

interface PortChoice {
  readonly portId: string;
  readonly channels: string;
}
export interface Draft {
  readonly name: string;
  readonly planId: string | null;
  readonly ports: readonly PortChoice[];
  readonly concurrency: string;
  readonly weight: string;
  readonly guaranteed: string;
  readonly ringTimeoutS: string;
  readonly skipRecentDays: string;
  readonly skipOtherTasks: boolean;
  readonly skipDeadDays: string;
  /** '' where it has no last day. */
  readonly endsOn: string;
  readonly windows: Week;
  readonly ownDays: readonly KeyedHours[];
  readonly holidaysOff: boolean;
  readonly makeUpDaysOn: boolean;
  /** '0': none of its own. */
  readonly perDay: string;
  readonly per7Days: string;
  readonly per30Days: string;
  readonly minutesBetween: string;
  readonly retries: readonly RetryDraft[];
  readonly faultAloneEnds: boolean;
  /** Yuan; empty: none. */
  readonly budget: string;
  readonly dayBudget: string;
}

const usualConcurrency = 10;
const practiceConcurrency = 15;
const usualRingS = 30;

/** A line of one's own that works. */
const works = ({ practice, lineState }: Port): boolean =>
  !practice && (lineState === 'up' || lineState === 'congested');

/**
 * A new task: the newest plan, over a line of one's own that works; for a newcomer the practice port, whose numbers may be
 * called at any hour.
 */
export const freshDraft = (plans: readonly Plan[], ports: readonly Port[], name: (plan: string) => string): Draft => {
  const port = ports.find(works) ?? ports.find(each => each.practice) ?? ports[0];
  const channels = Math.min(
    port?.channels ?? usualConcurrency,
    port?.practice ? practiceConcurrency : usualConcurrency,
  );
  return {
    name: plans[0] ? name(plans[0].planName) : '',
    planId: plans[0]?.id ?? null,
    ports: port ? [{ portId: port.id, channels: String(channels) }] : [],
    concurrency: String(channels),
    weight: String(USUAL_TASK_WEIGHT),
    guaranteed: '0',
    ringTimeoutS: String(usualRingS),
    skipRecentDays: '0',
    skipOtherTasks: false,
    skipDeadDays: '0',
    endsOn: '',
    windows: port?.practice ? wholeWeek : usualWeek,
    ownDays: [],
    holidaysOff: false,
    makeUpDaysOn: false,
    perDay: '0',
    per7Days: '0',
    per30Days: '0',
    minutesBetween: '0',
    retries: rulesOf(usualRetries),
    faultAloneEnds: true,
    budget: '',
    dayBudget: '',
  };
};

export const draftOf = (task: TaskDetail): Draft => ({
  name: task.name,
  planId: task.planId,
  ports: task.ports
    .filter(port => !port.removed)
    .map(port => ({ portId: port.portId, channels: String(port.channels) })),
  concurrency: String(task.concurrency),
  weight: String(task.weight),
  guaranteed: String(task.guaranteed),
  ringTimeoutS: String(task.ringTimeoutS),
  skipRecentDays: String(task.skipRecentDays),
  skipOtherTasks: task.skipOtherTasks,
  skipDeadDays: String(task.skipDeadDays),
  endsOn: task.endsOn ?? '',
  windows: task.windows,
  ownDays: rowsOf(task.ownDays),
  holidaysOff: task.holidaysOff,
  makeUpDaysOn: task.makeUpDaysOn,
  perDay: String(task.perDay),
  per7Days: String(task.per7Days),
  per30Days: String(task.per30Days),
  minutesBetween: String(task.minutesBetween),
  retries: rulesOf(task.retries),
  faultAloneEnds: task.faultAloneEnds,
  budget: task.budget ?? '',
  dayBudget: task.dayBudget ?? '',
});

/** How often a number is called, in the order in which one reads it. */
export const capFields = ['perDay', 'per7Days', 'per30Days', 'minutesBetween'] as const;
type CapField = (typeof capFields)[number];

export type Fault =
  | 'name'
  | 'plan'
  | 'ports'
  | 'channels'
  | 'hours'
  | 'ownDays'
  | 'retries'
  | 'concurrency'
  | 'weight'
  | 'guaranteed'
  | 'ringTimeoutS'
  | 'skipRecentDays'
  | 'skipDeadDays'
  | CapField
  | 'budget'
  | 'dayBudget';

const figures = [
  ...(['concurrency', 'weight', 'guaranteed', 'ringTimeoutS', 'skipRecentDays', 'skipDeadDays'] as const),
  ...capFields,
];
export type FigureName = (typeof figures)[number];

const isFault = (text: string, bounds: Bounds) => wholeNumber(text, bounds) === null;

/** What is missing or wrong in the first step: without it nothing can be saved. */
export const baseFaults = (draft: Draft): readonly Fault[] => [
  ...(draft.name.trim() === '' ? (['name'] as const) : []),
  ...(draft.planId === null ? (['plan'] as const) : []),
  ...(draft.ports.length === 0 ? (['ports'] as const) : []),
  ...(draft.ports.some(port => isFault(port.channels, taskLimits.channels)) ? (['channels'] as const) : []),
];

export const pacingFaults = (draft: Draft): readonly Fault[] => [
  ...(draft.windows.every(day => day.length === 0) ? (['hours'] as const) : []),
  ...(readRows(draft.ownDays) === null ? (['ownDays'] as const) : []),
  ...(draft.retries.some(isRetryFault) ? (['retries'] as const) : []),
  ...figures.filter(field => isFault(draft[field], taskLimits[field])),
  ...(['budget', 'dayBudget'] as const).filter(field => !/^(\d{1,8}(\.\d{1,2})?)?$/.test(yuan(draft[field]))),
];

const yuan = (text: string): string => text.trim().normalize('NFKC');

/** The draft as the contract takes it; null while something is wrong. */
export const settingsOf = (draft: Draft): Omit<Settings, 'id'> | null => {
  if (baseFaults(draft).length > 0 || pacingFaults(draft).length > 0 || draft.planId === null) return null;
  const whole = (text: string) => Number(text.trim().normalize('NFKC'));
  return {
    name: draft.name.trim(),
    planId: draft.planId,
    ports: draft.ports.map(port => ({ portId: port.portId, channels: whole(port.channels) })),
    concurrency: whole(draft.concurrency),
    weight: whole(draft.weight),
    guaranteed: whole(draft.guaranteed),
    ringTimeoutS: whole(draft.ringTimeoutS),
    skipRecentDays: whole(draft.skipRecentDays),
    skipOtherTasks: draft.skipOtherTasks ? '1' : '0',
    skipDeadDays: whole(draft.skipDeadDays),
    ...(draft.endsOn !== '' && { endsOn: draft.endsOn }),
    windows: draft.windows.map(day => [...day]),
    ownDays: Object.fromEntries(Object.entries(readRows(draft.ownDays) ?? {}).map(([date, day]) => [date, [...day]])),
    holidaysOff: draft.holidaysOff ? '1' : '0',
    makeUpDaysOn: draft.makeUpDaysOn ? '1' : '0',
    perDay: whole(draft.perDay),
    per7Days: whole(draft.per7Days),
    per30Days: whole(draft.per30Days),
    minutesBetween: whole(draft.minutesBetween),
    faultAloneEnds: draft.faultAloneEnds ? '1' : '0',
    budget: yuan(draft.budget),
    dayBudget: yuan(draft.dayBudget),
    retries: retriesOf(draft.retries),
  };
};

/**
 * Hours of a task lie inside the rules of calling, but on practice lines alone: what is typed beyond them is not sent. Where
 * nothing would be left all of it is, and the server says why not.
 */
export const insideRules = <S extends Pick<Settings, 'ports' | 'windows'>>(
  settings: S,
  ports: readonly Port[],
  bound: { readonly from: number; readonly to: number } | null,
): S => {
  const isPractice = (portId: string) => ports.find(({ id }) => id === portId)?.practice ?? false;
  if (bound === null || settings.ports.every(({ portId }) => isPractice(portId))) return settings;
  const windows = settings.windows.map(day =>
    day
      .map(({ from, to }) => ({ from: Math.max(from, bound.from), to: Math.min(to, bound.to) }))
      .filter(({ from, to }) => from < to),
  );
  return windows.every(day => day.length === 0) ? settings : { ...settings, windows };
};

/** How many calls at once there can be, and what keeps it there. */
export const atMost = (
  draft: Draft,
  ports: readonly Port[],
  merchantChannels: number | null,
): { readonly calls: number; readonly bound: 'concurrency' | 'channels' | 'merchant' } => {
  const channels = draft.ports.reduce((sum, choice) => {
    const port = ports.find(each => each.id === choice.portId);
    return sum + Math.min(wholeNumber(choice.channels, taskLimits.channels) ?? 0, port?.channels ?? 0);
  }, 0);
  const wanted = wholeNumber(draft.concurrency, taskLimits.concurrency) ?? 0;
  const practice = draft.ports.every(choice => ports.find(each => each.id === choice.portId)?.practice);
  const merchant = practice || merchantChannels === null ? Number.POSITIVE_INFINITY : merchantChannels;
  const calls = Math.min(wanted, channels, merchant);
  return { calls, bound: calls === wanted ? 'concurrency' : calls === channels ? 'channels' : 'merchant' };
};
