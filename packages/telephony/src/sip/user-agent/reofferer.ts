import { after, type Instant } from '@lianxian/core/kit';
import { requestWithin, routeOf, withTargetOf } from '../dialog/dialog.ts';
import { type Reoffer, type ReofferEffect, type ReofferEvent, stepReoffer } from '../dialog/reoffer.ts';
import { cancelFor } from '../grammar/build.ts';
import type { Header, ReceivedResponse, SipRequest } from '../grammar/message.ts';
import { serialise } from '../grammar/serialise.ts';
import { MAGIC_COOKIE } from '../grammar/via.ts';
import type { Alarm } from '../transaction/alarms.ts';
import { PATIENCE } from '../transaction/timers.ts';
import type { ClientNews, ClientTransaction } from '../transaction/transactions.ts';
import { allowHeader, contactHeader, sdpBodyOf, sdpHeader } from './answers.ts';
import type { Refresher } from './refresher.ts';
import { glareWaitMs, takeTurn, type Work } from './work.ts';

/**
 * Runs our re-INVITEs: carries the effects of `stepReoffer` out, acknowledges what answers them. One that is on its way
 * when the call ends is seen through, or given up by its own limit.
 */
interface Reofferer {
  readonly want: (at: Instant) => void;
}

/** Challenges answered for one re-INVITE, and intervals raised. */
const MAX_RETRIES = 4;

/** One re-INVITE on its way. */
interface Sent {
  readonly transaction: ClientTransaction;
  readonly credentials: readonly Header[];
  readonly retries: number;
  ack: { readonly message: SipRequest; readonly bytes: Buffer } | null;
  isProceeding: boolean;
  isFinal: boolean;
}

interface Run {
  readonly work: Work;
  readonly refresher: Refresher;
  state: Reoffer;
  alarm: Alarm | null;
}

export const createReofferer = (work: Work, refresher: Refresher): Reofferer => {
  const run: Run = { work, refresher, state: { is: 'quiet' }, alarm: null };
  return {
    want: at => handle(run, { type: 'want', isFree: work.offers === 'open' }, at),
  };
};

const handle = (run: Run, event: ReofferEvent, at: Instant) => {
  if (run.work.isOver) return;
  const step = stepReoffer(run.state, event);
  if (step.kind !== 'moved') return;
  run.state = step.state;
  for (const effect of step.effects) apply(run, effect, at);
};

const apply = (run: Run, effect: ReofferEffect, at: Instant) => {
  const { work } = run;
  const { leg, onGone, authenticator } = work.options;
  switch (effect.type) {
    case 'ask':
      authenticator.begin();
      return offer(run, at);
    case 'wait': {
      const waited = (now: Instant) => handle(run, { type: 'waited', isFree: work.offers === 'open' }, now);
      run.alarm = work.context.alarms.set(after(at, glareWaitMs(work)), waited);
      return;
    }
    case 'tellRefused':
      return work.context.emit({ type: 'leg', leg, event: { type: 'unchanged', fork: work.dialog.remoteTag } });
    case 'tellGone':
      return onGone(effect.because === 'unknown' ? 'byThem' : 'sessionExpired', at);
  }
};

/** Offers what the leg says now; the same again when nothing has changed, as a refresh does. */
const offer = (run: Run, at: Instant) => {
  const { work } = run;
  const reply = work.context.onOffer(work.options.leg, null, work.dialog.remoteTag);
  if ('status' in reply) return handle(run, { type: 'refused', status: reply.status }, at);
  takeTurn(work, 'weOffer');
  send(run, reply.body, at, 0);
};

