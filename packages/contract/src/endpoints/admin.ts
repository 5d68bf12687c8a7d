import { lineStates } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { account, flag, id, listInput, merchantNumber, oneLine, telephone } from '../fields.ts';
import { ledgerInput, ledgerOutput, money } from './money.ts';

/** Who looks after merchants: the platform after all, a reseller after its own; anybody else's is not found. */
const keepers = { needs: 'role', roles: ['admin', 'agent'] } as const;
const platform = { needs: 'role', roles: ['admin'] } as const;
const owner = { needs: 'role', roles: ['company'] } as const;

const contact = {
  contactName: oneLine.trim().max(50).default(''),
  contactPhone: telephone.default(''),
};
const quotas = {
  employeeLimit: z.coerce.number().int().min(1).max(100_000).default(50),
  seatLimit: z.coerce.number().int().min(0).max(100_000).default(50),
  channelLimit: z.coerce.number().int().min(0).max(10_000).default(300),
};

/** The first rows of what needs a hand, each with the merchant it belongs to. */
const some = <Row extends z.ZodRawShape>(row: Row) =>
  z.object({
    total: z.number().int(),
    list: z.array(
      z.object({
        merchantId: id,
        merchantNumber: z.string(),
        merchantName: z.string(),
        merchantKind: z.enum(['merchant', 'reseller']),
        ...row,
      }),
    ),
  });

/** A merchant as who looks after it sees it. */
const kept = {
  id,
  number: z.string(),
  name: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  remark: z.string(),
  employeeLimit: z.number().int(),
  seatLimit: z.number().int(),
  channelLimit: z.number().int(),
  active: z.boolean(),
  createdAt: z.string(),
  /** Accounts of its first owner; '' without one. */
  owner: z.string(),
  /** Yuan; what is held for calls included. */
  balance: money,
  available: money,
  lines: z.number().int(),
  people: z.number().int(),
  /** Calls that live now. */
  live: z.number().int(),
  /** Of its own day. */
  callsToday: z.number().int(),
};
const merchantRow = z.object({ ...kept, reseller: z.object({ id, name: z.string() }).nullable() });
const resellerRow = z.object({ ...kept, /** How many belong to it. */ merchants: z.number().int() });

const saveInput = z.object({
  /** Without it a new one is made. */
  id: id.optional(),
  /** Of a new one: its number, or none for the next free one. */
  number: merchantNumber.optional(),
  name: oneLine.trim().min(1).max(50),
  ...contact,
  remark: oneLine.trim().max(200).default(''),
  ...quotas,
  /** Of a new one: who signs in first. */
  account: account.optional(),
  ownerName: oneLine.trim().min(1).max(50).optional(),
});
/** The password of a new owner is told once and has to be changed at the first sign-in. */
const saved = z.object({ id, number: z.string(), account: z.string(), password: z.string().nullable() });
/** What the owner reads out: from the sign-in page of the browser that asked. */
const resetCode = z.string().trim().min(1).max(20);
const allowed = z.object({ account: z.string() });
const factorOff = z.object({ account: z.string(), dueAt: z.iso.datetime() });
const listed = listInput.extend({
  after: id.optional(),
  /** The beginning of its number, or a part of its name. */
  q: z.string().trim().max(50).optional(),
  state: z.enum(['on', 'off']).optional(),
});
const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    list: z.array(row),
    total: z.number().int(),
    more: z.boolean().optional(),
    after: z.string().nullable(),
  });
const switched = z.object({
  /** Tasks that called or waited and are paused now. */
  tasks: z.number().int(),
});

