import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, idOrNone, listInput, wholeField } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';
import { callSources, callStateWord, levelWord } from './calls.ts';
import { dayRange } from './levels.ts';

/** The pages of 数据统计, each behind its own key. */
export const statPages = ['planQuality', 'levelStatistics', 'collection', 'portStat'] as const;
export type StatPage = (typeof statPages)[number];
const planQuality = { needs: 'page', page: 'planQuality' } as const;
const levelPage = { needs: 'page', page: 'levelStatistics' } as const;
const collection = { needs: 'page', page: 'collection' } as const;
const portStat = { needs: 'page', page: 'portStat' } as const;
const anyPage = { needs: 'any', pages: statPages, buttons: [] } as const;

const count = z.number().int();
const version = z.coerce.number().int().min(1).max(1_000_000).optional();

/**
 * What all statistics are narrowed to: calls placed on these days of the merchant, both included. Trials (`byHand`), and with
 * them calls among seats, count apart.
 */
const statFilter = {
  ...dayRange,
  taskId: idOrNone.optional(),
  planId: idOrNone.optional(),
  version,
  lineId: id.optional(),
  portId: idOrNone.optional(),
  /** Whose calls: who made or has them, the seat of those that a seat took part in. */
  ownerId: idOrNone.optional(),
  byHand: flag.default(false),
};

/** Calls that are over, and what came of them. */
const figures = z.object({
  calls: count,
  /** Numbers of tasks that were dialled for the first time. */
  numbers: count,
  /** Those that took a channel of a line: an INVITE had left, or somebody called. */
  seized: count,
  answered: count,
  /** Answered, and talked to for ten seconds or more. */
  heard: count,
  talkMs: count,
  turns: count,
  /** Came to an end that the plan provides for, or to a person. */
  completed: count,
  /** Sentences that no rule understood. */
  missed: count,
  levels: z.object({ A: count, B: count, C: count, D: count, E: count, F: count }),
  /** A and B. */
  good: count,
  /** Yuan. */
  cost: z.string(),
});
export type StatFigures = z.output<typeof figures>;

/** Shares that are compared: of calls that were answered; of those that were answered, what came of them. */
const statShares = ['answered', 'heard', 'completed', 'good'] as const;
export type StatShare = (typeof statShares)[number];
/** True: the difference may be chance alone. Null: there is nothing to compare with. */
const chance = z.object({
  answered: z.boolean().nullable(),
  heard: z.boolean().nullable(),
  completed: z.boolean().nullable(),
  good: z.boolean().nullable(),
});

/** Of these days, and of as many days before them. */
const compared = { now: figures, before: figures, chance };

/** The way down to the very calls: fields of `call/list`. */
const way = z.object({
  from: z.string(),
  to: z.string(),
  source: z.enum(callSources).optional(),
  taskId: id.optional(),
  planId: id.optional(),
  planVersion: count.optional(),
  lineId: id.optional(),
  portId: id.optional(),
  ownerId: id.optional(),
  province: z.string().optional(),
  callerNumber: z.string().optional(),
  states: z.array(callStateWord).optional(),
  becauses: z.array(z.string()).optional(),
  hourFrom: count.optional(),
  hourTo: count.optional(),
  weekdays: z.array(count).optional(),
});
export type StatWay = z.output<typeof way>;

/** Rows by one thing. `key`: an id ('0': none), a day, an hour, a province, a number; `name`: '' where it has none. */
const row = z.object({
  key: z.string(),
  name: z.string(),
  ...compared,
  /** Null: the list of calls cannot say it. */
  calls: way.nullable(),
});
export type StatRow = z.output<typeof row>;

/** Where a page of rows ends: made by the server. */
const rowCursor = z.string().regex(/^\d{1,10}~.{0,120}$/, 'cursor' satisfies Fault);
const page = { list: z.array(row), total: count, more: z.boolean().optional(), after: z.string().nullable() };
const listed = listInput.extend({ ...statFilter, after: rowCursor.optional() });

export const levelBys = ['day', 'week', 'hour', 'task', 'plan', 'line', 'owner', 'province'] as const;
export const portBys = ['port', 'line', 'caller'] as const;
export type StatBy = (typeof levelBys)[number] | (typeof portBys)[number] | 'version';

const causes = z.object({
  list: z.array(
    z.object({
      state: callStateWord,
      /** A key of the catalogue, and its sentence. */
      because: z.string(),
      becauseText: z.string(),
      now: count,
      before: count,
      /** The share of all calls differs by chance alone. */
      chance: z.boolean().nullable(),
      calls: way,
    }),
  ),
});

