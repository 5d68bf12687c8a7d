/** What is kept by how much room it takes, in bytes: the one that was asked for longest ago goes first. */
export interface ByteCache<T> {
  readonly find: (key: string) => T | undefined;
  /** One that is larger than all the room is kept until the next comes. */
  readonly keep: (key: string, value: T, bytes: number) => void;
  readonly bytes: () => number;
}

export const openByteCache = <T>(mostBytes: number): ByteCache<T> => {
  const kept = new Map<string, { readonly value: T; readonly bytes: number }>();
  let sum = 0;

  const forget = (key: string): void => {
    sum -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };

  return {
    find: key => {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    keep: (key, value, bytes) => {
      forget(key);
      kept.set(key, { value, bytes });
      sum += bytes;
      for (const oldest of kept.keys()) {
        if (sum <= mostBytes || oldest === key) break;
        forget(oldest);
      }
    },
    bytes: () => sum,
  };
};