export const merchantEndpoints = {
  list: endpoint({
    path: 'merchant/list',
    right: keepers,
    /** `resellerId`: of this reseller alone; the platform’s people choose. */
    input: listed.extend({ resellerId: id.optional() }),
    output: pageOf(merchantRow),
    idempotent: true,
    summary: 'Merchants with balance, lines, people and calls, newest first; a reseller sees its own.',
  }),
  save: endpoint({
    path: 'merchant/save',
    right: keepers,
    /** `resellerId`: whose a new one is; a reseller’s are its own. */
    input: saveInput.extend({ resellerId: id.optional() }),
    output: saved,
    idempotent: false,
    // A new owner's password is handed out.
    proof: { with: 'account' },
    summary: 'Adds a merchant with its owner, whose one-time password is told once, or edits one.',
  }),
  setActive: endpoint({
    path: 'merchant/setActive',
    right: keepers,
    input: z.object({ id, active: flag }),
    output: switched,
    idempotent: true,
    summary: 'Switches a merchant off (sessions end, tasks pause, nothing new is dialled) or on again.',
  }),
  resetOwner: endpoint({
    path: 'merchant/resetOwner',
    right: keepers,
    input: z.object({ id, code: resetCode }),
    output: allowed,
    idempotent: false,
    proof: 'always',
    summary: 'Confirms the code that the owner reads out: the browser that asked sets the new password itself.',
  }),
  dropFactor: endpoint({
    path: 'merchant/dropFactor',
    right: platform,
    /** Which of its owners: a merchant may have several. */
    input: z.object({ id, account }),
    output: factorOff,
    idempotent: true,
    proof: 'always',
    summary:
      'Takes the second factor of an owner of a merchant or reseller off after a day; its people are told, and a sign-in with the factor stops it.',
  }),
  setReseller: endpoint({
    path: 'merchant/setReseller',
    right: platform,
    /** Without `resellerId` it is the platform’s own. */
    input: z.object({ id, resellerId: id.optional() }),
    output: z.object({}),
    idempotent: true,
    summary: 'Says whose merchant it is.',
  }),
  lines: endpoint({
    path: 'merchant/lines',
    right: keepers,
    input: z.object({ id }),
    output: z.object({
      list: z.array(
        z.object({
          id,
          name: z.string(),
          address: z.string(),
          practice: z.boolean(),
          /** Somebody else's. */
          lent: z.boolean(),
          enabled: z.boolean(),
          state: z.enum(lineStates),
          channels: z.number().int(),
          /** Yuan a minute. */
          pricePerMinute: z.string(),
          unitSeconds: z.number().int(),
        }),
      ),
    }),
    idempotent: true,
    summary: 'A merchant’s lines with what a minute costs.',
  }),
  ledger: endpoint({
    path: 'merchant/ledger',
    right: keepers,
    input: ledgerInput.extend({ id }),
    output: ledgerOutput,
    idempotent: true,
    summary: 'A merchant’s top-ups, transfers and costs, newest first.',
  }),
  info: endpoint({
    path: 'merchant/info',
    right: owner,
    input: z.object({}),
    output: z.object({
      number: z.string(),
      name: z.string(),
      contactName: z.string(),
      contactPhone: z.string(),
      createdAt: z.string(),
      /** Who looks after it; null: the platform itself. */
      reseller: z.object({ name: z.string(), contactName: z.string(), contactPhone: z.string() }).nullable(),
      balance: z.object({ amount: money, reserved: money, available: money }),
      employees: z.object({ used: z.number().int(), limit: z.number().int() }),
      seats: z.object({ used: z.number().int(), limit: z.number().int() }),
      channels: z.object({ used: z.number().int(), limit: z.number().int() }),
    }),
    idempotent: true,
    summary: 'One’s own merchant: number, contact, quotas and balance; its owner alone (A-06).',
  }),
  saveContact: endpoint({
    path: 'merchant/saveContact',
    right: owner,
    input: z.object(contact),
    output: z.object({}),
    idempotent: true,
    summary: 'Changes whom to call at one’s own merchant.',
  }),
} as const;

