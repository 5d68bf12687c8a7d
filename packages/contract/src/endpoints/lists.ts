import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, fileKey, flag, id, listInput, oneLine, removed } from '../fields.ts';
import { uploadEndpoints } from './tasks.ts';

/** Lists of numbers (decision 81): who is never called, who is exempt from caps, who consented. */
const control = { needs: 'button', button: 'task:control' } as const;
const reads = { needs: 'page', page: 'myTask' } as const;
const platform = { needs: 'role', roles: ['admin'] } as const;

/** Typed: one number a line or separated by commas, at most 1,000. */
const phones = z.string().min(1).max(20_000);
const reason = oneLine.trim().max(100).default('');
/** The last day on which it holds, in the merchant's zone; none: for ever. */
const until = day.optional();
/** Of a list: the number, or an opaque token where it is masked. */
const phoneKey = z.string().max(300);
/** `phone`: its first figures. */
const found = listInput.extend({ after: id.optional(), phone: z.string().max(20).optional() });
const pageOf = <Row extends z.ZodRawShape>(row: Row) =>
  z.object({
    list: z.array(z.object(row)),
    total: z.number().int(),
    more: z.boolean().optional(),
    after: z.string().nullable(),
  });

const entry = {
  phone: z.string(),
  phoneKey: z.string(),
  reason: z.string(),
  until: z.string().nullable(),
  /** Its last day is over: it counts no more. */
  expired: z.boolean(),
  /** Who put it there; '' the house itself. */
  by: z.string(),
  createdAt: z.string(),
};
const added = z.object({ added: z.number().int(), known: z.number().int(), refused: z.array(z.string()) });

/** Blacklists of the merchant, and of one of its tasks where `taskId` says which. */
const ofTask = { taskId: id.optional() };

