import { callDirections, callStages } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { taskStateWord } from './tasks.ts';

/** All that runs now on one page: tasks with what limits each, and live calls. What is said comes on the topic `live`. */

/** As many live calls are shown at once, and hung up. */
export const MOST_LIVE_CALLS = 500;

const seen = { needs: 'page', page: 'myTask' } as const;

const liveCall = z.object({
  id,
  phone: z.string(),
  name: z.string(),
  direction: z.enum(callDirections),
  /** Null: a call by hand, or to us. */
  task: z.object({ id, name: z.string() }).nullable(),
  planName: z.string(),
  lineName: z.string(),
  stage: z.enum(callStages).exclude(['ended']),
  placedAt: z.string(),
  answeredAt: z.string().nullable(),
});

const liveTask = z.object({
  id,
  name: z.string(),
  state: taskStateWord,
  /** What keeps it from more calls now, a key and its sentence; '' where nothing does. */
  because: z.string(),
  becauseText: z.string(),
  /** Numbers, and of those the ones that are done. */
  total: z.number().int(),
  settled: z.number().int(),
  /** Live calls, of those the answered ones; as many as it may have at once. */
  live: z.number().int(),
  talking: z.number().int(),
  limit: z.number().int(),
});

export const liveEndpoints = {
  calls: endpoint({
    path: 'live/calls',
    right: seen,
    input: z.object({ taskId: id.optional() }),
    output: z.object({
      /** When they were read, by the house's clock. */
      at: z.string(),
      /** Who talks first, of these the longest; of more than are shown those that matter most. */
      calls: z.array(liveCall).max(MOST_LIVE_CALLS),
      /** In all, those among them that are not shown. */
      total: z.number().int(),
    }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'Live calls of the merchant, or of one task; their words come on the topic `live`.',
  }),
  tasks: endpoint({
    path: 'live/tasks',
    right: seen,
    input: z.object({}),
    output: z.object({ tasks: z.array(liveTask), more: z.boolean() }),
    idempotent: true,
    inPreview: true,
    summary: 'Tasks that run or wait for their hours, with what limits each now.',
  }),
  hangUp: endpoint({
    path: 'live/hangUp',
    right: { needs: 'button', button: 'call_out' },
    input: z.object({ ids: z.array(id).min(1).max(MOST_LIVE_CALLS) }),
    /** Of these so many lived still. */
    output: z.object({ calls: z.number().int() }),
    idempotent: true,
    summary: 'Ends live calls of the merchant.',
  }),
} as const;
