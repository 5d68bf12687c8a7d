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

class LegKeys implements Keys {
  readonly #now: () => Instant;
  readonly #tell: (key: string, at: Instant) => void;
  readonly #gate = createKeyGate();
  #collecting: { readonly keys: Collector; readonly done: (collected: Collected) => void } | null = null;
  #closed = false;

  constructor(now: () => Instant, tell: (key: string, at: Instant) => void) {
    this.#now = now;
    this.#tell = tell;
  }

  heard(key: string, way: KeyWay, at: Instant): void {
    if (this.#closed || !this.#gate.isNews(key, way, at)) return;
    this.#tell(key, at);
    this.#settle(this.#collecting?.keys.key(key, at) ?? null);
  }

  lasts(key: string, at: Instant): void {
    this.#gate.lasts(key, at);
  }

  collect(wants: CollectWants): Promise<Collected> {
    this.#settle(this.#collecting?.keys.end('replaced') ?? null);
    if (this.#closed) return Promise.resolve({ keys: '', by: 'closed' });
    return new Promise(done => {
      this.#collecting = { keys: createCollector(wants, this.#now()), done };
    });
  }

  frame(at: Instant, plays: boolean): void {
    if (this.#collecting !== null) this.#settle(this.#collecting.keys.due(at, plays));
  }

  close(): void {
    this.#closed = true;
    this.#settle(this.#collecting?.keys.end('closed') ?? null);
  }

  #settle(collected: Collected | null): void {
    if (collected === null) return;
    this.#collecting?.done(collected);
    this.#collecting = null;
  }
}

export const createKeys = (now: () => Instant, tell: (key: string, at: Instant) => void): Keys =>
  new LegKeys(now, tell);
