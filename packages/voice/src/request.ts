/** One line of standard input: what to say and how. Whatever else a line holds is refused by name. */
export interface Request {
  readonly id: number | string;
  readonly text: string;
  /** A whole number from 0: women at even numbers, men at odd ones; beyond the last it begins anew. */
  readonly speaker: number;
  /** 1: an easy telephone pace, 4.4 syllables a second; 0.5–2. */
  readonly speed: number;
  /** 1: the speaker's own; 0.5–2. */
  readonly pitch: number;
}

interface Refusal {
  readonly id: number | string | null;
  readonly error: 'badRequest' | 'textTooLong' | 'failed';
}

export const MAX_CHARACTERS = 2_000;
/** A line longer than the longest text in escaped form is not one of ours. */
const MAX_LINE_CHARACTERS = 32 * 1024;

const isBetween = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && value >= from && value <= to;

export const parseRequest = (line: string): Request | Refusal => {
  if (line.length > MAX_LINE_CHARACTERS) return { id: null, error: 'badRequest' };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { id: null, error: 'badRequest' };
  }
  if (typeof value !== 'object' || value === null) return { id: null, error: 'badRequest' };
  const fields: Partial<Record<keyof Request, unknown>> = value;
  const { id, text, speaker = 0, speed = 1, pitch = 1 } = fields;
  if (typeof id !== 'number' && typeof id !== 'string') return { id: null, error: 'badRequest' };
  if (typeof text !== 'string' || !Number.isInteger(speaker)) return { id, error: 'badRequest' };
  if (!isBetween(speaker, 0, 1_000_000) || !isBetween(speed, 0.5, 2) || !isBetween(pitch, 0.5, 2))
    return { id, error: 'badRequest' };
  if (text.length > MAX_CHARACTERS) return { id, error: 'textTooLong' };
  return { id, text, speaker, speed, pitch };
};
