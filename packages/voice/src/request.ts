/** One line of standard input: what to say and how. Whatever else a line holds is refused by name. */
export interface Request {
  readonly id: number | string;
  readonly text: string;
  /** `cmn` with a variant of eSpeak: `cmn+f1`…`cmn+f5` (women), `cmn+m1`…`cmn+m8` (men); `cmn` alone is a man. */
  readonly speaker: string;
  /** eSpeak's words a minute, 80–450; 200 is an easy telephone pace (4.4 syllables a second). */
  readonly speed: number;
  /** 0–99; 50 is the speaker's own. */
  readonly pitch: number;
}

export interface Refusal {
  readonly id: number | string | null;
  readonly error: 'badRequest' | 'unknownSpeaker' | 'textTooLong' | 'failed';
}

export const maxCharacters = 2_000;
/** A line longer than the longest text in escaped form is not one of ours. */
export const maxLineBytes = 64 * 1024;

const speakers = /^cmn(\+(f[1-5]|m[1-8]))?$/;

const isBetween = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && value >= from && value <= to;

export const parseRequest = (line: string): Request | Refusal => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { id: null, error: 'badRequest' };
  }
  if (typeof value !== 'object' || value === null) return { id: null, error: 'badRequest' };
  const fields: Partial<Record<keyof Request, unknown>> = value;
  const { id, text, speaker = 'cmn+f2', speed = 200, pitch = 50 } = fields;
  if (typeof id !== 'number' && typeof id !== 'string') return { id: null, error: 'badRequest' };
  if (typeof text !== 'string' || typeof speaker !== 'string') return { id, error: 'badRequest' };
  if (!isBetween(speed, 80, 450) || !isBetween(pitch, 0, 99)) return { id, error: 'badRequest' };
  if (!speakers.test(speaker)) return { id, error: 'unknownSpeaker' };
  if (text.length > maxCharacters) return { id, error: 'textTooLong' };
  return { id, text, speaker, speed, pitch };
};
