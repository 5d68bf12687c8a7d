import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localeOf } from './context.ts';
import { type Front, refusalOf } from './front.ts';
import { refusalText, refuse } from './refusal.ts';
import { answerUnknown } from './unknown.ts';

export interface WebAppOptions {
  /** The built web app. */
  readonly folder: string;
  /** Run-time settings of a page asked for at this host: inlined, so that the first paint needs no request. */
  readonly settings: (host: string) => Promise<unknown>;
}

const PLACEHOLDER = '<!--settings-->';
const YEAR_S = 31_536_000;

/** JSON inside a script element: nothing in it may close the element. */
const asScript = (settings: unknown): string =>
  `<script type="application/json" id="settings">${JSON.stringify(settings).replace(/</g, '\\u003c')}</script>`;

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
export const bindWebApp = async (front: Front, { folder, settings }: WebAppOptions): Promise<void> => {
  const index = openIndex(join(folder, 'index.html'));
  const sendIndex = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const html = await index();
    if (html === null)
      return reply.code(503).type('text/plain; charset=utf-8').send('页面还没有构建，请运行 npm start。');
    const script = asScript(await settings(request.hostname));
    const page = html.replace(PLACEHOLDER, () => script);
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  };
  await front.app.register(serveStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
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
