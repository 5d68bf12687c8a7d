import type { Instant } from '@lianxian/core/kit';
import { type Dialog, requestWithin, routeOf } from '../dialog/dialog.ts';
import { type OfferEvent, type Offers, stepOffers } from '../dialog/offers.ts';
import { type Header, listedTokens, type ReceivedRequest, type ReceivedResponse } from '../grammar/message.ts';
import { MAGIC_COOKIE } from '../grammar/via.ts';
import type { Authenticator } from './authenticator.ts';
import type { AgentContext } from './context.ts';
import type { How } from './outgoing-leg.ts';

/** What the parts of a session share: the dialog as it stands, whose turn it is to offer, what the far end can. */
export interface Work {
  readonly context: AgentContext;
  readonly options: SessionOptions;
  dialog: Dialog;
  offers: Offers;
  /** The far end says that it takes UPDATE (RFC 3311 §4), and has not refused one. */
  takesUpdate: boolean;
  isOver: boolean;
}

export interface SessionOptions {
  readonly leg: string;
  readonly dialog: Dialog;
  readonly authenticator: Authenticator;
  /** We made the Call-ID: after glare the two sides wait differently (RFC 3261 §14.1). */
  readonly isCaller: boolean;
  /** Where offer and answer stand when the dialog begins. */
  readonly offers: Offers;
  readonly onBye: (request: ReceivedRequest, at: Instant) => void;
  /** Our answer to a re-INVITE was never acknowledged. */
  readonly onAckMissing: (at: Instant) => void;
  /** The session is over for the far end, or nobody refreshes it: it is to be hung up. */
  readonly onGone: (how: How, at: Instant) => void;
  /** While our own answer to the first INVITE waits for its ACK a re-INVITE is too early. */
  readonly isSettled: () => boolean;
  /** Whether a PRACK acknowledges an answer of ours (RFC 3262 §3). */
  readonly onPrack?: (acknowledges: { rseq: number; cseq: number; method: string }, at: Instant) => boolean;
  /** That PRACK has been answered. */
  readonly onPracked?: (at: Instant) => void;
}

export const createWork = (context: AgentContext, options: SessionOptions): Work => ({
  context,
  options,
  dialog: options.dialog,
  offers: options.offers,
  takesUpdate: false,
  isOver: false,
});

/** Takes a turn in offer and answer; the status to refuse with when it is not theirs. */
export const takeTurn = (work: Work, event: OfferEvent): 491 | 500 | null => {
  const step = stepOffers(work.offers, event);
  if (step.kind === 'impossible') {
    work.context.emit({ type: 'defect', because: step.because });
    return 500;
  }
  work.offers = step.state;
  return step.kind === 'moved' ? (step.effects[0]?.status ?? null) : null;
};

/** Notes what the far end can; messages that do not say leave it as it was. */
export const noteAbilities = (work: Work, message: { readonly headers: readonly Header[] }) => {
  const allowed = listedTokens(message.headers, 'allow');
  if (allowed.length > 0) work.takesUpdate = allowed.includes('update');
};

type OnFinal = (response: ReceivedResponse | null, at: Instant) => void;

export interface Asked {
  readonly method: string;
  readonly headers?: readonly Header[];
  readonly body?: Uint8Array;
}

/** Challenges answered for one request: a proxy, the far end, and a nonce gone stale. */
const MAX_TRIES = 4;

/**
 * Sends a request other than INVITE within the dialog, with credentials where asked; tells its final answer, or null
 * when there was none.
 */
export const ask = (work: Work, asked: Asked, at: Instant, onFinal: OnFinal) => {
  work.options.authenticator.begin();
  askOnce(work, { ...asked, onFinal, tries: 1 }, at);
};

interface Try extends Asked {
  readonly onFinal: OnFinal;
  /** Which one it is. */
  readonly tries: number;
}

const askOnce = (work: Work, { onFinal, tries, ...asked }: Try, at: Instant) => {
  const { context, options } = work;
  const branch = MAGIC_COOKIE + context.random(12);
  work.dialog = { ...work.dialog, localSequence: work.dialog.localSequence + 1 };
  const bare = requestWithin(work.dialog, { ...asked, branch, sequence: work.dialog.localSequence });
  const signed = options.authenticator.headers(asked.method, bare.uri, bare.body);
  const request = { ...bare, headers: [...bare.headers, ...signed] };
  context.transactions.request(request, { branch, route: routeOf(work.dialog) }, at, (news, now) => {
    if (news.type !== 'response') return onFinal(null, now);
    const { response } = news;
    if (response.status < 200) return;
    if (tries < MAX_TRIES && options.authenticator.absorb(response)) {
      return askOnce(work, { ...asked, onFinal, tries: tries + 1 }, now);
    }
    options.authenticator.note(response);
    onFinal(response, now);
  });
};

/** A whole number in [0, below). */
export const randomBelow = (context: AgentContext, below: number): number =>
  Number.parseInt(context.random(4), 16) % below;

/** RFC 3261 §14.1: the owner of the Call-ID waits 2.1 to 4 s, the other side up to 2 s, in steps of 10 ms. */
export const glareWaitMs = (work: Work): number =>
  work.options.isCaller ? 2_100 + 10 * randomBelow(work.context, 191) : 10 * randomBelow(work.context, 201);
