import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/platform/db/index.ts';
import { openLog } from '../src/platform/log.ts';
import { createOwner } from '../src/rooms/accounts/index.ts';

/** A merchant of a test with its owner's account. */
export interface TestMerchant {
  readonly id: string;
  readonly number: string;
  readonly owner: { readonly id: string; readonly account: string; readonly password: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Server of this run; its database `template_lianxian` is migrated and empty. */
    databaseServer: string;
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

const makeMerchant = async ({ db }: Database, number: string, name: string): Promise<TestMerchant> => {
  const owner = { account: 'owner', password: `secret-${number}` };
  const made = await createOwner(db, {
    ...owner,
    merchantNumber: number,
    merchantName: name,
    name: '测试',
    demo: false,
  });
  return { id: made.merchantId, number, owner: { ...owner, id: made.employeeId } };
};

/** Clones the run's template; close it in `afterAll`. */
export const startTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template template_lianxian`);
  const url = Object.assign(new URL(inject('databaseServer')), { pathname: `/${name}` }).href;
  const database = openDatabase(url, openLog('silent', 'test'), { most: 5 });
  const merchants = [
    await makeMerchant(database, '200001', '甲商户'),
    await makeMerchant(database, '200002', '乙商户'),
  ] as const;
  return {
    url,
    database,
    merchants,
    close: async () => {
      await database.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
};
