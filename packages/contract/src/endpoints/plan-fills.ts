import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, oneLine } from '../fields.ts';
import { type CustomerField, customerFieldNames } from './customers.ts';

/** Not tags and region: those are chosen among what there is, and no talk says them so. */
const isFillable = (field: CustomerField): boolean => !['tags', 'city', 'province'].includes(field);
/** Fields of a customer that an answer may fill. */
export const fillableFields = customerFieldNames.filter(isFillable);

const fill = z.object({
  /** As people read it: the label of a variable, the title of a guide’s question. */
  question: oneLine.trim().min(1).max(200),
  field: z.enum(customerFieldNames).refine(isFillable),
  /** What a person typed there is written over as well. */
  over: z.boolean().default(false),
});

export const planFillEndpoints = {
  list: endpoint({
    path: 'plan/fills',
    right: { needs: 'page', page: 'plan' },
    input: z.object({ id }),
    output: z.object({
      fills: z.array(fill),
      /** What the twenty parameters are called; '' where nobody named them. */
      names: z.array(z.string()),
      /** Titles of the plan’s guide, in their order. */
      guide: z.array(z.string()),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Which answers of a plan’s talks fill which fields of customers.',
  }),
  save: endpoint({
    path: 'plan/saveFills',
    right: { needs: 'button', button: 'plan:edit' },
    /** `fills`: all of them, as JSON; a field is filled by one question. */
    input: z.object({ id, fills: z.array(fill).max(fillableFields.length) }),
    output: z.object({}),
    idempotent: true,
    rateCost: 2,
    summary: 'Sets which answers of a plan’s talks fill which fields of customers, from the next call that ends.',
  }),
} as const;
