import type { Topic } from '../topic.ts';

/** A trade as operators call it, and what its callees say that those of other trades do not. */
export interface Trade {
  readonly name: string;
  readonly topics: readonly Topic[];
}
