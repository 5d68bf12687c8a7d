import type { StatBy } from '@lianxian/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { MerchantDb, Tables, UnscopedDb } from '../../platform/db/index.ts';
import { columns, figureColumns, partOf, type Split } from '../sums/index.ts';
import type { Span } from './span.store.ts';

/**
 * Statistics are read of the sums by hour and by day and of what waits to be added to them, in one statement (decision 120): at
 * any moment they are the plain count of the calls that the viewer may see.
 */
export interface StatNarrowing {
  readonly taskId?: string | undefined;
  readonly planId?: string | undefined;
  readonly version?: number | undefined;
  readonly lineId?: string | undefined;
  readonly portId?: string | undefined;
  readonly ownerId?: string | undefined;
  readonly byHand: boolean;
}

/** What calls are grouped by: as the contract has it, and for its other figures. */
export type GroupedBy = StatBy | 'cause' | 'weekHour' | 'planTask';

type Figure =
  | ('calls' | 'numbers' | 'seized' | 'answered' | 'heard' | 'talkMs' | 'turns' | 'completed' | 'missed')
  | `level${'A' | 'B' | 'C' | 'D' | 'E' | 'F'}`;
export type StatSums = Readonly<Record<Figure, number>> & { readonly cost: string };
type Before = { readonly [F in keyof StatSums as `was${Capitalize<F>}`]: StatSums[F] };
export interface StatGroup extends StatSums, Before {
  readonly key: string;
}

type Summed = 'statHour' | 'statDay' | 'callChange';

const narrowed = <T extends Summed>(db: MerchantDb, table: T, wish: StatNarrowing) => {
  const of = (column: string) => sql.ref<unknown>(`${table}.${column}`);
  let query = db.selectFrom<Summed>(table) as SelectQueryBuilder<Tables, Summed, object>;
  query = query.where(of('source'), wish.byHand ? '=' : '<>', 'hand');
  const { taskId, planId, version: planVersion, lineId, portId, ownerId } = wish;
  for (const [column, value] of Object.entries({ taskId, planId, planVersion, lineId, portId, ownerId }))
    if (value !== undefined) query = query.where(of(column), '=', value);
  return query.selectAll(table);
};

/** Sums of whole days tell all but the hour; provinces are many, so that what narrows no further has sums of its own. */
const splitFor = (by: GroupedBy | null, { taskId, planId, version, lineId, portId }: StatNarrowing): Split | null => {
  if (by === 'hour' || by === 'weekHour') return null;
  if (by === 'caller' || by === 'cause') return by;
  if (by !== 'province') return 'whole';
  return [taskId, planId, version, lineId, portId].every(asked => asked === undefined) ? 'provinceAlone' : 'province';
};

/** Days before are put upon those that they are compared with. Cheap of each row: it is made text of each group. */
const keyOf = (by: GroupedBy | null, { zone, days }: Span): RawBuilder<unknown> => {
  const day = sql`(s.day + case when s.is_now then 0 else ${days}::int end)`;
  const local = sql`(s.hour at time zone ${zone})`;
  const hour = sql`extract(hour from ${local})::int`;
  const keys: Readonly<Record<GroupedBy, RawBuilder<unknown>>> = {
    day,
    week: sql`date_trunc('week', ${day})::date`,
    hour,
    weekHour: sql`(extract(isodow from ${local})::int * 100 + ${hour})`,
    task: sql`s.task_id`,
    plan: sql`s.plan_id`,
    version: sql`s.plan_id || '-' || s.plan_version`,
    planTask: sql`s.plan_id || '-' || s.plan_version || '-' || s.task_id`,
    line: sql`s.line_id`,
    port: sql`s.port_id`,
    owner: sql`s.owner_id`,
    ...{ province: sql`s.part`, caller: sql`s.part`, cause: sql`s.part` },
  };
  return by === null ? sql`''` : keys[by];
};

/** How a key is told. */
const keyTexts: Partial<Readonly<Record<GroupedBy, RawBuilder<unknown>>>> = {
  day: sql`to_char(key, 'YYYY-MM-DD')`,
  week: sql`to_char(key, 'YYYY-MM-DD')`,
  hour: sql`lpad(key::text, 2, '0')`,
  weekHour: sql`(key / 100) || '-' || lpad((key % 100)::text, 2, '0')`,
};

const figures = columns(figureColumns);
const whose = columns(['owner_id', 'task_id', 'plan_id', 'plan_version', 'line_id', 'port_id']);

