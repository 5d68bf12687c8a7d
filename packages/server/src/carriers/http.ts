import type { HttpProvider } from '@lianxian/contract';
import { type EgressGuard, NotAllowed } from '../platform/egress-guard.ts';
import { AnswerTooLong, NotWeb, requestThrough, textOf } from '../platform/egress-request.ts';
import type { Log } from '../platform/log.ts';
import type { Carrier, CarrierNews, Handed, Outgoing } from '../rooms/sms-sending/index.ts';
import { type Fields, textAt } from './fill.ts';
import { openPoll } from './poll.ts';
import { requestOf } from './request.ts';

/** A provider that is asked over HTTP, by a request that is a template. */
interface HttpParts {
  readonly egress: EgressGuard;
  readonly log: Log;
  readonly provider: string;
  readonly news: CarrierNews;
  readonly now: () => Date;
}

const LIMIT_MS = 15_000;
const MOST_BYTES = 64 * 1_024;

const fieldsOf = (message: Outgoing): Fields => ({
  ...message.values,
  phone: message.phone,
  text: message.text,
  body: message.body,
  signature: message.signature,
  template: message.code,
  params: JSON.stringify(message.values),
  values: JSON.stringify(Object.values(message.values)),
  id: message.id,
});

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
export const failedBy = (error: unknown): Handed => {
  if (error instanceof NotAllowed) return { type: 'again', because: 'notAllowed' };
  if (error instanceof NotWeb || error instanceof SyntaxError || error instanceof URIError)
    return { type: 'again', because: 'notAnAddress' };
  if (error instanceof AnswerTooLong) return { type: 'lost', because: 'nonsense' };
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return neverLeft.includes(code) || /CERT|SSL|TLS/.test(code)
    ? { type: 'again', because: 'unreachable' }
    : { type: 'lost', because: 'timeout' };
};

export const openHttp = (settings: HttpProvider, secret: string, parts: HttpParts): Carrier => {
  const { egress, now } = parts;
  const poll = openPoll(settings, secret, parts);
  return {
    send: async (message, signal) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
      try {
        const request = requestOf(settings, fieldsOf(message), secret, now());
        const { url, headers, body } = request;
        const { method } = settings;
        const sent = { url, headers, method, signal: limit, ...(method === 'POST' && { body }) };
        const answer = await requestThrough(egress, sent);
        return handedBy(settings, answer.status, await textOf(answer, MOST_BYTES));
      } catch (error) {
        return failedBy(error);
      }
    },
    close: poll.close,
  };
};
