import type { Instant } from '@lianxian/core/kit';
import { type Dialog, dialogOfAnswer, keyOf, requestWithin, routeOf } from '../dialog/dialog.ts';
import { hearReliable, parseRSeq } from '../dialog/reliable.ts';
import { agreedTimer } from '../dialog/session-timer.ts';
import type { Header, ReceivedRequest, ReceivedResponse, SipRequest } from '../grammar/message.ts';
import { header, listedTokens } from '../grammar/message.ts';
import { tagOf } from '../grammar/name-addr.ts';
import { serialise } from '../grammar/serialise.ts';
import { MAGIC_COOKIE } from '../grammar/via.ts';
import { sdpBodyOf } from './answers.ts';
import type { Authenticator } from './authenticator.ts';
import type { AgentContext } from './context.ts';
import type { How } from './outgoing-leg.ts';
import { createSession, type Session } from './session.ts';

/**
 * The forks of one call of ours (RFC 3261 §12.1, §13.2.2.4): whoever answers our INVITE, provisionally or finally, has a
 * dialog of his own with us, with his early media, his reliable answers (RFC 3262) and his UPDATEs.
 *
 * Invariants: an SDP in a reliable answer is the answer to our offer and nothing after it changes it (RFC 3262 §5);
 * answers out of order are neither acknowledged nor looked at (§4); the ACK of a 2xx is the same however often it comes.
 */
export interface Forks {
  /** Null: not to be looked at. Body: SDP that counts. */
  readonly onProvisional: (response: ReceivedResponse, at: Instant) => { readonly body: Uint8Array | null } | null;
  /** A 2xx: makes the dialog or confirms it, and acknowledges. False: of too many forks, it is left alone. */
  readonly onSuccess: (response: ReceivedResponse, at: Instant) => boolean;
  readonly acknowledge: (fork: string) => void;
  readonly session: (fork: string) => Session | null;
  /** SDP of the 2xx where it counts; null: what was agreed before does. */
  readonly answerOf: (fork: string, response: ReceivedResponse) => Uint8Array | null;
  /** The INVITE is over: early dialogs with it. Their sessions stay for a 2xx that comes late. */
  readonly close: () => void;
  /** A new INVITE leaves: nothing of the old one counts. */
  readonly forget: () => void;
}

/** Dialogs of one call; forks that answer after this many answers are left alone: their own patience ends them. */
const MAX_FORKS = 8;

interface Fork {
  readonly session: Session;
  /** The highest RSeq acknowledged. */
  rseq: number | null;
  isAgreed: boolean;
  isConfirmed: boolean;
  ack: { readonly message: SipRequest; readonly bytes: Buffer } | null;
}

interface ForksOptions {
  readonly leg: string;
  readonly authenticator: Authenticator;
  /** The INVITE as it last left, with its credentials: the ACK must carry the same (RFC 3261 §22.1). */
  readonly invite: () => {
    readonly request: SipRequest;
    readonly credentials: readonly Header[];
    readonly ends: Pick<Dialog, 'local' | 'flow' | 'peer'>;
  };
  readonly onBye: (fork: string, request: ReceivedRequest, at: Instant) => void;
  readonly onGone: (fork: string, how: How, at: Instant) => void;
}

