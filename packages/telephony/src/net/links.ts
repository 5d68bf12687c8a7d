import { after, type Instant } from '@lianxian/core/kit';
import { isKeepAlive } from '../sip/grammar/parse.ts';
import type { Address } from './address.ts';
import type { Ticket } from './admission.ts';
import { connectionFlow, type Flow, type SendFailure, type Transport } from './flow.ts';
import { createFramer } from './framing.ts';
import type { StreamLimits } from './stream-limits.ts';

/**
 * Live connections of every kind, and the limits that hold for all of them: what comes in is cut into messages, what
 * goes out is counted, and a sweep closes the ones that are slow, deaf, silent or half-open.
 */
export interface Link {
  readonly flow: Flow;
  readonly transport: Transport;
  readonly peer: Address;
  readonly local: Address;
  readonly send: (bytes: Uint8Array, onFailure: (because: SendFailure) => void) => void;
  /** Somebody known speaks over it. */
  readonly know: () => void;
  /** After what is queued has left. */
  readonly end: () => void;
}

/** One connection as its kind brings it: a socket or a WebSocket. */
export interface Pipe {
  /** Each piece that comes is one message (RFC 7118 §5); otherwise the stream has to be cut. */
  readonly isFramed: boolean;
  readonly write: (bytes: Uint8Array, onDone: (isWritten: boolean) => void) => void;
  readonly unsent: () => number;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly ping: () => void;
  readonly end: () => void;
  readonly destroy: () => void;
}

interface LinkFacts {
  readonly transport: Transport;
  readonly peer: Address;
  readonly local: Address;
  /** Its place among those opened towards us; null: we opened it. */
  readonly ticket: Ticket | null;
}

interface LinkEvents {
  readonly onMessage: (bytes: Buffer, link: Link) => void;
  /** The stream cannot be cut any further; it ends after what this brings to send. */
  readonly onGarbage: (head: Buffer, because: string, link: Link) => void;
  readonly onGone: (link: Link) => void;
}

export interface Links {
  /** `take` hears what comes, `gone` that it is over. */
  readonly add: (
    pipe: Pipe,
    facts: LinkFacts,
  ) => { readonly link: Link; readonly take: (bytes: Buffer) => void; readonly gone: () => void };
  readonly get: (flow: Flow) => Link | undefined;
  readonly size: () => number;
  readonly close: () => void;
}

const CRLF = Buffer.from('\r\n');
const ignore = () => {};

interface Parts {
  readonly limits: StreamLimits;
  readonly events: LinkEvents;
  readonly now: () => Instant;
  readonly random: (bytes: number) => string;
}

export const createLinks = (parts: Parts): Links => {
  const live = new Map<Flow, Live>();
  let sweeper: NodeJS.Timeout | null = null;
  const stop = () => {
    if (sweeper !== null) clearInterval(sweeper);
    sweeper = null;
  };
  const sweep = () => {
    const at = parts.now();
    for (const each of [...live.values()]) {
      if (each.isOver(at)) each.pipe.destroy();
      else each.keepAlive(at);
    }
    if (live.size === 0) stop();
  };
  return {
    add: (pipe, facts) => {
      const made = makeLink(parts, pipe, facts);
      const { link } = made;
      live.set(link.flow, made);
      sweeper ??= setInterval(sweep, parts.limits.sweepMs).unref();
      return {
        link,
        take: made.take,
        gone: () => {
          made.stop();
          if (live.delete(link.flow)) parts.events.onGone(link);
        },
      };
    },
    get: flow => live.get(flow)?.link,
    size: () => live.size,
    close: () => {
      stop();
      for (const { pipe } of [...live.values()]) pipe.destroy();
    },
  };
};

interface Live {
  readonly link: Link;
  readonly pipe: Pipe;
  readonly take: (bytes: Buffer) => void;
  /** Nothing is written any more. */
  readonly stop: () => void;
  readonly isOver: (at: Instant) => boolean;
  readonly keepAlive: (at: Instant) => void;
}

const makeLink = ({ limits, events, now, random }: Parts, pipe: Pipe, facts: LinkFacts): Live => {
  const framer = createFramer();
  const openedAt = now();
  /** The last message of either way, and the last octet of ours. */
  let [usedAt, saidAt] = [openedAt, openedAt];
  const isOurs = facts.ticket === null;
  let isProven = isOurs;
  let endingAt: Instant | null = null;
  /** Since when we do not read because the far end does not. */
  let pausedAt: Instant | null = null;

  const write = (bytes: Uint8Array, onFailure: (because: SendFailure) => void) => {
    if (endingAt !== null) return onFailure('cut');
    saidAt = now();
    pipe.write(bytes, isWritten => {
      if (!isWritten) onFailure('cut');
      if (pausedAt === null || pipe.unsent() > limits.unsentBytesToPause / 2) return;
      pausedAt = null;
      pipe.resume();
    });
    if (pipe.unsent() > limits.unsentBytes) return pipe.destroy();
    if (pausedAt !== null || pipe.unsent() <= limits.unsentBytesToPause) return;
    pausedAt = saidAt;
    pipe.pause();
  };
  const link: Link = {
    flow: connectionFlow(facts.transport, random(8)),
    transport: facts.transport,
    peer: facts.peer,
    local: facts.local,
    send: (bytes, onFailure) => {
      usedAt = now();
      write(bytes, onFailure);
    },
    know: () => facts.ticket?.know(),
    end: () => {
      if (endingAt !== null) return;
      endingAt = now();
      pipe.end();
    },
  };
  const hear = (bytes: Buffer) => {
    isProven = true;
    usedAt = now();
    events.onMessage(bytes, link);
  };
  /** Two line ends ask for one; one alone is the answer to ours (RFC 5626 §3.5.1, RFC 7118 §6). */
  const takeFrame = (bytes: Buffer) => {
    if (!isKeepAlive(bytes)) hear(bytes);
    else if (bytes.length > CRLF.length) write(CRLF, ignore);
  };
  const take = (bytes: Buffer) => {
    if (endingAt !== null) return;
    if (pipe.isFramed) return takeFrame(bytes);
    for (const piece of framer.push(bytes, now())) {
      if (piece.type === 'message') hear(piece.bytes);
      else if (piece.type === 'ping') write(CRLF, ignore);
      else {
        events.onGarbage(piece.head, piece.because, link);
        link.end();
      }
    }
  };
  const isPast = (from: Instant | null, ms: number, at: Instant) => from !== null && at > after(from, ms);
  return {
    link,
    pipe,
    take,
    stop: () => {
      endingAt ??= now();
    },
    isOver: at =>
      (!isProven && isPast(openedAt, limits.firstMessageMs, at)) ||
      (facts.ticket?.isKnown() === false && isPast(openedAt, limits.strangerMs, at)) ||
      isPast(framer.waitingSince(), limits.messageMs, at) ||
      isPast(pausedAt, limits.stalledMs, at) ||
      isPast(endingAt, limits.stalledMs, at) ||
      isPast(usedAt, limits.idleMs, at),
    keepAlive: at => {
      if (!(isOurs || pipe.isFramed) || !isPast(saidAt, limits.keepAliveMs, at) || endingAt !== null) return;
      saidAt = at;
      pipe.ping();
    },
  };
};
