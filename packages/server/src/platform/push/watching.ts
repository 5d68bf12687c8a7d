import { clientMessage, refusals } from '@lianxian/contract';
import { type Connection, closeCodes } from './connection.ts';
import type { Hub } from './hub.ts';
import { providerOf } from './topics.ts';

const MOST_TOPICS = 50;
/** A page subscribes a few times a minute. */
const MOST_SAID_A_BEAT = 200;
const leave = ({ here, providers }: Hub, connection: Connection, topic: string): void => {
  if (!here.unwatch(connection, topic)) return;
  const { merchantId } = connection.session;
  if (here.watching(merchantId, topic).size === 0) providerOf(providers, topic)?.onUnwatch?.(merchantId, topic);
};

const refuseTopic = ({ language, say }: Connection, topic: string, why: 'noRight' | 'tooManyTopics'): void => {
  const { code, [language]: errorMsg } = refusals[why];
  say({ type: 'refused', topic, errorCode: code, errorMsg });
};

/** Leaves a topic that is no longer this person's to watch. */
export const expel = (hub: Hub, connection: Connection, topic: string): void => {
  leave(hub, connection, topic);
  refuseTopic(connection, topic, 'noRight');
};

const join = async (hub: Hub, connection: Connection, topic: string): Promise<void> => {
  const { session, topics } = connection;
  const hasRoom = (): boolean => topics.has(topic) || topics.size < MOST_TOPICS;
  if (!hasRoom()) return refuseTopic(connection, topic, 'tooManyTopics');
  const provider = providerOf(hub.providers, topic);
  // Nothing is open before one's password is one's own.
  if (provider === undefined || session.due !== null || !(await provider.mayWatch(session, topic)))
    return refuseTopic(connection, topic, 'noRight');
  // It may have gone while its right was looked up, others may have joined, and what it may have changed.
  if (!hub.here.all.has(connection)) return;
  if (connection.session !== session) return await join(hub, connection, topic);
  if (!hasRoom()) return refuseTopic(connection, topic, 'tooManyTopics');
  hub.here.watch(connection, topic);
  provider.onWatch?.(session.merchantId, topic);
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Counts what a page says, pings of the protocol as well; a flood closes its socket. Says whether it may go on. */
export const count = (connection: Connection): boolean => {
  connection.said += 1;
  if (connection.said <= MOST_SAID_A_BEAT) return true;
  connection.close(closeCodes.tooFast);
  return false;
};

/** What a page says; nonsense and floods close its socket. */
export const hear = async (hub: Hub, connection: Connection, text: string): Promise<void> => {
  if (!hub.here.all.has(connection) || !count(connection)) return;
  const said = clientMessage.safeParse(readJson(text));
  if (!said.success) connection.close(closeCodes.badMessage);
  else if (said.data.type === 'ping') connection.say({ type: 'pong' });
  else {
    const { type, topic } = said.data;
    await connection.inTurn(async () =>
      type === 'unsubscribe' ? leave(hub, connection, topic) : await join(hub, connection, topic),
    );
  }
};

/** The socket closed. */
export const drop = (hub: Hub, connection: Connection): void => {
  for (const topic of [...connection.topics]) leave(hub, connection, topic);
  hub.here.remove(connection);
};
