import type { Connection } from './connection.ts';

/** The sockets of one web process: whom a message is for is looked up, never searched among all. */
export interface Directory {
  readonly all: ReadonlySet<Connection>;
  readonly add: (connection: Connection) => void;
  /** Its topics must have been left before. */
  readonly remove: (connection: Connection) => void;
  readonly ofMerchant: (merchantId: string) => ReadonlySet<Connection>;
  readonly ofEmployee: (merchantId: string, employeeId: string) => ReadonlySet<Connection>;
  readonly ofSession: (sessionId: string) => ReadonlySet<Connection>;
  readonly watching: (merchantId: string, topic: string) => ReadonlySet<Connection>;
  readonly watch: (connection: Connection, topic: string) => void;
  /** Says whether it watched at all. */
  readonly unwatch: (connection: Connection, topic: string) => boolean;
}

const nobody: ReadonlySet<Connection> = new Set();

const createIndex = () => {
  const found = new Map<string, Set<Connection>>();
  return {
    of: (key: string): ReadonlySet<Connection> => found.get(key) ?? nobody,
    put: (key: string, connection: Connection): void => {
      const there = found.get(key);
      if (there === undefined) found.set(key, new Set([connection]));
      else there.add(connection);
    },
    take: (key: string, connection: Connection): void => {
      const there = found.get(key);
      there?.delete(connection);
      if (there?.size === 0) found.delete(key);
    },
  };
};

/** Ids are digits, so a space parts them from whatever follows. */
const within = (merchantId: string, name: string): string => `${merchantId} ${name}`;

/** Whom it concerns: a page that looks with another's eyes goes by its own person's rights and sign-in too. */
const peopleOf = ({ session: { employeeId, preview } }: Connection): readonly string[] =>
  preview === null ? [employeeId] : [employeeId, preview.byEmployeeId];
const sessionsOf = ({ session: { id, preview } }: Connection): readonly string[] =>
  preview === null ? [id] : [id, preview.bySessionId];

export const createDirectory = (): Directory => {
  const all = new Set<Connection>();
  const [merchants, employees, sessions, topics] = [createIndex(), createIndex(), createIndex(), createIndex()];
  return {
    all,
    add: connection => {
      const { merchantId } = connection.session;
      all.add(connection);
      merchants.put(merchantId, connection);
      for (const employeeId of peopleOf(connection)) employees.put(within(merchantId, employeeId), connection);
      for (const id of sessionsOf(connection)) sessions.put(id, connection);
    },
    remove: connection => {
      const { merchantId } = connection.session;
      all.delete(connection);
      merchants.take(merchantId, connection);
      for (const employeeId of peopleOf(connection)) employees.take(within(merchantId, employeeId), connection);
      for (const id of sessionsOf(connection)) sessions.take(id, connection);
    },
    ofMerchant: merchants.of,
    ofEmployee: (merchantId, employeeId) => employees.of(within(merchantId, employeeId)),
    ofSession: sessions.of,
    watching: (merchantId, topic) => topics.of(within(merchantId, topic)),
    watch: (connection, topic) => {
      connection.topics.add(topic);
      topics.put(within(connection.session.merchantId, topic), connection);
    },
    unwatch: (connection, topic) => {
      topics.take(within(connection.session.merchantId, topic), connection);
      return connection.topics.delete(topic);
    },
  };
};
