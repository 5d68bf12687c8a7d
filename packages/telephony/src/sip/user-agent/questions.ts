import type { Instant } from '@lianxian/core/kit';
import type { Address } from '../../net/address.ts';
import type { LocalEnd } from '../../net/flow.ts';
import { restoreDialog, viaHeader } from '../dialog/dialog.ts';
import type { StoredDialog } from '../dialog/stored.ts';
import { addressValue } from '../grammar/build.ts';
import { emptyBody } from '../grammar/message.ts';
import { formatHostPort } from '../grammar/uri.ts';
import { MAGIC_COOKIE } from '../grammar/via.ts';
import { acceptHeader, allowHeader } from './answers.ts';
import { createAuthenticator } from './authenticator.ts';
import type { AgentContext } from './context.ts';
import type { Credentials } from './digest.ts';
import { createSession } from './session.ts';

/** Requests outside of any live leg; each is answered by one `asked` action with its token. */
interface Question {
  readonly token: string;
  readonly local: LocalEnd;
  readonly flow: string;
}

/** OPTIONS to a server, for its health (RFC 3261 §11). */
export interface OptionsQuestion extends Question {
  readonly uri: string;
  readonly target: Address;
}

export const askOptions = (context: AgentContext, question: OptionsQuestion, at: Instant): void => {
  const { token, uri, target, local, flow } = question;
  const branch = MAGIC_COOKIE + context.random(12);
  const own = addressValue(`sip:${formatHostPort(local.host, local.port)}`);
  const headers = [
    viaHeader(local, branch),
    { name: 'max-forwards', value: '70' },
    { name: 'from', value: `${own};tag=${context.random(8)}` },
    { name: 'to', value: addressValue(uri) },
    { name: 'call-id', value: context.random(16) },
    { name: 'cseq', value: '1 OPTIONS' },
    allowHeader,
    acceptHeader,
    { name: 'user-agent', value: context.product },
  ];
  const request = { kind: 'request' as const, method: 'OPTIONS', uri, headers, body: emptyBody };
  context.transactions.request(request, { branch, route: { destination: target, flow } }, at, news => {
    if (news.type === 'timedOut') return context.emit({ type: 'asked', token, status: null });
    if (news.type === 'transportFailed')
      return context.emit({ type: 'asked', token, status: null, because: news.because });
    const { response } = news;
    if (response.status >= 200) context.emit({ type: 'asked', token, status: response.status, answer: response });
  });
};

/** About something a process that has died left open. */
export interface StoredQuestion<Stored> extends Question {
  readonly stored: Stored;
  /** Of the trunk, should the request be challenged. */
  readonly credentials: Credentials | null;
}

/** BYE for the dialog of a process that has died. */
export const hangUpStored = (context: AgentContext, question: StoredQuestion<StoredDialog>, at: Instant): void => {
  const { token, stored, local, flow, credentials } = question;
  const session = createSession(context, {
    leg: token,
    dialog: restoreDialog(stored, local, flow),
    authenticator: createAuthenticator(credentials, () => context.random(8)),
    isCaller: true,
    offers: 'open',
    onBye: () => {},
    onAckMissing: () => {},
    onGone: () => {},
    isSettled: () => true,
  });
  session.sendBye(at, (_at, status) => context.emit({ type: 'asked', token, status }));
};
