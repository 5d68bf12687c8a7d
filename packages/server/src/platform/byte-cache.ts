import { BoundedMap } from '@lianxian/core/kit';

/** What is kept by how much room it takes, in bytes: the one that was asked for longest ago goes first. */
interface ByteCache<T> {
  readonly find: (key: string) => T | undefined;
  /** One that is larger than all the room is kept until the next comes. */
  readonly keep: (key: string, value: T, bytes: number) => void;
  readonly bytes: () => number;
}

export const openByteCache = <T>(mostBytes: number): ByteCache<T> => {
  const kept = new BoundedMap<string, { readonly value: T; readonly bytes: number }>(mostBytes, ({ bytes }) => bytes);
  return {
    find: key => kept.use(key)?.value,
    keep: (key, value, bytes) => void kept.set(key, { value, bytes }),
    bytes: () => kept.weight,
  };
};
