import type { ladderMessage } from '@lianxian/contract';
import type { Instant, Verdict } from '@lianxian/core';
import { BoundedMap } from '@lianxian/core/kit';
import type { z } from 'zod';
import { isFinalAnswer, repeatsItsAnswer, rungOf, safeText } from './ladder.view.ts';

/**
 * SIP of the calls that live here, as it is seen on the wire: told to who watches a call, and given to its record where
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
  /** A call lives; `whole`: its messages are kept with their text, else only final answers are. */
  readonly begin: (call: string, placedAt: Instant, whole: boolean) => void;
  /** The exchange gave the call this Call-ID. */
  readonly belongs: (callId: string, call: string) => void;
  /** What the record of an ended call keeps: all of a whole one, and of one that shows a fault of the line; else null. */
  readonly forRecord: (call: string, verdict: Verdict) => readonly LadderMessage[] | null;
  /** The call was filed and its last answers have come: it is forgotten. */
  readonly end: (call: string) => void;
}

export interface LaddersOptions {
  readonly tell: (call: string, message: LadderMessage, at: Instant) => void;
  /** After the record was filed more came: all that it should hold. */
  readonly onMore: (call: string, messages: readonly LadderMessage[]) => void;
}

/** A call with everything (credentials, PRACK, hold, refresh for hours) has some fifty. */
export const MOST_MESSAGES = 64;
/** Call-IDs that are nobody's: probes and registrations of all lines pass here too, and strangers. */
const STRANGERS_KEPT = 256;
/** An INVITE, its answers and its repeats, until a call to us has its row. */
const MESSAGES_OF_STRANGER = 8;

interface Climb {
  readonly placedAt: Instant;
  readonly whole: boolean;
  readonly callIds: string[];
  readonly messages: LadderMessage[];
  /** So many went to the record; null: it keeps none. */
  filed: number | null;
}

export const createLadders = ({ tell, onMore }: LaddersOptions): Ladders => {
  const calls = new Map<string, Climb>();
  const callOf = new Map<string, string>();
  const strangers = new BoundedMap<string, SeenMessage[]>(STRANGERS_KEPT);

  const put = (call: string, climb: Climb, seen: SeenMessage): void => {
    if (climb.messages.length >= MOST_MESSAGES) return;
    const message = messageOf(seen, climb);
    climb.messages.push(message);
    tell(call, message, seen.at);
    // At once for who reads the record now; again at the end, should the record have been on its way still.
    if (climb.filed !== null) onMore(call, climb.messages);
  };

  const keepStranger = (seen: SeenMessage): void => {
    const kept = strangers.get(seen.callId);
    if (kept) {
      if (kept.length < MESSAGES_OF_STRANGER) kept.push(seen);
      return;
    }
    strangers.set(seen.callId, [seen]);
  };

  const forget = (call: string): void => {
    for (const callId of calls.get(call)?.callIds ?? []) callOf.delete(callId);
    calls.delete(call);
  };

  return {
    seen: message => {
      const call = callOf.get(message.callId);
      const climb = call === undefined ? undefined : calls.get(call);
      if (call !== undefined && climb) put(call, climb, message);
      else keepStranger(message);
    },
    begin: (call, placedAt, whole) => {
      calls.set(call, { placedAt, whole, callIds: [], messages: [], filed: null });
    },
    belongs: (callId, call) => {
      const climb = calls.get(call);
      if (!climb || callOf.has(callId)) return;
      callOf.set(callId, call);
      climb.callIds.push(callId);
      for (const message of strangers.get(callId) ?? []) put(call, climb, message);
      strangers.delete(callId);
    },
    forRecord: (call, { fault }) => {
      const climb = calls.get(call);
      if (!climb || climb.messages.length === 0) return null;
      const isKept = climb.whole || fault === 'carrier' || fault === 'us' || repeatsItsAnswer(climb.messages);
      if (!isKept) return null;
      climb.filed = climb.messages.length;
      return [...climb.messages];
    },
    end: call => {
      const climb = calls.get(call);
      forget(call);
      if (climb && climb.filed !== null && climb.messages.length > climb.filed) onMore(call, climb.messages);
    },
  };
};

const messageOf = (seen: SeenMessage, { placedAt, whole }: Climb): LadderMessage => ({
  atMs: Math.max(0, Math.round(seen.at - placedAt)),
  way: seen.way,
  ...rungOf(seen),
  peer: `${seen.peer.host}:${seen.peer.port}`,
  transport: seen.transport,
  text: whole || (seen.way === 'in' && isFinalAnswer(seen)) ? safeText(seen.text()) : '',
});
