/** Remembers lookups for a while, the newest of them; what failed is looked up anew. */
export type Memory<Value> = ((key: string, look: () => Promise<Value>) => Promise<Value>) & {
  readonly forget: () => void;
};

const REMEMBERED = 2_000;

export const createMemory = <Value>(forMs: number): Memory<Value> => {
  const entries = new Map<string, { readonly value: Promise<Value>; readonly until: number }>();
  const remember = (key: string, look: () => Promise<Value>): Promise<Value> => {
    const found = entries.get(key);
    if (found !== undefined && found.until > performance.now()) return found.value;
    const value = look();
    entries.delete(key);
    entries.set(key, { value, until: performance.now() + forMs });
    value.catch(() => entries.delete(key));
    const oldest = entries.keys().next().value;
    if (entries.size > REMEMBERED && oldest !== undefined) entries.delete(oldest);
    return value;
  };
  return Object.assign(remember, { forget: () => entries.clear() });
};
