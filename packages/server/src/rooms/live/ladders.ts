import type { ladderMessage } from '@lianxian/contract';
import type { Instant, Verdict } from '@lianxian/core';
import { BoundedMap } from '@lianxian/core/kit';
import type { z } from 'zod';
import { isFinalAnswer, repeatsItsAnswer, rungOf, safeText } from './ladder.view.ts';

/**
 * SIP of the calls that live here, as it is seen on the network: told to who watches a call, and given to its record where
 * somebody will ask for it. A message is known by its Call-ID; which call that is, is told a moment after the INVITE
 * was seen, so what is nobody's yet waits a little.
 *
 * Bounds: messages of a call, characters of a text, Call-IDs that are nobody's and their messages.
 */
export type LadderMessage = z.infer<typeof ladderMessage>;

/** A message as the exchange saw it pass. */
export interface SeenMessage {
  readonly at: Instant;
  readonly way: 'in' | 'out';
  readonly callId: string;
  readonly summary: string;
  readonly cseq: string;
  readonly peer: { readonly host: string; readonly port: number };
  readonly transport: string;
  /** Credentials included. */
  readonly text: () => string;
}

export interface Ladders {
  readonly seen: (message: SeenMessage) => void;
  /** A call lives. */
  readonly open: (options: CallLadderOptions) => CallLadder;
}

/** The messages of one call. */
export interface CallLadder {
  /** The exchange gave the call this Call-ID. */
  readonly belongs: (callId: string) => void;
  /** What the record of an ended call keeps: all of a whole one, and of one that shows a fault of the line; else null. */
  readonly forRecord: (verdict: Verdict) => readonly LadderMessage[] | null;
  /** The call was filed and its last answers have come: it is forgotten. */
  readonly end: () => void;
}

interface CallLadderOptions {
  readonly placedAt: Instant;
  /** Its messages are kept with their text, else only final answers are. */
  readonly whole: boolean;
  readonly tell: (message: LadderMessage, at: Instant) => void;
  /** After the record was filed more came: all that it should hold. */
  readonly onMore: (messages: readonly LadderMessage[]) => void;
}

/** A call with everything (credentials, PRACK, hold, refresh for hours) has some fifty. */
export const MOST_MESSAGES = 64;
/** Call-IDs that are nobody's: probes and registrations of all lines pass here too, and strangers. */
const STRANGERS_KEPT = 256;
/** An INVITE, its answers and its repeats, until a call to us has its row. */
const MESSAGES_OF_STRANGER = 8;

export const createLadders = (): Ladders => {
  const takerOf = new Map<string, (message: SeenMessage) => void>();
  const strangers = new BoundedMap<string, SeenMessage[]>(STRANGERS_KEPT);

  const keepStranger = (seen: SeenMessage): void => {
    const kept = strangers.get(seen.callId);
    if (kept) {
      if (kept.length < MESSAGES_OF_STRANGER) kept.push(seen);
      return;
    }
    strangers.set(seen.callId, [seen]);
  };

  const open: Ladders['open'] = options => {
    const { whole, tell, onMore } = options;
    const callIds: string[] = [];
    const messages: LadderMessage[] = [];
    /** So many went to the record; null: it keeps none. */
    let filed: number | null = null;

    const take = (seen: SeenMessage): void => {
      if (messages.length >= MOST_MESSAGES) return;
      const message = messageOf(seen, options);
      messages.push(message);
      tell(message, seen.at);
      // At once for who reads the record now; again at the end, should the record have been on its way still.
      if (filed !== null) onMore(messages);
    };

    return {
      belongs: callId => {
        if (takerOf.has(callId)) return;
        takerOf.set(callId, take);
        callIds.push(callId);
        for (const message of strangers.get(callId) ?? []) take(message);
        strangers.delete(callId);
      },
      forRecord: ({ fault }) => {
        if (messages.length === 0) return null;
        const isKept = whole || fault === 'carrier' || fault === 'us' || repeatsItsAnswer(messages);
        if (!isKept) return null;
        filed = messages.length;
        return [...messages];
      },
      end: () => {
        for (const callId of callIds) takerOf.delete(callId);
        if (filed !== null && messages.length > filed) onMore(messages);
      },
    };
  };

  return {
    seen: message => {
      const take = takerOf.get(message.callId);
      if (take) take(message);
      else keepStranger(message);
    },
    open,
  };
};

const messageOf = (seen: SeenMessage, { placedAt, whole }: CallLadderOptions): LadderMessage => ({
  atMs: Math.max(0, Math.round(seen.at - placedAt)),
  way: seen.way,
  ...rungOf(seen),
  peer: `${seen.peer.host}:${seen.peer.port}`,
  transport: seen.transport,
  text: whole || (seen.way === 'in' && isFinalAnswer(seen)) ? safeText(seen.text()) : '',
});
