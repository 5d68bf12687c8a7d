import { callDirections, customerTypes, isFigure, type ParameterNumber, parameterNumbers } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, flag, id, listInput, oneLine } from '../fields.ts';
import { clearable } from '../schema-parts.ts';
import type { Fault } from '../words/allowed.ts';
import { callCursor, customerType, levelWord } from './calls.ts';
import { wallClock } from './tasks.ts';

/** The number library (`custom/…` of the original): customers, a number is one of them a merchant (docs/customers.md). */
export const librarySeen = { needs: 'page', page: 'number' } as const;

/** What the fields of a customer hold, whoever fills them in: the drawer, a sheet, the answers of a plan. */
export const customerLimits = {
  phone: 20,
  name: 20,
  company: 50,
  position: 50,
  /** All of them, with commas between. */
  tags: 50,
  remark: 255,
  mark: 255,
  /** Of a parameter that is text. */
  parameter: 50,
  further: 5,
} as const;

/** ±, decimals, 15 figures that count; empty: none. */
const figure = z
  .string()
  .trim()
  .max(48)
  .refine(isFigure, 'figure' satisfies Fault);
const text = z.string().trim().max(customerLimits.parameter);

type ParameterKey = `parameter${ParameterNumber}`;
const parametersOf = <T extends z.ZodType, F extends z.ZodType>(words: T, figures: F) =>
  ({
    parameter1: words,
    parameter2: words,
    parameter3: words,
    parameter4: figures,
    parameter5: figures,
    parameter6: figures,
    parameter7: figures,
    parameter8: figures,
    parameter9: figures,
    parameter10: figures,
    parameter11: figures,
    parameter12: figures,
    parameter13: figures,
    parameter14: words,
    parameter15: words,
    parameter16: words,
    parameter17: words,
    parameter18: words,
    parameter19: words,
    parameter20: words,
  }) as const satisfies Readonly<Record<ParameterKey, z.ZodType>>;

/** Empty: unknown. */
const sex = z.enum(['', '1', '2']);
/** `YYYY-MM-DD 00:00:00`, a date without a zone; cleared: ''. A day alone is taken as well. */
const birthday = z
  .string()
  .trim()
  .regex(/^(\d{4}-\d{2}-\d{2}( 00:00:00)?)?$/, 'birthday' satisfies Fault)
  .refine(
    given => given === '' || (!given.startsWith('0000') && z.iso.date().safeParse(given.slice(0, 10)).success),
    'birthday' satisfies Fault,
  )
  .transform(given => (given === '' ? '' : `${given.slice(0, 10)} 00:00:00`));

/** Of a customer, beside number and type; each as text. */
export const customerFields = {
  name: oneLine.trim().max(customerLimits.name),
  sex,
  birthday,
  company: oneLine.trim().max(customerLimits.company),
  position: oneLine.trim().max(customerLimits.position),
  /** Joined by ",". */
  tags: oneLine.trim().max(customerLimits.tags),
  remark: z.string().trim().max(customerLimits.remark),
  /** The second remark. */
  mark: z.string().trim().max(customerLimits.mark),
  /** The last code of the region that was chosen, of two, four or six figures; '' none. */
  city: z.string().regex(/^(\d{2}|\d{4}|\d{6})?$/, 'region' satisfies Fault),
  /** That region in words, with slashes between. */
  province: oneLine.trim().max(100),
  ...parametersOf(text, figure),
} as const;
export type CustomerField = keyof typeof customerFields;
/** What stands in the fields of a customer; all are texts. */
export type CustomerWords = Readonly<Record<CustomerField, string>>;
export type SomeCustomerWords = Partial<CustomerWords>;
export const isCustomerField = (name: string): name is CustomerField => Object.hasOwn(customerFields, name);
export const customerFieldNames = Object.keys(customerFields) as readonly CustomerField[];

const clearables = <T extends Readonly<Record<string, z.ZodType>>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, clearable(schema)])) as {
    readonly [K in keyof T]: z.ZodOptional<T[K]>;
  };

