import { formatParams, type Params, parseParams } from './params.ts';
import { skipSpace, tokenEnd } from './scan.ts';
import { formatHost, parseHostPort } from './uri.ts';

/** One hop (RFC 3261 §20.42). `branch` is '' where the sender wrote none (RFC 2543). */
export interface Via {
  readonly transport: string;
  readonly host: string;
  readonly port: number | null;
  readonly branch: string;
  readonly params: Params;
}

/** Branches that start so are unique in space and time (RFC 3261 §8.1.1.7). */
export const MAGIC_COOKIE = 'z9hG4bK';

/** `SIP / 2.0 / UDP host:port ;params`, spaces wherever the RFC allows them. */
export const parseVia = (text: string): Via | null => {
  let i = 0;
  const parts: string[] = [];
  for (let part = 0; part < 3; part++) {
    i = skipSpace(text, i);
    const end = tokenEnd(text, i);
    if (end === i) return null;
    parts.push(text.slice(i, end).toUpperCase());
    i = skipSpace(text, end);
    if (part < 2 && text.charCodeAt(i++) !== 47) return null;
  }
  if (parts[0] !== 'SIP' || parts[1] !== '2.0') return null;
  const semicolon = text.indexOf(';', i);
  const hostPort = parseHostPort(text.slice(i, semicolon < 0 ? text.length : semicolon).trim());
  if (hostPort === null) return null;
  const params = semicolon < 0 ? parseParams(text, text.length) : parseParams(text, semicolon);
  if (params === null) return null;
  return { transport: parts[2]!, ...hostPort, branch: params.get('branch') ?? '', params };
};

export const formatVia = (via: Via): string => {
  const port = via.port === null ? '' : `:${via.port}`;
  return `SIP/2.0/${via.transport} ${formatHost(via.host)}${port}${formatParams(via.params)}`;
};
