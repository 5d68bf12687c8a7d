import { z } from 'zod';
import { allowed, type Fault, isFault } from './allowed.ts';
import { callWords } from './call-words.ts';
import { fieldWord } from './fields.ts';
import { fill, type Language } from './language.ts';

/** One bad field: which, what is wrong with it, and what it may hold. */
export type BadField = {
  readonly field: string;
  readonly fault: Fault;
  readonly limit?: string | number;
  readonly least?: number;
  readonly most?: number;
};

type Issue = z.core.$ZodIssue;
type Allowed = Omit<BadField, 'field'>;

/** Optional and defaulted fields, down to what they hold. */
export const unwrap = (schema: z.core.$ZodType): { inner: z.core.$ZodType; mayMiss: boolean } => {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  ) {
    return { inner: unwrap(schema.def.innerType).inner, mayMiss: true };
  }
  if (schema instanceof z.ZodPipe) {
    const from = unwrap(schema.def.in);
    return from.inner instanceof z.ZodTransform ? unwrap(schema.def.out) : from;
  }
  return { inner: schema, mayMiss: false };
};

interface Ends {
  readonly least: number | null;
  readonly most: number | null;
}
const boundless: Ends = { least: null, most: null };

/** Of a list, which does not tell them as texts and numbers do. */
export const lengthsOf = ({ def: { checks = [] } }: z.ZodArray): Ends => {
  const given = (kind: string, bound: 'minimum' | 'maximum' | 'length'): number | null => {
    const def = checks.map(check => check._zod.def).find(({ check }) => check === kind);
    return def === undefined ? null : Number((def as Partial<Record<typeof bound, number>>)[bound]);
  };
  const exactly = given('length_equals', 'length');
  return { least: exactly ?? given('min_length', 'minimum'), most: exactly ?? given('max_length', 'maximum') };
};

/** The bounds that a field was given, both at once: whoever is told one of them runs into the other. */
const boundsOf = (schema: z.core.$ZodType | null): Ends => {
  if (schema instanceof z.ZodString) return { least: schema.minLength, most: schema.maxLength };
  if (schema instanceof z.ZodArray) return lengthsOf(schema);
  if (!(schema instanceof z.ZodNumber)) return boundless;
  const { minValue, maxValue } = schema;
  return {
    least: minValue === null || minValue <= Number.MIN_SAFE_INTEGER ? null : minValue,
    most: maxValue === null || maxValue >= Number.MAX_SAFE_INTEGER ? null : maxValue,
  };
};

/** All that a whole number of a form may be. */
const wholeOf = (inner: z.core.$ZodType): Allowed | null => {
  if (!(inner instanceof z.ZodNumber) || !inner.isInt) return null;
  const { least, most } = boundsOf(inner);
  if (least === null) return null;
  return most === null ? { fault: 'wholeFrom', limit: least } : { fault: 'wholeRange', least, most };
};

const counted = {
  string: ['characterRange', 'characters', 'short', 'long'],
  array: ['itemRange', 'items', 'few', 'many'],
} as const;

const limitIssue = (issue: Issue & { code: 'too_small' | 'too_big' }, inner: z.core.$ZodType | null): Allowed => {
  const isSmall = issue.code === 'too_small';
  const limit = Number(isSmall ? issue.minimum : issue.maximum);
  if (issue.origin !== 'string' && issue.origin !== 'array') return { fault: isSmall ? 'small' : 'big', limit };
  const [range, exactly, atLeast, atMost] = counted[issue.origin === 'string' ? 'string' : 'array'];
  if (isSmall && limit <= 1 && issue.origin === 'string') return { fault: 'missing' };
  const { least, most } = boundsOf(inner);
  const isBetween = least !== null && most !== null && least > (issue.origin === 'string' ? 1 : 0);
  if (isBetween) return least === most ? { fault: exactly, limit: most } : { fault: range, least, most };
  return { fault: isSmall ? atLeast : atMost, limit };
};

const typeIssue = (issue: Issue & { code: 'invalid_type' }): Allowed => {
  if (issue.expected === 'int') return { fault: 'whole' };
  if (issue.expected === 'number') return { fault: 'number' };
  return { fault: 'shape' };
};

const choices = (values: readonly unknown[]): string => values.map(String).join('、');

/** `inner`: the field's own schema where the issue is about the field itself, null for what lies within it. */
const faultOf = (issue: Issue, inner: z.core.$ZodType | null): Allowed => {
  const whole = inner === null ? null : wholeOf(inner);
  if (whole !== null) return whole;
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return limitIssue(issue, inner);
    case 'invalid_type':
      return typeIssue(issue);
    case 'invalid_value':
      return issue.values.every(one => ['1', '0', 'true', 'false'].includes(String(one)))
        ? { fault: 'flag' }
        : { fault: 'choice', limit: choices(issue.values) };
    case 'invalid_format':
      return { fault: isFault(issue.message) ? issue.message : 'format' };
    default:
      return { fault: isFault(issue.message) ? issue.message : 'shape' };
  }
};

/** The first zod issue as a bad field, named by its outermost name on the wire; `isPresent`: was the field sent at all? */
export const badField = (issue: Issue, schema: z.core.$ZodType | undefined, isPresent: boolean): BadField => {
  const isItself = issue.path.length === 1 && schema !== undefined;
  const found: Allowed = isPresent ? faultOf(issue, isItself ? unwrap(schema).inner : null) : { fault: 'missing' };
  return { field: String(issue.path[0] ?? ''), ...found };
};

/** What stands in the way, as a word of the reader. */
const limitWord = ({ fault, limit = '' }: BadField, language: Language): string | number => {
  const states: Readonly<Record<string, string>> = callWords[language].states;
  return fault === 'noRetry' ? (states[limit] ?? limit) : limit;
};

/** What is allowed where something else was typed: what a form says below the field. */
export const allowedText = (bad: BadField, language: Language): string =>
  fill(allowed[bad.fault][language], {
    limit: limitWord(bad, language),
    least: bad.least ?? '',
    most: bad.most ?? '',
  });

/** 「手机号：请输入8-12位」 in parts, for the refusal `badInput`; `path`: of the endpoint that was asked. */
export const badInputText = (bad: BadField, language: Language, path = ''): { field: string; allowed: string } => ({
  field: fieldWord(bad.field, language, path),
  allowed: allowedText(bad, language),
});
