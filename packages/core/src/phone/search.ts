import { normalisePhone } from './phone.ts';

/** What a list of numbers is searched for: a whole number, or its first figures; null: everything. */
export type PhoneSearch = { readonly is: string } | { readonly begins: string } | null;

/**
 * First figures find for who sees numbers. Who sees them masked finds by the whole number alone: figure by figure the
 * hidden ones would be guessed. What is no number finds nothing.
 */
export const searchPhone = (text: string, seesPhones: boolean): PhoneSearch => {
  const normalised = normalisePhone(text);
  const figures = normalised.ok ? normalised.phone : text.normalize('NFKC').replace(/[\s-]/g, '').replace(/^\+86/, '');
  if (figures === '') return null;
  return seesPhones && /^\d+$/.test(figures) ? { begins: figures } : { is: figures };
};