export const createForks = (context: AgentContext, options: ForksOptions): Forks => {
  const forks = new Map<string, Fork>();

  const open = (response: ReceivedResponse): Fork | null => {
    const tag = tagOf(response.to);
    const known = forks.get(tag);
    if (known !== undefined) return known;
    if (tag === '' && response.status < 200) return null;
    if (forks.size >= MAX_FORKS) return null;
    const { request, ends } = options.invite();
    const dialog = dialogOfAnswer(request, response, ends);
    const fork: Fork = { session: startSession(context, options, dialog, () => fork), ...unheard };
    forks.set(tag, fork);
    return fork;
  };

  /** Who answers counts more than who has only rung. */
  const makeRoom = (tag: string) => {
    if (forks.has(tag) || forks.size < MAX_FORKS) return;
    const early = [...forks].find(([, fork]) => !fork.isConfirmed);
    early?.[1].session.close();
    if (early !== undefined) forks.delete(early[0]);
  };

  return {
    onProvisional: (response, at) => {
      const fork = open(response);
      if (fork === null) return { body: null };
      fork.session.note(response);
      const body = fork.isAgreed ? null : sdpBodyOf(response);
      const rseq = reliableOf(response);
      if (rseq === null) return { body };
      if (hearReliable(fork.rseq, rseq) !== 'acknowledge') return null;
      fork.rseq = rseq;
      if (body !== null) agree(fork);
      acknowledgeReliable(fork, rseq, response, at);
      return { body };
    },
    onSuccess: (response, at) => {
      makeRoom(tagOf(response.to));
      const fork = open(response);
      if (fork !== null && !fork.isConfirmed) confirm({ context, options }, fork, response, at);
      return fork !== null;
    },
    acknowledge: tag => {
      const fork = forks.get(tag);
      if (!fork?.ack) return;
      const { message, bytes } = fork.ack;
      const route = routeOf(fork.session.dialog());
      context.emit({ type: 'send', bytes, route, transaction: null, message });
    },
    session: tag => forks.get(tag)?.session ?? null,
    answerOf: (tag, response) => {
      const fork = forks.get(tag);
      const body = sdpBodyOf(response);
      if (fork === undefined || fork.isAgreed) return null;
      agree(fork);
      return body;
    },
    close: () => {
      for (const { session } of forks.values()) session.close();
    },
    forget: () => {
      for (const { session } of forks.values()) session.close();
      forks.clear();
    },
  };
};

const unheard = { rseq: null, isAgreed: false, isConfirmed: false, ack: null };

const agree = (fork: Fork) => {
  fork.isAgreed = true;
  fork.session.takeTurn('theyAnswer');
};

const startSession = (context: AgentContext, options: ForksOptions, dialog: Dialog, fork: () => Fork): Session => {
  const { leg, authenticator } = options;
  const tag = dialog.remoteTag;
  const session = createSession(context, {
    leg,
    dialog,
    authenticator,
    isCaller: true,
    offers: 'ours',
    onBye: (request, at) => options.onBye(tag, request, at),
    onAckMissing: at => options.onGone(tag, 'ackMissing', at),
    onGone: (how, at) => options.onGone(tag, how, at),
    isSettled: () => fork().isConfirmed,
  });
  context.dialogs.set(keyOf(dialog), {
    onRequest: session.onRequest,
    onAck: (request, at) => void session.onAck(request, at),
  });
  return session;
};

/** Its RSeq where the answer wants to be acknowledged (RFC 3262 §4). */
const reliableOf = (response: ReceivedResponse): number | null =>
  response.status > 100 && listedTokens(response.headers, 'require').includes('100rel')
    ? parseRSeq(header(response.headers, 'rseq'))
    : null;

/**
 * A repetition that crosses our PRACK is not acknowledged again (RFC 3262 §4): the PRACK's own transaction repeats it.
 * One whose PRACK got lost for good finds us ready to acknowledge anew.
 */
const acknowledgeReliable = (fork: Fork, rseq: number, response: ReceivedResponse, at: Instant) => {
  const { cseq } = response;
  const headers = [{ name: 'rack', value: `${rseq} ${cseq.number} ${cseq.method}` }];
  fork.session.ask({ method: 'PRACK', headers }, at, answer => {
    if (answer === null && fork.rseq === rseq) fork.rseq = rseq - 1;
  });
};

/** The 2xx decides route and target anew (RFC 3261 §13.2.2.4); our numbers go on. */
interface OfForks {
  readonly context: AgentContext;
  readonly options: ForksOptions;
}

const confirm = ({ context, options }: OfForks, fork: Fork, response: ReceivedResponse, at: Instant) => {
  const { request, credentials, ends } = options.invite();
  const early = fork.session.dialog();
  const answered = dialogOfAnswer(request, response, ends);
  const localSequence = Math.max(early.localSequence, answered.localSequence);
  const dialog = { ...answered, localSequence, remoteSequence: early.remoteSequence };
  fork.isConfirmed = true;
  fork.session.note(response);
  fork.session.confirm(dialog, agreedTimer(response.headers), at);
  // The ACK of a 2xx has the INVITE's number and a branch of its own (RFC 3261 §13.2.2.4).
  const message = requestWithin(dialog, {
    method: 'ACK',
    branch: MAGIC_COOKIE + context.random(12),
    sequence: response.cseq.number,
    headers: credentials,
  });
  fork.ack = { message, bytes: serialise(message) };
};
