import { type Endpoint, type Fields, holds, limits, type Right, wantsProof, wire } from '@lianxian/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Bench } from '../bench.ts';
import type { OpenMerchantDb } from '../db/index.ts';
import type { Log } from '../log.ts';
import type { Tickets } from '../tickets.ts';
import type { Clock } from '../time.ts';
import { refused, succeeded } from './answer.ts';
import { benchFor } from './bench-for.ts';
import type { Binding } from './binding.ts';
import { openBudgets, type Spend } from './budget.ts';
import { type OpenContext, openContext, type SignedInContext } from './context.ts';
import { formBytesOf } from './form.ts';
import { Refusal, refuse } from './refusal.ts';
import type { Authenticate, Session } from './session.ts';

/** How often one address may ask, a minute. A call centre shares one address, so these stop floods, not people. */
export interface RateLimits {
  readonly all: number;
  /** Endpoints without a token: sign-in, captcha. */
  readonly open: number;
  /** Forms that are large, or do not say how large; usually {@link LARGE_FORMS}. */
  readonly large?: number;
  /** What one person may spend on costly endpoints (`Endpoint.rateCost`); usually {@link PERSON_POINTS}. */
  readonly person?: number;
}

/** The plan whose graph is asked for, by its id or by a call that was made with it; null: not so. */
export interface PlanAsked {
  readonly plan: string | null;
  readonly call: string | null;
}

interface FrontOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  readonly merchantDb: OpenMerchantDb;
  readonly tickets: Tickets;
  readonly rates: RateLimits;
  /** Somebody was shown whole numbers of callees by this endpoint. */
  readonly phonesSeen: (context: SignedInContext, path: string) => Promise<void>;
  /** Somebody asks for the graph of a plan; refuses that of a closed one. */
  readonly graphAsked: (context: SignedInContext, asked: PlanAsked) => Promise<void>;
  /** Where heavy work of merchants is done. */
  readonly bench: Bench;
}

/** The front (`/api/front`): rooms bind endpoints of the contract to it; what nobody bound does not exist. */
export interface Front extends FrontOptions {
  readonly app: FastifyInstance;
  /** Serves an endpoint below the prefix; each once. What it may be sent is known before a byte of it is read. */
  readonly serve: (path: string, binding: Binding) => void;
  /** Refuses a person who asks for too much that costs. */
  readonly spend: Spend;
  /** Refuses an address that asks too often; first of all, with every request. */
  readonly slowDown: (request: FastifyRequest) => Promise<void>;
}

const fieldsOf = (body: unknown): Fields => (typeof body === 'object' && body !== null ? (body as Fields) : {});

const MINUTE_MS = 60_000;
/** Twelve sheets a minute, or ten pages of a searched list a second. */
const PERSON_POINTS = 600;
/** Each costs the loop that answers all pages some ms before anybody knows whose it is; an editor sends a few. */
const LARGE_FORMS = 600;
const LARGE_BYTES = 65_536;
/** What is read of a form that is too large, and forgotten. */
const LET_GO_BYTES = 4 * limits.formBytes;
const TOKEN_CHARS = 200;

/** The session of a request's token, or the refusal 103. */
export const signedIn = async (front: FrontOptions, token: string): Promise<Session> => {
  const session = token !== '' && token.length <= TOKEN_CHARS ? await front.authenticate(token) : null;
  if (session === null) throw refuse('signedOut');
  return session;
};

/** Refuses who must do something else first. */
export const refuseDue = ({ due }: Pick<Session, 'due'>, whileDue: readonly (typeof due)[] = []): void => {
  if (due === null || whileDue.includes(due)) return;
  throw refuse(due === 'password' ? 'mustChangePassword' : 'mustSetFactor');
};

/** Money, other people's passwords, keys: a token alone does not do, it may be somebody's who found the page open. */
const refuseStale = ({ provedAt }: Session, at: Date): void => {
  if (at.getTime() - provedAt.getTime() >= limits.proofMs) throw refuse('proveAgain');
};

/** Who looks with another's eyes reads what is marked for it, and does nothing (decision 67). */
export const refusePreview = ({ preview }: Pick<Session, 'preview'>): void => {
  if (preview !== null) throw refuse('previewOnly');
};

const permit = (session: Session, { right, inPreview = false }: Demands): void => {
  refuseDue(session, right.needs === 'token' ? right.whileDue : []);
  if (!holds(session, right)) throw refuse('noRight');
  if (!inPreview) refusePreview(session);
};

/** What stands before an endpoint. */
interface Demands {
  readonly right: Right;
  readonly inPreview?: boolean | undefined;
  readonly rateCost?: number | undefined;
  readonly proof?: Endpoint['proof'];
}

