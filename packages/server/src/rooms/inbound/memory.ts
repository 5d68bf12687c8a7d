import { BoundedMap } from '@lianxian/core/kit';

/** Remembers lookups for a while, the newest of them; what failed is looked up anew. */
type Memory<Value> = ((key: string, look: () => Promise<Value>) => Promise<Value>) & {
  readonly forget: () => void;
};

const REMEMBERED = 2_000;

export const createMemory = <Value>(forMs: number): Memory<Value> => {
  const entries = new BoundedMap<string, { readonly value: Promise<Value>; readonly until: number }>(REMEMBERED);
  const remember = (key: string, look: () => Promise<Value>): Promise<Value> => {
    const found = entries.get(key);
    if (found !== undefined && found.until > performance.now()) return found.value;
    const value = look();
    entries.set(key, { value, until: performance.now() + forMs });
    value.catch(() => entries.delete(key));
    return value;
  };
  return Object.assign(remember, { forget: () => entries.clear() });
};
