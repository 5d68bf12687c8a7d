import { fileLicences, planLicences } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fileKey, flag, id, listInput, oneLine, removed } from '../fields.ts';
import { planLimits } from '../plan-graph.parts.ts';
import { keptGraph } from '../plan-graph.ts';
import type { Fault } from '../words/allowed.ts';
import { broken } from './talks.ts';

const edit = { needs: 'button', button: 'plan:edit' } as const;
const look = { needs: 'page', page: 'plan' } as const;
const publishing = { needs: 'button', button: 'plan:publish' } as const;

const planName = oneLine.trim().min(1).max(100);
const rev = z.coerce.number().int().min(0).max(2_147_483_647);
const version = z.coerce.number().int().min(1).max(1_000_000);
const note = z.string().trim().max(500).default('');

/** A graph in a form field: its JSON, gzip, base64url. Unpacked with a bound and checked by {@link planGraph}. */
const packedGraph = z
  .string()
  .max(planLimits.packedChars)
  .regex(/^[\w-]+$/, 'key' satisfies Fault);

const planRow = z.object({
  id,
  planName: z.string(),
  nodes: z.number().int(),
  /** What its sentences say and a test call may fill; an empty one is spoken as its fallback. */
  variables: z.array(z.object({ name: z.string(), label: z.string(), fallback: z.string() })),
  publishedAt: z.string(),
});

/** A draft nobody published, what is called with, or a published plan with changes nobody published yet. */
const planStates = ['draft', 'published', 'changed'] as const;
const planState = z.enum(planStates);

const myPlanRow = z.object({
  id,
  name: z.string(),
  state: planState,
  /** The newest published version; null: none. */
  version: z.number().int().nullable(),
  /** Of the draft. */
  nodes: z.number().int(),
  changedAt: z.string(),
  /** Empty: nobody who is known. */
  changedBy: z.string(),
  /** Tasks that call with it now, whatever version. */
  runningTasks: z.number().int(),
  /** What the merchant may do with it. */
  licence: z.enum(planLicences),
});

/** What a new plan begins with: a plan of ours by its name, which the market gives away as well, or nothing. */
export const planTemplates = [
  'invitation',
  'reminder',
  'survey',
  'trialClass',
  'loanReminder',
  'insuranceRenewal',
  'carService',
  'homeViewing',
  'beautyFollowUp',
  'delivery',
  'meetingNotice',
  'interview',
  'governmentNotice',
  'afterSales',
  'empty',
] as const;
export type PlanTemplate = (typeof planTemplates)[number];

const planDraft = z.object({
  id,
  name: z.string(),
  /** Grows with every save; a save says the one it began from. */
  rev: z.number().int(),
  graph: keptGraph,
  /** The version it was begun from or published as; null: none yet. */
  basedOn: z.number().int().nullable(),
  /** The newest published version; null: none. */
  version: z.number().int().nullable(),
  state: planState,
  savedAt: z.string(),
  /** Empty: nobody who is known. */
  savedBy: z.string(),
});

const planVersionRow = z.object({
  version: z.number().int(),
  nodes: z.number().int(),
  publishedAt: z.string(),
  publishedBy: z.string(),
  note: z.string(),
  /** Why it was published although a gate was red; empty: all were green. */
  overridden: z.string(),
  /** Test conversations that passed and broke; null: there were none. */
  tests: z.object({ passed: z.number().int(), failed: z.number().int() }).nullable(),
  /** Tasks that call with this version now. */
  runningTasks: z.number().int(),
});

/** What stands between a draft and its publishing. */
const planGates = z.object({
  faults: z.array(z.object({ where: z.string(), fault: z.string(), detail: z.string(), slot: z.string().optional() })),
  /** Sentences that need a recording or a voice and have none: where, and what is said. */
  voices: z.array(z.object({ where: z.string(), text: z.string(), state: z.enum(['missing', 'changed']) })),
  tests: z.object({
    passed: z.number().int(),
    failed: z.array(z.object({ id: z.string(), name: z.string(), broken: z.array(broken) })),
  }),
});
export type PlanGates = z.infer<typeof planGates>;

/** What is read of a sheet of questions: a plan holds no more, and nobody decides about more at once. */
export const questionSheetLimits = {
  bytes: 5 * 1_048_576,
  rows: 5_000,
  /** Of all texts together. */
  chars: 1_000_000,
  /** Ways of asking in one row. */
  asked: 100,
} as const;

