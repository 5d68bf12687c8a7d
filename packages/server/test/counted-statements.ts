import { type Database, openDatabase } from '../src/platform/db/index.ts';
import { openLog } from '../src/platform/log.ts';

interface CountedStatements {
  /** One connection, whose statements are counted. */
  readonly counted: Database;
  /** Their texts, the oldest first; a test empties it before what it counts. */
  readonly statements: string[];
}

/** For tests of what something asks of the database, so that nobody adds a round trip unseen. */
export const openCounted = async (url: string): Promise<CountedStatements> => {
  const counted = openDatabase(url, openLog('silent', 'test'), { most: 1 });
  const statements: string[] = [];
  const client = await counted.pool.connect();
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  Object.assign(client, {
    query: (text: unknown, ...given: unknown[]) => {
      statements.push(String((text as { text?: string }).text ?? text));
      return query(text, ...given);
    },
  });
  client.release();
  return { counted, statements };
};
