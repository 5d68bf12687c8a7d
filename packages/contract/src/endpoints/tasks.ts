import { calleeStates, callStages, MINUTES_A_DAY, taskStates, waitBecauses } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, fileKey, flag, id, listInput, taskName, whole, wholeField } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';
import { callStateWord, knownBefore, levelWord } from './calls.ts';
import { capFields, capLimits } from './caps.ts';
import { taskBudget, taskMoney } from './task-money.ts';
import { taskSheetEndpoints } from './task-sheets.ts';

/** What the settings of a task may be; the editor counts by the same. */
export const taskLimits = {
  ports: 50,
  /** With hours of their own. */
  ownDays: 100,
  windowsADay: 6,
  channels: { least: 1, most: 5_000 },
  concurrency: { least: 1, most: 5_000 },
  weight: { least: 1, most: 100 },
  guaranteed: { least: 0, most: 5_000 },
  ringTimeoutS: { least: 10, most: 120 },
  ...capLimits,
  skipRecentDays: { least: 0, most: 90 },
  skipDeadDays: { least: 0, most: 365 },
  /** Of one outcome: how often again, and how long after. */
  times: { least: 1, most: 10 },
  afterMinutes: { least: 0, most: 10_080 },
  /** Calls after which a start pauses by itself. */
  firstCalls: { least: 1, most: 100 },
} as const;

/** In the middle: one task may weigh a tenth of the usual, or ten times as much. */
export const USUAL_TASK_WEIGHT = 10;

/** Minutes of a day; `from` before `to`, windows of a day in order and apart. */
export const dayWindow = z
  .object({ from: z.number().int().min(0), to: z.number().int().max(MINUTES_A_DAY) })
  .refine(({ from, to }) => from < to);
export const dayWindows = z
  .array(dayWindow)
  .max(taskLimits.windowsADay)
  .refine(day => day.every((window, index) => index === 0 || day[index - 1]!.to <= window.from));
/** Monday to Sunday. */
export const weekWindows = z.array(dayWindows).length(7);
/** Days with hours of their own, by date; without any the day is closed. They go before holidays. */
const ownDays = z.record(z.iso.date(), dayWindows).refine(days => Object.keys(days).length <= taskLimits.ownDays);
/** Outcome to how often and how many minutes later. */
const retryRule = z.object({
  times: whole(taskLimits.times),
  afterMinutes: whole(taskLimits.afterMinutes),
  /** In another part of the day than the call that failed, or inside these hours of the merchant's clock. */
  at: z.union([z.literal('otherPart'), dayWindow]).optional(),
  /** A plan for these tries alone; once a task was started it keeps the version it had when that was set. */
  planId: id.optional(),
});
export const retryRules = z.partialRecord(callStateWord, retryRule);
const keptRetryRules = z.partialRecord(
  callStateWord,
  retryRule.extend({ planName: z.string().optional(), planVersion: z.number().int().optional() }),
);
export const taskPorts = z
  .array(z.object({ portId: id, channels: whole(taskLimits.channels) }))
  .min(1)
  .max(taskLimits.ports);

/** A minute as the merchant's calendar and clock show it: it has no zone of its own. */
export const wallClock = z.iso
  .datetime({ local: true, precision: -1, error: 'wallClock' satisfies Fault })
  .refine(text => !text.endsWith('Z'), 'wallClock' satisfies Fault);

const counts = z.object({
  total: z.number().int(),
  fresh: z.number().int(),
  retrying: z.number().int(),
  calling: z.number().int(),
  settled: z.number().int(),
  /** That were called at least once: those put off or settled undialled are none of them. */
  dialled: z.number().int(),
});
export const taskStateWord = z.enum(taskStates);
const standing = {
  id,
  state: taskStateWord,
  /** A key of core's `taskBecauses`, and its sentence; '' where the state says it all. */
  because: z.string(),
  becauseText: z.string(),
};

