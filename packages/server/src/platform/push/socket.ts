/**
 * The push socket `/frontWsServer?token=` (original §8). Messages of types 1–7 go to people; topic messages only to who
 * subscribed, so that an old client sees 1–7 alone. One web process knows its own sockets; what any process
 * sends reaches all of them over the bus.
 *
 * A socket lives no longer than its session: it is closed at sign-out at once, and at the look every half minute when
 * the token expired or was revoked elsewhere.
 */
import { clientMessage, refusals, type TopicMessage, wire } from '@lianxian/contract';
import type { WebSocket } from 'ws';
import type { Bus } from '../bus.ts';
import { type Front, type Session, signedIn } from '../http/index.ts';
import { type Connection, closeCodes, openConnection } from './connection.ts';
import { type Envelope, PUSH_CHANNEL } from './sender.ts';
import { providerOf, type TopicProvider } from './topics.ts';

export interface PushSocket {
  readonly provide: (provider: TopicProvider) => void;
  /** To the sockets of this process alone; what came over another channel of the bus is forwarded with it. */
  readonly deliver: (merchantId: string, topic: string, message: TopicMessage) => void;
  readonly close: () => Promise<void>;
}

const MOST_PER_SESSION = 20;
const MOST_TOPICS = 50;
/** A page subscribes a few times a minute. */
const MOST_MESSAGES_A_BEAT = 200;
const BEAT_MS = 30_000;

export const openPushSocket = async (front: Front, bus: Bus): Promise<PushSocket> => {
  const providers: TopicProvider[] = [];
  const connections = new Map<Connection, { token: string; messages: number }>();
  const watching = (merchantId: string, topic: string) =>
    [...connections.keys()].filter(one => one.session.merchantId === merchantId && one.topics.has(topic));

  const deliver: PushSocket['deliver'] = (merchantId, topic, message) => {
    for (const connection of watching(merchantId, topic)) connection.send(message);
  };
  const forward = (envelope: Envelope): void => {
    if (envelope.to === 'topic') return deliver(envelope.merchantId, envelope.topic, envelope.message);
    for (const connection of connections.keys()) {
      const { session } = connection;
      if (envelope.to === 'session') {
        if (session.id === envelope.sessionId) connection.close(closeCodes.signedOut);
      } else if (session.merchantId === envelope.merchantId) {
        if (envelope.to === 'merchant' || session.employeeId === envelope.employeeId) connection.send(envelope.message);
      }
    }
  };
  const leave = (connection: Connection, topic: string): void => {
    if (!connection.topics.delete(topic)) return;
    const { merchantId } = connection.session;
    if (watching(merchantId, topic).length === 0) providerOf(providers, topic)?.onUnwatch?.(merchantId, topic);
  };
  const join = async (connection: Connection, topic: string): Promise<void> => {
    const { session, topics } = connection;
    const provider = providerOf(providers, topic);
    const isFree = topics.has(topic) || topics.size < MOST_TOPICS;
    if (provider === undefined || !isFree || !(await provider.mayWatch(session, topic))) {
      const { code, 'zh-CN': errorMsg } = refusals.noRight;
      return connection.send({ type: 'refused', topic, errorCode: code, errorMsg });
    }
    if (!connections.has(connection)) return;
    topics.add(topic);
    provider.onWatch?.(session.merchantId, topic);
  };
  const hear = async (connection: Connection, text: string): Promise<void> => {
    const known = connections.get(connection);
    if (known === undefined) return;
    known.messages += 1;
    const said = clientMessage.safeParse(readJson(text));
    if (!said.success || known.messages > MOST_MESSAGES_A_BEAT) return connection.close(closeCodes.badMessage);
    if (said.data.type === 'ping') return connection.send({ type: 'pong' });
    if (said.data.type === 'unsubscribe') return leave(connection, said.data.topic);
    await join(connection, said.data.topic);
  };
  const admit = (socket: WebSocket, session: Session, token: string): void => {
    const ofSession = [...connections.keys()].filter(one => one.session.id === session.id).length;
    if (ofSession >= MOST_PER_SESSION) return socket.close(closeCodes.tooMany);
    const connection = openConnection(socket, session);
    connections.set(connection, { token, messages: 0 });
    socket.on('message', data => {
      hear(connection, String(data)).catch(error => {
        front.log.error({ err: error }, 'a push message failed');
        connection.close(closeCodes.tooSlow);
      });
    });
    socket.once('close', () => {
      for (const topic of [...connection.topics]) leave(connection, topic);
      connections.delete(connection);
    });
  };
  front.app.get(wire.socket, { websocket: true }, async (socket, request) => {
    socket.on('error', () => socket.terminate());
    // What the page says while its token is looked up must not be lost.
    socket.pause();
    const { token = '' } = request.query as { token?: unknown };
    const text = typeof token === 'string' ? token : '';
    const session = await signedIn(front, text).catch(() => null);
    if (session === null) socket.close(closeCodes.signedOut);
    else admit(socket, session, text);
    socket.resume();
  });

  const look = async (): Promise<void> => {
    for (const [connection, known] of connections) {
      known.messages = 0;
      connection.beat();
      // The database away is no reason to sign people out.
      const session = await front.authenticate(known.token).catch(() => connection.session);
      if (session === null) connection.close(closeCodes.signedOut);
    }
  };
  const beat = setInterval(() => void look(), BEAT_MS);
  const unlisten = await bus.listen(PUSH_CHANNEL, payload => forward(JSON.parse(payload) as Envelope));
  return {
    provide: provider => {
      providers.push(provider);
    },
    deliver,
    close: async () => {
      clearInterval(beat);
      await unlisten();
      for (const connection of connections.keys()) connection.close(closeCodes.goingAway);
    },
  };
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
