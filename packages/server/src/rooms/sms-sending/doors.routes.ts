import type { ProviderSettings } from '@lianxian/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Front } from '../../platform/http/index.ts';
import { openLink } from '../sms/index.ts';
import { providerByCallback } from '../sms-providers/index.ts';
import type { Reply, Report } from './carrier.ts';
import { keepReplies } from './replies.ts';
import { noteReports } from './settle.ts';

/** Doors for who is nobody's employee: a provider that tells what became of messages, and people who open a short link. */
interface Told {
  readonly body: string;
  readonly query: Readonly<Record<string, unknown>>;
}
export type ReadNews = (
  settings: ProviderSettings,
  kind: 'report' | 'reply',
  told: Told,
) => { readonly reports: readonly Report[]; readonly replies: readonly Reply[]; readonly answer: string };

const MOST_BYTES = 1_048_576;
const isCode = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

const nothing = (reply: FastifyReply): FastifyReply => reply.code(404).header('cache-control', 'no-store').send('');

/** A link leads where its template said when the message was written, and nowhere else. */
const bindLinks = (front: Front, db: UnscopedDb): void => {
  front.app.route({
    method: 'GET',
    url: '/s/:code',
    exposeHeadRoute: false,
    onRequest: front.slowDown,
    handler: async (request, reply) => {
      const { code } = request.params as { code: string };
      const url = isCode(code) ? await openLink(db, code) : null;
      if (url === null) return nothing(reply);
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex')
        .redirect(url, 302);
    },
  });
};

export const bindSmsDoors = (front: Front, db: UnscopedDb, read: ReadNews): void => {
  bindLinks(front, db);
  const tell = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { callback, kind } = request.params as { callback: string; kind: string };
    const provider = isCode(callback) ? await providerByCallback(db, callback) : undefined;
    if (provider === undefined || (kind !== 'report' && kind !== 'reply')) return nothing(reply);
    const body = typeof request.body === 'string' ? request.body : '';
    const told = { body, query: request.query as Readonly<Record<string, unknown>> };
    const { reports, replies, answer } = read(provider.settings, kind, told);
    const key = { merchantId: provider.merchantId, providerId: provider.id };
    await noteReports(db, key, reports);
    await keepReplies(db, key, replies);
    return reply
      .type(/^[[{]/.test(answer) ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8')
      .send(answer);
  };
  front.app.register(async door => {
    // Whatever they call it: what it is, is seen when it is read.
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_, body, done) => done(null, body));
    door.route({
      method: ['GET', 'POST'],
      url: '/api/sms/:callback/:kind',
      bodyLimit: MOST_BYTES,
      onRequest: front.slowDown,
      errorHandler: (error, request, reply) => {
        front.log.warn(
          { err: error, path: request.routeOptions.url },
          'what a provider of text messages told was not kept',
        );
        // It tells again what was not taken.
        return reply.code(503).send('');
      },
      handler: tell,
    });
  });
};
