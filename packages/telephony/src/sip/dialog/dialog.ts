import { isIP } from 'node:net';
import { type Address, isPrivate } from '../../net/address.ts';
import { defaultPort, type LocalEnd, transportOf } from '../../net/flow.ts';
import { addressValue } from '../grammar/build.ts';
import {
  allHeaders,
  type Essentials,
  emptyBody,
  type Header,
  header,
  type ReceivedRequest,
  type ReceivedResponse,
  type SipRequest,
} from '../grammar/message.ts';
import { parseNameAddrs, tagOf } from '../grammar/name-addr.ts';
import { formatHostPort, parseSipUri } from '../grammar/uri.ts';
import type { StoredDialog } from './stored.ts';

/**
 * A dialog (RFC 3261 §12): what two user agents must remember to send each other requests. Plain data; every function
 * gives a new value. Local and remote tag with the Call-ID are its name; the route set never changes once the dialog
 * is confirmed; the remote target follows each answered re-INVITE.
 */
export interface Dialog {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
  readonly localUri: string;
  readonly remoteUri: string;
  readonly remoteTarget: string;
  readonly routeSet: readonly string[];
  readonly localSequence: number;
  /** The highest sequence number the other side used; null until it sent a request. */
  readonly remoteSequence: number | null;
  /** Our address as Via and Contact name it. */
  readonly local: LocalEnd;
  readonly flow: string;
  /** Where the INVITE went or came from: taken when route set and target name no reachable host. */
  readonly peer: Address;
}

export const dialogKey = (callId: string, localTag: string, remoteTag: string): string =>
  `${callId} ${localTag} ${remoteTag}`;

export const keyOf = (dialog: Dialog): string => dialogKey(dialog.callId, dialog.localTag, dialog.remoteTag);

const routesOf = (headers: readonly Header[]): readonly string[] =>
  (parseNameAddrs(allHeaders(headers, 'record-route')) ?? []).map(each => each.uri);

const contactOf = (headers: readonly Header[]): string | null => {
  const value = header(headers, 'contact');
  const uri = value === null ? null : parseNameAddrs([value])?.[0]?.uri;
  return uri !== undefined && uri !== null && parseSipUri(uri) !== null ? uri : null;
};

interface Ends {
  readonly local: LocalEnd;
  readonly flow: string;
  readonly peer: Address;
}

/** The caller's side (RFC 3261 §12.1.2): routes come in reverse. Without Contact the request URI is the target. */
export const dialogOfAnswer = (invite: SipRequest, response: ReceivedResponse, ends: Ends): Dialog => ({
  callId: response.callId,
  localTag: tagOf(response.from),
  remoteTag: tagOf(response.to),
  localUri: response.from.uri,
  remoteUri: response.to.uri,
  remoteTarget: contactOf(response.headers) ?? invite.uri,
  routeSet: [...routesOf(response.headers)].reverse(),
  localSequence: response.cseq.number,
  remoteSequence: null,
  ...ends,
});

/** The callee's side (RFC 3261 §12.1.1). */
export const dialogOfRequest = (invite: ReceivedRequest, localTag: string, ends: Ends): Dialog => ({
  callId: invite.callId,
  localTag,
  remoteTag: tagOf(invite.from),
  localUri: invite.to.uri,
  remoteUri: invite.from.uri,
  remoteTarget: contactOf(invite.headers) ?? invite.from.uri,
  routeSet: routesOf(invite.headers),
  localSequence: 0,
  remoteSequence: invite.cseq.number,
  ...ends,
});

/** A target refresh by re-INVITE or its answer (RFC 3261 §12.2); no Contact, no change. */
export const withTargetOf = (dialog: Dialog, message: { readonly headers: readonly Header[] }): Dialog => {
  const remoteTarget = contactOf(message.headers);
  return remoteTarget === null ? dialog : { ...dialog, remoteTarget };
};

/** Null when the request is older than one already seen: it is refused with 500 (RFC 3261 §12.2.2). */
export const withRequest = (dialog: Dialog, request: Essentials): Dialog | null => {
  const { number } = request.cseq;
  if (dialog.remoteSequence !== null && number < dialog.remoteSequence) return null;
  return { ...dialog, remoteSequence: number };
};

/**
 * The first route, else the target. A far end behind a translator names an address that only its own net knows: one
 * that is private while it came to us, or we to it, by a public one is gone back to where it really is.
 */
const nextHop = (dialog: Dialog): Address => {
  const uri = parseSipUri(dialog.routeSet[0] ?? dialog.remoteTarget);
  if (uri === null || (isPrivate(uri.host) && isIP(dialog.peer.host) !== 0 && !isPrivate(dialog.peer.host))) {
    return dialog.peer;
  }
  return { host: uri.host, port: uri.port ?? defaultPort(transportOf(dialog.flow)) };
};

/** Where the next request goes: to the first route, else to the target (RFC 3261 §8.1.2). */
export const routeOf = (dialog: Dialog) => ({
  destination: nextHop(dialog),
  fallback: dialog.peer,
  flow: dialog.flow,
});

interface RequestParts {
  readonly method: string;
  readonly branch: string;
  readonly sequence: number;
  readonly headers?: readonly Header[];
  readonly body?: Uint8Array;
}

/**
 * A request inside the dialog (RFC 3261 §12.2.1.1). Before a strict router (a first route without `lr`) the target
 * moves to the end of the routes and the router takes its place in the request line.
 */
export const requestWithin = (dialog: Dialog, parts: RequestParts): SipRequest => {
  const [first, ...others] = dialog.routeSet;
  const isStrict = first !== undefined && parseSipUri(first)?.params.has('lr') !== true;
  const routes = isStrict ? [...others, dialog.remoteTarget] : dialog.routeSet;
  return {
    kind: 'request',
    method: parts.method,
    uri: isStrict ? first : dialog.remoteTarget,
    headers: [
      viaHeader(dialog.local, parts.branch),
      ...routes.map(route => ({ name: 'route', value: addressValue(route) })),
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: `${addressValue(dialog.localUri)};tag=${dialog.localTag}` },
      {
        name: 'to',
        value: addressValue(dialog.remoteUri) + (dialog.remoteTag === '' ? '' : `;tag=${dialog.remoteTag}`),
      },
      { name: 'call-id', value: dialog.callId },
      { name: 'cseq', value: `${parts.sequence} ${parts.method}` },
      ...(parts.headers ?? []),
    ],
    body: parts.body ?? emptyBody,
  };
};

/** `rport` asks for the answer where the request came from, through address translators (RFC 3581). */
export const viaHeader = (local: LocalEnd, branch: string): Header => ({
  name: 'via',
  value: `SIP/2.0/${(local.transport ?? 'udp').toUpperCase()} ${formatHostPort(local.host, local.port)};branch=${branch};rport`,
});

export const storeDialog = (dialog: Dialog, loopback: boolean): StoredDialog => ({
  callId: dialog.callId,
  localTag: dialog.localTag,
  remoteTag: dialog.remoteTag,
  localUri: dialog.localUri,
  remoteUri: dialog.remoteUri,
  remoteTarget: dialog.remoteTarget,
  routeSet: dialog.routeSet,
  localSequence: dialog.localSequence,
  destination: isIP(nextHop(dialog).host) === 0 ? dialog.peer : nextHop(dialog),
  loopback,
  flow: dialog.flow,
});

export const restoreDialog = (stored: StoredDialog, local: LocalEnd, flow: string): Dialog => ({
  ...stored,
  remoteSequence: null,
  local,
  flow,
  peer: stored.destination,
});
