import { z } from 'zod';
import { type Ends, holdsNames, lengthsOf, unwrap, within } from '../schema-parts.ts';
import { allowed, type Fault, isFault } from './allowed.ts';
import { callWords } from './call-words.ts';
import { fieldWord, innerText } from './fields.ts';
import { fill, type Language, type Values } from './language.ts';

/** One bad field: which, what is wrong with it, and what it may hold. */
export type BadField = {
  readonly field: string;
  readonly fault: Fault;
  readonly limit?: string | number | readonly string[];
  readonly least?: number;
  readonly most?: number;
  /** What of a field of JSON is bad: the way to it, `noAnswer.times`. */
  readonly within?: string;
};

type Issue = z.core.$ZodIssue;
type Allowed = Omit<BadField, 'field'>;

const boundless: Ends = { least: null, most: null };

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

/** All that a number of a form may be. */
const numberOf = (inner: z.core.$ZodType): Allowed | null => {
  if (!(inner instanceof z.ZodNumber)) return null;
  const { least, most } = boundsOf(inner);
  if (least === null) return null;
  if (!inner.isInt) return most === null ? null : { fault: 'numberRange', least, most };
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

/** `inner`: the field's own schema where the issue is about the field itself, null for what lies within it. */
const faultOf = (issue: Issue, inner: z.core.$ZodType | null): Allowed => {
  const number = inner === null ? null : numberOf(inner);
  if (number !== null) return number;
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return limitIssue(issue, inner);
    case 'invalid_type':
      return typeIssue(issue);
    case 'invalid_value':
      return issue.values.every(one => ['1', '0', 'true', 'false'].includes(String(one)))
        ? { fault: 'flag' }
        : { fault: 'choice', limit: issue.values.map(String) };
    case 'invalid_format':
      return { fault: isFault(issue.message) ? issue.message : 'format' };
    default:
      return { fault: isFault(issue.message) ? issue.message : 'shape' };
  }
};

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((outer, step) => (outer as Readonly<Record<PropertyKey, unknown>> | undefined)?.[step], input);

const WITHIN_CHARS = 120;

/** The schema at the end of a path, and what its steps are called: names of the sender's own stand in quotes. */
const follow = (schema: z.core.$ZodType, path: readonly PropertyKey[]) => {
  let asked: z.core.$ZodType | undefined = schema;
  const steps = path.map(step => {
    const isOwn = asked !== undefined && holdsNames(asked);
    asked = asked && within(asked, step);
    return isOwn ? `「${String(step)}」` : String(step);
  });
  return { asked, steps };
};

/** What zod found wrong with `input`, as a bad field: by its name on the wire, and the way to what is bad within it. */
export const badField = (issue: Issue, schema: z.ZodType, input: unknown): BadField => {
  // A key that a record does not take is named like a field.
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  const { asked, steps } = follow(schema, path);
  const value = valueAt(input, path);
  // Empty is as good as not sent: who is asked for an id and gives none hears that it is needed.
  const isMissing = value === undefined || value === '';
  const found: Allowed = isMissing
    ? { fault: 'missing' }
    : faultOf(issue, asked === undefined ? null : unwrap(asked).inner);
  const [field = '', ...inner] = steps;
  return { field, ...found, ...(inner.length > 0 && { within: inner.join('.').slice(0, WITHIN_CHARS) }) };
};

/** What stands in the way, as a word of the reader. */
const limitWord = ({ fault, limit = '' }: BadField, language: Language): Values[string] => {
  const states: Readonly<Record<string, string>> = callWords[language].states;
  return fault === 'noRetry' ? (states[String(limit)] ?? limit) : limit;
};

/** What is allowed where something else was typed: what a form says below the field. */
export const allowedText = (bad: BadField, language: Language): string =>
  fill(allowed[bad.fault], language, {
    limit: limitWord(bad, language),
    least: bad.least ?? '',
    most: bad.most ?? '',
  });

/** 「手机号：请输入8-12位」 in parts, for the refusal `badInput`; `path`: of the endpoint that was asked. */
export const badInputText = (bad: BadField, language: Language, path = ''): { field: string; allowed: string } => {
  const field = fieldWord(bad.field, language, path);
  return {
    field: bad.within === undefined ? field : `${field} › ${innerText(bad.within, language)}`,
    allowed: allowedText(bad, language),
  };
};
