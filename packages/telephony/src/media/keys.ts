import type { Instant } from '@lianxian/core/kit';
import { type Collector, createCollector } from './collector.ts';
import { createKeyGate, type KeyWay } from './key-gate.ts';
import type { Collected, CollectWants } from './types.ts';

/** Keys by whatever way they come: told once each, and gathered where somebody collects. */
export interface Keys {
  readonly heard: (key: string, way: KeyWay, at: Instant) => void;
  /** The key told last is still held down. */
  readonly lasts: (key: string, at: Instant) => void;
  readonly collect: (wants: CollectWants) => Promise<Collected>;
  /** To be called each 20 ms; `plays`: a prompt is heard. */
  readonly frame: (at: Instant, plays: boolean) => void;
  readonly close: () => void;
}

export const createKeys = (now: () => Instant, tell: (key: string, at: Instant) => void): Keys => {
  const gate = createKeyGate();
  let collecting: { readonly keys: Collector; readonly done: (collected: Collected) => void } | null = null;
  let closed = false;

  const settle = (collected: Collected | null): void => {
    if (collected === null) return;
    collecting?.done(collected);
    collecting = null;
  };

  return {
    heard: (key, way, at) => {
      if (closed || !gate.isNews(key, way, at)) return;
      tell(key, at);
      settle(collecting?.keys.key(key, at) ?? null);
    },
    lasts: gate.lasts,
    collect: wants => {
      settle(collecting?.keys.end('replaced') ?? null);
      if (closed) return Promise.resolve({ keys: '', by: 'closed' });
      return new Promise(done => {
        collecting = { keys: createCollector(wants, now()), done };
      });
    },
    frame: (at, plays) => {
      if (collecting) settle(collecting.keys.due(at, plays));
    },
    close: () => {
      closed = true;
      settle(collecting?.keys.end('closed') ?? null);
    },
  };
};
