import { Worker } from 'node:worker_threads';

/**
 * A network that loses what it is told to: UDP between the platform and one far end, both ways. OPTIONS it answers itself, and
 * INVITEs that it hears again, as a carrier's border does: a far end that plays one call by its book must mistake neither a look at
 * the line's health for it nor a repetition for something new.
 * It lies in a thread of its own: what a test computes meanwhile must not make the network slow.
 */
interface Relay {
  readonly port: number;
  /** Sends on to the far end from now on. */
  readonly connect: (port: number) => void;
  /** Datagrams, of both ways. */
  readonly lost: () => number;
  readonly close: () => Promise<void>;
}

/** What a network loses between the platform and the far end. */
export interface Losses {
  /** A method: its first request of the platform. */
  readonly first?: string;
  /** Of a hundred datagrams so many, either way, drawn by the seed (which the caller prints). */
  readonly share?: { readonly percent: number; readonly seed: number };
}

export type RelayOrder =
  | { readonly kind: 'open'; readonly relay: number; readonly losses: Losses }
  | { readonly kind: 'connect'; readonly relay: number; readonly port: number }
  | { readonly kind: 'close'; readonly relay: number };

export type RelayWord =
  | { readonly kind: 'opened'; readonly relay: number; readonly port: number }
  | { readonly kind: 'lost' | 'closed'; readonly relay: number };

let thread: Worker | null = null;
let opened = 0;

const relayThread = (): Worker => {
  thread ??= new Worker(new URL('./relay-thread.ts', import.meta.url)).setMaxListeners(0);
  thread.unref();
  return thread;
};

export const openRelay = async (losses: Losses = {}): Promise<Relay> => {
  const worker = relayThread();
  opened += 1;
  const relay = opened;
  const [ready, closed] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  let lost = 0;
  const hear = (word: RelayWord): void => {
    if (word.relay !== relay) return;
    if (word.kind === 'opened') ready.resolve(word.port);
    else if (word.kind === 'lost') lost += 1;
    else closed.resolve();
  };
  const order = (one: RelayOrder): void => worker.postMessage(one);
  worker.on('message', hear);
  order({ kind: 'open', relay, losses });
  const port = await ready.promise;
  return {
    port,
    connect: to => order({ kind: 'connect', relay, port: to }),
    lost: () => lost,
    close: async () => {
      order({ kind: 'close', relay });
      await closed.promise;
      worker.off('message', hear);
    },
  };
};
