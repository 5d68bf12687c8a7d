/**
 * A map with a bound: by the number of its entries, or by what `weigh` says of each (bytes, say). What was set longest ago
 * goes first; `use` makes an entry the newest again, where being asked for should count. One that is heavier than all the
 * room stays until the next comes.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;
  readonly #weigh: (value: Value) => number;
  #weight = 0;

  constructor(most: number, weigh: (value: Value) => number = () => 1) {
    super();
    this.#most = most;
    this.#weigh = weigh;
  }

  get weight(): number {
    return this.#weight;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    this.#weight += this.#weigh(value);
    for (const oldest of this.keys()) {
      if (this.#weight <= this.#most || oldest === key) break;
      this.delete(oldest);
    }
    return this;
  }

  override delete(key: Key): boolean {
    if (!this.has(key)) return false;
    this.#weight -= this.#weigh(this.get(key) as Value);
    return super.delete(key);
  }

  override clear(): void {
    this.#weight = 0;
    super.clear();
  }

  /** As `get`; the entry is the newest from now on. */
  use(key: Key): Value | undefined {
    const value = this.get(key);
    if (!this.has(key)) return undefined;
    super.delete(key);
    super.set(key, value as Value);
    return value;
  }
}
