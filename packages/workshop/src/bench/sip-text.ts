import { createHash } from 'node:crypto';

/** Just enough SIP by text for the far ends of benches: the house's own stack must not measure itself. */
export const header = (text: string, name: string): string =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';

export const allHeaders = (text: string, name: string): string[] =>
  text.match(new RegExp(`^${name}:.*$`, 'gim'))?.map(line => line.trim()) ?? [];

export const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4);

/** 0 for a request. */
export const statusOf = (text: string): number => Number(/^SIP\/2\.0 (\d{3})/.exec(text)?.[1] ?? 0);

/** The address in a header of name and address, without its brackets. */
export const uriIn = (value: string): string => /<([^>]+)>/.exec(value)?.[1] ?? value;

const withBody = (lines: readonly string[], body: string): string =>
  [
    ...lines,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');

/** What we answer; `tag` is ours, `contact` where we are. */
export const answerTo = (
  request: string,
  status: string,
  { tag, contact, body = '' }: { readonly tag: string; readonly contact: string; readonly body?: string },
): string => {
  const to = header(request, 'To');
  return withBody(
    [
      `SIP/2.0 ${status}`,
      ...allHeaders(request, 'Via'),
      ...allHeaders(request, 'Record-Route'),
      `From: ${header(request, 'From')}`,
      `To: ${to.includes(';tag=') ? to : `${to};tag=${tag}`}`,
      `Call-ID: ${header(request, 'Call-ID')}`,
      `CSeq: ${header(request, 'CSeq')}`,
      `Contact: <${contact}>`,
    ],
    body,
  );
};

interface RequestParts {
  readonly uri: string;
  readonly from: string;
  readonly to: string;
  readonly callId: string;
  readonly cseq: number;
  readonly contact: string;
  readonly branch: string;
  readonly more?: readonly string[];
  readonly body?: string;
}

/** A request over a WebSocket (RFC 7118). */
export const requestText = (method: string, parts: RequestParts): string =>
  withBody(
    [
      `${method} ${parts.uri} SIP/2.0`,
      `Via: SIP/2.0/WS bench.invalid;branch=z9hG4bK${parts.branch}`,
      'Max-Forwards: 70',
      `From: ${parts.from}`,
      `To: ${parts.to}`,
      `Call-ID: ${parts.callId}`,
      `CSeq: ${parts.cseq} ${method}`,
      `Contact: <${parts.contact}>`,
      ...(parts.more ?? []),
    ],
    parts.body ?? '',
  );

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

interface Asked {
  readonly method: string;
  readonly uri: string;
  readonly account: string;
  readonly password: string;
}

/** The header that answers the first challenge of a 401 or 407, as browsers' telephones do: MD5 (RFC 2617). */
export const authorised = (challenge: string, { method, uri, account, password }: Asked): string => {
  const isProxy = statusOf(challenge) === 407;
  const said = header(challenge, isProxy ? 'Proxy-Authenticate' : 'WWW-Authenticate');
  const field = (name: string): string => new RegExp(`${name}="?([^",]+)"?`, 'i').exec(said)?.[1] ?? '';
  const [realm, nonce, cnonce] = [field('realm'), field('nonce'), 'bench'];
  const secret = md5(`${account}:${realm}:${password}`);
  const response = md5(`${secret}:${nonce}:00000001:${cnonce}:auth:${md5(`${method}:${uri}`)}`);
  const opaque = field('opaque');
  return [
    `${isProxy ? 'Proxy-Authorization' : 'Authorization'}: Digest username="${account}", realm="${realm}", nonce="${nonce}"`,
    `uri="${uri}", response="${response}", algorithm=MD5, qop=auth, nc=00000001, cnonce="${cnonce}"`,
    ...(opaque === '' ? [] : [`opaque="${opaque}"`]),
  ].join(', ');
};
