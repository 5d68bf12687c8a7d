import type { Instant } from '@lianxian/core/kit';
import type { LocalEnd } from '../../net/flow.ts';
import { viaHeader } from '../dialog/dialog.ts';
import { addressValue } from '../grammar/build.ts';
import { allHeaders, emptyBody, header, type ReceivedResponse } from '../grammar/message.ts';
import { type NameAddr, parseNameAddrs } from '../grammar/name-addr.ts';
import { wholeNumber } from '../grammar/scan.ts';
import { escapeUser, formatHostPort, parseSipUri } from '../grammar/uri.ts';
import { MAGIC_COOKIE } from '../grammar/via.ts';
import type { Route } from '../transaction/transactions.ts';
import { seenAs } from '../transport/received.ts';
import { allowHeader, transportParam } from './answers.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import type { AgentContext } from './context.ts';
import type { Credentials } from './digest.ts';
import type { RegisterOutcome } from './registration.ts';

/**
 * Who registers: one address of record over the life of a process. Call-ID and tag stay, CSeq rises (RFC 3261 §10.2),
 * and the Contact carries a mark of ours: a registrar lists what others registered beside it, and a call that comes for
 * this contact tells by the mark which registration it came by.
 */
export interface Registrant {
  readonly username: string;
  readonly domain: string;
  readonly mark: string;
  readonly callId: string;
  readonly fromTag: string;
  readonly authenticator: Authenticator;
  sequence: number;
}

export interface RegisterQuestion {
  readonly token: string;
  readonly registrant: Registrant;
  /** 0 takes the binding back. */
  readonly expiresS: number;
  readonly local: LocalEnd;
  readonly route: Route;
}

/** Parameter of our Contact's URI; phones and carriers bring it back in the request URI (RFC 3261 §19.1.1). */
export const LINE_MARK = 'line';

export const createRegistrant = (
  who: Credentials & { readonly domain: string },
  random: (bytes: number) => string,
): Registrant => ({
  username: who.username,
  domain: who.domain,
  mark: random(8),
  callId: random(16),
  fromTag: random(8),
  authenticator: createAuthenticator(who, () => random(8)),
  sequence: 0,
});

/** One REGISTER, sent anew where credentials are asked for; answered by one `registered` action. */
export const askRegister = (context: AgentContext, question: RegisterQuestion, at: Instant): void => {
  question.registrant.authenticator.begin();
  send(context, question, at);
};

const send = (context: AgentContext, question: RegisterQuestion, at: Instant): void => {
  const { token, registrant, route } = question;
  const branch = MAGIC_COOKIE + context.random(12);
  const tell = (outcome: RegisterOutcome) => context.emit({ type: 'registered', token, outcome });
  context.transactions.request(requestOf(context, question, branch), { branch, route }, at, (news, now) => {
    if (news.type === 'timedOut') return tell({ type: 'unanswered', because: 'noReply' });
    if (news.type === 'transportFailed') {
      return tell({ type: 'unanswered', because: news.because === 'cut' ? 'unreachable' : news.because });
    }
    const { response } = news;
    if (response.status < 200) return;
    if (registrant.authenticator.absorb(response)) return send(context, question, now);
    tell(outcomeOf(response, question, now - at));
  });
};

const contactOf = ({ registrant, local }: RegisterQuestion): string =>
  `sip:${escapeUser(registrant.username)}@${formatHostPort(local.host, local.port)}${transportParam(local)};${LINE_MARK}=${registrant.mark}`;

const requestOf = (context: AgentContext, question: RegisterQuestion, branch: string) => {
  const { registrant, expiresS, local } = question;
  const uri = `sip:${registrant.domain}`;
  const own = addressValue(`sip:${escapeUser(registrant.username)}@${registrant.domain}`);
  registrant.sequence++;
  return {
    kind: 'request' as const,
    method: 'REGISTER',
    uri,
    headers: [
      viaHeader(local, branch),
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: `${own};tag=${registrant.fromTag}` },
      { name: 'to', value: own },
      { name: 'call-id', value: registrant.callId },
      { name: 'cseq', value: `${registrant.sequence} REGISTER` },
      { name: 'contact', value: `${addressValue(contactOf(question))};expires=${expiresS}` },
      { name: 'expires', value: String(expiresS) },
      allowHeader,
      { name: 'user-agent', value: context.product },
      ...registrant.authenticator.headers('REGISTER', uri),
    ],
    body: emptyBody,
  };
};

const seconds = (text: string | null): number | null => wholeNumber((text ?? '').split(/[;(\s]/)[0]!, 0xff_ff_ff_ff);

const outcomeOf = (response: ReceivedResponse, question: RegisterQuestion, roundTripMs: number): RegisterOutcome => ({
  type: 'answered',
  status: response.status,
  grantedS: response.status < 300 ? grantedFor(response, question) : null,
  minExpiresS: seconds(header(response.headers, 'min-expires')),
  retryAfterS: seconds(header(response.headers, 'retry-after')),
  isWeakened: question.registrant.authenticator.isWeakened(),
  roundTripMs,
  seenAs: seenAs(response),
});

/**
 * What was granted to our own contact: a 200 lists every binding of the address (RFC 3261 §10.3 step 8). One that lists
 * none speaks of ours alone. Routers that rewrite Contacts on the way out and not on the way in leave the mark alone, or
 * else the only contact of the list must be ours.
 */
const grantedFor = (response: ReceivedResponse, { registrant, expiresS }: RegisterQuestion): number | null => {
  const contacts = parseNameAddrs(allHeaders(response.headers, 'contact')) ?? [];
  const isOurs = ({ uri }: NameAddr) => parseSipUri(uri)?.params.get(LINE_MARK) === registrant.mark;
  const ours = contacts.find(isOurs) ?? (contacts.length === 1 ? contacts[0] : undefined);
  if (contacts.length > 0 && ours === undefined) return null;
  return seconds(ours?.params.get('expires') ?? null) ?? seconds(header(response.headers, 'expires')) ?? expiresS;
};
