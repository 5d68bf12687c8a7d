import type { Instant } from '@lianxian/core/kit';
import { withTargetOf } from '../dialog/dialog.ts';
import { answerTimer, type TimerAnswer } from '../dialog/session-timer.ts';
import { type ResponseParts, responseTo } from '../grammar/build.ts';
import type { Header, ReceivedRequest } from '../grammar/message.ts';
import type { ServerTransaction } from '../transaction/transactions.ts';
import { capabilities, contactHeader, sdpBodyOf, sdpHeader } from './answers.ts';
import type { Refresher } from './refresher.ts';
import { createRepeater } from './repeater.ts';
import { randomBelow, takeTurn, type Work } from './work.ts';

/**
 * What the far end wants changed: its re-INVITE (RFC 3261 §14.2), its UPDATE (RFC 3311 §5.2), an offer or an answer in
 * its PRACK (RFC 3262 §5). A change we cannot follow is refused and leaves the session as it was.
 */
interface TheirOffers {
  readonly onReinvite: Handle;
  readonly onUpdate: Handle;
  /** A PRACK that acknowledges something of ours. */
  readonly onPrack: Handle;
  /** True when it acknowledged our answer to a re-INVITE. */
  readonly onAck: (request: ReceivedRequest, at: Instant) => boolean;
  readonly close: () => void;
}

type Handle = (request: ReceivedRequest, transaction: ServerTransaction, at: Instant) => void;
type Parts = Omit<ResponseParts, 'toTag'>;

export const answerWithin = (work: Work, transaction: ServerTransaction, parts: Parts, at: Instant): void =>
  transaction.respond(responseTo(transaction.request, { ...parts, toTag: work.dialog.localTag }), at);

export const createTheirOffers = (work: Work, refresher: Refresher): TheirOffers => {
  const { context, options } = work;
  const repeater = createRepeater(context.alarms);
  /** The re-INVITE whose 2xx waits for its ACK. */
  let waiting: { readonly sequence: number; readonly isOurOffer: boolean } | null = null;

  const onReinvite: Handle = (request, transaction, at) => {
    const answer = (parts: Parts) => answerWithin(work, transaction, parts, at);
    if (waiting !== null) return answer(tooEarly(work, 500));
    if (!options.isSettled()) return answer({ status: 491 });
    const timer = answerTimer(request.headers);
    const taken = takeOffer(work, sdpBodyOf(request));
    if ('status' in taken) return answer(taken);
    work.dialog = withTargetOf(work.dialog, request);
    refresher.agree(timer.terms, at);
    const response = responseTo(request, {
      status: 200,
      toTag: work.dialog.localTag,
      headers: successHeaders(work, timer),
      body: taken.body,
    });
    waiting = { sequence: request.cseq.number, isOurOffer: taken.isOurs };
    const send = (now: Instant) => transaction.respond(response, now);
    send(at);
    repeater.start(at, send, now => {
      waiting = null;
      options.onAckMissing(now);
    });
  };

  return {
    onReinvite,
    onUpdate: (_, transaction, at) => onUpdate(work, refresher, transaction, at),
    onPrack: (request, transaction, at) => onPrack(work, request, transaction, at),
    onAck: (request, _at) => {
      if (waiting === null || request.cseq.number !== waiting.sequence) return false;
      repeater.stop();
      const { isOurOffer } = waiting;
      waiting = null;
      if (isOurOffer) takeAnswer(work, sdpBodyOf(request));
      return true;
    },
    close: repeater.stop,
  };
};

type Taken = { readonly body: Uint8Array; readonly isOurs: boolean } | Parts;

/** Takes their offer, or makes ours where they brought none; what to refuse with otherwise. */
const takeOffer = (work: Work, offer: Uint8Array | null): Taken => {
  const { context, options } = work;
  if (offer === null) {
    if (work.offers !== 'open') return tooEarly(work, work.offers === 'ours' ? 491 : 500);
    const reply = context.onOffer(options.leg, null, work.dialog.remoteTag);
    if ('status' in reply) return reply;
    takeTurn(work, 'weOffer');
    return { body: reply.body, isOurs: true };
  }
  const refusal = takeTurn(work, 'theyOffer');
  if (refusal !== null) return tooEarly(work, refusal);
  const reply = context.onOffer(options.leg, offer, work.dialog.remoteTag);
  takeTurn(work, 'status' in reply ? 'weRefuse' : 'weAnswer');
  return 'status' in reply ? reply : { body: reply.body, isOurs: false };
};

/** Their answer to an offer of ours; without one nothing changes. */
const takeAnswer = (work: Work, body: Uint8Array | null) => {
  const { leg } = work.options;
  const fork = work.dialog.remoteTag;
  takeTurn(work, body === null ? 'theyRefuse' : 'theyAnswer');
  const event = body === null ? ({ type: 'unchanged', fork } as const) : ({ type: 'reanswered', body, fork } as const);
  work.context.emit({ type: 'leg', leg, event });
};

/** 500 asks to come back after up to ten seconds (RFC 3261 §14.2, RFC 3311 §5.2). */
const tooEarly = (work: Work, status: 491 | 500): Parts =>
  status === 491
    ? { status }
    : { status, headers: [{ name: 'retry-after', value: String(randomBelow(work.context, 11)) }] };

const successHeaders = (work: Work, timer: TimerAnswer): readonly Header[] => [
  contactHeader(work.dialog.local),
  ...capabilities(work.context.product),
  ...timer.headers,
  sdpHeader,
];

/** In an early dialog it can change media but has no session to refresh (RFC 4028 §4). */
const onUpdate = (work: Work, refresher: Refresher, transaction: ServerTransaction, at: Instant) => {
  const { request } = transaction;
  const answer = (parts: Parts) => answerWithin(work, transaction, parts, at);
  const isSettled = work.options.isSettled();
  const timer: TimerAnswer = isSettled ? answerTimer(request.headers) : { terms: null, headers: [] };
  const offer = sdpBodyOf(request);
  const taken = offer === null ? null : takeOffer(work, offer);
  if (taken !== null && 'status' in taken) return answer(taken);
  work.dialog = withTargetOf(work.dialog, request);
  if (isSettled) refresher.agree(timer.terms, at);
  const headers = successHeaders(work, timer);
  if (taken === null) return answer({ status: 200, headers: headers.filter(each => each !== sdpHeader) });
  answer({ status: 200, headers, body: taken.body });
};

const onPrack = (work: Work, request: ReceivedRequest, transaction: ServerTransaction, at: Instant) => {
  const answer = (parts: Parts) => answerWithin(work, transaction, parts, at);
  const body = sdpBodyOf(request);
  if (work.offers === 'ours') takeAnswer(work, body);
  else if (body !== null) {
    const taken = takeOffer(work, body);
    return answer('status' in taken ? taken : { status: 200, headers: [sdpHeader], body: taken.body });
  }
  answer({ status: 200 });
};