const waiting = (db: MerchantDb, wish: StatNarrowing, { beforeSince, until }: Span) =>
  narrowed(db, 'callChange', wish)
    .where('callChange.placedHour', '>=', beforeSince)
    .where('callChange.placedHour', '<', until);

/** Key, whether of these days, and figures of each sum. */
const keyed = (db: MerchantDb, by: GroupedBy | null, wish: StatNarrowing, span: Span): RawBuilder<unknown> => {
  const { zone, since, beforeSince, until, beforeFrom, from, to } = span;
  const waits = waiting(db, wish, span);
  const split = splitFor(by, wish);
  if (split === null) {
    const hours = narrowed(db, 'statHour', wish)
      .where('statHour.hour', '>=', beforeSince)
      .where('statHour.hour', '<', until);
    // Summed by hour before hours are told by the merchant's clock.
    return sql`
      select ${keyOf(by, span)} as key, s.is_now, ${figures} from (
        select hour, hour >= ${since} as is_now, ${summed} from (
          select h.hour, ${figures} from ${hours} h union all select c.placed_hour, ${figures} from ${waits} c) each_hour
        group by hour) s`;
  }
  const days = narrowed(db, 'statDay', wish)
    .where('statDay.split', '=', split)
    .where(sql<boolean>`stat_day.day between ${beforeFrom}::date and ${to}::date`);
  return sql`
    select ${keyOf(by, span)} as key, s.is_now, ${figures} from (
      select d.day, d.day >= ${from}::date as is_now, d.key as part, ${whose}, ${figures} from ${days} d
      union all select (c.placed_hour at time zone ${zone})::date, c.placed_hour >= ${since}, ${partOf(split, 'c')}, ${whose},
        ${figures} from ${waits} c) s`;
};

const summed = sql.join(figureColumns.map(name => sql.raw(`sum(${name}) as ${name}`)));
/** Of these days and of those before, side by side. */
const sideBySide = sql.join(
  figureColumns.flatMap(name => {
    const of = (when: string, as: string) =>
      name === 'cost'
        ? sql.raw(`trim_scale(coalesce(max(cost) filter (where ${when}), 0))::text as ${as}`)
        : sql.raw(`coalesce(max(${name}) filter (where ${when}), 0)::float8 as ${as}`);
    return [of('is_now', name), of('not is_now', `was_${name}`)];
  }),
);
/** Each row is summed once, by key and by which of the two it is of; the rest is done with some dozen sums. */
const parts = (db: MerchantDb, by: GroupedBy | null, wish: StatNarrowing, span: Span) => sql`
  select key, is_now, ${summed} from (${keyed(db, by, wish, span)}) s group by key, is_now having sum(calls) <> 0`;

interface Page {
  /** What the page before ended with. */
  readonly after: { readonly calls: number; readonly key: string } | null;
  readonly offset: number;
  readonly limit: number;
}
/** In the order of time, not of how many. */
const inTime: readonly GroupedBy[] = ['day', 'week', 'hour', 'weekHour'];

/** Groups with the most calls first, days and hours in their order; `total`: of all of them. */
export const statGroups = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  by: GroupedBy,
  { wish, span, page }: { readonly wish: StatNarrowing; readonly span: Span; readonly page: Page },
): Promise<readonly (StatGroup & { readonly total: number })[]> => {
  const { after, offset, limit } = page;
  const byTime = inTime.includes(by);
  const further = byTime
    ? sql`key > ${after?.key ?? ''}`
    : sql`(calls < ${after?.calls ?? 0} or (calls = ${after?.calls ?? 0} and key > ${after?.key ?? ''}))`;
  const { rows } = await sql<StatGroup & { total: number }>`
    with grouped as materialized (
      select ${keyTexts[by] ?? sql`key::text`} as key, ${sideBySide}
      from (${parts(db, by, wish, span)}) part group by part.key)
    select *, (select count(*)::int from grouped) as total from grouped
    where ${after === null ? sql`true` : further}
    order by ${byTime ? sql`key` : sql`calls desc, key`} offset ${offset} limit ${limit}`.execute(unscopedDb);
  return rows;
};

/** All of it together. */
export const statSum = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  { wish, span }: { readonly wish: StatNarrowing; readonly span: Span },
): Promise<StatGroup> => {
  const { rows } = await sql<StatGroup>`
    select '' as key, ${sideBySide} from (${parts(db, null, wish, span)}) part`.execute(unscopedDb);
  return rows[0] as StatGroup;
};
