import { type CallOf, customerLimits, type endpoints } from '@lianxian/contract';
import { isNumberParameter, parameterNumbers } from '@lianxian/core';
import type { Customer, Known } from './use-customer.ts';

type Saved = CallOf<typeof endpoints.customer.save>;
type ParameterKey = `parameter${(typeof parameterNumbers)[number]}`;
export const parameterKeys = parameterNumbers.map(n => `parameter${n}` as const);
/** Ten are text, ten are figures. */
export const textKeys = parameterNumbers.filter(n => !isNumberParameter(n)).map(n => `parameter${n}` as const);
export const figureKeys = parameterNumbers.filter(isNumberParameter).map(n => `parameter${n}` as const);

const plain = ['name', 'company', 'position', 'tags', 'remark', 'mark', 'city', 'province'] as const;

/** What the form holds, by the names of the wire. */
export type CustomerValues = Readonly<Record<(typeof plain)[number] | ParameterKey, string>> & {
  readonly phone: string;
  readonly sex: '' | '1' | '2';
  /** A day alone; '' none. */
  readonly birthday: string;
  readonly cateType: string;
  /** Keys of numbers that are there, and numbers that are new. */
  readonly further: readonly string[];
};
export type CustomerField = keyof CustomerValues;
/** Behind the first tab. */
export const parameterNames: ReadonlySet<string> = new Set(parameterKeys);

const dayOf = (birthday: string): string => birthday.slice(0, '2026-11-30'.length);

export const valuesOf = (customer: Customer | null, known: Known | null): CustomerValues => {
  const from = customer ?? known;
  const held: Readonly<Record<string, unknown>> = customer ?? {};
  const texts = [...plain, ...parameterKeys].map(key => [key, String(held[key] ?? '')]);
  return {
    ...(Object.fromEntries(texts) as Record<(typeof plain)[number] | ParameterKey, string>),
    phone: from?.phone ?? '',
    name: from?.name ?? '',
    company: from?.company ?? '',
    tags: from?.tags ?? '',
    sex: customer?.sex ?? '',
    birthday: dayOf(customer?.birthday ?? ''),
    cateType: customer ? String(customer.cateType) : '',
    further: customer?.further.map(({ key }) => key) ?? [],
  };
};

const isAlike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Fields whose value is another than before. */
export const changedFields = (before: CustomerValues, after: CustomerValues): readonly CustomerField[] =>
  (Object.keys(after) as CustomerField[]).filter(field => !isAlike(before[field], after[field]));

const pickOf = (values: CustomerValues, fields: readonly CustomerField[]): Partial<CustomerValues> =>
  Object.fromEntries(fields.map(field => [field, values[field]]));

/** Region and its code go together: they are checked against each other. */
const regionFields: readonly CustomerField[] = ['city', 'province'];

/** What is asked of the server: of a new one all that is filled in, of one that is there what was changed. */
export const savedOf = (typed: CustomerValues, base: CustomerBase): Saved => {
  const { customer, known, logid } = base;
  const call = logid === '' ? {} : { logid };
  if (customer === null) {
    const { phone, ...rest } = typed;
    const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value.length > 0));
    return { ...filled, ...call, phone: known?.dial ?? phone, cateType: typed.cateType } as Saved;
  }
  const changed = changedFields(base.values, typed);
  const fields = changed.some(field => regionFields.includes(field)) ? [...changed, ...regionFields] : changed;
  const { phone: _, ...part } = pickOf(typed, [...new Set(fields)]);
  return { ...part, ...call, id: customer.id, version: customer.version } as Saved;
};

/** What the form stands on: as the customer was when it was read. */
export interface CustomerBase {
  readonly customer: Customer | null;
  readonly known: Known | null;
  readonly logid: string;
  readonly values: CustomerValues;
}

/** Fields that both changed, each to something else. */
export const conflictsOf = (
  base: CustomerValues,
  mine: CustomerValues,
  theirs: CustomerValues,
): readonly CustomerField[] => {
  const theirChanges = changedFields(base, theirs);
  return changedFields(base, mine).filter(
    field => theirChanges.includes(field) && !isAlike(mine[field], theirs[field]),
  );
};

/** Mine, on what others made of it: what only they changed is theirs. */
export const joined = (base: CustomerValues, mine: CustomerValues, theirs: CustomerValues): CustomerValues => ({
  ...theirs,
  ...pickOf(mine, changedFields(base, mine)),
});

export const tagsOf = (text: string): readonly string[] =>
  text
    .split(/[,，]/)
    .map(tag => tag.trim())
    .filter(Boolean);
/** With one more, or null where they get too long together. */
export const withTag = (text: string, tag: string): string | null => {
  const tags = tagsOf(text);
  const next = tags.includes(tag) ? tags.join(',') : [...tags, tag].join(',');
  return next.length <= customerLimits.tags ? next : null;
};
export const withoutTag = (text: string, tag: string): string =>
  tagsOf(text)
    .filter(each => each !== tag)
    .join(',');
