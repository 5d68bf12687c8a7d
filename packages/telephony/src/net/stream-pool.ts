import type { Socket } from 'node:net';
import { type Address, unmapped } from './address.ts';
import type { Admission } from './admission.ts';
import { type Flow, type SendFailure, transportOf } from './flow.ts';
import type { Link, Links } from './links.ts';
import type { DialStream } from './stream-dialler.ts';
import type { StreamLimits } from './stream-limits.ts';
import { socketPipe } from './stream-pipes.ts';

/**
 * Connections of ours: one to each destination, opened when something has to leave and used again while it lives. What
 * is sent meanwhile waits, up to a limit; when there will be no connection all of it fails at once. When there are as many as
 * there may be the one that nobody has used longest ends: a name that leads elsewhere with every call takes nobody's.
 */
interface StreamPool {
  readonly send: (flow: Flow, to: Address, bytes: Uint8Array, onFailure: OnFailure) => void;
  /** The link is gone; as whom it was in use, null when it was none of ours. */
  readonly forget: (link: Link) => Opened | null;
  readonly close: () => void;
}

interface Opened {
  readonly flow: Flow;
  readonly to: Address;
}

type OnFailure = (because: SendFailure) => void;

interface Kept extends Opened {
  readonly link: Link;
  readonly release: () => void;
}

interface Opening {
  readonly queue: { readonly bytes: Uint8Array; readonly onFailure: OnFailure }[];
  queuedBytes: number;
}

const keyOf = (flow: Flow, to: Address): string => `${flow} ${to.host} ${to.port}`;

export const createStreamPool = (parts: {
  readonly dial: DialStream;
  readonly links: Links;
  readonly admission: Admission;
  readonly limits: StreamLimits;
}): StreamPool => {
  const { dial, links, admission, limits } = parts;
  /** By destination, the one used last at the end. */
  const live = new Map<string, Kept>();
  const opened = new Map<Flow, Opened>();
  const openings = new Map<string, Opening>();
  const giveUp = new AbortController();

  const take = (socket: Socket, flow: Flow, to: Address, release: () => void): Link => {
    const local = { host: unmapped(socket.localAddress ?? ''), port: socket.localPort ?? 0 };
    const facts = { transport: transportOf(flow), peer: to, local, ticket: null };
    const { link, take: hear, gone } = links.add(socketPipe(socket), facts);
    socket.setKeepAlive(true, limits.keepAliveMs);
    socket.on('data', hear);
    socket.once('close', () => {
      release();
      gone();
    });
    live.set(keyOf(flow, to), { flow, to, link, release });
    opened.set(link.flow, { flow, to });
    return link;
  };

  /** Its room is free at once; what still comes by it is not heard any more. */
  const endUnused = () => {
    const [unused] = live.values();
    if (unused === undefined) return;
    live.delete(keyOf(unused.flow, unused.to));
    unused.release();
    unused.link.end();
  };

  const admit = (host: string): (() => void) | null => {
    if (giveUp.signal.aborted) return null;
    if (admission.size() >= limits.connections) endUnused();
    return admission.take(host, true, () => {})?.release ?? null;
  };

  const open = async (flow: Flow, to: Address, opening: Opening, release: () => void) => {
    const key = keyOf(flow, to);
    openings.set(key, opening);
    const socket = await dial(flow, to, giveUp.signal);
    openings.delete(key);
    if (typeof socket === 'string') {
      release();
      for (const { onFailure } of opening.queue) onFailure(socket);
      return;
    }
    const link = take(socket, flow, to, release);
    for (const { bytes, onFailure } of opening.queue) link.send(bytes, onFailure);
  };

  const wait = (opening: Opening, bytes: Uint8Array, onFailure: OnFailure) => {
    if (opening.queuedBytes + bytes.length > limits.queuedBytes) return onFailure('unreachable');
    opening.queuedBytes += bytes.length;
    opening.queue.push({ bytes, onFailure });
  };

  return {
    send: (flow, to, bytes, onFailure) => {
      const key = keyOf(flow, to);
      const kept = live.get(key);
      if (kept !== undefined) {
        live.delete(key);
        live.set(key, kept);
        return kept.link.send(bytes, onFailure);
      }
      const opening = openings.get(key);
      if (opening !== undefined) return wait(opening, bytes, onFailure);
      const release = admit(to.host);
      if (release === null) return onFailure('unreachable');
      const first: Opening = { queue: [], queuedBytes: 0 };
      wait(first, bytes, onFailure);
      void open(flow, to, first, release);
    },
    forget: link => {
      const was = opened.get(link.flow) ?? null;
      if (was === null) return null;
      opened.delete(link.flow);
      if (live.get(keyOf(was.flow, was.to))?.link === link) live.delete(keyOf(was.flow, was.to));
      return was;
    },
    close: () => giveUp.abort(),
  };
};
