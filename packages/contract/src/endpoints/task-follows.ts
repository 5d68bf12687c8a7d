import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';

/** Why a task follows its customers no more: somebody stopped it, the task is over, or who set it up is gone or may not any more. */
export const followBecauses = ['', 'byUser', 'taskOver', 'gone', 'noRight'] as const;
export type FollowBecause = (typeof followBecauses)[number];

/** A task that follows a filter of customers as it grows (docs/customers.md#follow); `custom/toTask` begins it. */
export const taskFollowEndpoints = {
  read: endpoint({
    path: 'task/follow',
    right: { needs: 'page', page: 'myTask' },
    input: z.object({ id }),
    output: z.object({
      /** Null: it follows none, and never did. */
      follow: z
        .object({
          /** The filter in words; a number that it looks for is named to those who see numbers. */
          says: z.string(),
          /** Who set it up: by this person’s rights it is looked. */
          by: z.string(),
          since: z.string(),
          /** When customers were looked at last. */
          lookedAt: z.string().nullable(),
          /** Numbers that came into the task so. */
          came: z.number().int(),
          endedAt: z.string().nullable(),
          because: z.enum(followBecauses),
          becauseText: z.string(),
        })
        .nullable(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Which filter of customers a task follows, since when, and how many came so.',
  }),
  stop: endpoint({
    path: 'task/stopFollow',
    right: { needs: 'button', button: 'task:create' },
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Lets a task follow its customers no more; who came so stays.',
  }),
} as const;
