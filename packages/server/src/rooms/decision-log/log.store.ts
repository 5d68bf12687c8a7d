import type { decisionEndpoints, InputOf } from '@lianxian/contract';
import { type CallState, decisionCode } from '@lianxian/core';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { MerchantDb, Tables, UnscopedDb } from '../../platform/db/index.ts';
import { knownBecauses } from './known.policy.ts';

/** The ledger of decisions as its readers see it; who may not see a task sees none of its decisions. */
export interface LogFilter extends Omit<InputOf<typeof decisionEndpoints.export>, 'phone'> {
  /** A whole number, as it is kept; null: any. */
  readonly phone: string | null;
  readonly seesPhones: boolean;
}

type Decisions = SelectQueryBuilder<Tables, 'decision', object>;

const known = knownBecauses.map(decisionCode.because);
const refused = decisionCode.kind('refused');

/** Seconds of the ledger are counted from 2000 on, in 31 bits (migration 0088): what lies beyond has none. */
const BEGINS = Date.UTC(2000, 0, 1);
const ENDS = BEGINS + (2 ** 31 - 1) * 1_000;
const inLedger = (at: string): string => new Date(Math.min(Math.max(Date.parse(at), BEGINS), ENDS)).toISOString();

const narrowed = (db: MerchantDb, filter: LogFilter): Decisions => {
  const { taskId, phone, kinds, becauses, importId, seesPhones } = filter;
  const [from, to] = [filter.from, filter.to].map(at => (at === undefined ? undefined : inLedger(at)));
  let query = db.selectFrom('decision') as Decisions;
  if (taskId !== undefined) query = query.where('decision.taskId', '=', taskId);
  if (db.viewer !== null && db.viewer.scope !== 'all')
    query = query.where('decision.taskId', 'in', db.selectFrom('task').select('task.id'));
  // Twice, so that the planner sees that the index of numbers serves.
  if (phone !== null) query = query.where(sql<boolean>`decision.phone = phone_code(${phone}) and decision.phone <> 0`);
  if (kinds !== undefined && kinds.length > 0) query = query.where('decision.kind', 'in', kinds.map(decisionCode.kind));
  if (becauses !== undefined && becauses.length > 0)
    query = query.where('decision.because', 'in', becauses.map(decisionCode.because));
  if (importId !== undefined) query = query.where('decision.kind', '=', refused).where('decision.about', '=', importId);
  if (!seesPhones) query = query.where(sql<boolean>`not (kind = ${refused} and because = any(${known}::smallint[]))`);
  if (from !== undefined)
    query = query.where(sql<boolean>`decision.id >= ids_from(${from}::timestamptz)
      and decision.second >> 8 >= second_of(${from}) >> 8 and decision.second >= second_of(${from})`);
  if (to !== undefined)
    query = query.where(
      sql<boolean>`decision.second >> 8 <= second_of(${to}) >> 8 and decision.second < second_of(${to})`,
    );
  return query;
};

const ordered = (query: Decisions, after: string | null, limit: number) => {
  const page = query.orderBy(sql`decision.second >> 8`, 'desc').orderBy('decision.id', 'desc').limit(limit);
  if (after === null) return page;
  const [block, id] = after.split('-');
  return page.where(sql<boolean>`decision.second >> 8 <= ${block}::int
    and (decision.second >> 8, decision.id) < (${block}::int, ${id}::bigint)`);
};

/** Kinds that are about a call, and what took a number off, or put it back: whom. */
const aboutCalls = (['dialled', 'notDialled', 'settled', 'redial', 'passedOn'] as const).map(decisionCode.kind);
const aboutPeople = (['takenOff', 'putBack'] as const).map(decisionCode.kind);
const untilLater = (['putOff', 'redial'] as const).map(decisionCode.kind);

const moment = sql`(timestamptz '2000-01-01Z' + d.second * interval '1 second')`;
const until = sql`(case when d.kind = any(${untilLater}::smallint[]) then ${moment} + d.amount * interval '1 minute' end)`;
const wallClock = (at: unknown) =>
  sql<string | null>`to_char(${at} at time zone merchant.zone, 'YYYY-MM-DD HH24:MI:SS')`;

/**
 * The next of them, newest first, with what they are about. The call is looked for where it is known to lie: by its id.
 */
export const readDecisions = (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  filter: LogFilter,
  page: { readonly after: string | null; readonly limit: number },
) => {
  const found = ordered(narrowed(db, filter), page.after, page.limit).selectAll('decision');
  return (
    unscopedDb
      .selectFrom(found.as('d'))
      .innerJoin('merchant', 'merchant.id', 'd.merchantId')
      // A text message by hand is of no task.
      .leftJoin('task', join => join.onRef('task.merchantId', '=', 'd.merchantId').onRef('task.id', '=', 'd.taskId'))
      .leftJoin('call', join =>
        join
          .onRef('call.merchantId', '=', 'd.merchantId')
          .onRef('call.id', '=', 'd.about')
          .on('d.kind', 'in', aboutCalls),
      )
      .leftJoin('employee', join =>
        join
          .onRef('employee.merchantId', '=', 'd.merchantId')
          .onRef('employee.id', '=', 'd.about')
          .on('d.kind', 'in', aboutPeople),
      )
      .select([
        'd.id',
        'd.phone',
        'd.taskId',
        'task.name as task',
        'd.kind',
        'd.because',
        'd.rule',
        'd.version',
        'd.amount',
        'd.about',
        'call.state as outcome',
        'employee.name as who',
      ])
      .select([
        sql<Date>`${moment}`.as('at'),
        sql<Date | null>`${until}`.as('until'),
        sql<boolean>`call.id is not null`.as('recorded'),
        wallClock(moment).as('wallAt'),
        wallClock(until).as('wallUntil'),
        sql<string>`(d.second >> 8) || '-' || d.id`.as('cursor'),
      ])
      .orderBy(sql`d.second >> 8`, 'desc')
      .orderBy('d.id', 'desc')
      .execute()
  );
};
export type ReadDecision = Omit<Awaited<ReturnType<typeof readDecisions>>[number], 'outcome'> & {
  readonly outcome: CallState | null;
};

/** How many there are, exact to `bound`; one more than it says that there are more. */
export const countDecisions = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  filter: LogFilter,
  bound: number,
): Promise<number> => {
  const found = narrowed(db, filter)
    .select(sql`1`.as('one'))
    .limit(bound + 1);
  const { n } = await unscopedDb
    .selectFrom(found.as('found'))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
};
