import type { LocalEnd } from '../../net/flow.ts';
import { type Header, header, type SipMessage } from '../grammar/message.ts';
import { formatHostPort } from '../grammar/uri.ts';
import { ALLOWED, SDP_TYPE } from './context.ts';

/** The headers our messages share. */
export const contactHeader = (local: LocalEnd): Header => ({
  name: 'contact',
  value: `<sip:${formatHostPort(local.host, local.port)}${transportParam(local)}>`,
});

/**
 * UDP is what a URI means without a word. `transport=tls` left the standard (RFC 3261 §26.2.2) and is what phones and
 * carriers write all the same: `sips` would demand TLS of every hop beyond the far end too. A secure WebSocket is `ws`
 * in URIs and `WSS` in Via alone (RFC 7118 §5.2).
 */
export const transportParam = ({ transport = 'udp' }: LocalEnd): string =>
  transport === 'udp' ? '' : `;transport=${transport === 'wss' ? 'ws' : transport}`;

export const allowHeader: Header = { name: 'allow', value: ALLOWED.join(', ') };
/** What we know beyond RFC 3261: reliable provisional answers (RFC 3262) and session timers (RFC 4028). */
export const EXTENSIONS: readonly string[] = ['100rel', 'timer'];
export const supportedHeader: Header = { name: 'supported', value: EXTENSIONS.join(', ') };
/** With a 503: how many seconds who can wait should wait. */
export const comeBackHeader: Header = { name: 'retry-after', value: '5' };
export const acceptHeader: Header = { name: 'accept', value: SDP_TYPE };
export const sdpHeader: Header = { name: 'content-type', value: SDP_TYPE };

/** What RFC 3261 §11.2 asks of an answer to OPTIONS, and §13.3.1 suggests for a 2xx to INVITE. */
export const capabilities = (product: string): readonly Header[] => [
  allowHeader,
  acceptHeader,
  supportedHeader,
  { name: 'server', value: product },
];

export const mediaType = (message: SipMessage): string =>
  (header(message.headers, 'content-type') ?? '').split(';')[0]!.trim().toLowerCase();

/** The SDP a message carries; null where it carries none. */
export const sdpBodyOf = (message: SipMessage): Uint8Array | null =>
  message.body.length > 0 && mediaType(message) === SDP_TYPE ? message.body : null;
