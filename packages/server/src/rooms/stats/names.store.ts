import type { OutputOf, statEndpoints } from '@lianxian/contract';
import { sql } from 'kysely';
import { asPattern, type MerchantDb, peopleBelow, seenPeople } from '../../platform/db/index.ts';
import type { GroupedBy } from './rows.store.ts';

/** How what calls are grouped by is called; what was removed keeps its name. Calls are seen, so names of what they were made with are. */
const named: Partial<Readonly<Record<GroupedBy, 'task' | 'plan' | 'line' | 'port' | 'employee'>>> = {
  task: 'task',
  plan: 'plan',
  version: 'plan',
  line: 'line',
  port: 'port',
  owner: 'employee',
};

export const namesOf = async (
  db: MerchantDb,
  by: GroupedBy,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const table = named[by];
  const ids = [...new Set(keys.map(key => key.split('-')[0] ?? ''))].filter(id => id !== '0');
  if (table === undefined || ids.length === 0) return new Map();
  const rows = await db.whole
    .selectFrom(table as 'plan')
    .select([sql<string>`id::text`.as('id'), sql<string>`name`.as('name')])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Whether the merchant has or had such a plan. */
export const planWasThere = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db.selectFrom('plan').select('plan.id').where('plan.id', '=', id).executeTakeFirst()) !== undefined;

/** Numbers on the lists of tasks; of one that compares plans as many as were dealt to each, by its share. */
export const listedBy = async (
  db: MerchantDb,
  tasks: readonly string[],
): Promise<readonly { readonly taskId: string; readonly total: number }[]> =>
  tasks.length === 0
    ? []
    : await db.whole
        .selectFrom('taskCount')
        .select(['taskCount.taskId', 'taskCount.total'])
        .where('taskCount.taskId', 'in', [...tasks])
        .execute();

/** In hundredths, by task, plan and version. */
export const sharesOf = async (db: MerchantDb, tasks: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  if (tasks.length === 0) return new Map();
  const rows = await db.whole
    .selectFrom('taskVariant')
    .select(['taskVariant.taskId', 'taskVariant.planId', 'taskVariant.planVersion', 'taskVariant.share'])
    .where('taskVariant.taskId', 'in', [...tasks])
    .execute();
  const shares = new Map<string, number>();
  for (const { taskId, planId, planVersion, share } of rows) {
    const key = `${planId}-${planVersion}-${taskId}`;
    shares.set(key, (shares.get(key) ?? 0) + share);
  }
  return shares;
};

const MOST_TASKS = 20;
const MOST_OFFERED = 500;

const tasksNamed = async (
  db: MerchantDb,
  { q, taskId }: { readonly q: string; readonly taskId?: string | undefined },
) => {
  const tasks = db.selectFrom('task').select(['task.id', 'task.name']);
  const found = q === '' ? tasks : tasks.where('task.name', 'ilike', asPattern(q));
  const list = await found.orderBy('task.id', 'desc').limit(MOST_TASKS).execute();
  if (taskId === undefined || list.some(({ id }) => id === taskId)) return list;
  return [...(await tasks.where('task.id', '=', taskId).execute()), ...list];
};

const plansOf = (db: MerchantDb) =>
  db
    .selectFrom('plan')
    .select(['plan.id', 'plan.name'])
    .select(
      sql<readonly number[]>`coalesce((select array_agg(v.version order by v.version desc) from plan_version v
        where v.merchant_id = plan.merchant_id and v.plan_id = plan.id and v.version > 0), '{}')`.as('versions'),
    )
    .orderBy('plan.id', 'desc')
    .limit(MOST_OFFERED)
    .execute();

const linesOf = (db: MerchantDb) =>
  db
    .selectFrom('line')
    .select(['line.id', 'line.name'])
    .where(sql<boolean>`not line.house`)
    .orderBy('line.id', 'desc')
    .limit(MOST_OFFERED)
    .execute();

const portsOf = (db: MerchantDb) =>
  db.selectFrom('port').select(['port.id', 'port.name']).orderBy('port.id', 'desc').limit(MOST_OFFERED).execute();

/** Whose calls the viewer sees. */
export const peopleSeen = (db: MerchantDb) => {
  const everybody = db.selectFrom('employee').select(['employee.id', 'employee.name']);
  const seen = db.viewer === null ? 'everybody' : seenPeople(db.viewer);
  const own =
    seen === 'everybody'
      ? everybody
      : everybody.where(
          'only' in seen
            ? sql<boolean>`employee.id = ${seen.only}`
            : sql<boolean>`employee.id in (${peopleBelow(db.merchantId, seen.below)})`,
        );
  return own.orderBy('employee.name').orderBy('employee.id').limit(MOST_OFFERED).execute();
};

export const choicesOf = async (
  db: MerchantDb,
  wish: { readonly q: string; readonly taskId?: string | undefined },
): Promise<OutputOf<typeof statEndpoints.choices>> => {
  const [tasks, plans, lines, ports, people] = await Promise.all([
    tasksNamed(db, wish),
    plansOf(db),
    linesOf(db),
    portsOf(db),
    peopleSeen(db),
  ]);
  return { tasks, plans: plans.map(plan => ({ ...plan, versions: [...plan.versions] })), lines, ports, people };
};
