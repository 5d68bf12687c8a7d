import type { BuiltInMeaning } from '../../plan/exit.ts';

/** What callees of nearly every plan say, and in how many ways. Written for this house; no data set was taken from elsewhere. */
export interface Topic {
  readonly id: string;
  /** What operators call it: an intent or item of that name takes the topic before any other does. */
  readonly names: readonly string[];
  /** An intent of another meaning never takes it. */
  readonly means?: BuiltInMeaning;
  readonly sentences: readonly string[];
}

/** `text`: sentences between blanks; `names` likewise. */
export const topic = (id: string, names: string, text: string, means?: BuiltInMeaning): Topic => ({
  id,
  names: names.split(' ').filter(name => name !== ''),
  sentences: text.trim().split(/\s+/),
  ...(means && { means }),
});
