import { type PushMessage, storedText, type TopicMessage } from '@lianxian/contract';
import { maskPhone } from '@lianxian/core';
import type { Session } from '../http/index.ts';
import { bytesOf, type Connection, closeCodes } from './connection.ts';
import type { Hub } from './hub.ts';
import type { KeptMessage, Missing } from './messages.store.ts';

/** More than this is read anew from where it is kept. */
const MOST_HELD = 100;

/** One for all, or what each may see; null: nothing of it. */
export type Delivered = TopicMessage | ((session: Session) => TopicMessage | null);

export const deliver = ({ here, outbox }: Hub, merchantId: string, topic: string, message: Delivered): void => {
  const watching = here.watching(merchantId, topic);
  if (watching.size === 0) return;
  if (typeof message === 'function') {
    outbox(watching, connection => {
      const seen = message(connection.session);
      if (seen !== null) connection.say(seen);
    });
    return;
  }
  const bytes = bytesOf(message);
  outbox(watching, connection => connection.send(bytes));
};

/** A message as a page is sent it. */
type Writing = (to: Pick<Connection, 'session' | 'language'>) => Buffer;

/** Written once for all who see the same of it: in their language, and phones for who may see them. */
const writingOf = (message: PushMessage): Writing => {
  const { msg, phone } = message;
  const written = new Map<string, Buffer>();
  return ({ session, language }) => {
    const seesPhone = !phone || session.buttons.has('phone:unmask');
    const key = `${language} ${seesPhone}`;
    const bytes =
      written.get(key) ??
      bytesOf({
        ...message,
        ...(msg !== undefined && { msg: storedText(msg, language) }),
        ...(!seesPhone && { phone: maskPhone(phone) }),
      });
    written.set(key, bytes);
    return bytes;
  };
};

/**
 * Before one's password is one's own nothing is given: who set it may be who reads it. It comes afterwards (`rights`). To
 * who looks with this person's eyes never: it is the person's own.
 */
const give = (connection: Connection, { seq }: KeptMessage, writing: Writing): void => {
  const { due, preview } = connection.session;
  if (seq <= connection.lastSeq || due !== null || preview !== null) return;
  connection.lastSeq = seq;
  connection.send(writing(connection));
};

export const toPeople = ({ outbox }: Hub, people: ReadonlySet<Connection>, message: KeptMessage): void => {
  const writing = writingOf(message);
  outbox(people, connection => {
    const { held } = connection;
    if (held === null) give(connection, message, writing);
    else if (held.messages.length < MOST_HELD) held.messages.push(message);
    else held.again = true;
  });
};

const personOf = ({ merchantId, employeeId }: Pick<Missing, 'merchantId' | 'employeeId'>): string =>
  `${merchantId} ${employeeId}`;

/** By person, the earliest of what their pages got last. */
const peopleOf = (connections: readonly Connection[]): Missing[] => {
  const people = new Map<string, Missing>();
  for (const { session, lastSeq } of connections) {
    const { merchantId, employeeId } = session;
    const after = Math.min(people.get(personOf(session))?.after ?? lastSeq, lastSeq);
    people.set(personOf(session), { merchantId, employeeId, after });
  }
  return [...people.values()];
};

/** Sends what these missed; what comes meanwhile follows after it. Whoever cannot be served is closed and comes back. */
export const catchUp = async (hub: Hub, connections: Iterable<Connection>): Promise<void> => {
  const behind: Connection[] = [];
  for (const connection of connections) {
    if (connection.held === null) {
      connection.held = { messages: [], again: false };
      behind.push(connection);
    } else connection.held.again = true;
  }
  if (behind.length === 0) return;
  try {
    const missed = Map.groupBy(await hub.missedBy(peopleOf(behind)), personOf);
    const writings = new Map<number, Writing>();
    const writing = (message: KeptMessage) => {
      const written = writings.get(message.seq) ?? writingOf(message);
      writings.set(message.seq, written);
      return written;
    };
    for (const connection of behind) {
      const held = connection.held?.messages ?? [];
      const kept = missed.get(personOf(connection.session))?.map(({ message }) => message) ?? [];
      for (const message of [...kept, ...held]) give(connection, message, writing(message));
    }
  } catch (error) {
    hub.failed(error);
    for (const connection of behind) connection.close(closeCodes.notNow);
  }
  const again = behind.filter(connection => connection.held?.again);
  for (const connection of behind) connection.held = null;
  await catchUp(hub, again);
};
