import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listInput, oneLine } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';
import { auditActionNames, auditKindNames } from './audit-actions.ts';

/** Where a page of the audit ends: microseconds and id; made by the server, opaque to who pages. */
const auditCursor = z.string().regex(/^\d{1,17}-[1-9]\d{0,17}$/, 'cursor' satisfies Fault);

/** What a list or an export is narrowed to. */
const auditFilter = {
  /** ISO instants: at or after, before. */
  from: instant.optional(),
  to: instant.optional(),
  employeeId: id.optional(),
  kind: z.enum(auditKindNames).optional(),
  action: z.enum(auditActionNames).optional(),
  /** The id of what was written. */
  target: oneLine.trim().max(30).optional(),
  /** Whole address of who did it. */
  ip: oneLine.trim().max(45).optional(),
  /** Part of the target’s name. */
  q: oneLine.trim().max(50).optional(),
};

export type AuditFilter = z.output<ReturnType<typeof z.object<typeof auditFilter>>>;

const person = z.object({ id, name: z.string(), account: z.string() });

const auditRow = z.object({
  id,
  at: z.string(),
  /** A key of `auditActions`; of a later release another. */
  action: z.string(),
  /** Null: the house by itself. */
  who: person.nullable(),
  target: z.string(),
  targetName: z.string(),
  /** Whose row it was, where it was not of one’s own merchant. */
  about: z.object({ number: z.string(), name: z.string() }).nullable(),
  ip: z.string(),
  pagePath: z.string(),
  /** Names of the fields it tells about; the detail has their values. */
  fields: z.array(z.string()),
});

export type AuditRow = z.infer<typeof auditRow>;

const facts = z.record(z.string(), z.unknown()).nullable();
const readers = { needs: 'role', roles: ['company', 'agent', 'admin'] } as const;

export const auditEndpoints = {
  list: endpoint({
    path: 'audit/list',
    right: readers,
    input: listInput.extend({ ...auditFilter, after: auditCursor.optional() }),
    output: z.object({
      list: z.array(auditRow),
      total: z.number().int(),
      more: z.boolean().optional(),
      after: z.string().nullable(),
    }),
    idempotent: true,
    rateCost: 1,
    summary: 'Who did what to what, newest first; of one’s own merchant alone.',
  }),
  detail: endpoint({
    path: 'audit/detail',
    right: readers,
    input: z.object({ id }),
    output: auditRow.extend({ before: facts, after: facts }),
    idempotent: true,
    shows: 'phones',
    summary: 'One row with what changed from what to what; phones masked for who may not see them.',
  }),
  people: endpoint({
    path: 'audit/people',
    right: readers,
    input: z.object({ q: oneLine.trim().max(50).optional() }),
    output: z.object({ list: z.array(person) }),
    idempotent: true,
    summary: 'People to narrow the audit to, by part of name or account; at most 50.',
  }),
  export: endpoint({
    path: 'audit/export',
    right: readers,
    input: z.object(auditFilter),
    /** Null: it waits for a second person. */
    output: z.object({ batchId: id.nullable() }),
    idempotent: false,
    rateCost: 50,
    summary: 'Makes a sheet of the audit in the background; leaves a row itself.',
  }),
} as const;
