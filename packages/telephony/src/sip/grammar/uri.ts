import { wholeNumber } from './scan.ts';

/** A sip: or sips: URI (RFC 3261 §19.1). `user` is still escaped; `host` of IPv6 is without its brackets. */
interface SipUri {
  readonly scheme: 'sip' | 'sips';
  readonly user: string | null;
  readonly host: string;
  readonly port: number | null;
  /** Names lower case. */
  readonly params: ReadonlyMap<string, string | null>;
  /** What stands behind `?`, untouched. */
  readonly headers: string | null;
}

const HOST = new Uint8Array(128);
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._') HOST[char.charCodeAt(0)] = 1;

const isHostName = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 128 || HOST[code] !== 1) return false;
  }
  return text.length > 0 && text.length <= 255;
};

/** Lenient on purpose about `:::` (RFC 5118 §4.10): only hexadecimal digits, colons and dots are asked for. */
const isIpv6Text = (text: string): boolean => {
  if (text.length < 2 || text.length > 45 || !text.includes(':')) return false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i) | 32;
    const isHex = (code >= 48 && code <= 57) || (code >= 97 && code <= 102);
    if (!isHex && text[i] !== ':' && text[i] !== '.') return false;
  }
  return true;
};

interface HostPort {
  readonly host: string;
  readonly port: number | null;
}

/** `host`, `host:5060`, `[2001:db8::1]:5060`; null for anything else. */
export const parseHostPort = (text: string): HostPort | null => {
  let host: string;
  let rest: string;
  if (text.charCodeAt(0) === 91) {
    const end = text.indexOf(']');
    if (end < 0) return null;
    host = text.slice(1, end);
    if (!isIpv6Text(host)) return null;
    rest = text.slice(end + 1);
  } else {
    const colon = text.indexOf(':');
    host = colon < 0 ? text : text.slice(0, colon).trimEnd();
    if (!isHostName(host)) return null;
    rest = colon < 0 ? '' : text.slice(colon);
  }
  rest = rest.trim();
  if (rest === '') return { host, port: null };
  if (rest.charCodeAt(0) !== 58) return null;
  const port = wholeNumber(rest.slice(1).trim(), 65_535);
  return port === null ? null : { host, port };
};

/** The scheme of any absolute URI, lower case; null where there is none. */
export const schemeOf = (text: string): string | null => {
  const colon = text.indexOf(':');
  if (colon <= 0) return null;
  const scheme = text.slice(0, colon).toLowerCase();
  for (let i = 0; i < scheme.length; i++) {
    const code = scheme.charCodeAt(i);
    const isAlpha = code >= 97 && code <= 122;
    const isOther = (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46;
    if (!isAlpha && (i === 0 || !isOther)) return null;
  }
  return scheme;
};

/** Whether a text can stand as a URI in a request line or header: printable, no spaces or brackets, a known shape. */
export const isUri = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= 32 || code === 34 || code === 60 || code === 62 || code === 127) return false;
  }
  const scheme = schemeOf(text);
  if (scheme === null) return false;
  return scheme === 'sip' || scheme === 'sips' ? parseSipUri(text) !== null : text.length > scheme.length + 1;
};

export const parseSipUri = (text: string): SipUri | null => {
  const scheme = schemeOf(text);
  if (scheme !== 'sip' && scheme !== 'sips') return null;
  const rest = text.slice(scheme.length + 1);
  const at = rest.indexOf('@');
  if (at === 0 || rest.indexOf('@', at + 1) >= 0) return null;
  let tail = rest.slice(at + 1);
  let headers: string | null = null;
  const question = tail.indexOf('?');
  if (question >= 0) {
    headers = tail.slice(question + 1);
    tail = tail.slice(0, question);
  }
  const [hostText, ...paramTexts] = tail.split(';');
  const hostPort = parseHostPort(hostText ?? '');
  if (hostPort === null) return null;
  const params = new Map<string, string | null>();
  for (const param of paramTexts) {
    const equals = param.indexOf('=');
    const name = (equals < 0 ? param : param.slice(0, equals)).toLowerCase();
    if (name === '') return null;
    if (!params.has(name)) params.set(name, equals < 0 ? null : param.slice(equals + 1));
  }
  return { scheme, user: at < 0 ? null : rest.slice(0, at), ...hostPort, params, headers };
};

/** An IPv6 host needs its brackets back wherever a port may follow. */
export const formatHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

export const formatHostPort = (host: string, port: number): string => `${formatHost(host)}:${port}`;

/** `%41` → `A`; what is no escape or no UTF-8 stays as it is. */
const unescapeUri = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // Expected: `%` that is no escape (RFC 4475 §3.1.1.5). The text is data, so it stays what it was.
    return text;
  }
};

/** Escapes a phone number or name for the user part: what RFC 3261 §25.1 leaves out of `user` becomes `%XX`. */
export const escapeUser = (text: string): string => {
  const escaped = encodeURIComponent(text);
  return escaped.replaceAll('%2B', '+').replaceAll('%26', '&').replaceAll('%3D', '=').replaceAll('%24', '$');
};

/** The same URI for another user; its host, port and parameters stay as they are. */
export const withUser = (uri: string, user: string): string => {
  const scheme = schemeOf(uri) ?? 'sip';
  return `${scheme}:${escapeUser(user)}@${uri.slice(Math.max(scheme.length, uri.indexOf('@')) + 1)}`;
};

/** The user part of any URI, unescaped and without its parameters (`+86138;npdi` → `+86138`); '' where there is none. */
export const userOf = (uri: string): string => {
  if (schemeOf(uri) === 'tel') return unescapeUri((uri.slice(4).split(';')[0] ?? '').trim());
  const user = parseSipUri(uri)?.user ?? '';
  const bare = user.split(';')[0]!.split(':')[0]!;
  return unescapeUri(bare);
};
