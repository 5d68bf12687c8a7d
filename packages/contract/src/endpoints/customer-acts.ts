import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fileKey, flag, id, listInput, oneLine, taskName } from '../fields.ts';
import { chosenCalls, exportStarted } from './calls.ts';
import { chosenCustomers, customerFieldNames, customerLimits, librarySeen, typeField } from './customers.ts';
import { sheetInput } from './task-sheets.ts';
import { uploadEndpoints } from './tasks.ts';

const assigns = { needs: 'button', button: 'number:assign' } as const;
const imports = { needs: 'button', button: 'number:import' } as const;
const started = z.object({ batchId: id });

const tag = oneLine.trim().min(1).max(customerLimits.tags);

/** How customers are given to several: one after the other, by shares, or as they live. */
export const sharings = ['even', 'share', 'region'] as const;
/** Whom to, and how much of it: a share of a hundred, or the regions whose customers they get. */
const receivers = z
  .array(
    z.object({
      employeeId: id,
      share: z.number().int().min(1).max(100).optional(),
      regions: z
        .array(z.string().regex(/^(\d{2}|\d{4}|\d{6})$/))
        .max(40)
        .optional(),
    }),
  )
  .min(1)
  .max(100);

/** What is done to many customers, chosen by hand or by a filter; in the background. */
export const customerActEndpoints = {
  changeTypes: endpoint({
    path: 'custom/changeTypes',
    right: librarySeen,
    input: z.object({ ...chosenCustomers, cateType: typeField }),
    output: started,
    idempotent: false,
    rateCost: 20,
    summary: 'Gives the filtered customers, or those chosen of them, another type in the background.',
  }),
  tag: endpoint({
    path: 'custom/tag',
    right: librarySeen,
    input: z.object({
      ...chosenCustomers,
      add: z.array(tag).max(10).default([]),
      drop: z.array(tag).max(10).default([]),
    }),
    output: started,
    idempotent: false,
    rateCost: 20,
    summary: 'Adds tags to the filtered customers, or takes some off them, in the background.',
  }),
  assign: endpoint({
    path: 'custom/assign',
    right: assigns,
    /** `to`, as JSON; `departmentId` in its place: all of a department, evenly. */
    input: z.object({
      ...chosenCustomers,
      how: z.enum(sharings).default('even'),
      to: receivers.optional(),
      departmentId: id.optional(),
    }),
    output: started,
    idempotent: false,
    rateCost: 20,
    summary: 'Gives the filtered customers, or those chosen of them, to people: evenly, by shares, or by region.',
  }),
  handOver: endpoint({
    path: 'custom/handOver',
    right: assigns,
    /** Without `to` they go to the pool. */
    input: z.object({ employeeId: id, to: receivers.optional() }),
    output: started,
    idempotent: false,
    rateCost: 20,
    summary: 'Hands all customers of somebody over to others, or to the pool, in the background.',
  }),
  take: endpoint({
    path: 'custom/take',
    right: librarySeen,
    input: z.object({ ids: z.array(id).min(1).max(100) }),
    output: z.object({
      taken: z.number().int(),
      /** Others were faster, or they are nobody's to take. */
      gone: z.number().int(),
      /** One gave them back a short while ago. */
      cooling: z.number().int(),
      /** One has as many as one may. */
      full: z.number().int(),
    }),
    idempotent: true,
    rateCost: 1,
    summary: 'Takes customers out of the pool: of two who take one, one gets it.',
  }),
  giveBack: endpoint({
    path: 'custom/giveBack',
    right: librarySeen,
    input: z.object({ ids: z.array(id).min(1).max(100), why: oneLine.trim().max(100).default('') }),
    output: z.object({ given: z.number().int() }),
    idempotent: true,
    rateCost: 1,
    summary: 'Gives customers back to the pool.',
  }),
  remove: endpoint({
    path: 'custom/remove',
    right: assigns,
    input: z.object(chosenCustomers),
    output: started,
    idempotent: false,
    rateCost: 20,
    summary: 'Removes the filtered customers, or those chosen of them, in the background; their calls stay.',
  }),
  putBack: endpoint({
    path: 'custom/putBack',
    right: assigns,
    /** The batch task that removed them. */
    input: z.object({ id }),
    output: z.object({ customers: z.number().int() }),
    idempotent: false,
    summary: 'Takes the removal of customers back, within a day.',
  }),
  export: endpoint({
    path: 'custom/export',
    right: { needs: 'button', button: 'number:export' },
    input: z.object(chosenCustomers),
    output: exportStarted,
    idempotent: false,
    rateCost: 50,
    summary: 'Writes the filtered customers, or those chosen of them, into a sheet in the background.',
  }),
  toTask: endpoint({
    path: 'custom/toTask',
    right: { needs: 'button', button: 'task:create' },
    input: z.object({
      ...chosenCustomers,
      into: id,
      /** Into a new task of this name, with the settings of `into`. */
      newName: taskName.optional(),
      /** Who comes into the filter later is added as well, until the task is over or somebody stops it. */
      follow: flag.optional(),
    }),
    output: z.object({ batchId: id, people: z.number().int() }),
    idempotent: false,
    rateCost: 50,
    summary: 'Adds the filtered customers, or those chosen of them, to a task by the checks of an import.',
  }),
  fromCalls: endpoint({
    path: 'custom/fromCalls',
    right: imports,
    input: z.object(chosenCalls),
    output: started,
    idempotent: false,
    rateCost: 50,
    summary: 'Adds the people of the filtered calls to the library in the background; who is in it keeps what it says.',
  }),
} as const;

