/**
 * One embedded PostgreSQL for a run of slice tests, in a temporary folder, with a migrated template database that each
 * test file clones, its two merchants included (vitest globalSetup of the `slice` project).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { type Database, migrate, openDatabase, startEmbedded } from '../src/platform/db/index.ts';
import { openLog } from '../src/platform/log.ts';
import { createOwner } from '../src/rooms/accounts/index.ts';
import type { TestMerchant } from './database.ts';

const ANYBODY_MAY_ENTER = 0o711;

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-slice-'));
  await chmod(folder, ANYBODY_MAY_ENTER);
  const server = await startEmbedded({ folder: join(folder, 'postgres'), volatile: true });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('create database template_lianxian');
  await client.end();
  const template = openDatabase(onDatabase(server.url, 'template_lianxian'), openLog('silent', 'test'));
  await migrate(template);
  project.provide('databaseServer', server.url);
  project.provide('merchants', [
    await makeMerchant(template, '200001', '甲商户'),
    await makeMerchant(template, '200002', '乙商户'),
  ]);
  await template.close();
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
};

const onDatabase = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

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
