import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, oneLine } from '../fields.ts';

const owners = { needs: 'role', roles: ['company', 'agent'] } as const;
/** A reseller has merchants, which nobody deletes with it. */
const merchantOwner = { needs: 'role', roles: ['company'] } as const;
const platform = { needs: 'role', roles: ['admin'] } as const;

/** Records of calls are kept for so many days by the platform's word; the law wants thirty. */
const recordDays = z.coerce.number().int().min(30).max(3_650);

const deletion = z.object({
  /** Whose word it was. */
  askedBy: z.string(),
  askedAt: z.string(),
  /** From then on nothing takes it back. */
  dueAt: z.string(),
});

export const keepingEndpoints = {
  state: endpoint({
    path: 'keeping/state',
    right: { needs: 'token' },
    input: z.object({}),
    output: z.object({
      recordDays: z.number().int(),
      /** The merchant is to be deleted; null: nobody asked for it. */
      deletion: deletion.nullable(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'How long records of calls are kept, and whether the merchant is to be deleted.',
  }),
  saveRecords: endpoint({
    path: 'keeping/saveRecords',
    right: platform,
    input: z.object({ recordDays }),
    output: z.object({}),
    idempotent: true,
    proof: 'always',
    summary: 'Says how long records of calls are kept, for all merchants; older months leave within the hour.',
  }),
  takeOut: endpoint({
    path: 'keeping/takeOut',
    right: owners,
    input: z.object({}),
    output: z.object({ batchId: id }),
    idempotent: false,
    rateCost: 20,
    proof: 'always',
    summary:
      'All that the merchant has as one archive (lists of every table, recordings), by a batch task; for who sees whole numbers.',
  }),
  askDeletion: endpoint({
    path: 'keeping/askDeletion',
    right: merchantOwner,
    /** The merchant's number, typed by hand: nobody asks for it by mistake. */
    input: z.object({ number: oneLine.min(1).max(20) }),
    output: z.object({ dueAt: z.string() }),
    idempotent: true,
    proof: 'always',
    summary:
      'The merchant is deleted in seven days unless somebody takes it back; ledger and audit stay, without names.',
  }),
  takeDeletionBack: endpoint({
    path: 'keeping/takeDeletionBack',
    right: merchantOwner,
    input: z.object({}),
    output: z.object({}),
    idempotent: true,
    summary: 'The merchant stays.',
  }),
  deletions: endpoint({
    path: 'keeping/deletions',
    right: platform,
    input: z.object({}),
    output: z.object({ list: z.array(z.object({ id, number: z.string(), name: z.string(), ...deletion.shape })) }),
    idempotent: true,
    summary: 'Merchants that are to be deleted, the next first; the first hundred.',
  }),
  stopDeletion: endpoint({
    path: 'keeping/stopDeletion',
    right: platform,
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Takes back that a merchant is to be deleted; its people are told.',
  }),
} as const;
