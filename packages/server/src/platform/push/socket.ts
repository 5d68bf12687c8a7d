/**
 * The push socket `/frontWsServer?token=[&after=]` (docs/wire.md#push-messages). Messages of types 1–7 go to people;
 * topic messages only to who subscribed, so that an old client sees 1–7 alone. One web process knows its own
 * sockets; what any process sends reaches all of them over the bus.
 *
 * Messages to people are kept: a page that comes back says the last it got (`after`) and gets what it missed first, then
 * `ready`; the same happens by itself when the bus lost its connection, or when a message is too long for it.
 *
 * A socket lives no longer than its session: it is closed at sign-out at once, and at the look every half minute when
 * the session expired or was revoked elsewhere. That look is one query, however many sockets there are.
 */
import { languageOf, wire } from '@lianxian/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Bus } from '../bus.ts';
import type { UnscopedDb } from '../db/index.ts';
import { type Front, type LiveSessions, Refusal, type Session, signedIn } from '../http/index.ts';
import { later } from '../time.ts';
import { type Connection, closeCodes, type Held, openConnection } from './connection.ts';
import { catchUp, type Delivered, deliver } from './delivery.ts';
import { createDirectory } from './directory.ts';
import { forward } from './forward.ts';
import type { Hub } from './hub.ts';
import { missedBy, newestOf } from './messages.store.ts';
import { createOutbox, inSlices } from './outbox.ts';
import { reviewRights } from './rights.ts';
import { envelope, PUSH_CHANNEL } from './sender.ts';
import type { TopicProvider } from './topics.ts';
import { count, drop, hear } from './watching.ts';

export interface PushSocket {
  readonly provide: (provider: TopicProvider) => void;
  /** To the sockets of this process alone; what came over another channel of the bus is forwarded with it. */
  readonly deliver: (merchantId: string, topic: string, message: Delivered) => void;
  readonly close: () => Promise<void>;
}

interface PushParts {
  readonly db: UnscopedDb;
  readonly bus: Bus;
  readonly sessionsOf: LiveSessions;
}

const MOST_PER_SESSION = 20;
/** Of one process, those included whose token is being looked up. */
const MOST_SOCKETS = 20_000;
const BEAT_MS = 30_000;
/** Who was away for longer finds it in the reminder's list. */
const RESUME_MS = 600_000;

/** Cuts the dead and signs out whose session no longer holds. */
const look = async (hub: Hub): Promise<void> => {
  await inSlices(hub.here.all, connection => {
    connection.said = 0;
    connection.beat();
  });
  await reviewRights(hub, [...hub.here.all], false);
};

interface Query {
  readonly token?: unknown;
  readonly language?: unknown;
  readonly after?: unknown;
}

/** The `seq` of `after`; null: the page got none so far, or says none that there can be. */
const seqOf = (after: unknown): number | null =>
  typeof after === 'string' && /^\d{1,15}$/.test(after) ? Number(after) : null;

/** What a page missed, then the word that nothing is missing any more. Kept messages that come meanwhile wait. */
const resume = async (hub: Hub, db: UnscopedDb, connection: Connection, after: number | null): Promise<void> => {
  const { merchantId, employeeId } = connection.session;
  // A page that never was here misses nothing, but what comes from now on.
  const held: Held = { messages: [], again: false };
  connection.held = held;
  connection.lastSeq = after ?? (await newestOf(db, merchantId, employeeId));
  connection.held = null;
  if (after !== null || held.again || held.messages.length > 0) await catchUp(hub, [connection]);
  if (connection.isOwnPage) connection.say({ type: 'ready', seq: connection.lastSeq });
};

interface Entry {
  readonly front: Front;
  readonly hub: Hub;
  readonly db: UnscopedDb;
}

const admit = async ({ front, hub, db }: Entry, socket: WebSocket, session: Session, query: Query): Promise<void> => {
  if (hub.here.ofSession(session.id).size >= MOST_PER_SESSION) return socket.close(closeCodes.tooMany);
  const language = languageOf(typeof query.language === 'string' ? query.language : undefined);
  const connection = openConnection(socket, session, { language, isOwnPage: query.after !== undefined });
  hub.here.add(connection);
  socket.once('close', () => drop(hub, connection));
  socket.on('ping', () => count(connection));
  socket.on('message', data => {
    hear(hub, connection, String(data)).catch((error: unknown) => {
      front.log.error({ err: error }, 'a push message failed');
      connection.close(closeCodes.failed);
    });
  });
  await resume(hub, db, connection, seqOf(query.after));
};

const welcome = async (entry: Entry, socket: WebSocket, query: Query): Promise<void> => {
  try {
    const session = await signedIn(entry.front, typeof query.token === 'string' ? query.token : '');
    if (socket.readyState === socket.OPEN) await admit(entry, socket, session, query);
  } catch (error) {
    // The database away is no reason to sign people out.
    socket.close(error instanceof Refusal ? closeCodes.signedOut : closeCodes.notNow);
  }
};

const openHub = (front: Front, { db, sessionsOf }: PushParts): Hub => ({
  here: createDirectory(),
  providers: [],
  outbox: createOutbox(),
  missedBy: people => missedBy(db, people, later(front.clock.now(), -RESUME_MS)),
  sessionsOf,
  reviewing: Promise.resolve(),
  failed: error => front.log.warn({ err: error }, 'a push failed'),
});

export const openPushSocket = async (front: Front, parts: PushParts): Promise<PushSocket> => {
  const hub = openHub(front, parts);
  let entering = 0;
  const enter = async (socket: WebSocket, request: FastifyRequest): Promise<void> => {
    socket.on('error', () => socket.terminate());
    if (hub.here.all.size + entering >= MOST_SOCKETS) return socket.close(closeCodes.notNow);
    // What the page says while its token is looked up must not be lost.
    socket.pause();
    entering += 1;
    await welcome({ front, hub, db: parts.db }, socket, request.query as Query);
    entering -= 1;
    socket.resume();
  };
  const slowDown = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await front.slowDown(request).catch(() => reply.code(429).send());
  };
  front.app.get(wire.socket, { websocket: true, onRequest: slowDown }, enter);

  const beat = setInterval(() => look(hub).catch(hub.failed), BEAT_MS);
  const unlisten = await parts.bus.listen(PUSH_CHANNEL, payload => forward(hub, envelope.parse(JSON.parse(payload))));
  parts.bus.onBack(() => void catchUp(hub, hub.here.all));
  return {
    provide: provider => {
      hub.providers.push(provider);
    },
    deliver: (merchantId, topic, message) => deliver(hub, merchantId, topic, message),
    close: async () => {
      clearInterval(beat);
      await unlisten();
      for (const connection of hub.here.all) connection.close(closeCodes.goingAway);
    },
  };
};
