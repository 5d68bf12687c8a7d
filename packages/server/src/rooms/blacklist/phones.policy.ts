import { normalisePhone } from '@lianxian/core';

interface ReadPhones {
  readonly phones: readonly string[];
  /** What is no number, as it was written. */
  readonly refused: readonly string[];
}

/** Numbers a person typed: one a line, or separated by commas; each once. Null: more than `most`. */
export const readPhones = (text: string, most: number): ReadPhones | null => {
  const written = text
    .split(/[\n\r,，、;；]+/)
    .map(one => one.trim())
    .filter(one => one !== '');
  if (written.length > most) return null;
  const phones = new Set<string>();
  const refused: string[] = [];
  for (const one of written) {
    const normalised = normalisePhone(one);
    if (normalised.ok) phones.add(normalised.phone);
    else refused.push(one);
  }
  return { phones: [...phones], refused };
};
