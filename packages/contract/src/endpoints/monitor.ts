import { callFaults } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, listInput } from '../fields.ts';
import { callCursor, callStateWord } from './calls.ts';
import { lineHealth } from './lines.ts';

/** 网关监控 (docs/lines.md#health): lines and ports now, what failed lately, what to do about it. */

const monitorFigures = {
  talking: z.number().int(),
  /** Placed, dialling and ringing. */
  ringing: z.number().int(),
  channels: z.number().int(),
  /** Of the last ten minutes: calls that left, were answered, failed by the line's fault. */
  calls: z.number().int(),
  answered: z.number().int(),
  failed: z.number().int(),
  /** Mean talk of the answered ones; mean time from INVITE to ringing. Null without any. */
  talkMs: z.number().int().nullable(),
  waitMs: z.number().int().nullable(),
  /** Answer rate in per mille of the last ten steps of three minutes, oldest first; null where nothing was called. */
  trend: z.array(z.number().int().nullable()).length(10),
};

const monitorLine = z.object({
  id,
  name: z.string(),
  address: z.string(),
  transport: z.string(),
  access: z.string(),
  practice: z.boolean(),
  enabled: z.boolean(),
  /** Inside its working hours. */
  open: z.boolean(),
  callsPerSecond: z.number().int(),
  health: lineHealth,
  ...monitorFigures,
});
const monitorPort = z.object({
  id,
  name: z.string(),
  lineId: id,
  lineName: z.string(),
  practice: z.boolean(),
  ...monitorFigures,
});

const lineFailure = z.object({
  callId: id,
  at: z.string(),
  phone: z.string(),
  lineId: id,
  lineName: z.string(),
  code: z.number().int().nullable(),
  /** What the carrier wrote beside the code. */
  reason: z.string(),
  state: callStateWord,
  /** A key of the verdicts' sentences. */
  because: z.string(),
  fault: z.enum(callFaults),
  /** When its task tries again; null: it does not. */
  retryAt: z.string().nullable(),
});

/** What the doctor looks at, in this order. */
export const lineChecks = [
  'resolve',
  'reply',
  'certificate',
  'credentials',
  'nat',
  'codec',
  'ports',
  'oneWay',
  'lostAck',
  'numbers',
] as const;
/** One look at its health, or all of the doctor's. */
export const checkKinds = ['probe', 'doctor'] as const;
export type CheckKind = (typeof checkKinds)[number];
export const checkStates = ['asked', 'running', 'done'] as const;
export type CheckState = (typeof checkStates)[number];
export const lineFinding = z.object({
  check: z.enum(lineChecks),
  state: z.enum(['ok', 'warning', 'fault', 'unknown']),
  /** A key of `doctorWords`: what was found and what to change, filled with `values`. */
  says: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  /** Calls that show it. */
  calls: z.array(id).max(5),
});

export const ladderMessage = z.object({
  /** Since the call was placed. */
  atMs: z.number().int(),
  way: z.enum(['out', 'in']),
  /** `INVITE` or `180 Ringing`. */
  summary: z.string(),
  cseq: z.string(),
  peer: z.string(),
  transport: z.string(),
  /**
   * The message as it was, credentials and keys taken out: of calls by hand and calls to us; of others only the final
   * answers. Empty where it was not kept.
   */
  text: z.string(),
});

export const monitorEndpoints = {
  monitor: endpoint({
    path: 'line/monitor',
    right: { needs: 'page', page: 'monitor' },
    input: z.object({}),
    output: z.object({
      /** When these figures were taken. */
      at: z.string(),
      /** Calls placed a second, over the last ten seconds. */
      callsPerSecond: z.number(),
      lines: z.array(monitorLine),
      ports: z.array(monitorPort),
      /** Failures of the last 30 minutes, oldest first. */
      failures: z.array(
        z.object({
          minute: z.string(),
          code: z.number().int().nullable(),
          fault: lineFailure.shape.fault,
          calls: z.number().int(),
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Every line and port now, with their last ten minutes; read again when the topic `lines` says so.',
  }),
  failures: endpoint({
    path: 'line/failures',
    right: { needs: 'page', page: 'monitor' },
    /** Pages by `after` alone. */
    input: z.object({
      limit: listInput.shape.limit,
      after: callCursor.optional(),
      lineId: id.optional(),
      whose: z.enum(['all', 'line', 'number']).default('all'),
    }),
    output: z.object({ list: z.array(lineFailure), after: z.string().nullable() }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'Calls of the last day that failed, newest first, by the line’s or the number’s fault.',
  }),
  check: endpoint({
    path: 'line/check',
    right: { needs: 'page', page: 'port' },
    input: z.object({ id, kind: z.enum(checkKinds) }),
    output: z.object({ checkId: id }),
    idempotent: true,
    summary: 'Has a line looked at: one probe of its health, or the doctor. Told on the topic `lines` when done.',
  }),
  findings: endpoint({
    path: 'line/findings',
    right: { needs: 'page', page: 'port' },
    input: z.object({ checkId: id }),
    output: z.object({
      state: z.enum(checkStates),
      at: z.string(),
      findings: z.array(lineFinding),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'What a check of a line has found so far.',
  }),
  ladder: endpoint({
    path: 'call/ladder',
    right: { needs: 'page', page: 'callLog' },
    input: z.object({ id }),
    output: z.object({ messages: z.array(ladderMessage) }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'SIP of a call: kept of calls by hand, of calls to us and of failed ones.',
  }),
} as const;
