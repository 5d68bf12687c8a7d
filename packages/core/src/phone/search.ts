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
  // Of signs alone nothing is left: that is found nowhere, not everywhere.
  if (figures === '') return text.trim() === '' ? null : { is: text.trim() };
  return seesPhones && /^\d+$/.test(figures) ? { begins: figures } : { is: figures };
};

/** What a list of people is searched for: numbers as ever, the last four figures, or how a name begins. */
export type PeopleSearch =
  | PhoneSearch
  | { readonly ends: string; readonly begins?: string }
  | { readonly name: string };

/** A masked number shows them, so whoever sees it may seek them. */
const LAST_FIGURES = 4;

/**
 * Numbers and names in one field: four figures are a number's last ones (and its first, where numbers are seen), what has
 * letters is a name. What is neither finds nothing; it never finds everything.
 */
export const searchPeople = (text: string, seesPhones: boolean): PeopleSearch => {
  const search = searchPhone(text, seesPhones);
  if (search === null) return null;
  const sought = 'is' in search ? search.is : search.begins;
  if (/^\d+$/.test(sought) && sought.length === LAST_FIGURES)
    return { ends: sought, ...(seesPhones ? { begins: sought } : {}) };
  return /\p{L}/u.test(text) ? { name: text.trim() } : search;
};

/**
 * How a text is sought, for who is told what it can find. `hidden`: part of a number, which who sees them masked may not seek.
 * `nothing`: neither number nor name.
 */
type SearchKind = 'all' | 'whole' | 'begins' | 'last' | 'name' | 'hidden' | 'nothing';

export const kindOfSearch = (text: string, seesPhones: boolean): SearchKind => {
  const search = searchPeople(text, seesPhones);
  if (search === null) return 'all';
  if ('name' in search) return 'name';
  if ('ends' in search) return 'last';
  if (normalisePhone(text).ok) return 'whole';
  if ('begins' in search) return 'begins';
  return /^\d+$/.test(search.is) ? 'hidden' : 'nothing';
};
