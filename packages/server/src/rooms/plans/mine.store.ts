import { type RawBuilder, sql } from 'kysely';
import { asPattern, latestVersion, type MerchantDb, ofLatestVersion } from '../../platform/db/index.ts';

/** The list 我的话术: every plan with the state of its draft. A merchant has a few hundred at most. */
interface MyPlansQuery {
  /** Part of the name. */
  readonly search: string;
  readonly state: 'draft' | 'published' | 'changed' | undefined;
}

const newest = latestVersion('plan.merchantId', 'plan.id');
/** A task that may still call, with this plan or with one of several that it compares. */
const goesBy = (plan: RawBuilder<unknown>) => sql<boolean>`(task.removed_at is null
  and task.state in ('waiting', 'running', 'paused') and (task.plan_id = ${plan} or exists (
    select from task_variant v join task_experiment e on e.merchant_id = v.merchant_id and e.task_id = v.task_id
    where v.merchant_id = task.merchant_id and v.task_id = task.id and v.plan_id = ${plan} and e.taken is null)))`;
/** Everybody's tasks, whoever looks: a plan in use is in use. */
const running = sql<number>`(select count(*)::int from task where task.merchant_id = plan.merchant_id
  and ${goesBy(sql`plan.id`)})`;

const found = (db: MerchantDb, { search, state }: MyPlansQuery) => {
  let query = db.selectFrom('plan').where('plan.removedAt', 'is', null);
  if (search !== '') query = query.where('plan.name', 'ilike', asPattern(search));
  if (state === 'draft') query = query.where(newest, 'is', null);
  if (state === 'published') query = query.where(newest, 'is not', null).whereRef('draftRev', '=', 'publishedRev');
  if (state === 'changed') query = query.where(newest, 'is not', null).whereRef('draftRev', '>', 'publishedRev');
  return query;
};

/** Newest change first. */
export const listMine = (db: MerchantDb, query: MyPlansQuery, page: { offset: number; limit: number }) =>
  found(db, query)
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'plan.merchantId').onRef('employee.id', '=', 'plan.draftBy'),
    )
    .select([
      'plan.id',
      'plan.name',
      'plan.draftRev',
      'plan.publishedRev',
      'plan.draftAt',
      'plan.licence',
      'employee.name as who',
      newest.as('version'),
      running.as('running'),
      // A plan of before drafts: as many as its newest version has.
      sql<number>`case when plan.draft is not null then plan.draft_nodes else coalesce(${ofLatestVersion(sql`v.nodes`)}, 0) end`.as(
        'nodes',
      ),
    ])
    .orderBy('plan.draftAt', 'desc')
    .orderBy('plan.id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

export const countMine = async (db: MerchantDb, query: MyPlansQuery): Promise<number> => {
  const row = await found(db, query)
    .select(eb => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
};

/** What goes by a plan, so that it cannot be removed: a task that may still call, a line whose calls it answers. */
export const usersOf = async (
  db: MerchantDb,
  id: string,
): Promise<{ readonly task: string | null; readonly line: string | null }> => {
  const task = await db.whole
    .selectFrom('task')
    .select('task.name')
    .where(goesBy(sql`${id}::bigint`))
    .limit(1)
    .executeTakeFirst();
  const line = await db
    .selectFrom('lineNumber')
    .innerJoin('line', join =>
      join.onRef('line.merchantId', '=', 'lineNumber.merchantId').onRef('line.id', '=', 'lineNumber.lineId'),
    )
    .select('line.name')
    .where('lineNumber.planId', '=', id)
    .where('lineNumber.removedAt', 'is', null)
    .where('line.removedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return { task: task?.name ?? null, line: line?.name ?? null };
};
