import { clientMessage, type Language, type PushMessage, refusals, type TopicMessage } from '@lianxian/contract';
import type { Session } from '../http/index.ts';
import { type Connection, closeCodes } from './connection.ts';
import type { Envelope } from './sender.ts';
import { providerOf, type TopicProvider } from './topics.ts';

/** The sockets of one web process, and who watches what. */
export interface Hub {
  readonly providers: TopicProvider[];
  readonly connections: Map<Connection, Known>;
}
export interface Known {
  /** Looked up again at each beat. */
  readonly token: string;
  readonly locale: Language;
  /** Said since the last beat. */
  messages: number;
}

const MOST_TOPICS = 50;
/** A page subscribes a few times a minute. */
const MOST_MESSAGES_A_BEAT = 200;

const watching = ({ connections }: Hub, merchantId: string, topic: string): Connection[] =>
  [...connections.keys()].filter(one => one.session.merchantId === merchantId && one.topics.has(topic));

/** One for all, or what each may see. */
export type Delivered = TopicMessage | ((session: Session) => TopicMessage);

export const deliver = (hub: Hub, merchantId: string, topic: string, message: Delivered): void => {
  for (const connection of watching(hub, merchantId, topic))
    connection.send(typeof message === 'function' ? message(connection.session) : message);
};

const toPeople = (hub: Hub, merchantId: string, employeeId: string | null, message: PushMessage): void => {
  for (const { session, send } of hub.connections.keys()) {
    if (session.merchantId !== merchantId) continue;
    if (employeeId === null || session.employeeId === employeeId) send(message);
  }
};

const signOut = (hub: Hub, sessionId: string): void => {
  for (const { session, close } of hub.connections.keys()) {
    if (session.id === sessionId) close(closeCodes.signedOut);
  }
};

/** What came over the bus, to the sockets it is for. */
export const forward = (hub: Hub, envelope: Envelope): void => {
  switch (envelope.to) {
    case 'topic':
      deliver(hub, envelope.merchantId, envelope.topic, envelope.message);
      break;
    case 'merchant':
      toPeople(hub, envelope.merchantId, null, envelope.message);
      break;
    case 'employee':
      toPeople(hub, envelope.merchantId, envelope.employeeId, envelope.message);
      break;
    case 'session':
      signOut(hub, envelope.sessionId);
  }
};

const leave = (hub: Hub, connection: Connection, topic: string): void => {
  if (!connection.topics.delete(topic)) return;
  const { merchantId } = connection.session;
  if (watching(hub, merchantId, topic).length === 0) providerOf(hub.providers, topic)?.onUnwatch?.(merchantId, topic);
};

const join = async (hub: Hub, connection: Connection, topic: string, locale: Language): Promise<void> => {
  const { session, topics, send } = connection;
  const provider = providerOf(hub.providers, topic);
  const hasRoom = (): boolean => topics.has(topic) || topics.size < MOST_TOPICS;
  // Others may have joined while its right was looked up.
  const isIn = provider !== undefined && hasRoom() && (await provider.mayWatch(session, topic)) && hasRoom();
  if (!isIn) {
    const { code, [locale]: errorMsg } = refusals.noRight;
    send({ type: 'refused', topic, errorCode: code, errorMsg });
    return;
  }
  // It may have gone while its right was looked up.
  if (!hub.connections.has(connection)) return;
  topics.add(topic);
  provider.onWatch?.(session.merchantId, topic);
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** What a page says; nonsense and floods close its socket. */
export const hear = async (hub: Hub, connection: Connection, text: string): Promise<void> => {
  const known = hub.connections.get(connection);
  if (known === undefined) return;
  known.messages += 1;
  const said = clientMessage.safeParse(readJson(text));
  if (!said.success || known.messages > MOST_MESSAGES_A_BEAT) connection.close(closeCodes.badMessage);
  else if (said.data.type === 'ping') connection.send({ type: 'pong' });
  else if (said.data.type === 'unsubscribe') leave(hub, connection, said.data.topic);
  else await join(hub, connection, said.data.topic, known.locale);
};

/** The socket closed. */
export const drop = (hub: Hub, connection: Connection): void => {
  for (const topic of [...connection.topics]) leave(hub, connection, topic);
  hub.connections.delete(connection);
};
