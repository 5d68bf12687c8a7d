import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, flag, id, oneLine, removed } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';

const token = { needs: 'token' } as const;
const admin = { needs: 'role', roles: ['admin'] } as const;

export const helpLimits = { depth: 3, articles: 1_000, contentChars: 50_000 } as const;
/** Markdown; raw HTML in it is shown as text. */
const content = z.string().max(helpLimits.contentChars);
const instant = z.string();

/** An article as lists have it. Sections are articles that others lie below. */
const articleRow = z.object({
  id,
  parentId: id.nullable(),
  title: z.string(),
  /** The page it belongs to, e.g. `/my-task`; empty: none. */
  path: z.string(),
  isOnline: z.boolean(),
});
const article = articleRow.extend({ content: z.string(), updatedAt: instant });
/** A page of ours, or none. */
const pagePath = oneLine
  .trim()
  .max(200)
  .regex(/^(\/(?!\/)[^\s\\]*)?$/, 'pagePath' satisfies Fault)
  .default('');

export const helpEndpoints = {
  list: endpoint({
    path: 'help/list',
    right: token,
    input: z.object({}),
    output: z.object({ list: z.array(articleRow), total: z.number().int() }),
    idempotent: true,
    inPreview: true,
    summary: 'Help articles that are online, with everything above them online too; parents before children, in order.',
  }),
  detail: endpoint({
    path: 'help/detail',
    right: token,
    input: z.object({ id }),
    output: article,
    idempotent: true,
    inPreview: true,
    summary: 'One online article with its markdown.',
  }),
  search: endpoint({
    path: 'help/search',
    right: token,
    input: z.object({ q: oneLine.trim().min(1).max(50) }),
    /** Runs of text; those that matched are hits. */
    output: z.object({
      list: z.array(
        z.object({
          id,
          title: z.array(z.object({ text: z.string(), hit: z.boolean() })),
          excerpt: z.array(z.object({ text: z.string(), hit: z.boolean() })),
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Online articles that have every word of `q` in title or text, titles first; at most 20.',
  }),
  all: endpoint({
    path: 'help/all',
    right: admin,
    input: z.object({}),
    output: z.object({ list: z.array(article), total: z.number().int() }),
    idempotent: true,
    summary: 'Every article, online or not, with its markdown.',
  }),
  save: endpoint({
    path: 'help/save',
    right: admin,
    input: z.object({
      id: id.optional(),
      parentId: id.optional(),
      title: oneLine.trim().min(1).max(80),
      path: pagePath,
      isOnline: flag.default(true),
      content: content.default(''),
    }),
    output: z.object({ id }),
    idempotent: false,
    summary:
      'Adds an article at the end of its section, or changes one where it stands (`parentId` counts for new ones).',
  }),
  move: endpoint({
    path: 'help/move',
    right: admin,
    /** `before`: the sibling it will stand in front of; left out: at the end. */
    input: z.object({ id, parentId: id.optional(), before: id.optional() }),
    output: z.object({}),
    idempotent: true,
    summary: 'Moves an article with all below it.',
  }),
  remove: endpoint({
    path: 'help/remove',
    right: admin,
    input: z.object({ id }),
    output: removed,
    idempotent: true,
    summary: 'Removes an article that nothing lies below.',
  }),
} as const;

const updateRow = z.object({
  id,
  /** As the client counts. */
  version: z.number().int(),
  /** YYYY-MM-DD. */
  date: z.string(),
  title: z.string(),
  content: z.string(),
});

export const updateLogEndpoints = {
  list: endpoint({
    path: 'updateLog/list',
    right: token,
    input: z.object({
      after: z.coerce.number().int().min(1).max(1_000_000).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    output: z.object({ list: z.array(updateRow), total: z.number().int(), after: z.number().int().nullable() }),
    idempotent: true,
    inPreview: true,
    summary: 'The update log, newest version first; `after`: versions below it.',
  }),
  save: endpoint({
    path: 'updateLog/save',
    right: admin,
    input: z.object({
      id: id.optional(),
      version: z.coerce.number().int().min(1).max(1_000_000),
      date: day,
      title: oneLine.trim().min(1).max(80),
      content: content.trim().min(1),
    }),
    output: z.object({ id }),
    idempotent: false,
    summary: 'Adds or changes an entry of the update log.',
  }),
  remove: endpoint({
    path: 'updateLog/remove',
    right: admin,
    input: z.object({ id }),
    output: removed,
    idempotent: true,
    summary: 'Removes an entry of the update log.',
  }),
} as const;

export const textKinds = ['agreement', 'commitment'] as const;
export type TextKind = (typeof textKinds)[number];
const textRow = z.object({
  kind: z.enum(textKinds),
  version: z.number().int(),
  content: z.string(),
  publishedAt: instant,
});

export const textEndpoints = {
  commitment: endpoint({
    path: 'text/commitment',
    right: token,
    input: z.object({}),
    output: z.object({ version: z.number().int(), content: z.string(), publishedAt: z.string().nullable() }),
    idempotent: true,
    inPreview: true,
    summary: 'The business commitment as it stands (A-61); version 0 while there is none.',
  }),
  list: endpoint({
    path: 'text/list',
    right: admin,
    input: z.object({ kind: z.enum(textKinds) }),
    output: z.object({ list: z.array(textRow), total: z.number().int() }),
    idempotent: true,
    summary: 'The last 50 versions of agreement or commitment, newest first.',
  }),
  save: endpoint({
    path: 'text/save',
    right: admin,
    input: z.object({ kind: z.enum(textKinds), content: content.trim().min(1) }),
    output: z.object({ version: z.number().int() }),
    idempotent: false,
    summary: 'Publishes a new version; a new agreement is asked of everybody again (A-50).',
  }),
} as const;
