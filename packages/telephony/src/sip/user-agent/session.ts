import type { Instant } from '@lianxian/core/kit';
import { type Dialog, keyOf, withRequest } from '../dialog/dialog.ts';
import type { OfferEvent } from '../dialog/offers.ts';
import { parseRAck } from '../dialog/reliable.ts';
import type { Terms } from '../dialog/session-timer.ts';
import { responseTo } from '../grammar/build.ts';
import { type Header, header, type ReceivedRequest, type ReceivedResponse } from '../grammar/message.ts';
import type { ServerTransaction } from '../transaction/transactions.ts';
import { capabilities } from './answers.ts';
import type { AgentContext } from './context.ts';
import { inspectWithin } from './inspect.ts';
import { createKeySender, readKey } from './keys.ts';
import { createRefresher } from './refresher.ts';
import { createReofferer } from './reofferer.ts';
import { answerWithin, createTheirOffers } from './their-offers.ts';
import { type Asked, ask, createWork, noteAbilities, type SessionOptions, takeTurn, type Work } from './work.ts';

/**
 * A dialog at work, early or confirmed, for either side of a call (RFC 3261 §12.2, §14, §15; RFC 3262, 3311, 4028,
 * 6086): our BYE, their BYE, offers of both sides, keys, the session's timer, anything else they send in it.
 */
export interface Session {
  readonly dialog: () => Dialog;
  /** The first INVITE has been answered: the dialog as the answer makes it, and what was agreed about its timer. */
  readonly confirm: (dialog: Dialog, terms: Terms | null, at: Instant) => void;
  readonly takeTurn: (event: OfferEvent) => void;
  /** Reads what the far end can from a message of the dialog. */
  readonly note: (message: { readonly headers: readonly Header[] }) => void;
  readonly ask: (asked: Asked, at: Instant, onFinal: (response: ReceivedResponse | null, at: Instant) => void) => void;
  /** `headers`: why it is over, where that is to be told. */
  readonly sendBye: (
    at: Instant,
    onDone: (at: Instant, status: number | null) => void,
    headers?: readonly Header[],
  ) => void;
  readonly reoffer: (at: Instant) => void;
  readonly sendKeys: (keys: string, ms: number, at: Instant) => void;
  readonly onRequest: (request: ReceivedRequest, transaction: ServerTransaction, at: Instant) => void;
  /** True when it acknowledged a re-INVITE's answer. */
  readonly onAck: (request: ReceivedRequest, at: Instant) => boolean;
  /** The dialog is over: nothing is repeated any more, requests find no dialog. */
  readonly close: () => void;
}

export const createSession = (context: AgentContext, options: SessionOptions): Session => {
  const work = createWork(context, options);
  const refresher = createRefresher(work, at => reofferer.want(at));
  const reofferer = createReofferer(work, refresher);
  const theirs = createTheirOffers(work, refresher);
  const keys = createKeySender(work);
  const stop = () => {
    work.isOver = true;
    refresher.close();
    theirs.close();
    keys.close();
  };
  return {
    dialog: () => work.dialog,
    confirm: (dialog, terms, at) => {
      work.dialog = dialog;
      refresher.agree(terms, at);
    },
    takeTurn: event => void takeTurn(work, event),
    note: message => noteAbilities(work, message),
    ask: (asked, at, onFinal) => ask(work, asked, at, onFinal),
    sendBye: (at, onDone, headers = []) => {
      stop();
      ask(work, { method: 'BYE', headers }, at, (response, now) => onDone(now, response?.status ?? null));
    },
    reoffer: at => reofferer.want(at),
    sendKeys: keys.send,
    onRequest: (request, transaction, at) => {
      const newer = withRequest(work.dialog, request);
      if (newer === null) return answerWithin(work, transaction, { status: 500 }, at);
      const objection = inspectWithin(request);
      if (objection !== null) return answerWithin(work, transaction, objection, at);
      work.dialog = newer;
      noteAbilities(work, request);
      if (request.method === 'INVITE') theirs.onReinvite(request, transaction, at);
      else if (request.method === 'UPDATE') theirs.onUpdate(request, transaction, at);
      else onOther(work, transaction, at, theirs.onPrack);
    },
    onAck: theirs.onAck,
    close: () => {
      stop();
      context.dialogs.delete(keyOf(work.dialog));
    },
  };
};

type Answer = (request: ReceivedRequest, transaction: ServerTransaction, at: Instant) => void;

const onOther = (work: Work, transaction: ServerTransaction, at: Instant, onPrack: Answer) => {
  const { request } = transaction;
  const { context, options } = work;
  const respond = (status: number, headers: readonly Header[] = []) =>
    transaction.respond(responseTo(request, { status, toTag: work.dialog.localTag, headers }), at);
  switch (request.method) {
    case 'BYE':
      respond(200);
      return options.onBye(request, at);
    case 'PRACK': {
      const acknowledges = parseRAck(header(request.headers, 'rack'));
      if (acknowledges === null) return respond(400);
      // Only the callee's side has sent anything that a PRACK could mean.
      if (options.onPrack?.(acknowledges, at) !== true) return respond(481);
      onPrack(request, transaction, at);
      return options.onPracked?.(at);
    }
    case 'INFO': {
      const key = readKey(request);
      if (key !== null) context.emit({ type: 'leg', leg: options.leg, event: { type: 'key', key } });
      return respond(200);
    }
    default:
      return respond(200, capabilities(context.product));
  }
};
