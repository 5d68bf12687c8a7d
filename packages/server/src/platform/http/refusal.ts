import type { RefusalKey, RefusalValues, Values } from '@lianxian/contract';

/** An expected failure: a key of the contract, rendered once at the rim. Never logged as a defect. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly key: RefusalKey;
  readonly values: Values;
  constructor(key: RefusalKey, values: Values) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/** `throw refuse('notFound', { what: 'plan' })`; values a sentence needs are asked for by the compiler. */
export const refuse = <K extends RefusalKey>(
  key: K,
  ...[values]: keyof RefusalValues<K> extends never ? [] : [RefusalValues<K>]
): Refusal => new Refusal(key, values ?? {});
