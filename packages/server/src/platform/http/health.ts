import { sql } from 'kysely';
import type { UnscopedDb } from '../db/index.ts';
import type { Front } from './front.ts';

/** A calls process writes its heartbeat every few seconds; older than this, it is not there. */
const HEARTBEAT_LIMIT_S = 10;
const READY_LIMIT_MS = 2_000;

interface Readiness {
  readonly database: boolean;
  /** A calls process with at least one media worker lives. */
  readonly media: boolean;
  /** Reported, not required: a merchant's dead line must not take the platform out of service. */
  readonly lines: number | null;
}

const look = async (db: UnscopedDb): Promise<Readiness> => {
  const { rows } = await sql<{ media: boolean; lines: string }>`
    select
      exists (
        select from calls_node
        where workers > 0 and heartbeat_at > now() - make_interval(secs => ${HEARTBEAT_LIMIT_S})
      ) as media,
      (select count(*) from line where removed_at is null) as lines
  `.execute(db);
  return { database: true, media: rows[0]?.media === true, lines: Number(rows[0]?.lines) };
};

const none: Readiness = { database: false, media: false, lines: null };

const within = async <T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> => {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(otherwise), ms);
  work.then(resolve, () => resolve(otherwise));
  return await promise.finally(() => clearTimeout(timer));
};

/** `/healthz`: this process answers. `/readyz`: the database and the media answer too, else HTTP 503. */
export const bindHealth = (front: Front, db: UnscopedDb, version: string): void => {
  front.app.get('/healthz', async () => ({ alive: true, version }));
  front.app.get('/readyz', async (_request, reply) => {
    const readiness = await within(READY_LIMIT_MS, look(db), none);
    const isReady = readiness.database && readiness.media;
    return reply.code(isReady ? 200 : 503).send({ ready: isReady, ...readiness });
  });
};