/** Who may pass: token, then right, then what is left of the person's budget. */
export const admit = async (
  front: Front,
  demands: Demands,
  fields: Fields,
  open: OpenContext,
): Promise<SignedInContext> => {
  const session = await signedIn(front, fields[wire.tokenField] ?? '');
  permit(session, demands);
  const { rateCost = 0 } = demands;
  if (wantsProof(demands, fields)) refuseStale(session, open.at);
  front.spend(session, rateCost);
  const { merchantId } = session;
  return { ...open, session, db: front.merchantDb(merchantId, session), bench: benchFor(front.bench, merchantId) };
};

/** Token, right, then schema and handler (in the binding). */
const passGates = async (front: Front, binding: Binding, fields: Fields, open: OpenContext): Promise<unknown> => {
  if (binding.right.needs === 'nothing') return await binding.run(fields, open);
  return await binding.run(fields, await admit(front, binding, fields, open));
};

const KILOBYTE = 1_024;
const MEGABYTE = 1_048_576;
const sizeOf = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.floor(bytes / KILOBYTE)} KB` : `${Math.floor(bytes / MEGABYTE)} MB`;

const isTooLarge = (error: unknown): boolean => (error as Partial<FastifyError>).code === 'FST_ERR_CTP_BODY_TOO_LARGE';

/** Errors of the HTTP layer that are the client's doing. `bodyLimit`: of the route that was asked. */
export const refusalOf = (error: unknown, bodyLimit: number = limits.formBytes): Refusal | null => {
  if (error instanceof Refusal) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (isTooLarge(error)) return refuse('tooLarge', { limit: sizeOf(bodyLimit) });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return refuse('badInput', { field: 'Content-Type', fault: 'choice', limit: wire.contentType });
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return refuse('badInput', { field: '', fault: 'shape' });
  }
  return null;
};

/** One answer for every failure: refusals as they are, defects logged and hidden behind 109. Always HTTP 200. */
export const answerFailure = (front: FrontOptions, error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const refusal = refusalOf(error, request.routeOptions.bodyLimit);
  if (refusal === null) front.log.error({ err: error, path: request.routeOptions.url }, 'a request failed');
  return reply.code(200).send(refused(refusal ?? refuse('serverBusy'), request));
};

/** HTTP/2 needs no length: a form that says none may be of any. */
const bytesSaid = ({ headers, raw }: FastifyRequest): number => {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? (raw.httpVersionMajor > 1 ? Number.POSITIVE_INFINITY : 0));
};
const isLargeForm = (request: FastifyRequest): boolean => bytesSaid(request) > LARGE_BYTES;

/** Opens the front on a fastify app that has rate limiting and form parsing. */
export const openFront = (app: FastifyInstance, options: FrontOptions): Front => {
  const limitAll = app.createRateLimit({ max: options.rates.all, timeWindow: MINUTE_MS });
  const limitOpen = app.createRateLimit({ max: options.rates.open, timeWindow: MINUTE_MS });
  const limitLarge = app.createRateLimit({ max: options.rates.large ?? LARGE_FORMS, timeWindow: MINUTE_MS });
  const keepTo = async (request: FastifyRequest, limit: typeof limitAll): Promise<void> => {
    // Whoever asked is gone, his address with him.
    if (request.raw.socket.destroyed) throw refuse('serverBusy');
    const verdict = await limit(request);
    if (!verdict.isAllowed && verdict.isExceeded) throw refuse('tooMany', { seconds: verdict.ttlInSeconds });
  };
  const route = (
    path: string,
    right: Right,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void => {
    app.route({
      method: 'POST',
      url: `${wire.prefix}${path}`,
      bodyLimit: formBytesOf(right),
      onRequest: async request => {
        await front.slowDown(request);
        if (right.needs === 'nothing') await keepTo(request, limitOpen);
        if (isLargeForm(request)) await keepTo(request, limitLarge);
      },
      errorHandler: (error, request, reply) => {
        // What was refused unread is not read after all: the connection ends with the answer. Who would still be sending
        // then never sees it: a form that is somewhat too large is let go, and its sender is told so.
        if (isTooLarge(error) && bytesSaid(request) <= LET_GO_BYTES) reply.removeHeader('connection');
        else if (request.body === undefined && isLargeForm(request)) reply.header('connection', 'close');
        return answerFailure(front, error, request, reply);
      },
      handler: async (request, reply) => succeeded(await answer(request, reply)),
    });
  };
  const front: Front = {
    ...options,
    app,
    serve: (path, binding) =>
      route(path, binding.right, (request, reply) =>
        passGates(front, binding, fieldsOf(request.body), openContext(request, reply, front.clock.now())),
      ),
    spend: openBudgets(options.rates.person ?? PERSON_POINTS, options.clock),
    slowDown: request => keepTo(request, limitAll),
  };
  route('*', { needs: 'nothing' }, async () => {
    throw refuse('unknownEndpoint');
  });
  return front;
};