export const blacklistEndpoints = {
  list: endpoint({
    path: 'blacklist/list',
    right: reads,
    input: found.extend(ofTask),
    output: pageOf({
      ...entry,
      callId: id.nullable(),
      /** The callee’s own word in that call: it never ends. */
      wish: z.boolean(),
    }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'Numbers that are never called, by no task or by one, newest first.',
  }),
  add: endpoint({
    path: 'blacklist/add',
    right: control,
    input: z.object({ phones, reason, until, ...ofTask }),
    output: added,
    idempotent: true,
    summary: 'Puts numbers on the blacklist; what ends sooner there holds as long as is said here.',
  }),
  remove: endpoint({
    path: 'blacklist/remove',
    right: control,
    input: z.object({ phoneKey, ...ofTask }),
    output: removed,
    idempotent: true,
    summary: 'Takes a number off the blacklist.',
  }),
  allow: endpoint({
    path: 'blacklist/allow',
    right: control,
    input: z.object({ callId: id }),
    output: removed,
    idempotent: true,
    summary: 'Takes off the blacklist the number of a call that was put on it for what was said there.',
  }),
} as const;

export const whitelistEndpoints = {
  list: endpoint({
    path: 'whitelist/list',
    right: reads,
    input: found,
    output: pageOf(entry),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'Numbers that no cap holds back, newest first; blacklists and hours bind them as any other.',
  }),
  add: endpoint({
    path: 'whitelist/add',
    right: control,
    input: z.object({ phones, reason, until }),
    output: added,
    idempotent: true,
    summary: 'Exempts numbers from caps, and from nothing else.',
  }),
  remove: endpoint({
    path: 'whitelist/remove',
    right: control,
    input: z.object({ phoneKey }),
    output: removed,
    idempotent: true,
    summary: 'Takes a number off the white list.',
  }),
} as const;

export const consentSources = ['form', 'call', 'contract', 'import', 'other'] as const;
export type ConsentSource = (typeof consentSources)[number];
const proof = oneLine.trim().max(200).default('');

export const consentEndpoints = {
  list: endpoint({
    path: 'consent/list',
    right: reads,
    input: found,
    output: pageOf({
      id,
      phone: z.string(),
      source: z.enum(consentSources),
      proof: z.string(),
      /** What proves it, where that is a file. */
      file: z.object({ id: fileKey, name: z.string() }).nullable(),
      from: z.string(),
      until: z.string().nullable(),
      state: z.enum(['holds', 'later', 'over', 'withdrawn']),
      withdrawn: z
        .object({
          at: z.string(),
          by: z.enum(['call', 'person']),
          why: z.string(),
          callId: id.nullable(),
          /** Of a person. */
          name: z.string(),
        })
        .nullable(),
      by: z.string(),
      createdAt: z.string(),
    }).extend({ /** Who has not consented is not called. */ required: z.boolean() }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'What people consented to: source, proof, term and withdrawal, newest first.',
  }),
  add: endpoint({
    path: 'consent/add',
    right: control,
    /** `from`: the first day; none: now. */
    input: z.object({
      phones,
      source: z.enum(consentSources),
      proof,
      /** Of `consent/uploadProof`. */
      fileId: fileKey.optional(),
      from: day.optional(),
      until,
    }),
    output: added,
    idempotent: true,
    summary: 'Notes that people consented to be called; who has a consent that lasts as long keeps that.',
  }),
  uploadProof: endpoint({
    path: 'consent/uploadProof',
    right: control,
    input: z.object({}),
    output: z.object({ fileId: fileKey, name: z.string(), bytes: z.number().int() }),
    idempotent: false,
    rateCost: 10,
    summary: 'Takes what proves a consent: a scan, a picture or a recording, up to 10 MB, by its bytes.',
    upload: { maxBytes: 10 * 1024 * 1024, extensions: ['pdf', 'png', 'jpg', 'jpeg', 'mp3', 'wav'] },
  }),
  withdraw: endpoint({
    path: 'consent/withdraw',
    right: control,
    input: z.object({ id, why: oneLine.trim().min(1).max(100) }),
    output: z.object({}),
    idempotent: true,
    summary: 'Notes that somebody withdrew a consent; the record stays.',
  }),
  require: endpoint({
    path: 'consent/require',
    right: { needs: 'role', roles: ['company', 'agent'] },
    input: z.object({ required: flag }),
    output: z.object({}),
    idempotent: true,
    summary: 'Whether numbers without a consent are left out of imports and never dialled by tasks.',
  }),
} as const;

/** What a sheet may fill: a merchant's lists. */
export const listNames = ['blacklist', 'whitelist', 'consent'] as const;
export type ListName = (typeof listNames)[number];
const which = { list: z.enum(listNames), ...ofTask };
const sheet = {
  fileId: fileKey,
  /** Where the sheet has no column for it. */
  reason,
  until,
};
const started = z.object({ batchId: id });
const imports = z.object({
  list: z.array(
    z.object({
      id,
      name: z.string(),
      by: z.string(),
      at: z.string(),
      added: z.number().int(),
      known: z.number().int(),
      refused: z.number().int(),
      /** How many were taken back, once somebody wanted that. */
      takenBack: z.number().int().nullable(),
    }),
  ),
});

export const numberListEndpoints = {
  import: endpoint({
    path: 'numberList/import',
    right: control,
    input: z.object({ ...which, ...sheet }),
    output: started,
    idempotent: false,
    rateCost: 10,
    summary:
      'Puts the numbers of an uploaded sheet on a list as a batch: columns 号码, 原因, 到期; of consents 来源, 凭证, 开始 too.',
  }),
  imports: endpoint({
    path: 'numberList/imports',
    right: reads,
    input: z.object(which),
    output: imports,
    idempotent: true,
    inPreview: true,
    summary: 'The sheets that were put on a list, newest first, at most 100.',
  }),
  takeBack: endpoint({
    path: 'numberList/takeBack',
    right: control,
    input: z.object({ id }),
    output: started,
    idempotent: true,
    summary: 'Takes back what a sheet put on a list, as a batch; what callees themselves wished stays.',
  }),
  export: endpoint({
    path: 'numberList/export',
    right: { needs: 'button', button: 'callLog:export' },
    input: z.object(which),
    /** Null: it waits for a second person’s word. */
    output: z.object({ batchId: id.nullable() }),
    idempotent: false,
    rateCost: 10,
    summary: 'Writes a list into a sheet as a batch; numbers are masked for who sees them so.',
  }),
} as const;

/** A list of the platform, or of a trade where `tradeId` says which. */
const ofTrade = { tradeId: id.optional() };

export const sharedListEndpoints = {
  list: endpoint({
    path: 'sharedList/list',
    right: platform,
    input: found.extend(ofTrade),
    output: pageOf(entry),
    idempotent: true,
    shows: 'phones',
    summary: 'Numbers that no merchant calls, or none of a trade, newest first.',
  }),
  add: endpoint({
    path: 'sharedList/add',
    right: platform,
    input: z.object({ phones, reason, until, ...ofTrade }),
    output: added,
    idempotent: true,
    summary: 'Puts numbers on a list of the platform or of a trade.',
  }),
  remove: endpoint({
    path: 'sharedList/remove',
    right: platform,
    input: z.object({ phoneKey, ...ofTrade }),
    output: removed,
    idempotent: true,
    summary: 'Takes a number off a list of the platform or of a trade.',
  }),
  upload: endpoint({
    path: 'sharedList/uploadSheet',
    right: platform,
    input: z.object({}),
    output: uploadEndpoints.sheet.output,
    idempotent: false,
    rateCost: 50,
    summary: 'Takes a sheet (.xlsx, .csv, .txt up to 50 MB) for a list of the platform or of a trade.',
    upload: { maxBytes: 50 * 1024 * 1024, extensions: ['xlsx', 'csv', 'txt'] },
  }),
  import: endpoint({
    path: 'sharedList/import',
    right: platform,
    input: z.object({ ...ofTrade, ...sheet }),
    output: started,
    idempotent: false,
    rateCost: 10,
    summary: 'Puts the numbers of an uploaded sheet on a list of the platform or of a trade as a batch.',
  }),
  imports: endpoint({
    path: 'sharedList/imports',
    right: platform,
    input: z.object(ofTrade),
    output: imports,
    idempotent: true,
    summary: 'The sheets that were put on a list of the platform or of a trade, newest first, at most 100.',
  }),
  takeBack: endpoint({
    path: 'sharedList/takeBack',
    right: platform,
    input: z.object({ id }),
    output: started,
    idempotent: true,
    summary: 'Takes back what a sheet put on a list of the platform or of a trade, as a batch.',
  }),
  export: endpoint({
    path: 'sharedList/export',
    right: platform,
    input: z.object(ofTrade),
    output: started,
    idempotent: false,
    rateCost: 10,
    summary: 'Writes a list of the platform or of a trade into a sheet as a batch.',
  }),
} as const;

const keepers = { needs: 'role', roles: ['admin', 'agent'] } as const;
const TRADES_OF_A_MERCHANT = 10;

export const tradeEndpoints = {
  list: endpoint({
    path: 'trade/list',
    right: keepers,
    /** `merchantId`: those it belongs to are marked. */
    input: z.object({ merchantId: id.optional() }),
    output: z.object({
      list: z.array(z.object({ id, name: z.string(), merchants: z.number().int(), chosen: z.boolean() })),
    }),
    idempotent: true,
    summary: 'The trades that merchants belong to; a reseller is told of its own merchants alone.',
  }),
  save: endpoint({
    path: 'trade/save',
    right: platform,
    input: z.object({ id: id.optional(), name: oneLine.trim().min(1).max(30) }),
    output: z.object({ id }),
    idempotent: false,
    summary: 'Adds a trade, or calls one differently; at most 200.',
  }),
  remove: endpoint({
    path: 'trade/remove',
    right: platform,
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Removes a trade whose list is empty; its merchants belong to it no more.',
  }),
  choose: endpoint({
    path: 'trade/choose',
    right: keepers,
    /** `tradeIds`: joined by commas, as JSON. */
    input: z.object({ merchantId: id, tradeIds: z.array(id).max(TRADES_OF_A_MERCHANT) }),
    output: z.object({}),
    idempotent: true,
    summary: 'Says to which trades a merchant belongs: their lists hold for it from now on.',
  }),
} as const;