/** What a column of a sheet fills. */
export const customerColumn = z.object({
  index: z.number().int().min(0).max(16_383),
  use: z.enum(['phone', 'further', 'cateType', 'owner', 'skip', ...customerFieldNames]),
});
/** What becomes of who is in the library already: left alone, written over, or filled where nothing stands. */
export const importModes = ['add', 'update', 'fill'] as const;

const sheet = {
  ...sheetInput,
  skipped: z.coerce.number().int().min(0).max(9).default(0),
  header: flag.default(true),
} as const;

export const customerSheetEndpoints = {
  upload: endpoint({
    path: 'custom/uploadSheet',
    right: imports,
    input: z.object({}),
    output: uploadEndpoints.sheet.output,
    idempotent: false,
    rateCost: 5,
    summary: 'Takes a sheet of customers (.xlsx, .csv, .txt up to 50 MB).',
    upload: { maxBytes: 50 * 1024 * 1024, extensions: ['xlsx', 'csv', 'txt'] },
  }),
  preview: endpoint({
    path: 'custom/preview',
    right: imports,
    input: z.object(sheetInput),
    output: z.object({
      skipped: z.number().int(),
      header: z.boolean(),
      columns: z.array(z.object({ index: z.number().int(), title: z.string(), guess: customerColumn.shape.use })),
      /** The first 20 rows after those skipped, the title row among them; cells cut at 100 characters. */
      rows: z.array(z.array(z.string())),
    }),
    idempotent: true,
    rateCost: 5,
    summary: 'Shows the beginning of a sheet of customers and guesses what its columns fill.',
  }),
  import: endpoint({
    path: 'custom/import',
    right: imports,
    input: z.object({
      ...sheet,
      columns: z.array(customerColumn).min(1).max(100),
      mode: z.enum(importModes).default('fill'),
      /** Of who is new, where no column says it; left out: in the pool. */
      ownerId: id.optional(),
      cateType: typeField.optional(),
    }),
    output: started,
    idempotent: false,
    rateCost: 10,
    summary: 'Adds the customers of a sheet in the background, by number; refused rows come as a file of the batch.',
  }),
  imports: endpoint({
    path: 'custom/imports',
    right: imports,
    input: listInput,
    output: z.object({
      list: z.array(
        z.object({
          id,
          name: z.string(),
          by: z.string(),
          at: z.string(),
          running: z.boolean(),
          added: z.number().int(),
          changed: z.number().int(),
          refused: z.number().int(),
          /** The rows it refused with their reasons, for who imported it; null: none, or gone. */
          refusedFile: fileKey.nullable(),
          takenBackAt: z.string().nullable(),
        }),
      ),
      total: z.number().int(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Sheets of customers that were imported, newest first.',
  }),
  takeBack: endpoint({
    path: 'custom/takeBackImport',
    right: imports,
    input: z.object({ id }),
    output: started,
    idempotent: true,
    summary: 'Takes back what a sheet brought: who was added goes, what was changed is as before unless changed since.',
  }),
} as const;

/** Why two are likely one. */
const duplicateWhys = ['phone', 'nameCompany'] as const;

export const customerMergeEndpoints = {
  duplicates: endpoint({
    path: 'custom/duplicates',
    right: assigns,
    input: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
    output: z.object({
      list: z.array(
        z.object({
          why: z.enum(duplicateWhys),
          customers: z.array(
            z.object({
              id,
              phone: z.string(),
              name: z.string(),
              company: z.string(),
              owner: z.string(),
              calls: z.number().int(),
              createdAt: z.string(),
            }),
          ),
        }),
      ),
    }),
    idempotent: true,
    rateCost: 5,
    shows: 'phones',
    summary: 'Customers that are likely one person: a number in common, or name and company.',
  }),
  merge: endpoint({
    path: 'custom/merge',
    right: assigns,
    input: z.object({ id, others: z.array(id).min(1).max(10) }),
    output: z.object({
      batchId: id,
      /** Words that lose: what the others had in fields that stay as they are. */
      lost: z.array(z.object({ id, field: z.string(), value: z.string() })),
    }),
    idempotent: false,
    rateCost: 5,
    summary: 'Makes several customers one: gaps are filled from the others, their numbers become further ones.',
  }),
  compare: endpoint({
    path: 'custom/compare',
    right: assigns,
    input: z.object({ id, others: z.array(id).min(1).max(10) }),
    output: z.object({ lost: z.array(z.object({ id, field: z.string(), value: z.string() })) }),
    idempotent: true,
    summary: 'Which words would lose, were these customers made one.',
  }),
  unmerge: endpoint({
    path: 'custom/unmerge',
    right: assigns,
    /** The batch task that made them one. */
    input: z.object({ id }),
    output: z.object({ customers: z.number().int() }),
    idempotent: false,
    summary: 'Takes a merge back, within a day.',
  }),
} as const;

const days = (most: number) => z.coerce.number().int().min(0).max(most);
const settings = {
  /** So many customers somebody may have; 0: any number. */
  most: z.coerce.number().int().min(0).max(1_000_000),
  /** Who gave one back takes it again after so many days at the earliest. */
  coolDays: days(365),
  /** Without contact for so many days one goes back by itself; 0: never. */
  returnDays: days(365),
  /** So many days before that its owner is told. */
  warnDays: days(30),
} as const;

export const customerSettingEndpoints = {
  settings: endpoint({
    path: 'custom/settings',
    right: librarySeen,
    input: z.object({}),
    output: z.object({
      names: z.array(z.string()),
      most: z.number().int(),
      coolDays: z.number().int(),
      returnDays: z.number().int(),
      warnDays: z.number().int(),
      /** How many one has oneself. */
      mine: z.number().int(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'What the parameters are called, and the rules of the pool.',
  }),
  saveSettings: endpoint({
    path: 'custom/saveSettings',
    right: { needs: 'role', roles: ['company', 'agent'] },
    /** `names`: of the twenty parameters, as JSON. */
    input: z.object({ names: z.array(oneLine.trim().max(10)).length(20), ...settings }),
    output: z.object({}),
    idempotent: true,
    summary: 'Names the parameters, and sets the rules of the pool.',
  }),
} as const;

export const customerAskEndpoints = {
  ask: endpoint({
    path: 'custom/ask',
    right: librarySeen,
    input: z.object({ phone: oneLine.trim().min(1).max(200), why: oneLine.trim().max(100).default('') }),
    output: z.object({}),
    idempotent: true,
    rateCost: 2,
    summary: 'Asks whoever has a customer of this number to give it; nothing of it is shown.',
  }),
  asks: endpoint({
    path: 'custom/asks',
    right: librarySeen,
    input: z.object({}),
    output: z.object({
      list: z.array(
        z.object({
          id,
          customerId: id,
          phone: z.string(),
          name: z.string(),
          by: z.string(),
          why: z.string(),
          at: z.string(),
        }),
      ),
    }),
    idempotent: true,
    shows: 'phones',
    summary: 'Who asks for customers of one’s own, the first who asked first.',
  }),
  answer: endpoint({
    path: 'custom/answerAsk',
    right: librarySeen,
    input: z.object({ id, give: flag }),
    output: z.object({}),
    idempotent: true,
    summary: 'Gives a customer to who asked for it, or does not.',
  }),
} as const;
