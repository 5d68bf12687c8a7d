import { soundsKey } from '../../api/kept.ts';
import { accountNow } from '../../session/current-user.ts';
import type { LiveFaults } from '../../sound/doubts.ts';

/**
 * Takes that are not handed in yet: they lie in this browser, so that a reload, a crash or a lost network loses none, and
 * go at the sign-out with all else that is kept (api/kept.ts).
 */
export interface StoredTake extends LiveFaults {
  readonly id: string;
  readonly order: string;
  readonly number: number;
  readonly file: Blob;
  readonly durationMs: number;
  readonly peaks: readonly number[];
  readonly isClipped: boolean;
  /** It is to be handed in as soon as the network lets it. */
  readonly isDue: boolean;
  /** Ms since the epoch. */
  readonly at: number;
}

const table = 'takes';

const openStore = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(soundsKey(accountNow()), 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(table, { keyPath: 'id' }).createIndex('order', 'order');
    request.onsuccess = () => {
      // Whoever signs out meanwhile takes it away.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });

const within = async <T>(mode: IDBTransactionMode, work: (takes: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const store = await openStore();
  try {
    return await new Promise((resolve, reject) => {
      const request = work(store.transaction(table, mode).objectStore(table));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    store.close();
  }
};

export const takesOf = async (order: string): Promise<readonly StoredTake[]> => {
  const found: StoredTake[] = await within('readonly', takes => takes.index('order').getAll(order));
  return found.toSorted((one, other) => one.at - other.at);
};
export const putTake = async (take: StoredTake): Promise<void> => {
  await within('readwrite', takes => takes.put(take));
};
export const dropTake = (id: string): Promise<void> => within('readwrite', takes => takes.delete(id));