const taskRow = z.object({
  ...standing,
  name: z.string(),
  planName: z.string(),
  planVersion: z.number().int(),
  counts,
  answered: z.number().int(),
  concurrency: z.number().int(),
  /** What keeps a running task from more calls; '' for others. */
  paceText: z.string(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  startedBy: z.string().nullable(),
  endedAt: z.string().nullable(),
});

const settings = {
  name: taskName,
  planId: id,
  ports: taskPorts,
  concurrency: wholeField(taskLimits.concurrency),
  /** What it has of channels for which other tasks wait as well: twice the weight, twice the channels. */
  weight: wholeField(taskLimits.weight).default(USUAL_TASK_WEIGHT),
  /** Channels that others give back to it as soon as it has numbers for them. */
  guaranteed: wholeField(taskLimits.guaranteed).default(0),
  ringTimeoutS: wholeField(taskLimits.ringTimeoutS),
  windows: weekWindows,
  ownDays: ownDays.default({}),
  /** Nobody is called on a public holiday of China. */
  holidaysOff: flag.default(false),
  /** A Saturday or Sunday on which work is made up has the hours of a Monday. */
  makeUpDaysOn: flag.default(false),
  /** Calls of a number, counted over all of the merchant's, that this task still adds to; 0: as the rules above it. */
  perDay: capFields.perDay.default(0),
  per7Days: capFields.per7Days.default(0),
  per30Days: capFields.per30Days.default(0),
  minutesBetween: capFields.minutesBetween.default(0),
  retries: retryRules,
  skipRecentDays: wholeField(taskLimits.skipRecentDays).default(0),
  /** Numbers that wait in another task that may call are left out of imports. */
  skipOtherTasks: flag.default(false),
  /** Numbers that the merchant's own calls found empty or out of service within so many days are left out; 0: none are. */
  skipDeadDays: wholeField(taskLimits.skipDeadDays).default(0),
  /** The last day on which it calls, of the merchant's calendar. */
  endsOn: day.optional(),
  /** A fault that meets one number again while the line works for others ends that number. */
  faultAloneEnds: flag.default(true),
  /** In all, and on one day; left out, they stay as they are. */
  budget: taskBudget.optional(),
  dayBudget: taskBudget.optional(),
};

const taskDetail = taskRow.extend({
  planId: id,
  /** The plan was removed since: the task runs on with its version, but starts no more. */
  planRemoved: z.boolean(),
  /** A newer version of the plan is published. */
  newerVersion: z.number().int().nullable(),
  ports: z.array(
    z.object({
      portId: id,
      name: z.string(),
      lineName: z.string(),
      practice: z.boolean(),
      channels: z.number().int(),
      removed: z.boolean(),
    }),
  ),
  weight: z.number().int(),
  guaranteed: z.number().int(),
  ringTimeoutS: z.number().int(),
  windows: weekWindows,
  ownDays,
  holidaysOff: z.boolean(),
  makeUpDaysOn: z.boolean(),
  perDay: z.number().int(),
  per7Days: z.number().int(),
  per30Days: z.number().int(),
  minutesBetween: z.number().int(),
  retries: keptRetryRules,
  skipRecentDays: z.number().int(),
  skipOtherTasks: z.boolean(),
  skipDeadDays: z.number().int(),
  /** When it begins by itself, of one that waits for that. */
  startsAt: z.string().nullable(),
  endsOn: z.string().nullable(),
  /** Settings that tasks are made from, no task itself. */
  template: z.boolean(),
  faultAloneEnds: z.boolean(),
  /** Yuan; null: it has none. */
  budget: z.string().nullable(),
  dayBudget: z.string().nullable(),
});

/** A call in progress as the board shows it; its words come on the topic `task:<id>`. */
const taskLiveCall = z.object({
  id,
  phone: z.string(),
  name: z.string(),
  stage: z.enum(callStages).exclude(['ended']),
  placedAt: z.string(),
  answeredAt: z.string().nullable(),
});

const levels = z.record(levelWord, z.number().int());
const taskBoard = z.object({
  ...standing,
  name: z.string(),
  planId: id,
  planName: z.string(),
  planVersion: z.number().int(),
  startedAt: z.string().nullable(),
  startedBy: z.string().nullable(),
  windows: weekWindows,
  counts,
  money: taskMoney,
  /** Live calls and how many there may be at most; stages told apart by `live`. */
  channels: z.object({ used: z.number().int(), limit: z.number().int() }),
  outcomes: z.array(z.object({ state: callStateWord, calls: z.number().int() })),
  levels,
  /** The last 30 minutes, oldest first, without gaps; of a task that does not run, up to its last ending. */
  minutes: z.array(z.object({ at: z.string(), calls: z.number().int(), answered: z.number().int(), levels })),
  /** Calls that ended in the last ten minutes, and those of them that were answered. */
  recent: z.object({ calls: z.number().int(), answered: z.number().int() }),
  pace: z.object({ perMinute: z.number(), because: z.string(), becauseText: z.string() }),
  /** When the last of it will be done, redials among them; null when nobody knows. */
  doneAt: z.string().nullable(),
  /** Why nobody knows, or what the forecast leaves out, and its sentence; '' otherwise. */
  doneBecause: z.string(),
  doneBecauseText: z.string(),
  /** Numbers that may be called later, by why they wait and until when, soonest first. */
  coming: z.array(z.object({ because: z.enum(waitBecauses), at: z.string(), numbers: z.number().int() })),
  /** Its lines that carry nothing now; of one that refused every call, until when. */
  deadLines: z.array(z.object({ name: z.string(), until: z.string().nullable() })),
  /** Newest first, at most 300. */
  live: z.array(taskLiveCall),
  /** Answered calls that ended in the last minutes, newest first; what each callee wants in a line. */
  ended: z.array(
    z.object({
      ...{ id, phone: z.string(), name: z.string(), level: levelWord.nullable(), says: z.string() },
      ...{ endedAt: z.string(), talkMs: z.number().int() },
    }),
  ),
  /** What happened, newest first. */
  events: z.array(z.object({ at: z.string(), kind: z.string(), text: z.string() })),
});

const calleeRow = z.object({
  id,
  phone: z.string(),
  name: z.string(),
  area: z.string(),
  state: z.enum(calleeStates),
  because: z.string(),
  becauseText: z.string(),
  attempts: z.number().int(),
  /** Of a person with several numbers: which of them this is. */
  number: z.object({ at: z.number().int(), of: z.number().int() }).optional(),
  dueAt: z.string().nullable(),
  /** What stands between it and a call, and until when where that is known; null: it is being called, or settled. */
  waits: z.object({ because: z.enum(waitBecauses), text: z.string(), until: z.string().nullable() }).nullable(),
  lastState: callStateWord.nullable(),
  lastLevel: levelWord.nullable(),
  lastCallId: id.nullable(),
  about: knownBefore,
});

const after = z.object({ after: z.string().nullable(), more: z.boolean().optional() });
const control = (path: string, summary: string) =>
  endpoint({
    path,
    right: { needs: 'button', button: 'task:control' },
    input: z.object({ id }),
    output: z.object(standing),
    idempotent: true,
    summary,
  });

export const taskEndpoints = {
  list: endpoint({
    path: 'task/list',
    right: { needs: 'page', page: 'myTask' },
    /** `q`: part of the name. `open`: those that numbers may be added to. */
    input: listInput.extend({
      after: id.optional(),
      state: taskStateWord.optional(),
      open: flag.optional(),
      /** Runs of this series. */
      series: id.optional(),
      q: z.string().max(50).optional(),
    }),
    output: after.extend({ list: z.array(taskRow), total: z.number().int() }),
    idempotent: true,
    inPreview: true,
    summary: 'Tasks of the merchant, newest first.',
  }),
  detail: endpoint({
    path: 'task/detail',
    right: { needs: 'page', page: 'myTask' },
    input: z.object({ id }),
    output: taskDetail,
    idempotent: true,
    inPreview: true,
    summary: 'One task with its settings.',
  }),
  save: endpoint({
    path: 'task/save',
    right: { needs: 'button', button: 'task:create' },
    /** With `id`: a draft takes all; a task that was started takes everything but the plan. */
    input: z.object({ id: id.optional(), ...settings }),
    output: z.object({ id }),
    idempotent: false,
    summary: 'Adds a task as a draft, or changes one.',
  }),
  copy: endpoint({
    path: 'task/copy',
    right: { needs: 'button', button: 'task:create' },
    input: z.object({ id, name: taskName }),
    output: z.object({ id }),
    idempotent: false,
    summary: 'Makes a draft with the settings of a task, without its numbers, on the newest version of its plan.',
  }),
  remove: endpoint({
    path: 'task/remove',
    right: { needs: 'button', button: 'task:create' },
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Removes a task that does not run, with its numbers; its call records stay.',
  }),
  start: endpoint({
    path: 'task/start',
    right: { needs: 'button', button: 'task:control' },
    /** With `at` it waits until then. With `firstCalls` it pauses after so many, until somebody resumes it. */
    input: z.object({
      id,
      firstCalls: wholeField(taskLimits.firstCalls).optional(),
      /** It begins by itself at this minute of the merchant's clock, 2026-11-29T09:00. */
      at: wallClock.optional(),
    }),
    output: z.object(standing),
    idempotent: true,
    summary: 'Starts a draft; wholly, or with a few calls that are looked at first.',
  }),
  pause: control('task/pause', 'No new calls until it is resumed; calls in progress go on.'),
  resume: control('task/resume', 'Goes on with a paused task.'),
  stop: control('task/stop', 'Ends a task for good; calls in progress go on to their end.'),
  stopAll: endpoint({
    path: 'task/stopAll',
    right: { needs: 'button', button: 'task:control' },
    input: z.object({}),
    output: z.object({ tasks: z.number().int(), calls: z.number().int() }),
    idempotent: true,
    summary: 'Emergency stop: pauses every task of the merchant and hangs up every live call.',
  }),
  board: endpoint({
    path: 'task/board',
    right: { needs: 'page', page: 'myTask' },
    input: z.object({ id }),
    output: taskBoard,
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'How a task stands now.',
  }),
  callees: endpoint({
    path: 'task/callees',
    right: { needs: 'page', page: 'myTask' },
    /** `phone`: its first figures. Next pages by `after`. */
    input: z.object({
      id,
      state: z.enum(calleeStates).optional(),
      lastState: callStateWord.optional(),
      phone: z.string().max(20).optional(),
      after: id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: after.extend({ list: z.array(calleeRow) }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'Numbers of a task in the order they came.',
  }),
  ...taskSheetEndpoints,
} as const;

export const uploadEndpoints = {
  /** Alone `multipart/form-data`: fields first, then the file in the field `file`. */
  sheet: endpoint({
    path: 'file/uploadSheet',
    right: { needs: 'button', button: 'task:create' },
    input: z.object({}),
    output: z.object({ fileId: fileKey, name: z.string(), bytes: z.number().int() }),
    idempotent: false,
    rateCost: 50,
    summary: 'Takes a sheet (.xlsx, .csv, .txt up to 50 MB) for an import.',
    upload: { maxBytes: 50 * 1024 * 1024, extensions: ['xlsx', 'csv', 'txt'] },
  }),
} as const;