const sheet = z.object({ batchId: id });

const QUESTION_CHARS = 200;
const VALUE_CHARS = 500;
const question = z.string().min(1).max(QUESTION_CHARS);
export const answerBys = ['robot', 'seat'] as const;
const answersFilter = { ...statFilter, by: z.enum(answerBys).optional() };
const answerCursor = z.string().regex(/^\d{1,16}-[1-9]\d{0,17}-\d{1,5}$/, 'cursor' satisfies Fault);
const valueCount = z.object({ value: z.string(), now: count, before: count, chance: z.boolean().nullable() });
/** Values that a chart and a cross show; the rest is said as a number. */
export const statLimits = { values: 50, crossed: 20, words: 100, choices: 500, to: 20 } as const;

export const reportEvery = ['off', 'day', 'week'] as const;
const WEEKDAY = { least: 0, most: 6 } as const;
const HOUR = { least: 0, most: 23 } as const;
const MOST_PAGES = statPages.length;
const choice = z.object({ id: z.string(), name: z.string() });

export const statEndpoints = {
  choices: endpoint({
    path: 'stat/choices',
    right: anyPage,
    /** `q`: a part of a task's name; `taskId` is among the tasks whatever its name. */
    input: z.object({ q: z.string().trim().max(50).default(''), taskId: id.optional() }),
    output: z.object({
      tasks: z.array(choice),
      plans: z.array(choice.extend({ versions: z.array(count) })),
      lines: z.array(choice),
      ports: z.array(choice),
      people: z.array(choice),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    summary: 'What statistics can be narrowed to.',
  }),
  planQuality: endpoint({
    path: 'stat/planQuality',
    right: planQuality,
    input: listed,
    output: z.object({
      sum: z.object({ ...compared, listed: count, calls: way }),
      days: z.array(z.object({ day: z.string(), now: figures, before: figures })),
      ...page,
      list: z.array(
        row.extend({
          planId: z.string(),
          version: count,
          /** Numbers on the lists of the tasks that called with it on these days. */
          listed: count,
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    summary: 'How plans did, version by version: from the list to A and B, with the days before.',
  }),
  missed: endpoint({
    path: 'stat/missed',
    right: planQuality,
    input: z.object({ ...statFilter, planId: id }),
    output: z.object({ list: z.array(z.object({ text: z.string(), n: count })) }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    summary: 'What callees of a plan said most often and no rule understood.',
  }),
  planSheet: endpoint({
    path: 'stat/planSheet',
    right: planQuality,
    input: z.object(statFilter),
    output: sheet,
    idempotent: false,
    rateCost: 20,
    summary: 'Writes how plans did as a sheet in the background.',
  }),
  levels: endpoint({
    path: 'stat/levels',
    right: levelPage,
    input: listed.extend({ by: z.enum(levelBys) }),
    output: z.object({ sum: z.object({ ...compared, calls: way }), ...page }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    summary: 'Levels of calls by day, week, hour, task, plan, line, employee or province, with the days before.',
  }),
  answerHours: endpoint({
    path: 'stat/answerHours',
    right: levelPage,
    input: z.object(statFilter),
    output: z.object({
      list: z.array(
        z.object({
          /** Monday is 0. */
          weekday: count,
          hour: count,
          calls: count,
          answered: count,
          good: count,
          /** Its share of answered calls differs from that of all other hours by chance alone. */
          chance: z.boolean().nullable(),
          way,
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    summary: 'When people answer: by weekday and hour.',
  }),
  causes: endpoint({
    path: 'stat/causes',
    right: levelPage,
    input: z.object(statFilter),
    output: causes,
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    summary: 'How calls came out and because of what, with the days before.',
  }),
  levelSheet: endpoint({
    path: 'stat/levelSheet',
    right: levelPage,
    input: z.object({ ...statFilter, by: z.enum(levelBys) }),
    output: sheet,
    idempotent: false,
    rateCost: 20,
    summary: 'Writes levels of calls as a sheet in the background.',
  }),
  questions: endpoint({
    path: 'stat/questions',
    right: collection,
    input: z.object(answersFilter),
    output: z.object({
      list: z.array(z.object({ question: z.string(), robot: count, seat: count, values: count, before: count })),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    summary: 'What was asked in calls, by robots and by seats, and how often it was answered.',
  }),
  collection: endpoint({
    path: 'stat/collection',
    right: collection,
    input: z.object({ ...answersFilter, question }),
    output: z.object({
      /** Calls in which it was answered. */
      answered: z.object({ now: count, before: count }),
      list: z.array(valueCount),
      /** Answers beyond the most frequent values. */
      rest: z.object({ now: count, before: count }),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    shows: 'phones',
    summary: 'How often each answer to a question was given, with the days before.',
  }),
  cross: endpoint({
    path: 'stat/cross',
    right: collection,
    input: z.object({ ...answersFilter, question, other: question }),
    output: z.object({
      rows: z.array(z.string()),
      columns: z.array(z.string()),
      cells: z.array(z.object({ row: z.string(), column: z.string(), n: count })),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 3,
    shows: 'phones',
    summary: 'Answers to two questions, one against the other: calls that gave both.',
  }),
  words: endpoint({
    path: 'stat/words',
    right: collection,
    input: z.object({ ...answersFilter, question }),
    output: z.object({ list: z.array(z.object({ word: z.string(), n: count })), answers: count }),
    idempotent: true,
    inPreview: true,
    rateCost: 5,
    summary: 'The words that answers to a question hold most often.',
  }),
  answers: endpoint({
    path: 'stat/answers',
    right: collection,
    input: listInput.extend({
      ...answersFilter,
      question: question.optional(),
      value: z.string().max(VALUE_CHARS).optional(),
      after: answerCursor.optional(),
    }),
    output: z.object({
      list: z.array(
        z.object({
          callId: id,
          n: count,
          phone: z.string(),
          calleeName: z.string(),
          placedAt: z.string(),
          planName: z.string(),
          level: levelWord.nullable(),
          question: z.string(),
          value: z.string(),
          by: z.enum(answerBys),
          /** Of a seat. */
          byName: z.string(),
        }),
      ),
      total: count,
      more: z.boolean().optional(),
      after: z.string().nullable(),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    shows: 'phones',
    summary: 'Answers one by one, newest first, each with its call.',
  }),
  collectionSheet: endpoint({
    path: 'stat/collectionSheet',
    right: collection,
    input: z.object({ ...answersFilter, question: question.optional(), value: z.string().max(VALUE_CHARS).optional() }),
    output: sheet,
    idempotent: false,
    rateCost: 50,
    summary: 'Writes answers as a sheet in the background, a line each.',
  }),
  ports: endpoint({
    path: 'stat/ports',
    right: portStat,
    input: listed.extend({ by: z.enum(portBys) }),
    output: z.object({ sum: z.object({ ...compared, calls: way }), ...page }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    summary: 'Seizures, answers, length and cost by port, line or caller number, with the days before.',
  }),
  portCauses: endpoint({
    path: 'stat/portCauses',
    right: portStat,
    input: z.object(statFilter),
    output: causes,
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    summary: 'How calls of ports and lines came out and because of what.',
  }),
  portSheet: endpoint({
    path: 'stat/portSheet',
    right: portStat,
    input: z.object({ ...statFilter, by: z.enum(portBys) }),
    output: sheet,
    idempotent: false,
    rateCost: 20,
    summary: 'Writes the figures of ports, lines or caller numbers as a sheet in the background.',
  }),
  report: endpoint({
    path: 'stat/report',
    right: anyPage,
    input: z.object({}),
    output: z.object({
      every: z.enum(reportEvery),
      weekday: count,
      hour: count,
      pages: z.array(z.enum(statPages)),
      to: z.array(choice),
      /** When it last went out. */
      sentAt: z.string().nullable(),
      /** Who may be told: people that see statistics, among those whom one sees. */
      people: z.array(choice),
    }),
    idempotent: true,
    summary: 'The report that one has made each morning or week, and for whom.',
  }),
  saveReport: endpoint({
    path: 'stat/saveReport',
    right: anyPage,
    input: z.object({
      every: z.enum(reportEvery),
      /** Of a weekly one; Monday is 0. */
      weekday: wholeField(WEEKDAY).default(0),
      /** Of the merchant's day. */
      hour: wholeField(HOUR).default(8),
      pages: z
        .array(z.enum(statPages))
        .min(1)
        .max(MOST_PAGES)
        .default([...statPages]),
      to: z.array(id).max(statLimits.to).default([]),
    }),
    output: z.object({}),
    idempotent: true,
    summary: 'Sets when a report of the statistics is made, of which pages and for whom.',
  }),
} as const;
