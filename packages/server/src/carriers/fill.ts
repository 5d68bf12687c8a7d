/** Templates of requests: `${name}` is filled as the place it stands in needs. */
export type Fields = Readonly<Record<string, string>>;

const NAME = /\$\{(\w+)\}/g;

/** As it is: what is signed. */
export const filledRaw = (template: string, fields: Fields): string =>
  template.replace(NAME, (_, name: string) => fields[name] ?? '');

/** For headers: no line in it, or the header would end there. */
export const filledPlain = (template: string, fields: Fields): string =>
  template.replace(NAME, (_, name: string) => (fields[name] ?? '').replace(/[\r\n\0]/g, ' '));

/** Within an address or a form: escaped. */
export const filledEscaped = (template: string, fields: Fields): string =>
  template.replace(NAME, (_, name: string) => encodeURIComponent(fields[name] ?? ''));

/** A string that is the list of values and nothing else. */
const LIST = /"\$\{(values)\}"/g;
/**
 * Within the strings of JSON: its marks escaped. Values that are asked for as a list, `"${values}"`, come as one; `${params}` is
 * JSON in a string.
 */
export const filledJson = (template: string, fields: Fields): string =>
  template
    .split(LIST)
    .map((part, n) =>
      n % 2 === 1
        ? (fields[part] ?? '[]')
        : part.replace(NAME, (_, name: string) => JSON.stringify(fields[name] ?? '').slice(1, -1)),
    )
    .join('');

/** Own properties and places of lists alone. */
const MOST_STEPS = 20;
export const found = (json: unknown, path: string): unknown => {
  if (path === '') return json;
  let at = json;
  for (const step of path.split('.').slice(0, MOST_STEPS)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at;
};

const MOST_TEXT = 1_000;
/** What may be compared and kept; lists and objects are nothing. */
export const textAt = (json: unknown, path: string): string => {
  if (path === '') return '';
  const value = found(json, path);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).replaceAll('\0', '').slice(0, MOST_TEXT)
    : '';
};
