import { after, type Dice, type Instant, instant } from '@lianxian/core/kit';
import type { Address } from '../src/net/address.ts';

/**
 * A network in memory and in virtual time that treats datagrams as badly as UDP may: it drops, doubles, delays and so
 * reorders them, by dice, repeatably. Nodes are sans-IO: they take datagrams and wake-ups and say when to wake next.
 */
export interface NetworkHabits {
  /** Chances in [0, 1]. */
  readonly loss: number;
  readonly doubling: number;
  /** Each datagram takes a random time up to this, so later ones overtake earlier ones. */
  readonly maxDelayMs: number;
}

interface NetworkNode {
  readonly receive: (bytes: Uint8Array, source: Address, at: Instant) => void;
  readonly wake: (at: Instant) => void;
  readonly nextWake: () => Instant | null;
}

export interface MemoryNetwork {
  readonly attach: (address: Address, node: NetworkNode) => void;
  readonly send: (bytes: Uint8Array, from: Address, to: Address) => void;
  /** Does something at a later instant of virtual time. */
  readonly plan: (inMs: number, act: (at: Instant) => void) => void;
  readonly now: () => Instant;
  /** Lets virtual time pass, event by event. */
  readonly run: (ms: number) => void;
}

interface Planned {
  readonly at: Instant;
  readonly act: (at: Instant) => void;
}

export const createMemoryNetwork = (dice: Dice, habits: NetworkHabits): MemoryNetwork => {
  const nodes = new Map<string, NetworkNode>();
  let planned: Planned[] = [];
  let now = instant(0);
  const plan = (inMs: number, act: (at: Instant) => void) => {
    planned.push({ at: after(now, inMs), act });
  };
  const keyOf = (address: Address) => `${address.host}:${address.port}`;

  /** The first of all planned events and wake-ups, taken out; null when nothing comes before `until`. */
  const take = (until: Instant): Planned | null => {
    let first: Planned | null = null;
    for (const each of planned) if (first === null || each.at < first.at) first = each;
    let waker: NetworkNode | null = null;
    let wakeAt = first?.at ?? after(until, 1);
    for (const node of nodes.values()) {
      const at = node.nextWake();
      if (at !== null && at < wakeAt) {
        wakeAt = at;
        waker = node;
      }
    }
    if (wakeAt > until) return null;
    if (waker !== null) return { at: wakeAt, act: waker.wake };
    planned = planned.filter(each => each !== first);
    return first;
  };

  return {
    attach: (address, node) => void nodes.set(keyOf(address), node),
    send: (bytes, from, to) => {
      const copies = dice.next() < habits.loss ? 0 : dice.next() < habits.doubling ? 2 : 1;
      for (let copy = 0; copy < copies; copy++) {
        plan(dice.next() * habits.maxDelayMs, at => nodes.get(keyOf(to))?.receive(bytes, from, at));
      }
    },
    plan,
    now: () => now,
    run: ms => {
      const until = after(now, ms);
      for (let next = take(until); next !== null; next = take(until)) {
        if (next.at > now) now = next.at;
        next.act(now);
      }
      now = until;
    },
  };
};
