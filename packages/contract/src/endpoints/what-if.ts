import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, id, wholeField } from '../fields.ts';
import { retryRules, taskLimits, taskPorts, wallClock, weekWindows } from './tasks.ts';

/** The middle of many ways the days may go, and between which figures the truth lies four times of five. */
const band = <T extends z.ZodType>(of: T) => z.object({ low: of, middle: of, high: of });
const calls = band(z.number().int());
/** Yuan. */
const cost = band(z.string());
const sums = z.object({ calls, answered: calls, cost });

/** What would come of a list. */
const told = z.object({
  /** By the end of the merchant's day, and of the whole list, or of a fortnight of it. */
  today: sums,
  all: sums,
  /** When the last of it is done; `high` null: one way in ten is not done within a fortnight. Null: nobody can say. */
  end: z.object({ low: z.string(), middle: z.string(), high: z.string().nullable() }).nullable(),
  /** Why nobody can say, and its sentence; '' otherwise. */
  because: z.string(),
  becauseText: z.string(),
});

/** Settings that stand in place of the task's; left out, they are as they are. */
const settings = {
  ports: taskPorts.optional(),
  concurrency: wholeField(taskLimits.concurrency).optional(),
  windows: weekWindows.optional(),
  retries: retryRules.optional(),
};

const looked = {
  /** From then on. */
  at: z.string(),
  /** That may be called still. */
  numbers: z.number().int(),
  /** Calls that its habits are taken from; of the task where it has called enough, else the merchant's last ones. */
  seen: z.object({ calls: z.number().int(), of: z.enum(['task', 'merchant']) }),
  asItIs: told,
  /** Null: nothing was changed. */
  changed: told.nullable(),
};

export const whatIfEndpoints = {
  look: endpoint({
    path: 'whatIf/look',
    right: { needs: 'page', page: 'myTask' },
    input: z.object({
      taskId: id,
      /** From this minute of the merchant's clock on, 2026-11-29T09:00; absent, or gone by: from now on. */
      from: wallClock.optional(),
      ...settings,
    }),
    output: z.object(looked),
    idempotent: true,
    inPreview: true,
    rateCost: 10,
    summary:
      'What would come of a task’s list as it is set, and with other settings, from now or later on: calls, answers, cost, end, each with a band.',
  }),
  day: endpoint({
    path: 'whatIf/day',
    right: { needs: 'page', page: 'myTask' },
    /** A day on which the task called, of the merchant's calendar. */
    input: z.object({ taskId: id, day, ...settings }),
    output: z.object({
      ...looked,
      /** What really came of that day. */
      happened: z.object({ calls: z.number().int(), answered: z.number().int(), cost: z.string(), end: z.string() }),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 10,
    summary: 'A day of a task that was, told with the settings of now and with others, beside what really happened.',
  }),
  truth: endpoint({
    path: 'whatIf/truth',
    right: { needs: 'page', page: 'myTask' },
    input: z.object({ taskId: id }),
    output: z.object({
      /** Null: nothing was told of it. */
      truth: z
        .object({
          /** When it was told, which is when the task was started or its settings were changed last. */
          at: z.string(),
          numbers: z.number().int(),
          told,
          /** What came of it since. */
          soFar: z.object({ calls: z.number().int(), answered: z.number().int(), cost: z.string() }),
          endedAt: z.string().nullable(),
        })
        .nullable(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'What was told of a task when it was started or changed, beside what came of it since.',
  }),
} as const;
