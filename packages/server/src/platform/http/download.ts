import type { Readable } from 'node:stream';
import { type Fields, fileKey, limits, type Noun, wire } from '@lianxian/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MerchantDb } from '../db/index.ts';
import type { StoredFile } from '../files.ts';
import type { Ticket } from '../tickets.ts';
import { refused } from './answer.ts';
import { type OpenContext, openContext } from './context.ts';
import { answerFailure, type Front, refuseDue, refusePreview, signedIn } from './front.ts';
import { Refusal, refuse } from './refusal.ts';
import type { Session } from './session.ts';

interface Download extends StoredFile {
  readonly name: string;
  readonly mime: string;
}
/** Who asks with a token of their own, from where. */
export interface Downloader extends OpenContext {
  readonly session: Session;
}
/** Whoever holds a ticket for this very file; whether who asked for it sees whole numbers. */
interface Bearer {
  readonly session: null;
  readonly seesPhones: boolean;
}
type FindDownload = (db: MerchantDb, key: string, by: Downloader | Bearer) => Promise<Download | null>;

const PHONES = '/phones';
/** What a ticket of a file is for: the file, and whether its name may hold a whole number. */
export const fileSubject = (key: string, seesPhones: boolean): string => (seesPhones ? key + PHONES : key);

/** `from`–`to` of one range (RFC 9110 §14.1.2); `null` when the header is none we serve, `'outside'` when it cannot be. */
const readRange = (header: string, bytes: number): { from: number; to: number } | 'outside' | null => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return from > to || from >= bytes ? 'outside' : { from, to };
};

/** Plain and UTF-8 file name (RFC 6266); inline, so that a player can use the address. */
const disposition = (name: string): string =>
  `inline; filename="${name.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;

const sendFile = (request: FastifyRequest, reply: FastifyReply, file: Download): FastifyReply => {
  const range = readRange(String(request.headers.range ?? ''), file.bytes);
  reply.header('accept-ranges', 'bytes').header('cache-control', 'private, no-store');
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
  const { from, to } = range ?? { from: 0, to: file.bytes - 1 };
  reply.type(file.mime).header('content-disposition', disposition(file.name));
  reply.header('content-length', to - from + 1);
  if (range !== null) reply.code(206).header('content-range', `bytes ${from}-${to}/${file.bytes}`);
  return reply.send(file.bytes === 0 ? '' : file.read(from, to));
};

const queryOf = (request: FastifyRequest, name: string): string => {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
};

/** Nobody in particular holds a ticket. */
type Asker = Session | { readonly merchantId: string; readonly seesPhones: boolean };

/** Whose file it is: a ticket of a minute says so, or the session's token (body of a POST, query for old clients). */
const askerOf = async (front: Front, request: FastifyRequest, fileId: string): Promise<Asker> => {
  const ticket = queryOf(request, 'ticket');
  if (request.method !== 'POST' && ticket !== '') {
    const opened = front.tickets.redeem('file', ticket, front.clock.now());
    const seesPhones = opened?.subject === fileSubject(fileId, true);
    if (opened === null || (!seesPhones && opened.subject !== fileId)) throw refuse('signedOut');
    return { merchantId: opened.merchantId, seesPhones };
  }
  const fields = (request.body ?? {}) as Fields;
  const token = request.method === 'POST' ? (fields[wire.tokenField] ?? '') : queryOf(request, wire.tokenField);
  const session = await signedIn(front, token);
  refuseDue(session);
  refusePreview(session);
  return session;
};

/** A link that a browser follows must fail as HTTP, or the refusal would be saved as the file. A POST is answered as ever. */
const failed = (front: Front, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (request.method === 'POST' || !(error instanceof Refusal)) return answerFailure(front, error, request, reply);
  return reply.code(error.key === 'notFound' ? 404 : 403).send(refused(error, request));
};

/** Binds `/api/common/download/{fileId}`. */
export const bindDownload = (front: Front, find: FindDownload): void => {
  front.app.route({
    method: ['GET', 'POST'],
    url: `${wire.download}:fileId`,
    // A token, before anybody knows whose it is.
    bodyLimit: limits.openFormBytes,
    onRequest: front.slowDown,
    errorHandler: (error, request, reply) => failed(front, error, request, reply),
    handler: async (request, reply) => {
      const { fileId } = request.params as { fileId: string };
      const asker = await askerOf(front, request, fileId);
      const session = 'employeeId' in asker ? asker : undefined;
      const by =
        'employeeId' in asker
          ? { ...openContext(request, reply, front.clock.now()), session: asker }
          : { session: null, seesPhones: asker.seesPhones };
      const db = front.merchantDb(asker.merchantId, session);
      const isName = fileKey.safeParse(fileId).success;
      const file = isName ? await find(db, fileId, by) : null;
      if (file === null) throw refuse('notFound', { what: 'file' });
      return sendFile(request, reply, file);
    },
  });
};

/** What a ticket-opened stream is asked for. */
interface StreamRequest {
  readonly merchantId: string;
  readonly subject: string;
  /** The listener went away. */
  readonly signal: AbortSignal;
}

interface Stream {
  readonly path: string;
  readonly mime: string;
  /** By which tickets it is opened, and what is not there when it is gone. */
  readonly kind: Ticket['kind'];
  readonly what: Noun;
}

/**
 * Binds GET `/api/front/<path>?ticket=…`: what is opened by a ticket and is no file, e.g. the live sound of a call. `null`
 * from the handler answers 404.
 */
export const bindStream = (
  front: Front,
  { path, mime, kind, what }: Stream,
  handler: (request: StreamRequest) => Promise<Readable | Buffer | null>,
): void => {
  front.app.route({
    method: 'GET',
    url: `${wire.prefix}${path}`,
    onRequest: front.slowDown,
    errorHandler: (error, request, reply) => failed(front, error, request, reply),
    handler: async (request, reply) => {
      const ticket = front.tickets.redeem(kind, queryOf(request, 'ticket'), front.clock.now());
      if (ticket === null) throw refuse('signedOut');
      const gone = new AbortController();
      request.raw.socket.once('close', () => gone.abort());
      const stream = await handler({ merchantId: ticket.merchantId, subject: ticket.subject, signal: gone.signal });
      if (stream === null) throw refuse('notFound', { what });
      reply.raw.once('close', () => gone.abort());
      return reply.type(mime).header('cache-control', 'private, no-store').send(stream);
    },
  });
};
