import type { Session } from '../http/index.ts';
import { type Connection, closeCodes } from './connection.ts';
import { catchUp } from './delivery.ts';
import type { Hub } from './hub.ts';
import { providerOf } from './topics.ts';
import { expel } from './watching.ts';

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every(one => b.has(one));

const isSame = (a: Session, b: Session): boolean =>
  a.roleCode === b.roleCode &&
  a.scope === b.scope &&
  a.departmentPath === b.departmentPath &&
  a.due === b.due &&
  a.isSeat === b.isSeat &&
  isSameSet(a.rights, b.rights) &&
  isSameSet(a.buttons, b.buttons);

const leaveForbidden = async (hub: Hub, connection: Connection, prefix = ''): Promise<void> => {
  for (const topic of [...connection.topics].filter(each => each.startsWith(prefix))) {
    const { session } = connection;
    const mayWatch = session.due === null && (await providerOf(hub.providers, topic)?.mayWatch(session, topic));
    if (mayWatch !== true) expel(hub, connection, topic);
  }
};

/** What it may not watch is not known: it comes back when that can be asked. */
const closeUnknown = (hub: Hub, connection: Connection, error: unknown): void => {
  hub.failed(error);
  connection.close(closeCodes.notNow);
};

const review = async (hub: Hub, connections: readonly Connection[], isTold: boolean): Promise<void> => {
  const sessions = await hub.sessionsOf([...new Set(connections.map(({ session }) => session.id))]);
  const behind: Connection[] = [];
  const changed = connections.filter(connection => {
    const now = sessions.get(connection.session.id);
    if (now === undefined) {
      connection.close(closeCodes.signedOut);
      return false;
    }
    const isChanged = isTold || !isSame(connection.session, now);
    if (connection.session.due !== null && now.due === null) behind.push(connection);
    // From here on what is sent is masked by what they may now.
    connection.session = now;
    return isChanged;
  });
  for (const connection of changed)
    await leaveForbidden(hub, connection).then(
      () => {
        if (connection.isOwnPage) connection.say({ type: 'rightsChanged' });
      },
      (error: unknown) => closeUnknown(hub, connection, error),
    );
  await catchUp(hub, behind);
};

/**
 * Looks again who of these may still be in, and what they may: one query for all. Whoever may not is closed with 4103;
 * topics that are no longer theirs are left, and pages are told; with `isTold` even when nothing seems to have changed.
 * The database away is no reason to sign people out: the answer fails and all stay.
 */
export const reviewRights = (hub: Hub, connections: readonly Connection[], isTold: boolean): Promise<void> => {
  const reviewed = hub.reviewing.then(() => review(hub, connections, isTold));
  hub.reviewing = reviewed.catch(() => undefined);
  return reviewed;
};

/** The same of one page and of topics that begin so, after what it asked about topics before. */
export const reviewTopics = (hub: Hub, connection: Connection, prefix: string): Promise<void> =>
  connection.inTurn(() =>
    leaveForbidden(hub, connection, prefix).catch((error: unknown) => closeUnknown(hub, connection, error)),
  );
