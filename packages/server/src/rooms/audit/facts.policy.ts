/**
 * What an audit row keeps of a thing: the fields that differ, no secret, and never more than a page shows. Who calls
 * `recordAudit` may hand in whole rows.
 */
export type Facts = Readonly<Record<string, unknown>>;

const MOST_FIELDS = 60;
const MOST_OF_A_LIST = 50;
const VALUE_CHARS = 1_000;
/** Their text never reaches the table; that there is a new one may be said by a yes or no. */
const SECRET = /passw|pwd|secret|token|captcha|hash|sealed/i;

const cut = (value: unknown): unknown => {
  const listed = Array.isArray(value) ? value.slice(0, MOST_OF_A_LIST) : value;
  if (typeof listed === 'string') return listed.length > VALUE_CHARS ? `${listed.slice(0, VALUE_CHARS)}…` : listed;
  if (typeof listed !== 'object' || listed === null) return listed;
  const text = JSON.stringify(listed);
  return text.length > VALUE_CHARS ? `${text.slice(0, VALUE_CHARS)}…` : listed;
};

/** `jsonb` takes neither NUL nor half of a surrogate pair (PostgreSQL, 8.14). */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');
const asJson = (facts: Facts): string =>
  JSON.stringify(facts, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const kept = (facts: Facts | undefined, isWanted: (field: string) => boolean): string | null => {
  if (facts === undefined) return null;
  const fields = Object.entries(facts)
    .filter(([field, value]) => value !== undefined && isWanted(field))
    .filter(([field, value]) => !(typeof value === 'string' && SECRET.test(field)))
    .slice(0, MOST_FIELDS);
  return asJson(Object.fromEntries(fields.map(([field, value]) => [field, cut(value)])));
};

/** Both sides as JSON text; with both given, of what differs alone. */
export const changed = (
  before: Facts | undefined,
  after: Facts | undefined,
): { readonly before: string | null; readonly after: string | null } => {
  const isWanted = (field: string): boolean =>
    before === undefined || after === undefined || !isSame(before[field], after[field]);
  return { before: kept(before, isWanted), after: kept(after, isWanted) };
};
