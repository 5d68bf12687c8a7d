/**
 * The push socket `/frontWsServer?token=` (original §8). Messages of types 1–7 go to people; topic messages only to who
 * subscribed, so that an old client sees 1–7 alone. One web process knows its own sockets; what any process
 * sends reaches all of them over the bus.
 *
 * A socket lives no longer than its session: it is closed at sign-out at once, and at the look every half minute when
 * the token expired or was revoked elsewhere.
 */
import { languageOf, wire } from '@lianxian/contract';
import type { WebSocket } from 'ws';
import type { Bus } from '../bus.ts';
import { type Front, signedIn } from '../http/index.ts';
import { type Connection, closeCodes, openConnection } from './connection.ts';
import { type Delivered, deliver, drop, forward, type Hub, hear, type Known } from './hub.ts';
import { envelope, PUSH_CHANNEL } from './sender.ts';
import type { TopicProvider } from './topics.ts';

export interface PushSocket {
  readonly provide: (provider: TopicProvider) => void;
  /** To the sockets of this process alone; what came over another channel of the bus is forwarded with it. */
  readonly deliver: (merchantId: string, topic: string, message: Delivered) => void;
  readonly close: () => Promise<void>;
}

const MOST_PER_SESSION = 20;
const BEAT_MS = 30_000;

const admit = (front: Front, hub: Hub, connection: Connection, socket: WebSocket, known: Known): void => {
  const ofSession = [...hub.connections.keys()].filter(one => one.session.id === connection.session.id).length;
  if (ofSession >= MOST_PER_SESSION) {
    connection.close(closeCodes.tooMany);
    return;
  }
  hub.connections.set(connection, known);
  socket.on('message', data => {
    hear(hub, connection, String(data)).catch((error: unknown) => {
      front.log.error({ err: error }, 'a push message failed');
      connection.close(closeCodes.failed);
    });
  });
  socket.once('close', () => drop(hub, connection));
};

/** Cuts the dead and signs out whose token no longer holds. */
const look = async (front: Front, hub: Hub): Promise<void> => {
  for (const [connection, known] of hub.connections) {
    known.messages = 0;
    connection.beat();
    // The database away is no reason to sign people out.
    const session = await front.authenticate(known.token).catch(() => connection.session);
    if (session === null) connection.close(closeCodes.signedOut);
  }
};

const welcome = async (front: Front, hub: Hub, socket: WebSocket, query: { token?: unknown; language?: unknown }) => {
  const token = typeof query.token === 'string' ? query.token : '';
  const locale = languageOf(typeof query.language === 'string' ? query.language : undefined);
  const session = await signedIn(front, token).catch(() => null);
  if (session === null) socket.close(closeCodes.signedOut);
  else admit(front, hub, openConnection(socket, session), socket, { token, locale, messages: 0 });
};

export const openPushSocket = async (front: Front, bus: Bus): Promise<PushSocket> => {
  const hub: Hub = { providers: [], connections: new Map() };
  front.app.get(wire.socket, { websocket: true }, async (socket, request) => {
    socket.on('error', () => socket.terminate());
    // What the page says while its token is looked up must not be lost.
    socket.pause();
    await welcome(front, hub, socket, request.query as object);
    socket.resume();
  });
  const beat = setInterval(() => void look(front, hub), BEAT_MS);
  const unlisten = await bus.listen(PUSH_CHANNEL, payload => forward(hub, envelope.parse(JSON.parse(payload))));
  return {
    provide: provider => {
      hub.providers.push(provider);
    },
    deliver: (merchantId, topic, message) => deliver(hub, merchantId, topic, message),
    close: async () => {
      clearInterval(beat);
      await unlisten();
      for (const connection of hub.connections.keys()) connection.close(closeCodes.goingAway);
    },
  };
};
