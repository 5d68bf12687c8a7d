import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fileKey, id, listInput } from '../fields.ts';

/** How work in the background stands; on the wire of batch tasks by its place here. */
export const batchStates = ['running', 'done', 'failed', 'cancelled'] as const;
export type BatchState = (typeof batchStates)[number];

export const batchEndpoints = {
  list: endpoint({
    path: 'batch/list',
    right: { needs: 'token' },
    input: listInput,
    output: z.object({
      list: z.array(
        z.object({
          id,
          title: z.string(),
          /** 0 in progress, 1 done, other failed: 2 failed, 3 cancelled. */
          state: z.literal([0, 1, 2, 3]),
          /** 0 import, 1 export, 2 delete. */
          type: z.literal([0, 1, 2]),
          remark: z.string(),
          fileId: fileKey.nullable(),
          createTime: z.string(),
          modifyTime: z.string(),
          /** Rows done, and of how many where it is known. */
          done: z.number().int(),
          of: z.number().int().nullable(),
        }),
      ),
      total: z.number().int(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Own batch tasks of today, newest first.',
  }),
  cancel: endpoint({
    path: 'batch/cancel',
    right: { needs: 'token' },
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Asks a running batch task of one’s own to end; what it has done stays.',
  }),
} as const;
