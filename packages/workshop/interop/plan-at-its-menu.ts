import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Flow, Plan, PlanNode } from '@lianxian/core';
import { courseFollowUp } from '../../server/seed/course-follow-up.ts';
import { merchantDb, openDatabase } from '../../server/src/platform/db/index.ts';
import { openLog } from '../../server/src/platform/log.ts';
import { insertPlan } from '../../server/src/rooms/plans/index.ts';
import type { House } from '../journeys/house/house.ts';

/**
 * The seeded plan with two doors more: a callee without a name goes straight to the booking, and one without a grade
 * straight to the menu that asks for a key. Over an ordinary line a callee without a recogniser can say nothing else.
 */
const planAtItsMenu = (): Plan => ({
  ...courseFollowUp,
  name: '试听课回访（按键）',
  flows: courseFollowUp.flows.map(flow =>
    flow.id === courseFollowUp.rootFlow ? withDoor(flow, 'name', 'book') : withDoor(flow, 'grade', 'confirmPhone'),
  ),
});

const withDoor = (flow: Flow, variable: string, otherwise: string): Flow => {
  const door: PlanNode = {
    kind: 'condition',
    id: `${flow.id}Door`,
    name: '直达',
    branches: [{ when: { variable, is: 'filled' }, to: flow.rootNode }],
    otherwise,
  };
  return { ...flow, rootNode: door.id, nodes: [door, ...flow.nodes] };
};

/** Publishes it for the demo merchant, as there is no editor yet: straight into the house's own database. */
export const publishPlanAtItsMenu = async (house: House): Promise<string> => {
  const folder = join(house.dataDir, 'postgres');
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
  const port = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[3];
  const url = `postgres://lianxian:${password}@127.0.0.1:${port}/postgres`;
  const database = openDatabase(url, openLog('silent', 'interop'), { most: 1 });
  try {
    const merchant = await database.db.selectFrom('merchant').select('id').executeTakeFirstOrThrow();
    return await insertPlan(merchantDb(database.db, merchant.id), planAtItsMenu(), new Date());
  } finally {
    await database.close();
  }
};
