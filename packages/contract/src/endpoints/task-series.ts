import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, id, taskName, whole, wholeField } from '../fields.ts';

/** Whom a run of a series calls: those nobody reached in the run before; those who came onto its list since. */
export const seriesPeople = ['unreached', 'list'] as const;
export const seriesStates = ['on', 'paused', 'ended'] as const;
/** Why a series paused by itself, or its last day had no run. */
const seriesBecauses = ['', 'nobody', 'planGone', 'noPorts', 'pastEnd'] as const;
export type SeriesBecause = (typeof seriesBecauses)[number];

const WEEKDAY = { least: 0, most: 6 } as const;
const MINUTE = { least: 0, most: 1_439 } as const;
const MOST_LISTED = 200;
const RUNS_SHOWN = 5;

const days = {
  /** Monday is 0; all seven: every day. */
  weekdays: z.array(whole(WEEKDAY)).min(1).max(7),
  /** Of the merchant's day. */
  minute: wholeField(MINUTE),
  /** The last day that may have a run. */
  endsOn: day.optional(),
};

const run = z.object({
  id,
  name: z.string(),
  day: z.string(),
  state: z.string(),
  total: z.number().int(),
  answered: z.number().int(),
});

export const taskSeriesEndpoints = {
  templates: endpoint({
    path: 'task/templates',
    right: { needs: 'page', page: 'myTask' },
    input: z.object({}),
    /** At most 200, by name. */
    output: z.object({
      list: z
        .array(z.object({ id, name: z.string(), planName: z.string(), by: z.string(), createdAt: z.string() }))
        .max(MOST_LISTED),
    }),
    idempotent: true,
    inPreview: true,
    summary:
      'Settings that were kept to make tasks from; `task/copy` makes one, `task/save` and `task/remove` change and drop them.',
  }),
  saveTemplate: endpoint({
    path: 'task/saveTemplate',
    right: { needs: 'button', button: 'task:create' },
    input: z.object({ id, name: taskName }),
    output: z.object({ id }),
    idempotent: false,
    summary: 'Keeps the settings of a task as a template.',
  }),
  list: endpoint({
    path: 'task/series',
    right: { needs: 'page', page: 'myTask' },
    input: z.object({}),
    /** At most 200, the newest first. */
    output: z.object({
      list: z
        .array(
          z.object({
            id,
            name: z.string(),
            planName: z.string(),
            people: z.enum(seriesPeople),
            weekdays: z.array(z.number().int()),
            minute: z.number().int(),
            endsOn: z.string().nullable(),
            state: z.enum(seriesStates),
            because: z.string(),
            becauseText: z.string(),
            by: z.string(),
            /** Of `list`: numbers that wait for the next run. */
            waiting: z.number().int(),
            /** The latest first, at most five. */
            runs: z.array(run).max(RUNS_SHOWN),
          }),
        )
        .max(MOST_LISTED),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Series: tasks that are made by themselves on their days, each with its latest runs.',
  }),
  repeat: endpoint({
    path: 'task/repeat',
    right: { needs: 'button', button: 'task:control' },
    /** Of `list` the task, a draft, becomes the list: numbers imported into it wait for the next run. */
    input: z.object({ id, name: taskName, people: z.enum(seriesPeople), ...days }),
    output: z.object({ id }),
    idempotent: false,
    summary: 'Makes a series of a task: a task of its own on each of its days, started by itself.',
  }),
  setSeries: endpoint({
    path: 'task/setSeries',
    right: { needs: 'button', button: 'task:control' },
    input: z.object({ id, state: z.enum(seriesStates), ...days }),
    output: z.object({}),
    idempotent: true,
    summary: 'Changes the days of a series, pauses it, goes on with it, or ends it for good.',
  }),
} as const;
