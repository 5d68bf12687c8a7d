import { z } from 'zod';
import { lengthsOf, unwrap, within } from './schema-parts.ts';

/** What a schema asks of one of its fields, for a form that has it filled in. */
export interface FieldLimits {
  /** Nothing will not do. */
  readonly needed: boolean;
  /** So many characters can be typed; of a list, into each of its texts. */
  readonly chars?: number;
  /** Of a figure. */
  readonly least?: number;
  readonly most?: number;
  /** So many a list may hold. */
  readonly items?: number;
}

/** As many characters as its largest has: what is too large within them is told, not swallowed. */
const ofFigure = ({ minValue, maxValue, isInt }: z.ZodNumber): Partial<FieldLimits> => ({
  ...(minValue !== null && minValue > Number.MIN_SAFE_INTEGER && { least: minValue }),
  ...(maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER && { most: maxValue }),
  ...(isInt && maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER && { chars: String(maxValue).length }),
});

const ofText = (schema: z.core.$ZodType): Partial<FieldLimits> =>
  schema instanceof z.ZodString && schema.maxLength !== null ? { chars: schema.maxLength } : {};

/**
 * What `schema`, the input of an endpoint, asks of a field; `moves.text` is that of each of its moves. A field it does not
 * have is a defect of who asks.
 */
export const fieldLimits = (schema: z.ZodType, path: string): FieldLimits => {
  const field = path
    .split('.')
    .reduce<z.core.$ZodType | undefined>((outer, name) => outer && within(outer, name), schema);
  if (field === undefined) throw new Error(`the endpoint takes no field ${path}`);
  const { inner, mayMiss } = unwrap(field);
  if (inner instanceof z.ZodNumber) return { needed: !mayMiss, ...ofFigure(inner) };
  if (inner instanceof z.ZodArray) {
    const { most } = lengthsOf(inner);
    const { inner: each } = unwrap(inner.element);
    return { needed: !mayMiss, ...(most !== null && { items: most }), ...ofText(each) };
  }
  if (!(inner instanceof z.ZodString)) return { needed: !mayMiss };
  return {
    needed: !mayMiss && !inner.safeParse('').success,
    ...ofText(inner),
  };
};

/** How many characters can be typed into a field, or stand in a text of a list; that it takes any is a defect. */
export const fieldChars = (schema: z.ZodType, path: string): number => {
  const { chars } = fieldLimits(schema, path);
  if (chars === undefined) throw new Error(`the field ${path} takes any length`);
  return chars;
};
