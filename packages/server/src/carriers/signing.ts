import { createHash, createHmac } from 'node:crypto';
import type { Signing } from '@lianxian/contract';

/** How requests to providers are signed (docs/sms.md#providers). */
export interface ToSign {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly contentType: string;
  readonly secret: string;
  readonly at: Date;
  readonly nonce: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** By the bytes of their names; each name and value escaped as RFC 3986 has it. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : a > b ? 1 : 0);
const canonicalQuery = (url: URL): string =>
  [...url.searchParams]
    .toSorted(byName)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join('&');
const canonicalHeaders = (headers: Readonly<Record<string, string>>) => {
  const sorted = Object.entries(headers).toSorted(byName);
  return {
    lines: sorted.map(([name, value]) => `${name}:${value.trim()}\n`).join(''),
    names: sorted.map(([name]) => name).join(';'),
  };
};

type Vendor<B extends Signing['by']> = Extract<Signing, { by: B }>;

/** ACS3-HMAC-SHA256, as the vendor's “V3 request structure and signature” says. */
export const aliyunHeaders = (
  { keyId, action, version }: Vendor<'aliyun'>,
  { method, url, body, secret, at, nonce }: ToSign,
): Readonly<Record<string, string>> => {
  const hashed = sha256(body);
  const signed = {
    host: url.host,
    'x-acs-action': action,
    'x-acs-content-sha256': hashed,
    'x-acs-date': at.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const { lines, names } = canonicalHeaders(signed);
  const canonical = [method, url.pathname, canonicalQuery(url), lines, names, hashed].join('\n');
  const signature = hmac(secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex');
  const { host: _, ...headers } = signed;
  return {
    ...headers,
    authorization: `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names},Signature=${signature}`,
  };
};

/** TC3-HMAC-SHA256, as the vendor's “signature method v3” says. */
export const tencentHeaders = (
  { keyId, action, version, region, service }: Vendor<'tencent'>,
  { method, url, body, contentType, secret, at }: ToSign,
): Readonly<Record<string, string>> => {
  const seconds = Math.floor(at.getTime() / 1_000);
  const day = at.toISOString().slice(0, 10);
  const { lines, names } = canonicalHeaders({
    'content-type': contentType,
    host: url.host,
    'x-tc-action': action.toLowerCase(),
  });
  const canonical = [method, url.pathname, canonicalQuery(url), lines, names, sha256(body)].join('\n');
  const scope = `${day}/${service}/tc3_request`;
  const text = ['TC3-HMAC-SHA256', seconds, scope, sha256(canonical)].join('\n');
  const key = [day, service, 'tc3_request'].reduce<string | Buffer>((made, step) => hmac(made, step), `TC3${secret}`);
  const signature = hmac(key, text).toString('hex');
  return {
    authorization: `TC3-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    'x-tc-action': action,
    'x-tc-timestamp': String(seconds),
    'x-tc-version': version,
    ...(region !== '' && { 'x-tc-region': region }),
  };
};

const hashes = {
  md5: (text: string) => createHash('md5').update(text),
  sha1: (text: string) => createHash('sha1').update(text),
  sha256: (text: string) => createHash('sha256').update(text),
  hmacSha1: (text: string, secret: string) => createHmac('sha1', secret).update(text),
  hmacSha256: (text: string, secret: string) => createHmac('sha256', secret).update(text),
} as const;

/** The hash of a text that was filled already. */
export const hashOf = ({ hash, as }: Vendor<'hash'>, text: string, secret: string): string => {
  const made = hashes[hash](text, secret);
  if (as === 'base64') return made.digest('base64');
  const hex = made.digest('hex');
  return as === 'HEX' ? hex.toUpperCase() : hex;
};

/** Fields of a body but its signature, sorted by name: `a=1&b=2`. What is JSON itself is written as JSON. */
export const sortedFields = (fields: readonly (readonly [string, string])[]): string =>
  fields
    .filter(([, value]) => value !== '')
    .toSorted(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
