import type { Instant } from '@lianxian/core/kit';
import { type Dialog, keyOf, requestWithin, routeOf, withRequest, withTargetOf } from '../dialog/dialog.ts';
import { responseTo } from '../grammar/build.ts';
import type { ReceivedRequest } from '../grammar/message.ts';
import { MAGIC_COOKIE } from '../grammar/via.ts';
import type { ServerTransaction } from '../transaction/transactions.ts';
import { capabilities, contactHeader, sdpBodyOf, sdpHeader } from './answers.ts';
import type { Authenticator } from './authenticator.ts';
import type { AgentContext } from './context.ts';
import { inspectWithin } from './inspect.ts';
import { createRepeater } from './repeater.ts';

/**
 * A confirmed dialog at work, for either side of a call: our BYE (with credentials where asked), their BYE, their
 * re-INVITE, anything else they send in it (RFC 3261 §12.2, §14.2, §15).
 */
export interface Session {
  readonly dialog: () => Dialog;
  readonly sendBye: (at: Instant, onDone: (at: Instant, status: number | null) => void) => void;
  readonly onRequest: (request: ReceivedRequest, transaction: ServerTransaction, at: Instant) => void;
  /** True when it acknowledged a re-INVITE's answer. */
  readonly onAck: (request: ReceivedRequest, at: Instant) => boolean;
  /** The dialog is over: nothing is repeated any more, requests find no dialog. */
  readonly close: () => void;
}

export interface SessionOptions {
  readonly leg: string;
  readonly dialog: Dialog;
  readonly authenticator: Authenticator;
  readonly onBye: (at: Instant) => void;
  /** Our answer to a re-INVITE was never acknowledged. */
  readonly onAckMissing: (at: Instant) => void;
  /** While our own answer to the first INVITE waits for its ACK a re-INVITE is too early. */
  readonly isSettled: () => boolean;
}

export const createSession = (context: AgentContext, options: SessionOptions): Session => {
  let dialog = options.dialog;
  const repeater = createRepeater(context.alarms);
  /** The re-INVITE whose 2xx waits for its ACK. */
  let waiting: { readonly sequence: number; readonly isOurOffer: boolean } | null = null;

  const sendBye = (at: Instant, onDone: (at: Instant, status: number | null) => void) => {
    const branch = MAGIC_COOKIE + context.random(12);
    dialog = { ...dialog, localSequence: dialog.localSequence + 1 };
    const bare = requestWithin(dialog, { method: 'BYE', branch, sequence: dialog.localSequence });
    const request = { ...bare, headers: [...bare.headers, ...options.authenticator.headers('BYE', bare.uri)] };
    context.transactions.request(request, branch, routeOf(dialog), at, (news, now) => {
      if (news.type !== 'response') return onDone(now, null);
      const { response } = news;
      if (response.status < 200) return;
      if (options.authenticator.absorb(response)) sendBye(now, onDone);
      else onDone(now, response.status);
    });
  };

  const onReinvite = (request: ReceivedRequest, transaction: ServerTransaction, at: Instant) => {
    const answer = (status: number, headers: readonly { name: string; value: string }[] = []) =>
      transaction.respond(responseTo(request, { status, toTag: dialog.localTag, headers }), at);
    if (waiting !== null) return answer(500, [{ name: 'retry-after', value: '1' }]);
    if (!options.isSettled()) return answer(491);
    const offer = sdpBodyOf(request);
    const reply = context.onOffer(options.leg, offer);
    if ('status' in reply) return answer(reply.status);
    dialog = withTargetOf(dialog, request);
    const response = responseTo(request, {
      status: 200,
      toTag: dialog.localTag,
      headers: [contactHeader(dialog.local), ...capabilities(context.product), sdpHeader],
      body: reply.body,
    });
    waiting = { sequence: request.cseq.number, isOurOffer: offer === null };
    const send = (now: Instant) => transaction.respond(response, now);
    send(at);
    repeater.start(at, send, now => {
      waiting = null;
      options.onAckMissing(now);
    });
  };

  return {
    dialog: () => dialog,
    sendBye: (at, onDone) => {
      options.authenticator.begin();
      sendBye(at, onDone);
    },
    onRequest: (request, transaction, at) => {
      const respond = (status: number) =>
        transaction.respond(responseTo(request, { status, toTag: dialog.localTag }), at);
      const newer = withRequest(dialog, request);
      if (newer === null) return respond(500);
      const objection = inspectWithin(request);
      if (objection !== null) {
        return transaction.respond(responseTo(request, { ...objection, toTag: dialog.localTag }), at);
      }
      dialog = newer;
      if (request.method === 'INVITE') onReinvite(request, transaction, at);
      else if (request.method === 'BYE') {
        respond(200);
        options.onBye(at);
      } else {
        const headers = capabilities(context.product);
        transaction.respond(responseTo(request, { status: 200, toTag: dialog.localTag, headers }), at);
      }
    },
    onAck: (request, _at) => {
      if (waiting === null || request.cseq.number !== waiting.sequence) return false;
      repeater.stop();
      const body = waiting.isOurOffer ? sdpBodyOf(request) : null;
      waiting = null;
      if (body !== null) context.emit({ type: 'leg', leg: options.leg, event: { type: 'reanswered', body } });
      return true;
    },
    close: () => {
      repeater.stop();
      context.dialogs.delete(keyOf(dialog));
    },
  };
};
