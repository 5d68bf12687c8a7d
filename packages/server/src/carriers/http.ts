import { randomBytes } from 'node:crypto';
import type { HttpProvider } from '@lianxian/contract';
import { type EgressGuard, NotAllowed } from '../platform/egress-guard.ts';
import { AnswerTooLong, NotWeb, requestThrough, textOf } from '../platform/egress-request.ts';
import type { Carrier, Handed, Outgoing } from '../rooms/sms-sending/index.ts';
import { type Fields, filledEscaped, filledJson, filledPlain, filledRaw, textAt } from './fill.ts';
import { aliyunHeaders, hashOf, sortedFields, type ToSign, tencentHeaders } from './signing.ts';

/** A provider that is asked over HTTP, by a request that is a template. */
interface HttpParts {
  readonly egress: EgressGuard;
  readonly now: () => Date;
}

const LIMIT_MS = 15_000;
const MOST_BYTES = 64 * 1_024;
const NONCE_BYTES = 16;

const contentTypes = {
  json: 'application/json; charset=utf-8',
  form: 'application/x-www-form-urlencoded; charset=utf-8',
} as const;

const fieldsOf = (message: Outgoing, secret: string, at: Date, nonce: string): Fields => ({
  ...message.values,
  phone: message.phone,
  text: message.text,
  body: message.body,
  signature: message.signature,
  template: message.code,
  params: JSON.stringify(message.values),
  values: JSON.stringify(Object.values(message.values)),
  id: message.id,
  seconds: String(Math.floor(at.getTime() / 1_000)),
  ms: String(at.getTime()),
  nonce,
  secret,
});

/** What of a body is signed: fields by name, but the one that will hold the signature. */
const bodyFields = ({ as, body }: HttpProvider, fields: Fields): readonly (readonly [string, string])[] => {
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

const requestOf = (settings: HttpProvider, message: Outgoing, secret: string, at: Date) => {
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  const plain = fieldsOf(message, secret, at, nonce);
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
  const own = Object.fromEntries(
    Object.entries(settings.headers).map(([name, value]) => [name.toLowerCase(), filledPlain(value, fields)]),
  );
  const toSign: ToSign = { method: settings.method, url, body, contentType, secret, at, nonce };
  const signed =
    signing.by === 'aliyun'
      ? aliyunHeaders(signing, toSign)
      : signing.by === 'tencent'
        ? tencentHeaders(signing, toSign)
        : {};
  const headers = {
    'user-agent': 'lianxian-sms',
    ...(settings.method === 'POST' && { 'content-type': contentType }),
    ...own,
    ...signed,
  };
  return { url, headers, body };
};

/** Codes of providers that mean: not now. */
const isThrottle = (status: number): boolean => status === 429;

const because = (kind: string, code: string): string => (code === '' ? kind : `${kind}:${code}`);

/** What an answer says. An answer that was had says whether it was taken; only what was not understood says neither. */
const handedBy = (settings: HttpProvider, status: number, text: string): Handed => {
  if (status >= 300 && status < 400) return { type: 'again', because: 'redirected' };
  if (status === 401 || status === 403) return { type: 'again', because: because('signIn', String(status)) };
  if (isThrottle(status)) return { type: 'again', because: 'throttled' };
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    if (settings.accepted.path !== '' && status < 300) return { type: 'lost', because: 'nonsense' };
  }
  // A server that broke may have sent it before.
  if (status >= 500) return { type: 'lost', because: because('nonsense', String(status)) };
  const code = textAt(json, settings.error) || (status >= 400 ? String(status) : '');
  const said = textAt(json, settings.accepted.path);
  const isTaken = status < 300 && (settings.accepted.path === '' || settings.accepted.words.includes(said));
  if (isTaken) {
    const ref = textAt(json, settings.ref);
    return { type: 'accepted', refs: ref === '' ? [] : [ref] };
  }
  const shown = code === '' ? said : code;
  return settings.again.includes(shown)
    ? { type: 'again', because: because('throttled', shown) }
    : { type: 'rejected', because: because('refused', shown) };
};

/** Before a byte of the request can have arrived. */
const neverLeft = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'];
const failedBy = (error: unknown): Handed => {
  if (error instanceof NotAllowed) return { type: 'again', because: 'notAllowed' };
  if (error instanceof NotWeb || error instanceof SyntaxError || error instanceof URIError)
    return { type: 'again', because: 'notAnAddress' };
  if (error instanceof AnswerTooLong) return { type: 'lost', because: 'nonsense' };
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return neverLeft.includes(code) || /CERT|SSL|TLS/.test(code)
    ? { type: 'again', because: 'unreachable' }
    : { type: 'lost', because: 'timeout' };
};

export const openHttp = (settings: HttpProvider, secret: string, { egress, now }: HttpParts): Carrier => ({
  send: async (message, signal) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    try {
      const request = requestOf(settings, message, secret, now());
      const { url, headers, body } = request;
      const { method } = settings;
      const sent = { url, headers, method, signal: limit, ...(method === 'POST' && { body }) };
      const answer = await requestThrough(egress, sent);
      return handedBy(settings, answer.status, await textOf(answer, MOST_BYTES));
    } catch (error) {
      return failedBy(error);
    }
  },
  close: async () => undefined,
});
