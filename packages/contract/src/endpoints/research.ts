import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, oneLine } from '../fields.ts';

const look = { needs: 'page', page: 'plan' } as const;
const edit = { needs: 'button', button: 'plan:edit' } as const;

export const guideLimits = { questions: 200, options: 30, titleChars: 200, optionChars: 100 } as const;

/**
 * An option as it travels: what is chosen, the id of the next question or nothing, whether a seat has ticked it. Several
 * answers of one question are joined by ";", so an option has the full-width mark in its place.
 */
export const guideOption = z.object({
  v: z
    .string()
    .trim()
    .min(1)
    .max(guideLimits.optionChars)
    .transform(text => text.replaceAll(';', '；')),
  n: z.union([z.literal(''), id]),
  isChecked: z.boolean(),
});

/** A guide question as the original has it; `jsonOptions` is JSON in a text, `[{v, n, isChecked}]`. */
const guideQuestion = z.object({
  id,
  title: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  jsonOptions: z.string(),
  isRoot: z.boolean(),
  isRequired: z.boolean(),
  hasOther: z.boolean(),
});

export const researchEndpoints = {
  list: endpoint({
    path: 'research/list',
    right: look,
    input: z.object({ planId: id }),
    output: z.object({ questions: z.array(guideQuestion) }),
    idempotent: true,
    inPreview: true,
    summary: 'Guide questions of a plan in their order.',
  }),
  save: endpoint({
    path: 'research/save',
    right: edit,
    input: z.object({
      planId: id,
      id: id.optional(),
      title: oneLine.trim().min(1).max(guideLimits.titleChars),
      type: z.coerce
        .number()
        .int()
        .min(1)
        .max(2)
        .pipe(z.literal([1, 2])),
      jsonOptions: z
        .string()
        .max(guideLimits.options * (guideLimits.optionChars + 60))
        .default('[]'),
      isRoot: flag.default(false),
      isRequired: flag.default(false),
      hasOther: flag.default(false),
    }),
    output: z.object({ id }),
    idempotent: false,
    summary:
      'Adds a question at the end or changes one. The first is the root; another that becomes it takes its place.',
  }),
  order: endpoint({
    path: 'research/order',
    right: edit,
    /** `before`: the question it will stand in front of; left out: at the end. */
    input: z.object({ id, before: id.optional() }),
    output: z.object({}),
    idempotent: true,
    summary: 'Moves a question within its plan’s list; where its options lead stays.',
  }),
  remove: endpoint({
    path: 'research/remove',
    right: edit,
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Removes a question that no option leads to; the root only as the last one.',
  }),
} as const;
