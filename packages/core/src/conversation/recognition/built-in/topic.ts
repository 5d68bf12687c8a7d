import type { BuiltInMeaning } from '../../plan/exit.ts';

/** What callees say, and in how many ways. Written for this house; no data set was taken from elsewhere. */
export interface Topic {
  /** Plans name it: it is never given to another topic, nor taken away. */
  readonly id: string;
  /** What operators call it, the first most; an intent or item of such a name is offered it before any other. None: nobody may take it. */
  readonly names: readonly string[];
  /** An intent of another meaning is not offered it. */
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
