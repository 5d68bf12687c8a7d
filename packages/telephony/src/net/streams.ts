import type { Instant } from '@lianxian/core/kit';
import { type Address, isEvery } from './address.ts';
import { createAdmission } from './admission.ts';
import type { Flow, SendFailure, Transport } from './flow.ts';
import { createLinks, type Link } from './links.ts';
import { createStreamDialler } from './stream-dialler.ts';
import { STREAM_LIMITS, type StreamLimits } from './stream-limits.ts';
import { type Certificate, type Listener, openListener } from './stream-listeners.ts';
import { createStreamPool } from './stream-pool.ts';

/**
 * All SIP that travels by connections: listeners, connections of ours (one to each destination, opened when something
 * has to leave, used again while it lives) and those others opened.
 */
export interface Streams {
  /** Over `tcp`, `tls:…`, `tls-any` to a destination, which is an IP address. */
  readonly send: (flow: Flow, to: Address, bytes: Uint8Array, onFailure: OnFailure) => void;
  readonly link: (flow: Flow) => Link | undefined;
  readonly listening: (transport: Transport) => Address | null;
  /**
   * TCP and TLS are taken at another address of ours from now on, and left from there; what is connected stays. Rejects
   * with the system's error, and then listens where it did. WebSockets are for pages, and stay where those are.
   */
  readonly move: (host: string) => Promise<void>;
  readonly size: () => number;
  readonly close: () => Promise<void>;
}

/** Where each kind is taken. */
export type Listeners = { readonly [Kind in Exclude<Transport, 'udp'>]?: Address | null };

interface StreamEvents {
  readonly onMessage: (bytes: Buffer, link: Link) => void;
  readonly onGarbage: (head: Buffer, because: string, link: Link) => void;
  /** `opened`: as whom it was used, when it was one of ours. */
  readonly onGone: (link: Link, opened: { readonly flow: Flow; readonly to: Address } | null) => void;
}

type OnFailure = (because: SendFailure) => void;

/** Rejects, with nothing left open, when a listener cannot be had. */
export const openStreams = async (options: {
  readonly bind: string;
  readonly listeners: Listeners;
  readonly certificate: Certificate | null;
  readonly authorities: readonly string[] | null;
  readonly events: StreamEvents;
  readonly now: () => Instant;
  readonly random: (bytes: number) => string;
  /** Whose address this is; absent: everybody is known. */
  readonly isKnown?: (host: string) => boolean;
  /** Origins of pages that may open WebSockets beside those of the host they ask. */
  readonly pageOrigins?: readonly string[];
  /** A connection was not taken, or had to make room. */
  readonly onRefused?: (host: string) => void;
  readonly limits?: Partial<StreamLimits>;
}): Promise<Streams> => {
  const { events, certificate, now, random } = options;
  const limits = { ...STREAM_LIMITS, ...options.limits };
  const { isKnown = () => true, onRefused = () => {} } = options;
  const admission = createAdmission(limits, onRefused);
  /** A flood of connections towards us must not keep us from our carriers. */
  const ours = createAdmission(limits, () => {});
  const links = createLinks({
    limits,
    now,
    random,
    events: { ...events, onGone: link => events.onGone(link, pool.forget(link)) },
  });
  let host = options.bind;
  const from = () => (isEvery(host) ? null : host);
  const dial = createStreamDialler({ ...options, handshakeMs: limits.handshakeMs, from });
  const pool = createStreamPool({ dial, links, admission: ours, limits });
  const listeners = new Map<Transport, Listener>();
  const close = async () => {
    const closing = [...listeners.values()].map(each => each.close());
    pool.close();
    links.close();
    await Promise.all(closing);
  };
  const { pageOrigins = [] } = options;
  const parts = { links, admission, limits, certificate, isKnown, pageOrigins };
  const listen = async (transport: Exclude<Transport, 'udp'>, at: Address): Promise<void> =>
    void listeners.set(transport, await openListener(parts, transport, at));
  const listenAll = async (to: string): Promise<void> => {
    for (const transport of ['tcp', 'tls'] as const) {
      const listener = listeners.get(transport);
      if (listener === undefined) continue;
      // Its port is free at once; it is gone when its last connection is.
      void listener.close();
      await listen(transport, { host: to, port: listener.address.port });
    }
    host = to;
  };
  try {
    for (const transport of ['tcp', 'tls', 'ws', 'wss'] as const) {
      const at = options.listeners[transport] ?? null;
      if (at !== null) await listen(transport, at);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    send: pool.send,
    link: links.get,
    listening: transport => listeners.get(transport)?.address ?? null,
    move: async to => {
      const before = host;
      try {
        await listenAll(to);
      } catch (error) {
        await listenAll(before);
        throw error;
      }
    },
    size: () => admission.size() + ours.size(),
    close,
  };
};