const send = (run: Run, body: Uint8Array, at: Instant, retries: number) => {
  const { work, refresher } = run;
  const { context, options } = work;
  const branch = MAGIC_COOKIE + context.random(12);
  const sequence = work.dialog.localSequence + 1;
  work.dialog = { ...work.dialog, localSequence: sequence };
  const headers = [contactHeader(work.dialog.local), allowHeader, ...refresher.headers(), sdpHeader];
  const bare = requestWithin(work.dialog, { method: 'INVITE', branch, sequence, headers, body });
  const credentials = options.authenticator.headers('INVITE', bare.uri, body);
  const request = { ...bare, headers: [...bare.headers, ...credentials] };
  const route = routeOf(work.dialog);
  const transaction = context.transactions.request(request, { branch, route }, at, (news, now) =>
    hear(run, sent, news, now),
  );
  const sent: Sent = { transaction, credentials, retries, ack: null, isProceeding: false, isFinal: false };
  work.context.alarms.cancel(run.alarm);
  run.alarm = context.alarms.set(after(at, PATIENCE), now => giveUp(run, sent, now));
};

/** A re-INVITE is for machines: one that rings for half a minute is taken back (RFC 3261 §9.1). */
const giveUp = (run: Run, sent: Sent, at: Instant) => {
  if (sent.isFinal || !sent.isProceeding) return;
  const { transactions, alarms } = run.work.context;
  const { request, route, key } = sent.transaction;
  if (run.work.isOver) return transactions.abandon(key, at);
  transactions.request(cancelFor(request), { branch: key.slice(0, key.indexOf(' ')), route }, at, () => {});
  run.alarm = alarms.set(after(at, PATIENCE), now => {
    transactions.abandon(key, now);
    sent.isFinal = true;
    takeTurn(run.work, 'theyRefuse');
    handle(run, { type: 'refused', status: 487 }, now);
  });
};

const hear = (run: Run, sent: Sent, news: ClientNews, at: Instant) => {
  const { work, refresher } = run;
  if (news.type === 'response' && news.response.status < 200) {
    sent.isProceeding = true;
    return;
  }
  if (news.type === 'response' && news.response.status < 300) acknowledge(work, sent, news.response);
  if (sent.isFinal) return;
  sent.isFinal = true;
  work.context.alarms.cancel(run.alarm);
  if (news.type !== 'response') {
    takeTurn(work, 'theyRefuse');
    return handle(run, { type: 'noReply' }, at);
  }
  const { response } = news;
  if (response.status < 300) return onAnswer(run, response, at);
  const body = sent.transaction.request.body;
  if (!work.isOver && sent.retries < MAX_RETRIES && mayRetry(run, response, at)) {
    return send(run, body, at, sent.retries + 1);
  }
  takeTurn(work, 'theyRefuse');
  refresher.onReinviteRefused(response, at);
  handle(run, { type: 'refused', status: response.status }, at);
};

const mayRetry = ({ work, refresher }: Run, response: ReceivedResponse, at: Instant): boolean =>
  response.status === 422 ? refresher.onReinviteRefused(response, at) : work.options.authenticator.absorb(response);

const onAnswer = (run: Run, response: ReceivedResponse, at: Instant) => {
  const { work, refresher } = run;
  const { leg } = work.options;
  const fork = work.dialog.remoteTag;
  const body = sdpBodyOf(response);
  takeTurn(work, body === null ? 'theyRefuse' : 'theyAnswer');
  work.dialog = withTargetOf(work.dialog, response);
  work.options.authenticator.note(response);
  refresher.onReinvited(response, at);
  handle(run, { type: 'answered' }, at);
  if (work.isOver) return;
  const event = body === null ? ({ type: 'unchanged', fork } as const) : ({ type: 'reanswered', body, fork } as const);
  work.context.emit({ type: 'leg', leg, event });
};

/** The same ACK for every repetition of the 2xx (RFC 3261 §13.2.2.4). */
const acknowledge = (work: Work, sent: Sent, response: ReceivedResponse) => {
  const { context } = work;
  const dialog = withTargetOf(work.dialog, response);
  if (sent.ack === null) {
    const message = requestWithin(dialog, {
      method: 'ACK',
      branch: MAGIC_COOKIE + context.random(12),
      sequence: response.cseq.number,
      headers: sent.credentials,
    });
    sent.ack = { message, bytes: serialise(message) };
  }
  const { message, bytes } = sent.ack;
  context.emit({ type: 'send', bytes, route: routeOf(dialog), transaction: null, message });
};
