/** Bencode as rtpengine's control socket speaks it: texts, numbers, lists, dictionaries. */
export type Bencoded = string | number | readonly Bencoded[] | { readonly [key: string]: Bencoded };

export const bencode = (value: Bencoded): string => {
  if (typeof value === 'string') return `${Buffer.byteLength(value)}:${value}`;
  if (typeof value === 'number') return `i${value}e`;
  if (Array.isArray(value)) return `l${value.map(bencode).join('')}e`;
  const fields = Object.entries(value).map(([key, each]) => bencode(key) + bencode(each));
  return `d${fields.join('')}e`;
};

/** One text field of a dictionary; null where there is none. Enough to read `result` and `sdp`. */
export const textField = (encoded: string, key: string): string | null => {
  const at = encoded.indexOf(`${Buffer.byteLength(key)}:${key}`);
  if (at < 0) return null;
  const from = at + `${Buffer.byteLength(key)}:${key}`.length;
  const colon = encoded.indexOf(':', from);
  const length = Number(encoded.slice(from, colon));
  return Number.isInteger(length) ? encoded.slice(colon + 1, colon + 1 + length) : null;
};
