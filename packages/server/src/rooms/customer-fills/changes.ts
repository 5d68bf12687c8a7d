import { type CustomerField, customerFields, customerLimits, type SomeCustomerWords } from '@lianxian/contract';
import { type FieldChange, wordGiven } from '../customers/index.ts';
import type { Fill } from './fills.store.ts';

/** Texts are cut to what their field holds. */
const mostChars = (field: CustomerField): number =>
  field.startsWith('parameter')
    ? customerLimits.parameter
    : (customerLimits[field as keyof typeof customerLimits] ?? customerLimits.parameter);

/** An answer as its field holds it; null: it is none for this field, as words where a figure stands. */
const wordFor = (field: CustomerField, said: string): string | null => {
  const word = wordGiven(field, said.trim()).trim();
  const parsed = customerFields[field].safeParse(word.slice(0, mostChars(field)).trim());
  return parsed.success && parsed.data !== '' ? parsed.data : null;
};

/** What answers change of a customer: nothing that a person typed, unless the plan was told to. */
export const changesBy = (
  answers: readonly (Fill & { readonly value: string })[],
  now: SomeCustomerWords,
  typed: readonly string[],
): readonly FieldChange[] =>
  answers.flatMap(({ field, over, value }) => {
    const before = now[field] ?? '';
    const after = wordFor(field, value);
    const isKept = typed.includes(field) && before !== '' && !over;
    return after === null || after === before || isKept ? [] : [{ field, before, after }];
  });
