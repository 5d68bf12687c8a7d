import { randomBytes } from 'node:crypto';
import type { HttpProvider } from '@lianxian/contract';
import { NotWeb } from '../platform/egress-request.ts';
import { type Fields, filledEscaped, filledJson, filledPlain, filledRaw } from './fill.ts';
import { aliyunHeaders, hashOf, sortedFields, type ToSign, tencentHeaders } from './signing.ts';

/** How a request to a provider is made from its template, whatever it asks for. */
type RequestShape = Pick<HttpProvider, 'method' | 'url' | 'headers' | 'body' | 'as' | 'signing'>;

const NONCE_BYTES = 16;

const contentTypes = {
  json: 'application/json; charset=utf-8',
  form: 'application/x-www-form-urlencoded; charset=utf-8',
} as const;

/** What of a body is signed: fields by name, but the one that will hold the signature. */
const bodyFields = ({ as, body }: RequestShape, fields: Fields): readonly (readonly [string, string])[] => {
  const isSign = (template: string) => template.includes(`\${sign}`);
  if (as === 'form')
    return body.split('&').flatMap((pair): (readonly [string, string])[] => {
      const at = pair.indexOf('=');
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      return name === '' || isSign(value) ? [] : [[name, filledRaw(decodeURIComponent(value), fields)]];
    });
  const read: unknown = JSON.parse(body === '' ? '{}' : body);
  return Object.entries(read as Record<string, unknown>).flatMap(([name, value]): (readonly [string, string])[] => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return isSign(text) ? [] : [[name, filledRaw(text, fields)]];
  });
};

/** What is filled into every request. */
const filledAlways = (secret: string, at: Date): Fields => ({
  seconds: String(Math.floor(at.getTime() / 1_000)),
  ms: String(at.getTime()),
  nonce: randomBytes(NONCE_BYTES).toString('hex'),
  secret,
});

/** A request whose places are filled, and which is signed. @throws {NotWeb} it has no address. */
export const requestOf = (settings: RequestShape, own: Fields, secret: string, at: Date) => {
  const plain: Fields = { ...own, ...filledAlways(secret, at) };
  const { signing } = settings;
  const sign =
    signing.by === 'hash'
      ? hashOf(
          signing,
          filledRaw(signing.text, { ...plain, fields: sortedFields(bodyFields(settings, plain)) }),
          secret,
        )
      : '';
  const fields = { ...plain, sign };
  const url = URL.parse(filledEscaped(settings.url, fields));
  if (url === null) throw new NotWeb('not an address');
  const body =
    settings.method === 'GET'
      ? ''
      : settings.as === 'json'
        ? filledJson(settings.body, fields)
        : filledEscaped(settings.body, fields);
  const contentType = contentTypes[settings.as];
  const written = Object.fromEntries(
    Object.entries(settings.headers).map(([name, value]) => [name.toLowerCase(), filledPlain(value, fields)]),
  );
  const toSign: ToSign = { method: settings.method, url, body, contentType, secret, at, nonce: plain.nonce! };
  const signed =
    signing.by === 'aliyun'
      ? aliyunHeaders(signing, toSign)
      : signing.by === 'tencent'
        ? tencentHeaders(signing, toSign)
        : {};
  const headers = {
    'user-agent': 'lianxian-sms',
    ...(settings.method === 'POST' && { 'content-type': contentType }),
    ...written,
    ...signed,
  };
  return { url, headers, body };
};

/** The template of a further request: signed by the same key, under the name of what it asks for. */
export const furtherRequest = (
  settings: HttpProvider,
  {
    action,
    ...own
  }: Pick<NonNullable<NonNullable<HttpProvider['poll']>['reports']>, 'action' | 'method' | 'url' | 'body'>,
): RequestShape => {
  const { signing } = settings;
  const named =
    (signing.by === 'aliyun' || signing.by === 'tencent') && action !== '' ? { ...signing, action } : signing;
  return { ...settings, ...own, signing: named };
};