export const resellerEndpoints = {
  list: endpoint({
    path: 'reseller/list',
    right: platform,
    input: listed,
    output: pageOf(resellerRow),
    idempotent: true,
    summary: 'Resellers with balance, people, calls and how many merchants they have, newest first.',
  }),
  save: endpoint({
    path: 'reseller/save',
    right: platform,
    input: saveInput,
    output: saved,
    idempotent: false,
    proof: { with: 'account' },
    summary: 'Adds a reseller with its owner, whose one-time password is told once, or edits one.',
  }),
  setActive: endpoint({
    path: 'reseller/setActive',
    right: platform,
    input: z.object({ id, active: flag }),
    output: switched,
    idempotent: true,
    summary: 'Switches a reseller off or on; its merchants go on.',
  }),
  resetOwner: endpoint({
    path: 'reseller/resetOwner',
    right: platform,
    input: z.object({ id, code: resetCode }),
    output: allowed,
    idempotent: false,
    proof: 'always',
    summary: 'Confirms the code that a reseller’s owner reads out.',
  }),
} as const;

export const platformEndpoints = {
  overview: endpoint({
    path: 'platform/overview',
    right: keepers,
    input: z.object({}),
    output: z.object({
      merchants: z.number().int(),
      /** Switched off. */
      off: z.number().int(),
      /** 0 for a reseller. */
      resellers: z.number().int(),
      live: z.number().int(),
      callsToday: z.number().int(),
      answeredToday: z.number().int(),
      /** Of the merchants together, in yuan. */
      balance: money,
      /** Of their tasks. */
      running: z.number().int(),
    }),
    idempotent: true,
    summary: 'Merchants, calls and money: of the whole platform, or of a reseller’s own merchants.',
  }),
  cockpit: endpoint({
    path: 'platform/cockpit',
    right: keepers,
    input: z.object({}),
    output: z.object({
      /** Calls of each of the last sixty minutes, the one that runs last. */
      minutes: z.array(z.number().int()),
      /** Lines that are down now, the longest first; of each list the first rows and how many there are. */
      deadLines: some({ name: z.string(), since: z.string() }),
      /** Who has less left than the last day cost. */
      lowBalances: some({ available: money, lastDay: money }),
      /** Tasks of whose last calls most failed by a line or by us. */
      failingTasks: some({ name: z.string(), calls: z.number().int(), failed: z.number().int() }),
      /** The machine of this page and the nodes beside it; null for a reseller. */
      house: z
        .object({
          version: z.string(),
          diskFreeMB: z.number().int(),
          /** With less left no call starts. */
          diskNeedsMB: z.number().int(),
          nodes: z.array(
            z.object({
              id: z.string(),
              address: z.string(),
              /** '' of one older than this column. */
              version: z.string(),
              calls: z.number().int(),
              capacity: z.number().int(),
              state: z.enum(['alive', 'draining', 'silent']),
            }),
          ),
        })
        .nullable(),
    }),
    idempotent: true,
    summary: 'What needs a hand now: of the whole platform, or of a reseller’s own merchants.',
  }),
  claims: endpoint({
    path: 'platform/claims',
    right: platform,
    input: z.object({}),
    output: z.object({
      list: z.array(
        z.object({
          /** Of the number of the line. */
          id,
          merchantId: id,
          merchantNumber: z.string(),
          merchantName: z.string(),
          lineName: z.string(),
          address: z.string(),
          number: z.string(),
          /** The same for all claims of one number, however it is written. */
          core: z.string(),
          since: z.string(),
          /** The line is registered with its carrier. */
          proven: z.boolean(),
          /** Calls to it were led to this line. */
          held: z.boolean(),
          awardedAt: z.string().nullable(),
        }),
      ),
    }),
    idempotent: true,
    summary:
      'Numbers to be called by that more than one merchant claims, with their claims; of one carrier the first has its calls.',
  }),
  awardNumber: endpoint({
    path: 'platform/awardNumber',
    right: platform,
    input: z.object({ merchantId: id, id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Gives a number’s calls to one of the lines that claim it, until the line moves or the number changes.',
  }),
  stopAll: endpoint({
    path: 'platform/stopAll',
    right: platform,
    input: z.object({}),
    output: z.object({ merchants: z.number().int(), tasks: z.number().int(), calls: z.number().int() }),
    idempotent: true,
    summary: 'Emergency stop of the platform: every task pauses, every call ends.',
  }),
} as const;
