import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/platform/db/index.ts';
import { openLog } from '../src/platform/log.ts';

/** A merchant of a test with its owner's account. */
export interface TestMerchant {
  readonly id: string;
  readonly number: string;
  readonly owner: { readonly id: string; readonly account: string; readonly password: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Server of this run; its database `template_lianxian` is migrated and holds the merchants, no more. */
    databaseServer: string;
    merchants: [TestMerchant, TestMerchant];
  }
}

/** A database of its own for one test file, with two merchants: what one has, the other must not see. */
export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  readonly merchants: readonly [TestMerchant, TestMerchant];
  readonly close: () => Promise<void>;
}

const onServer = async (sql: string): Promise<void> => {
  const client = new Client({ connectionString: inject('databaseServer') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

/** Clones the run's template; close it in `afterAll`. */
export const startTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template template_lianxian`);
  const url = Object.assign(new URL(inject('databaseServer')), { pathname: `/${name}` }).href;
  const database = openDatabase(url, openLog('silent', 'test'), { most: 5 });
  return {
    url,
    database,
    merchants: inject('merchants'),
    close: async () => {
      await database.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
};
