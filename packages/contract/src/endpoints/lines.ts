import { countryCodes, type LineSetting, lineBecauses, lineSettings, lineStates, OWN_NUMBER } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { type Bounds, fileKey, flag, id, listInput, merchantNumber, oneLine, wholeField } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';
import { weekWindows } from './tasks.ts';

type Listed = typeof lineSettings;
/** Of settings that are of a plain kind. */
type Plain = { [S in LineSetting]: Listed[S]['kind'] extends 'shaped' ? never : S }[LineSetting];
type Schema<S, F, W> = S extends { readonly words: readonly (infer C extends string)[] }
  ? z.ZodEnum<{ [K in C]: K }>
  : S extends { readonly kind: 'flag' }
    ? F
    : W;
/** Core's list of a line's settings as schemas: of what is shown, of what is typed. */
const schemasOf = <F, W>(onOff: F, figure: (bounds: Bounds) => W) => {
  const schemas = Object.entries(lineSettings).flatMap(([name, setting]): [string, unknown][] => {
    if (setting.kind === 'shaped') return [];
    if (setting.kind === 'choice') return [[name, z.enum(setting.words)]];
    return [[name, setting.kind === 'flag' ? onOff : figure(setting)]];
  });
  return Object.fromEntries(schemas) as { [S in Plain]: Schema<Listed[S], F, W> };
};
const shownSettings = schemasOf(z.boolean(), () => z.number().int());
const typedSettings = schemasOf(flag, wholeField);
const lineTransport = shownSettings.transport;
const lineStateWord = z.enum(lineStates);
/** A dialled number as the carrier wants it written; steps in the order of core's `Rewriting`. */
const affix = z
  .string()
  .trim()
  .max(12)
  .regex(/^[0-9+*#]*$/);
export const rewriting = z.object({
  strip: affix.default(''),
  prefix: affix.default(''),
  country: z.enum(countryCodes).default('none'),
  homeProvince: oneLine.trim().max(20).default(''),
});

export const lineHealth = z.object({
  state: lineStateWord,
  /** A key of `lineBecauses`. */
  because: z.enum(lineBecauses),
  since: z.string().nullable(),
  /** It refused every call, and is given none until then. */
  restsUntil: z.string().nullable(),
  checkedAt: z.string().nullable(),
  code: z.number().int().nullable(),
  roundTripMs: z.number().int().nullable(),
  registeredUntil: z.string().nullable(),
  /** Calls a second while congested. */
  slowedTo: z.number().nullable(),
});

const lineRow = z.object({
  id,
  name: z.string(),
  ...shownSettings,
  /** Host or address, with port where it is not found by name: `192.0.2.10:5060`; empty for practice and gateways. */
  address: z.string(),
  domain: z.string(),
  username: z.string(),
  hasPassword: z.boolean(),
  /** The first of its numbers, '' without any. */
  callerNumber: z.string(),
  numbers: z.number().int(),
  rewriting,
  /** Null: at any hour. */
  windows: weekWindows.nullable(),
  enabled: z.boolean(),
  practice: z.boolean(),
  /** Somebody else's: its way, its rate and its numbers are its owner's to set and to see. */
  lent: z.boolean(),
  /** Yuan a minute. */
  pricePerMinute: z.string(),
  /** A unit that was begun is paid. */
  unitSeconds: z.number().int(),
  /** Calls that live now. */
  live: z.number().int(),
  health: lineHealth,
});

/** A number of a line: it calls, and may be called. */
const lineNumber = z.object({
  id,
  number: z.string(),
  area: z.string(),
  /** Calls a day; 0: no cap. */
  dailyCap: z.number().int(),
  usedToday: z.number().int(),
  enabled: z.boolean(),
  /** Another merchant has it at the same carrier, and its calls: who thinks otherwise asks the platform. */
  taken: z.boolean(),
  /** Who calls it talks to this plan. */
  plan: z.object({ id, name: z.string() }).nullable(),
});
/** Digits as the carrier knows the number, with a + before them where it wants one. */
const ownNumber = z
  .string()
  .trim()
  .regex(OWN_NUMBER, 'ownNumber' satisfies Fault);

const practiceCallee = z.object({ phone: z.string(), name: z.string(), says: z.string() });

export const lineEndpoints = {
  list: endpoint({
    path: 'line/list',
    right: { needs: 'page', page: 'port' },
    input: listInput,
    output: z.object({
      list: z.array(lineRow),
      total: z.number().int(),
      /**
       * Where gateways find our registrar and carriers find us; host '' where no public address is set: `own` is then the
       * address of this machine, which may not be the one others see.
       */
      registrar: z
        .object({
          host: z.string(),
          own: z.string(),
          port: z.number().int(),
          transports: z.array(lineTransport),
          /** Where sound comes in, of this machine. */
          rtp: z.object({ from: z.number().int(), to: z.number().int() }),
        })
        .optional(),
      /**
       * How far the SIP port listens: this machine alone until the first line beyond it is there, open since, or not to be
       * opened (`because`: the system's code). Absent where an address was set.
       */
      door: z
        .object({ is: z.enum(['shut', 'open', 'failed']), port: z.number().int(), because: z.string() })
        .optional(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Lines of the merchant, the practice line first.',
  }),
  options: endpoint({
    path: 'line/options',
    right: { needs: 'button', button: 'call_out' },
    input: listInput,
    output: z.object({
      list: z.array(z.object({ id, name: z.string(), practice: z.boolean() })),
      total: z.number().int(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Lines to choose from for a call, the practice line first.',
  }),
  /** Optional fields left out keep what they are when editing; texts are as sent, but for the password. */
  save: endpoint({
    path: 'line/save',
    right: { needs: 'page', page: 'port' },
    input: z.object({
      id: id.optional(),
      name: oneLine.trim().min(1).max(50),
      /** A gateway that is new and registers with us is `behindNat`, unless it says otherwise. */
      ...z.object(typedSettings).partial().shape,
      /** Empty only for a gateway that registers with us. */
      address: z.string().trim().max(255).default(''),
      /** Empty: the address. */
      domain: oneLine.trim().max(255).default(''),
      username: oneLine.trim().max(100).default(''),
      /** Empty keeps the stored one when editing. */
      password: oneLine.max(200).default(''),
      /** Of a line that has no numbers yet: becomes its first. */
      callerNumber: oneLine.trim().max(20).default(''),
      rewriting: rewriting.optional(),
      /** `[]`: at any hour. */
      windows: z.union([weekWindows, z.tuple([])]).optional(),
    }),
    output: z.object({ id }),
    idempotent: false,
    proof: { with: 'password' },
    summary: 'Adds or edits an ordinary line.',
  }),
  enable: endpoint({
    path: 'line/enable',
    right: { needs: 'page', page: 'port' },
    input: z.object({ id, enabled: flag }),
    output: z.object({}),
    idempotent: true,
    summary: 'Switches a line on or off; off, nothing is dialled over it and calls in progress go on.',
  }),
  numbers: endpoint({
    path: 'line/numbers',
    right: { needs: 'page', page: 'port' },
    input: listInput.extend({ lineId: id }),
    output: z.object({ list: z.array(lineNumber), total: z.number().int() }),
    idempotent: true,
    inPreview: true,
    summary: 'Numbers of a line in the order they were added, with their use today.',
  }),
  addNumbers: endpoint({
    path: 'line/addNumbers',
    right: { needs: 'page', page: 'port' },
    /** One a line or separated by commas or blanks; those it has are left out. */
    input: z.object({
      lineId: id,
      numbers: z.string().max(20_000),
      dailyCap: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    output: z.object({ added: z.number().int(), known: z.number().int() }),
    idempotent: true,
    summary: 'Adds numbers to a line, at most 500 at once and 5,000 in all.',
  }),
  saveNumber: endpoint({
    path: 'line/saveNumber',
    right: { needs: 'page', page: 'port' },
    input: z.object({
      id,
      number: ownNumber.optional(),
      dailyCap: z.coerce.number().int().min(0).max(100_000).optional(),
      enabled: flag.optional(),
      /** `0`: nobody answers calls to it. */
      planId: z
        .string()
        .refine(text => text === '0' || id.safeParse(text).success, 'idOrNone' satisfies Fault)
        .optional(),
    }),
    output: z.object({ /** As of the list: its calls are another merchant’s. */ taken: z.boolean() }),
    idempotent: true,
    summary: 'Changes a number of a line: cap, on or off, the plan that answers calls to it.',
  }),
  removeNumber: endpoint({
    path: 'line/removeNumber',
    right: { needs: 'page', page: 'port' },
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Takes a number off its line.',
  }),
  remove: endpoint({
    path: 'line/remove',
    right: { needs: 'page', page: 'port' },
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Removes an ordinary line; its records stay.',
  }),
  price: endpoint({
    path: 'line/price',
    right: { needs: 'role', roles: ['admin'] },
    input: z.object({
      /** The merchant’s number. */
      cid: merchantNumber,
      lineId: id,
      pricePerMinute: z.string().regex(/^\d{1,4}(\.\d{1,4})?$/, 'price' satisfies Fault),
      /** Left out, it stays as it is. */
      unitSeconds: z.enum(['6', '60']).optional(),
    }),
    output: z.object({}),
    idempotent: true,
    proof: 'always',
    summary:
      'Sets what a minute over an ordinary line costs a merchant, and in which units it is paid; the platform’s people alone.',
  }),
  callees: endpoint({
    path: 'practice/callees',
    right: { needs: 'button', button: 'call_out' },
    input: z.object({}),
    output: z.object({ list: z.array(practiceCallee) }),
    idempotent: true,
    inPreview: true,
    summary: 'Who answers on the practice line, by number.',
  }),
} as const;

export const fileEndpoints = {
  /** One-file ticket of a minute for GET /api/common/download/{fileId}?ticket=… */
  ticket: endpoint({
    path: 'file/ticket',
    right: { needs: 'token' },
    input: z.object({ fileId: fileKey }),
    output: z.object({ url: z.string() }),
    idempotent: true,
    summary: 'A one-minute address of one file.',
  }),
} as const;
