import { z } from 'zod';
import { unwrap } from './words/bad-input.ts';

/** What a schema asks of one of its fields, for a form that has it filled in. */
export interface FieldLimits {
  /** Nothing will not do. */
  readonly needed: boolean;
  /** So many characters can be typed. */
  readonly chars?: number;
  /** Of a figure. */
  readonly least?: number;
  readonly most?: number;
}

/** As many characters as its largest has: what is too large within them is told, not swallowed. */
const ofFigure = ({ minValue, maxValue, isInt }: z.ZodNumber): Partial<FieldLimits> => ({
  ...(minValue !== null && minValue > Number.MIN_SAFE_INTEGER && { least: minValue }),
  ...(maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER && { most: maxValue }),
  ...(isInt && maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER && { chars: String(maxValue).length }),
});

/** What `schema`, the input of an endpoint, asks of a field; a field it does not have is a defect of who asks. */
export const fieldLimits = (schema: z.ZodType, name: string): FieldLimits => {
  const field = schema instanceof z.ZodObject ? (schema.shape[name] as z.core.$ZodType | undefined) : undefined;
  if (field === undefined) throw new Error(`the endpoint takes no field ${name}`);
  const { inner, mayMiss } = unwrap(field);
  if (inner instanceof z.ZodNumber) return { needed: !mayMiss, ...ofFigure(inner) };
  if (!(inner instanceof z.ZodString)) return { needed: !mayMiss };
  return {
    needed: !mayMiss && !inner.safeParse('').success,
    ...(inner.maxLength !== null && { chars: inner.maxLength }),
  };
};