/** Why a row of a sheet is no question. */
const questionFaults = ['noQuestion', 'noAnswer', 'tooLong', 'unreadable'] as const;

const questionSheet = z.object({
  /** Names of a workbook’s sheets; the first is read. */
  sheets: z.array(z.string()),
  list: z.array(
    z.object({
      /** From 1, as a spreadsheet counts. */
      line: z.number().int(),
      /** Empty: nobody named it. */
      name: z.string(),
      asked: z.array(z.string()),
      words: z.array(z.string()),
      answers: z.array(z.string()),
    }),
  ),
  /** Rows that are none, by what they lack; `line`: the first of them. */
  leftOut: z.array(z.object({ fault: z.enum(questionFaults), rows: z.number().int(), line: z.number().int() })),
  /** It goes on behind what was read. */
  more: z.boolean(),
});
export type QuestionSheet = z.infer<typeof questionSheet>;

export const planEndpoints = {
  list: endpoint({
    path: 'plan/list',
    right: { needs: 'any', pages: ['plan', 'myTask'], buttons: ['call_out'] },
    input: listInput,
    output: z.object({ list: z.array(planRow), total: z.number().int() }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    summary: 'Plans of the merchant that may be called with, and what of each may be filled.',
  }),
  options: endpoint({
    path: 'plan/options',
    right: { needs: 'any', pages: ['plan', 'myTask', 'callLog', 'library', 'port'], buttons: ['call_out'] },
    input: listInput,
    output: z.object({ list: z.array(planRow.pick({ id: true, planName: true })), total: z.number().int() }),
    idempotent: true,
    inPreview: true,
    summary: 'Names of the plans that may be called with, to choose from.',
  }),
  mine: endpoint({
    path: 'plan/mine',
    right: look,
    input: listInput.extend({ search: oneLine.trim().max(100).default(''), state: planState.optional() }),
    output: z.object({ list: z.array(myPlanRow), total: z.number().int(), after: z.string().nullable() }),
    idempotent: true,
    inPreview: true,
    summary: 'All plans of the merchant, drafts as well, newest change first.',
  }),
  create: endpoint({
    path: 'plan/create',
    right: edit,
    input: z.object({ name: planName, template: z.enum(planTemplates).default('empty') }),
    output: z.object({ id }),
    idempotent: false,
    rateCost: 2,
    summary: 'Makes a plan: a draft that is empty or begins with one of our plans.',
  }),
  copy: endpoint({
    path: 'plan/copy',
    right: edit,
    input: z.object({ id, name: planName }),
    output: z.object({ id }),
    idempotent: false,
    rateCost: 10,
    opensGraph: { plan: 'id' },
    summary: 'Makes a new plan of a plan’s draft, with its voices, test conversations and what fills customers.',
  }),
  rename: endpoint({
    path: 'plan/rename',
    right: edit,
    input: z.object({ id, name: planName }),
    output: z.object({ rev: z.number().int() }),
    idempotent: true,
    rateCost: 3,
    summary: 'Names a plan; its draft is a new one by that.',
  }),
  remove: endpoint({
    path: 'plan/remove',
    right: edit,
    input: z.object({ id }),
    output: removed,
    idempotent: true,
    rateCost: 5,
    summary: 'Removes a plan, unless a running task or calls to a line go by it.',
  }),
  draft: endpoint({
    path: 'plan/draft',
    right: look,
    input: z.object({ id }),
    output: planDraft,
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    opensGraph: { plan: 'id' },
    summary: 'The draft of a plan; a published plan without one has its newest version as draft.',
  }),
  saveDraft: endpoint({
    path: 'plan/saveDraft',
    right: edit,
    input: z.object({ id, rev, graph: packedGraph }),
    output: z.object({ rev: z.number().int(), savedAt: z.string() }),
    idempotent: false,
    rateCost: 3,
    opensGraph: { plan: 'id' },
    summary:
      'Keeps a whole draft (JSON, gzip, base64url) begun from `rev`; refused when somebody saved another meanwhile.',
  }),
  here: endpoint({
    path: 'plan/here',
    right: look,
    input: z.object({ id, page: z.string().regex(/^[\w-]{8,40}$/, 'key' satisfies Fault), gone: flag.default(false) }),
    output: z.object({}),
    idempotent: true,
    summary: 'Tells who else has a plan open that this page has it open too, or no longer (message `planHere`).',
  }),
  versions: endpoint({
    path: 'plan/versions',
    right: look,
    input: listInput.extend({ id }),
    output: z.object({ list: z.array(planVersionRow), total: z.number().int(), after: z.string().nullable() }),
    idempotent: true,
    inPreview: true,
    summary: 'What was published of a plan, newest first.',
  }),
  version: endpoint({
    path: 'plan/version',
    right: look,
    input: z.object({ id, version }),
    output: planVersionRow.extend({ graph: keptGraph }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    opensGraph: { plan: 'id' },
    summary: 'One published version with its graph.',
  }),
  check: endpoint({
    path: 'plan/check',
    right: look,
    input: z.object({ id }),
    output: planGates.extend({ rev: z.number().int() }),
    idempotent: true,
    inPreview: true,
    rateCost: 5,
    opensGraph: { plan: 'id' },
    summary: 'What stands between a draft and its publishing: faults, missing voices, test conversations that break.',
  }),
  publish: endpoint({
    path: 'plan/publish',
    right: publishing,
    input: z.object({ id, rev, note, override: z.string().trim().min(4).max(500).optional() }),
    output: z.object({ version: z.number().int() }),
    idempotent: true,
    rateCost: 10,
    opensGraph: { plan: 'id' },
    summary:
      'Publishes a draft as the next version; asked again for the same `rev` it answers the version that is there. `override`: why although voices are missing or tests break; never faults.',
  }),
  restore: endpoint({
    path: 'plan/restore',
    right: edit,
    input: z.object({ id, version, rev }),
    output: z.object({ rev: z.number().int() }),
    idempotent: false,
    rateCost: 3,
    opensGraph: { plan: 'id' },
    summary: 'Makes an old version the draft.',
  }),
  rollBack: endpoint({
    path: 'plan/rollBack',
    right: publishing,
    input: z.object({ id, version, note }),
    output: z.object({ version: z.number().int() }),
    idempotent: true,
    rateCost: 10,
    summary: 'Publishes an old version again as the newest, if it is not; the draft stays.',
  }),
  exportFile: endpoint({
    path: 'plan/exportFile',
    right: edit,
    /** `licence`: what whoever has the file may do with it; `only`: the number of the merchant who alone may take it. */
    input: z.object({
      id,
      licence: z.enum(fileLicences).default('open'),
      only: z
        .string()
        .regex(/^\d{0,20}$/, 'merchantNumber' satisfies Fault)
        .default(''),
    }),
    output: z.object({ fileId: fileKey, name: z.string() }),
    idempotent: true,
    rateCost: 20,
    opensGraph: { plan: 'id' },
    summary:
      'A plan as one file: its draft with voices, rules, guide questions and test conversations, signed by its merchant. Fetch it with `file/ticket`.',
  }),
  importFile: endpoint({
    path: 'plan/importFile',
    right: edit,
    input: z.object({}),
    output: z.object({
      id,
      name: z.string(),
      faults: z.number().int(),
      /** Added to the library, and those of the file that were there already and stay as they are. */
      voices: z.number().int(),
      keptVoices: z.number().int(),
      tests: z.number().int(),
      /** Other plans of this name; they stay as they are. */
      namesakes: z.number().int(),
      /** Who signed it: a merchant of this house by number and name, both empty where nobody here has the key; null: nobody. */
      signedBy: z.object({ fingerprint: z.string(), number: z.string(), name: z.string() }).nullable(),
      /** What may be done with it. */
      licence: z.enum(fileLicences),
    }),
    idempotent: false,
    rateCost: 50,
    summary: 'Makes a new plan of a file of `plan/exportFile`; field `file`.',
    upload: { maxBytes: 64 * 1_048_576, extensions: ['plan'] },
  }),
  readQuestions: endpoint({
    path: 'plan/readQuestions',
    right: edit,
    input: z.object({}),
    output: questionSheet,
    idempotent: true,
    rateCost: 10,
    summary:
      'Reads a sheet of questions (.xlsx, .csv, .txt; one row a way of asking, its answer beside it) and keeps nothing; field `file`.',
    upload: { maxBytes: questionSheetLimits.bytes, extensions: ['xlsx', 'csv', 'txt'] },
  }),
  exportQuestions: endpoint({
    path: 'plan/exportQuestions',
    right: edit,
    input: z.object({ id }),
    output: z.object({ fileId: fileKey, name: z.string() }),
    idempotent: true,
    rateCost: 10,
    opensGraph: { plan: 'id' },
    summary:
      'The questions of a draft with their answers as a sheet that `plan/readQuestions` reads. Fetch it with `file/ticket`.',
  }),
} as const;
