/** PostgreSQL for a run of tests, in a temporary folder, and the databases that are cloned of its migrated template. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Database, migrate, openDatabase, startEmbedded } from '../src/platform/db/index.ts';
import { openLog } from '../src/platform/log.ts';
import { createOwner } from '../src/rooms/accounts/index.ts';
import { anyHour, setPlatformRules } from './rules.ts';

/** A merchant of a test with its owner's account. */
export interface TestMerchant {
  readonly id: string;
  readonly number: string;
  readonly owner: { readonly id: string; readonly account: string; readonly password: string };
}

/** Its database `template_lianxian` is migrated and holds the merchants; the platform lets them call at any hour, for tests run at night. */
interface Template {
  readonly url: string;
  readonly merchants: readonly [TestMerchant, TestMerchant];
  /** Of its server, which may be killed: it is started again. */
  readonly pid: () => number | null;
  readonly stop: () => Promise<void>;
}

/** A database of its own for one test file, with two merchants: what one has, the other must not see. */
export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  readonly merchants: readonly [TestMerchant, TestMerchant];
  readonly close: () => Promise<void>;
}

const ANYBODY_MAY_ENTER = 0o711;

const onDatabase = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

const onServer = async (url: string, sql: string): Promise<void> => {
  const client = new Client({ connectionString: url });
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

export const startTemplate = async (): Promise<Template> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-slice-'));
  await chmod(folder, ANYBODY_MAY_ENTER);
  const server = await startEmbedded({ folder: join(folder, 'postgres'), volatile: true });
  await onServer(server.url, 'create database template_lianxian');
  const template = openDatabase(onDatabase(server.url, 'template_lianxian'), openLog('silent', 'test'));
  await migrate(template);
  await setPlatformRules(template, anyHour);
  const merchants = [
    await makeMerchant(template, '200001', '甲商户'),
    await makeMerchant(template, '200002', '乙商户'),
  ] as const;
  await template.close();
  return {
    url: server.url,
    merchants,
    pid: server.pid,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Clones the template; close it when it has served. */
export const cloneTemplate = async ({ url, merchants }: Pick<Template, 'url' | 'merchants'>): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copied as files it costs a tenth of the processor time that 29 MB of log take, and is dropped as quickly.
  await onServer(url, `create database ${name} template template_lianxian strategy file_copy`);
  const clone = onDatabase(url, name);
  const database = openDatabase(clone, openLog('silent', 'test'), { most: 5 });
  return {
    url: clone,
    database,
    merchants,
    close: async () => {
      await database.close();
      await onServer(url, `drop database ${name} with (force)`);
    },
  };
};
