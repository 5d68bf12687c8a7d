import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, listInput } from '../fields.ts';

/** A waiting export is refused by itself after so many hours. */
export const APPROVAL_HOURS = 72;

const approves = { needs: 'button', button: 'export:approve' } as const;

const exportRequest = z.object({
  id,
  /** As its batch task would be called. */
  title: z.string(),
  calls: z.number().int(),
  askedBy: z.string(),
  askedAt: z.string(),
  /** Nobody decides over what he asked for himself. */
  mine: z.boolean(),
});

/** Exports of many calls, people or numbers that wait for a second person's word, where the merchant wants one. */
export const approvalEndpoints = {
  list: endpoint({
    path: 'approval/list',
    right: { needs: 'any', pages: [], buttons: ['callLog:export', 'export:approve'] },
    input: listInput.pick({ limit: true }),
    output: z.object({ list: z.array(exportRequest), total: z.number().int() }),
    idempotent: true,
    summary: 'Exports that wait: all of the merchant for who may approve them, else one’s own.',
  }),
  approve: endpoint({
    path: 'approval/approve',
    right: approves,
    input: z.object({ id }),
    output: z.object({}),
    idempotent: false,
    summary: 'Lets an export go that somebody else asked for.',
  }),
  refuse: endpoint({
    path: 'approval/refuse',
    right: approves,
    input: z.object({ id }),
    output: z.object({}),
    idempotent: false,
    summary: 'Refuses an export that somebody else asked for.',
  }),
} as const;
