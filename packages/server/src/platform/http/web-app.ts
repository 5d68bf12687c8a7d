import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import { refusalText, tokenCookie } from '@lianxian/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ASSETS } from './app.ts';
import { localeOf } from './context.ts';
import { cookieOf } from './cookies.ts';
import { type Front, refusalOf } from './front.ts';
import { refuse } from './refusal.ts';
import { answerUnknown } from './unknown.ts';

interface WebAppOptions {
  /** The built web app. */
  readonly folder: string;
  /** What a page asked for at this host, with this token in its cookie (or none), shows before it has asked anything. */
  readonly settings: (host: string, token: string) => Promise<PageSettings>;
  /** Where a page's telephone connects to: the host of the page, or of the interface, at this port. */
  readonly seats: Seats;
}

interface Seats {
  /** Null: nowhere. */
  readonly port: number | null;
  /** '' where the page came from. */
  readonly apiHost: string;
  /** Pages and telephones are served over TLS; else in the clear, or behind a proxy that does TLS. */
  readonly isSecure: boolean;
}

/** Inlined into `index.html`, so that the first paint is branded and needs no request. */
interface PageSettings {
  /** Of the document, before a script runs. */
  readonly title: string;
  /** Address of the icon; empty: the built one. */
  readonly icon: string;
  /** Name of the theme; the built page has the ground colours of each. */
  readonly theme: string;
  /** Run-time settings for the scripts. */
  readonly settings: unknown;
}

const PLACEHOLDER = '<!--settings-->';
const YEAR_S = 31_536_000;
/** 128 bits, as CSP asks for at least (CSP 3 §8.1). */
const NONCE_BYTES = 16;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, char => escapes[char] ?? '');

/** JSON inside a script element: nothing in it may close the element. */
const asScript = (settings: unknown): string =>
  `<script type="application/json" id="settings">${JSON.stringify(settings).replace(/</g, '\\u003c')}</script>`;

/**
 * Title, icon and theme stand in the built page's own elements, and so does the style of the first paint, under this
 * answer's nonce: a library that makes a style element takes it from there. What is put in is text: no `$1` of it counts.
 */
const brandedPage = (html: string, nonce: string, { title, icon, theme, settings }: PageSettings): string =>
  html
    .replace('<style nonce="">', () => `<style nonce="${nonce}">`)
    .replace(/<html\b/, () => `<html data-theme="${escaped(theme)}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/<link rel="icon"[^>]*>/, built => (icon === '' ? built : `<link rel="icon" href="${escaped(icon)}">`))
    .replace(PLACEHOLDER, () => asScript(settings));

/** `index.html` as built, read again when a new build replaced it. */
const openIndex = (file: string) => {
  let kept = { at: Number.NaN, html: '' };
  return async (): Promise<string | null> => {
    const found = await stat(file).catch(() => null);
    if (found === null) return null;
    if (found.mtimeMs !== kept.at) kept = { at: found.mtimeMs, html: await readFile(file, 'utf8') };
    return kept.html;
  };
};

/** Of all style elements those with this nonce count, in this answer alone. */
const allowStyles = (reply: FastifyReply, nonce: string): void => {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace("style-src 'self'", `$& 'nonce-${nonce}'`));
};

/** A name or an address, as it may stand in a policy; what a client writes into its Host header is its own word. */
const HOST_SOURCE = /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\])$/i;

/** The page's telephone may connect to the port of the seats at the page's own host, and to no other host. */
const allowTelephone = (reply: FastifyReply, host: string, { port, apiHost, isSecure }: Seats): void => {
  if (port === null) return;
  const hosts = [host, URL.parse(apiHost)?.hostname ?? ''].filter(each => HOST_SOURCE.test(each));
  const schemes = isSecure ? ['wss'] : ['ws', 'wss'];
  const sources = hosts.flatMap(each => schemes.map(scheme => `${scheme}://${each}:${port}`));
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header(
    'content-security-policy',
    policy.replace("connect-src 'self'", () => ["connect-src 'self'", ...sources].join(' ')),
  );
};

const isPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !request.url.startsWith('/api/') &&
  !/\.\w+$/.test(request.url.split('?')[0] ?? '');

/** A browser shows this as it is: a path that makes no sense is unknown, a defect or a database that is away a sentence. */
const failedPage = (front: Front, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (refusalOf(error) !== null) return answerUnknown(request, reply);
  front.log.error({ err: error }, 'a page failed');
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send(refusalText(refuse('serverBusy'), localeOf(request)));
};

/**
 * Serves the web app: hashed assets for a year, `index.html` never cached, every other path the app (history mode).
 * What is neither gets the API's refusal under `/api/` and a plain 404 elsewhere.
 */
export const bindWebApp = async (front: Front, { folder, settings, seats }: WebAppOptions): Promise<void> => {
  const index = openIndex(join(folder, 'index.html'));
  const sendIndex = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const html = await index();
    if (html === null)
      return reply.code(503).type('text/plain; charset=utf-8').send('页面还没有构建，请运行 npm start。');
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const page = brandedPage(html, nonce, await settings(request.hostname, cookieOf(request, tokenCookie.name)));
    allowStyles(reply, nonce);
    allowTelephone(reply, request.hostname, seats);
    // It depends on who asks: nobody between us and the browser may keep it.
    return reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-cache').send(page);
  };
  await front.app.register(serveStatic, {
    root: join(folder, 'assets'),
    prefix: ASSETS,
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_S * 1000,
    index: false,
  });
  front.app.setNotFoundHandler(async (request, reply) => {
    if (isPage(request)) return await sendIndex(request, reply);
    return answerUnknown(request, reply);
  });
  front.app.setErrorHandler((error, request, reply) => failedPage(front, error, request, reply));
};
