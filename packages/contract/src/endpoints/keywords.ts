import { builtInMeanings } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, listInput, oneLine, removed } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';

const look = { needs: 'page', page: 'myKeyword' } as const;
const edit = { needs: 'button', button: 'plan:edit' } as const;
/** Plans borrow from the library: their page reads what it offers. */
const borrow = { needs: 'any', pages: ['myKeyword', 'plan'], buttons: [] } as const;

/** How much of the common word library a merchant may keep. */
export const keywordLimits = {
  groups: 500,
  wordsInGroup: 2_000,
  words: 20_000,
  wordChars: 100,
  /** Words of one pasting. */
  atOnce: 2_000,
  found: 50,
} as const;

/** What the words of a group mean (`own`: what its name says); a hint for whoever gives the group to an intent. */
export const semantics = [...builtInMeanings, 'own'] as const;
export type Semantic = (typeof semantics)[number];
const semantic = z.enum(semantics);

/** By what a word is found: anywhere; all of a row (`a+b`); the whole sentence; a pattern; its sound; likeness. */
export const keywordKinds = ['simple', 'combined', 'exact', 'pattern', 'sound', 'like'] as const;
export type KeywordKind = (typeof keywordKinds)[number];
const keywordKind = z.enum(keywordKinds);

const groupRow = z.object({
  id,
  name: z.string(),
  semantic,
  note: z.string(),
  words: z.number().int(),
  changedAt: z.string(),
});
const wordRow = z.object({ id, kind: keywordKind, text: z.string() });
const text = oneLine.trim().min(1).max(keywordLimits.wordChars);

export const keywordEndpoints = {
  groups: endpoint({
    path: 'keywords/groups',
    right: borrow,
    input: listInput.extend({ search: oneLine.trim().max(100).default('') }),
    output: z.object({
      list: z.array(groupRow),
      total: z.number().int(),
      /** Names of the groups a new merchant begins with (yes, no, and one for each part that plans are offered) that this one has not. */
      missing: z.array(z.string()),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Groups of the common word library by name; `search` looks in names, notes and words.',
  }),
  saveGroup: endpoint({
    path: 'keywords/saveGroup',
    right: edit,
    input: z.object({
      id: id.optional(),
      name: oneLine.trim().min(1).max(40),
      semantic,
      note: z.string().trim().max(500).default(''),
    }),
    output: z.object({ id }),
    idempotent: false,
    summary: 'Adds a group or changes one. Published versions keep what they have.',
  }),
  addStarters: endpoint({
    path: 'keywords/addStarters',
    right: edit,
    input: z.object({}),
    output: z.object({ added: z.array(z.string()) }),
    idempotent: true,
    rateCost: 5,
    summary:
      'Adds the groups that `groups` calls missing, with words of ours; a group that is called so stays as it is.',
  }),
  removeGroup: endpoint({
    path: 'keywords/removeGroup',
    right: edit,
    input: z.object({ id }),
    output: removed,
    idempotent: true,
    rateCost: 5,
    summary: 'Removes a group with its words, unless the draft of a plan names it.',
  }),
  list: endpoint({
    path: 'keywords/list',
    right: look,
    input: listInput.extend({
      groupId: id,
      search: oneLine.trim().max(100).default(''),
      kind: keywordKind.optional(),
    }),
    output: z.object({ list: z.array(wordRow), total: z.number().int() }),
    idempotent: true,
    inPreview: true,
    summary: 'Words of a group, newest first.',
  }),
  add: endpoint({
    path: 'keywords/add',
    right: edit,
    input: z.object({
      groupId: id,
      kind: keywordKind,
      /** One a line, or separated by commas; patterns, sentences one a line. */
      texts: z
        .string()
        .min(1)
        .max(keywordLimits.atOnce * (keywordLimits.wordChars + 2)),
    }),
    output: z.object({
      added: z.number().int(),
      known: z.number().int(),
      /** What cannot be read, as it was written. */
      refused: z.array(z.string()),
    }),
    idempotent: true,
    summary: 'Adds many words at once; those the group has already are counted, those that cannot be read told.',
  }),
  saveWord: endpoint({
    path: 'keywords/saveWord',
    right: edit,
    input: z.object({ id, kind: keywordKind, text }),
    output: z.object({}),
    idempotent: true,
    summary: 'Changes a word or how it is found.',
  }),
  removeWords: endpoint({
    path: 'keywords/removeWords',
    right: edit,
    input: z.object({ groupId: id, ids: z.string().regex(/^\d{1,18}(,\d{1,18}){0,199}$/, 'ids' satisfies Fault) }),
    output: z.object({ removed: z.number().int() }),
    idempotent: true,
    summary: 'Removes words of a group, at most 200 at once, ids separated by commas.',
  }),
  uses: endpoint({
    path: 'keywords/uses',
    right: look,
    input: z.object({ id }),
    output: z.object({
      list: z.array(
        z.object({
          id,
          name: z.string(),
          /** Its draft (or, without one, what a draft would begin with) names the group. */
          inDraft: z.boolean(),
          /** The newest version that carries the group's words as they were; null: none. */
          version: z.number().int().nullable(),
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Plans a change of a group touches: drafts at once, versions only when they are published anew.',
  }),
  analyzer: endpoint({
    path: 'keywords/analyzer',
    right: borrow,
    /** Of `planNode/list`: `<plan>/<node>`. */
    input: z.object({ id: z.string().min(1).max(100) }),
    output: z.object({ msg: z.string() }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    summary: 'The words of a plan node’s sentences, as segmented, separated by commas (A-18, A-19).',
  }),
  meanings: endpoint({
    path: 'keywords/meanings',
    right: { needs: 'page', page: 'plan' },
    input: z.object({ planId: id }),
    output: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Empty where it is of every trade. */
          trade: z.string(),
          sentences: z.number().int(),
          some: z.array(z.string()),
        }),
      ),
      /** What intents and items of the draft may well take, the likeliest first; nothing is taken by itself. */
      proposed: z.array(
        z.object({
          owner: z.object({ kind: z.enum(['intent', 'knowledge']), id: z.string() }),
          meanings: z.array(z.string()),
        }),
      ),
      /** Of each some of its words as they may be written wrongly and are heard all the same; none unless the draft hears by ear. */
      byEar: z.array(
        z.object({
          owner: z.object({ kind: z.enum(['intent', 'knowledge']), id: z.string() }),
          heard: z.array(z.object({ written: z.string(), word: z.string() })),
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 5,
    opensGraph: { plan: 'planId' },
    summary:
      'The common meanings that intents and knowledge items take by id (`meanings`), with sentences of each; those a draft may want; what it hears by ear.',
  }),
  search: endpoint({
    path: 'keywords/search',
    right: borrow,
    input: z.object({ q: oneLine.trim().max(100).default('') }),
    output: z.array(z.string()),
    idempotent: true,
    inPreview: true,
    summary: 'Words of the common library that hold `q`, shortest first (A-18).',
  }),
} as const;