const typeTexts = customerTypes.map(type => `${type}` as const);
export const typeField = z.enum(typeTexts).transform(given => customerType.parse(Number(given)));

/** Views that everybody has; saved ones (`table/saveView`) begin from one of them. */
export const customerViews = ['all', 'mine', 'today', 'pool', 'blacklist'] as const;

/** China's three, those that lend their networks, 广电; `other`: a number of no operator that is known. */
export const phoneOperators = ['移动', '联通', '电信', '广电', 'virtual', 'other'] as const;

const some = <T extends z.ZodType>(item: T, most = 20) => z.array(item).min(1).max(most).optional();
/** Least and most of a parameter that is a figure, or how one that is text begins. */
const within = z.object({ from: figure.optional(), to: figure.optional(), begins: text.optional() });

/** What the list, and whatever is done to all that it shows, is narrowed to. */
const customerFilter = {
  view: z.enum(customerViews).default('all'),
  /** Numbers, names and companies in one field: as `PeopleSearch` has it, and a part of a company. */
  q: oneLine.trim().max(50).optional(),
  /** Its first figures; whole, where numbers are seen masked. */
  phone: z.string().max(20).optional(),
  /** How it begins. */
  name: oneLine.trim().max(customerLimits.name).optional(),
  company: oneLine.trim().max(customerLimits.company).optional(),
  cateTypes: some(customerType),
  /** With any of them. */
  tags: some(oneLine.trim().min(1).max(customerLimits.tags)),
  ownerIds: some(id),
  /** Codes of two, four or six figures. */
  regions: some(z.string().regex(/^(\d{2}|\d{4}|\d{6})$/, 'region' satisfies Fault), 40),
  operators: some(z.enum(phoneOperators)),
  /** Days of the merchant's calendar, both counted. */
  calledFrom: day.optional(),
  calledTo: day.optional(),
  /** Nobody has talked to them yet. */
  neverCalled: flag.optional(),
  /** That the last call came to. */
  levels: some(levelWord),
  nextFrom: day.optional(),
  nextTo: day.optional(),
  /** By `parameter1` … `parameter20`, as JSON. */
  parameters: z.partialRecord(z.enum(parameterNumbers.map(n => `parameter${n}` as const)), within).optional(),
  /** That they came from, or were last called by. */
  taskId: id.optional(),
} as const;

/** Rows that may be chosen by hand; more are chosen by their filter. */
export const MOST_CHOSEN_CUSTOMERS = 1_000;
/** `ids`: of what the filter finds these alone. */
export const chosenCustomers = { ...customerFilter, ids: z.array(id).min(1).max(MOST_CHOSEN_CUSTOMERS).optional() };

const person = z.object({ id, name: z.string() });

const customerRow = z.object({
  id,
  /** As it may be seen, and what a telephone dials for it: the number, or its token. */
  phone: z.string(),
  dial: z.string(),
  name: z.string(),
  company: z.string(),
  position: z.string(),
  sex,
  /** Joined by ",". */
  tags: z.string(),
  cateType: customerType,
  /** Null: nobody's, in the pool. */
  owner: person.nullable(),
  /** Of the number: province, city, operator. */
  area: z.string(),
  /** As it was chosen. */
  province: z.string(),
  lastCall: z
    .object({ id: id.nullable(), at: z.string(), level: levelWord.nullable(), answered: z.boolean() })
    .nullable(),
  calls: z.number().int(),
  answered: z.number().int(),
  next: z.object({ at: z.string(), text: z.string() }).nullable(),
  /** It is on the blacklist. */
  barred: z.boolean(),
  /** When it goes back to the pool unless somebody speaks to it; null: it stays. */
  returnsAt: z.string().nullable(),
  createdAt: z.string(),
  /** Of `custom/save`: what has changed since then is not written over. */
  version: z.number().int(),
  /** The place in the list, for `after`. */
  cursor: callCursor,
});

const given = parametersOf(z.string(), z.string());

