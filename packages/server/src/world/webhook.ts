import { createHmac } from 'node:crypto';
import type { Answered, Ask } from '@lianxian/core';
import { type EgressGuard, NotAllowed } from '../platform/egress-guard.ts';
import { AnswerTooLong, NotWeb, requestThrough, textOf } from '../platform/egress-request.ts';

/**
 * A webhook node's question to the merchant's own system. GET carries the variables in the query, POST as JSON
 * `{"call": …, "node": …, "values": {…}}`. With a secret the request is signed: `x-lianxian-signature` is
 * `t=<seconds>,v1=<hex>`, HMAC-SHA-256 of `<seconds>.<path and query>.<body>`, so that a copy is worth nothing later or elsewhere.
 * What is kept of the answer is text of bounded length without control characters.
 */
type WebhookAsk = Extract<Ask, { type: 'webhook' }>;

const MOST_BYTES = 64 * 1024;
/** Longer than any sentence a robot should say. */
const MOST_VALUE = 500;
/** A path of a plan is short; a deeper one is a mistake. */
const MOST_STEPS = 20;
const MOST_URL = 4_000;

const failed = (because: string): Answered => ({ type: 'failed', because });

/** `${name}` that is still in the address: filled from what is sent, escaped so that it stays one part of the address. */
const filled = (url: string, values: Readonly<Record<string, string>>): string =>
  url.replace(/\$\{([^{}]{1,64})\}/g, (_, name: string) => encodeURIComponent(sent(values, name.trim())));

const sent = (values: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? '') : '';

/** The dotted way into JSON: own properties and places of lists alone; undefined where there is nothing. */
const found = (json: unknown, path: string): unknown => {
  let at = json;
  for (const step of path.split('.').slice(0, MOST_STEPS)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at;
};

/** What a robot may say or compare: text, numbers and yes or no; lists and objects are nothing to say. */
const asText = (value: unknown): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  // Cc: control characters; Cf: what turns writing round or hides in it.
  const text = String(value).replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ');
  return [...text].slice(0, MOST_VALUE).join('').trim();
};

/** What requests are signed with, and when. */
export interface Signing {
  readonly secret: string;
  readonly at: Date;
}

const signed = ({ secret, at }: Signing, url: URL, body: string): string => {
  const seconds = Math.floor(at.getTime() / 1_000);
  const text = `${seconds}.${url.pathname}${url.search}.${body}`;
  return `t=${seconds},v1=${createHmac('sha256', secret).update(text).digest('hex')}`;
};

const requestOf = (ask: WebhookAsk, call: string) => {
  const url = URL.parse(filled(ask.url, ask.body));
  if (url === null || url.href.length > MOST_URL) throw new NotWeb('not an address');
  if (ask.method === 'GET') {
    for (const [name, value] of Object.entries(ask.body)) url.searchParams.set(name, value);
    return { url, body: '' };
  }
  return { url, body: JSON.stringify({ call, node: ask.node, values: ask.body }) };
};

const kept = (ask: WebhookAsk, text: string): Answered => {
  if (ask.keeps.length === 0) return { type: 'kept', values: {} };
  const json: unknown = JSON.parse(text);
  const pairs = ask.keeps.flatMap(({ path, variable }) => {
    const value = asText(found(json, path));
    return value === null ? [] : [[variable, value] as const];
  });
  return { type: 'kept', values: Object.fromEntries(pairs) };
};

const reasonOf = (error: unknown): string | null => {
  if (error instanceof NotAllowed) return 'notAllowed';
  if (error instanceof AnswerTooLong) return 'tooLong';
  if (error instanceof NotWeb) return 'notAnAddress';
  return error instanceof SyntaxError ? 'nonsense' : null;
};

/** Rejects only with what the network or the signal says. */
export const askWebhook = async (
  egress: EgressGuard,
  ask: WebhookAsk,
  { signing, call }: { readonly signing: Signing | null; readonly call: string },
  signal: AbortSignal,
): Promise<Answered> => {
  try {
    const { url, body } = requestOf(ask, call);
    const headers = {
      accept: 'application/json',
      'user-agent': 'lianxian-webhook',
      ...(ask.method === 'POST' ? { 'content-type': 'application/json; charset=utf-8' } : {}),
      ...(signing === null ? {} : { 'x-lianxian-signature': signed(signing, url, body) }),
    };
    const answer = await requestThrough(egress, {
      url,
      method: ask.method,
      headers,
      signal,
      ...(ask.method === 'POST' ? { body } : {}),
    });
    if (answer.status < 200 || answer.status > 299) {
      answer.drop();
      return failed(answer.status >= 300 && answer.status < 400 ? 'redirected' : 'refused');
    }
    return kept(ask, await textOf(answer, MOST_BYTES));
  } catch (error) {
    const because = reasonOf(error);
    if (because === null) throw error;
    return failed(because);
  }
};
