/**
 * Who may work at once: at most `most`, and one of a key, in the order they came. Ticks of a merchant wait for each other
 * in the database anyway; waiting here they hold no connection that a call needs.
 */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export const createKeyedQueue = (most: number): KeyedQueue => {
  const busy = new Set<string>();
  const waiting: { readonly key: string; readonly run: () => Promise<unknown> }[] = [];

  const next = (): void => {
    while (busy.size < most) {
      const index = waiting.findIndex(({ key }) => !busy.has(key));
      if (index < 0) return;
      const [turn] = waiting.splice(index, 1);
      if (turn) begin(turn);
    }
  };
  const begin = ({ key, run }: (typeof waiting)[number]): void => {
    busy.add(key);
    void run().finally(() => {
      busy.delete(key);
      next();
    });
  };

  return (key, work) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, run: () => work().then(resolve, reject) });
      next();
    });
};