/** All fields under the original's names. */
const customerDetail = customerRow.omit({ cursor: true }).extend({
  birthday: z.string(),
  remark: z.string(),
  mark: z.string(),
  city: z.string(),
  /** Of the call it was opened from, or the newest with it; '' none. */
  logid: z.string(),
  ...given,
  /** Further numbers of the same person, as `phone` is shown. */
  further: z.array(z.object({ key: z.string(), phone: z.string(), dial: z.string() })),
  task: z.object({ id, name: z.string() }).nullable(),
  createdBy: z.string(),
});

/** What a call knew of its number, under the names of the fields: nobody may change it (O-225). */
const temporaryParameters = z.object({ name: z.string(), ...given });

export const customerEndpoints = {
  list: endpoint({
    path: 'custom/list',
    right: librarySeen,
    /** `order`: who was called or added last first; or whose next step is due first. */
    input: listInput.extend({
      after: callCursor.optional(),
      order: z.enum(['latest', 'next']).default('latest'),
      ...customerFilter,
    }),
    output: z.object({
      list: z.array(customerRow),
      total: z.number().int(),
      more: z.boolean().optional(),
      after: callCursor.nullable(),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    shows: 'phones',
    summary: 'Lists customers: who was called or added last is first.',
  }),
  views: endpoint({
    path: 'custom/views',
    right: librarySeen,
    input: z.object({}),
    output: z.object({
      views: z.array(z.object({ view: z.enum(customerViews), total: z.number().int(), more: z.boolean().optional() })),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    summary: 'How many customers each of the views that everybody has holds, exact to 10,000.',
  }),
  choices: endpoint({
    path: 'custom/choices',
    right: librarySeen,
    input: z.object({}),
    output: z.object({
      /** Who may own customers that one sees. */
      people: z.array(person),
      /** Whose people may be given customers: those in one’s scope, parents before children. */
      departments: z.array(person),
      /** Of the customers that changed last. */
      tags: z.array(z.string()),
      tasks: z.array(z.object({ id, name: z.string() })),
      /** What the twenty parameters are called; '' where nobody named them. */
      parameters: z.array(z.string()),
    }),
    idempotent: true,
    inPreview: true,
    summary:
      'What customers can be narrowed to, and whom they may be given to: people, departments, tags, tasks, names of parameters.',
  }),
  detail: endpoint({
    path: 'custom/detailOrid',
    right: { needs: 'any', pages: ['number', 'callLog', 'myTask'], buttons: ['call_out'] },
    /** Of the customer, or of a call: whose number it is. `phone`: a number or its token, where there is no call. */
    input: z.object({ id: id.optional(), logid: id.optional(), phone: oneLine.max(200).optional() }),
    output: z.object({
      /** Null: the number is in nobody's library yet. */
      customer: customerDetail.nullable(),
      /** What is known of the number all the same, to begin with. */
      known: z
        .object({
          phone: z.string(),
          dial: z.string(),
          name: z.string(),
          company: z.string(),
          tags: z.string(),
          logid: z.string(),
        })
        .nullable(),
      /** Somebody's whom one does not see: it can be asked for (`custom/ask`). */
      elses: z.boolean(),
      /** Of the call; null: it was opened from no call. */
      temporary: temporaryParameters.nullable(),
      /** What the twenty parameters are called; '' where nobody named them. */
      names: z.array(z.string()),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    shows: 'phones',
    summary: 'All of a customer: by its id, or whose call that was.',
  }),
  save: endpoint({
    path: 'custom/save',
    right: { needs: 'any', pages: ['number', 'callLog', 'myTask'], buttons: ['call_out'] },
    /**
     * Without `id` it adds. What is left out stays as it is; `logid`: the call from which it is done, whose type moves too.
     * `version`: of what one had before one's eyes; fields that others changed since stay theirs, unless both changed one.
     */
    input: z.object({
      id: id.optional(),
      logid: id.optional(),
      /** Of a new one; a number, or the token that stands for it. */
      phone: z.string().trim().optional(),
      ...clearables(customerFields),
      /** Empty is none that was chosen, and refused. */
      cateType: clearable(
        z.enum(['', ...typeTexts]).transform(given => (given === '' ? given : customerType.parse(Number(given)))),
      ),
      /** Further numbers, all of them: numbers, tokens or the keys they have. */
      further: z.array(z.string().trim().min(1).max(200)).max(customerLimits.further).optional(),
      version: z.coerce.number().int().min(0).optional(),
    }),
    output: customerDetail,
    idempotent: false,
    shows: 'phones',
    rateCost: 1,
    summary: 'Adds a customer, or changes one; a number is one customer.',
  }),
  whose: endpoint({
    path: 'custom/whose',
    right: librarySeen,
    input: z.object({ phone: oneLine.trim().min(1).max(200) }),
    output: z.object({
      /** `elses`: of somebody whom one does not see. */
      standing: z.enum(['free', 'seen', 'pool', 'elses']),
      /** Of the customer, where one sees it. */
      id: id.nullable(),
      /** One has asked for it already. */
      asked: z.boolean(),
    }),
    idempotent: true,
    rateCost: 2,
    summary: 'Whether a number is a customer already, and whose.',
  }),
  changeType: endpoint({
    path: 'custom/changeType',
    right: librarySeen,
    input: z.object({ id, cateType: typeField }),
    output: z.object({ id, cateType: customerType }),
    idempotent: true,
    summary: 'Gives a customer another type, and its newest call the same; any follows any.',
  }),
  suggestRegion: endpoint({
    path: 'custom/suggestRegion',
    right: { needs: 'token' },
    /** More than 1,000 are not given, however many are asked for. */
    input: z.object({
      name: oneLine.trim().max(50).default(''),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      limit: z.coerce.number().int().min(1).default(20),
    }),
    /** Names as `province` is written; nothing for fewer than two characters. */
    output: z.object({ list: z.array(z.object({ name: z.string(), code: z.string() })), total: z.number().int() }),
    idempotent: true,
    inPreview: true,
    summary: 'Regions whose name holds what was typed, from two characters on.',
  }),
  nextStep: endpoint({
    path: 'custom/nextStep',
    right: librarySeen,
    /** `at`: a minute of the merchant's clock; left out: it is done, or not wanted any more. */
    input: z.object({ id, at: wallClock.optional(), text: oneLine.trim().max(100).default('') }),
    output: z.object({ next: customerRow.shape.next }),
    idempotent: true,
    summary: 'Says what is done next with a customer and when; the bell reminds its owner then.',
  }),
  note: endpoint({
    path: 'custom/note',
    right: librarySeen,
    /** `mentions`: people who are told, beside who is named with @ in it. */
    input: z.object({ id, text: z.string().trim().min(1).max(500), mentions: z.array(id).max(20).default([]) }),
    output: z.object({ at: z.string(), told: z.number().int() }),
    idempotent: false,
    summary: 'Adds a note to a customer; who is named with @ is told, where he sees the customer.',
  }),
  timeline: endpoint({
    path: 'custom/timeline',
    right: librarySeen,
    input: listInput.extend({
      id,
      after: z
        .string()
        .regex(/^\d{1,16}-[a-z]-[1-9]\d{0,17}$/, 'cursor' satisfies Fault)
        .optional(),
    }),
    output: z.object({
      list: z.array(
        z.object({
          at: z.string(),
          kind: z.enum([
            'call',
            'note',
            'callNote',
            'followed',
            'todo',
            'change',
            'move',
            'merge',
            'next',
            'sms',
            'smsReply',
          ]),
          /** Who did it; '' of a robot, or by itself. */
          by: z.string(),
          /** What it was, in a sentence. */
          text: z.string(),
          /** How a text message stands, and why; '' of all else. */
          state: z.string(),
          /** What was changed: fields with what stood there and what stands there now. */
          fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
          callId: id.nullable(),
          direction: z.enum(callDirections).nullable(),
          level: levelWord.nullable(),
          talkMs: z.number().int().nullable(),
        }),
      ),
      after: z.string().nullable(),
    }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    rateCost: 1,
    summary:
      'What has been with a customer, newest first: calls, text messages and answers, notes, to-dos, changes, moves.',
  }),
} as const;
