import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plan } from '@lianxian/core';
import { merchantDb, openDatabase } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { insertPlan } from '../../../server/src/rooms/plans/index.ts';
import type { House } from './house.ts';

const DEMO_MERCHANT = '100268';

/** Publishes a plan for the demo merchant, as there is no editor yet: straight into the house's own database. */
export const publishPlan = async (house: House, plan: Plan): Promise<string> => {
  const folder = join(house.dataDir, 'postgres');
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
  const port = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[3];
  const url = `postgres://lianxian:${password}@127.0.0.1:${port}/postgres`;
  const database = openDatabase(url, openLog('silent', 'workshop'), { most: 1 });
  try {
    const merchant = await database.db
      .selectFrom('merchant')
      .select('id')
      .where('number', '=', DEMO_MERCHANT)
      .executeTakeFirstOrThrow();
    return await insertPlan(merchantDb(database.db, merchant.id), plan, new Date());
  } finally {
    await database.close();
  }
};
