import type { InputOf, statementEndpoints } from '@lianxian/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Days, UnscopedDb } from '../../platform/db/index.ts';

/** Statements are read of the sums by day, task and line that stand beside the ledger (migration 0096). */
export type By = InputOf<typeof statementEndpoints.list>['by'];

interface Wanted extends Days {
  readonly merchantId: string;
  readonly by: By;
}

/** Yuan, as text. */
interface Sums {
  readonly calls: string;
  readonly messages: string;
  readonly speech: string;
  readonly models: string;
  readonly market: string;
  readonly moved: string;
  readonly total: string;
  readonly charged: number;
}
export interface StatementRow extends Sums {
  readonly key: string;
  readonly name: string;
  readonly closing: string | null;
}
interface StatementSum extends Sums {
  readonly opening: string;
  readonly closing: string;
  readonly rows: number;
}

const yuan = (value: RawBuilder<unknown>) => sql<string>`trim_scale(coalesce(${value}, 0))::text`;
const of = (kinds: readonly string[]) => yuan(sql`sum(d.amount) filter (where d.kind = any(${kinds}))`);
const sums = sql`
  ${of(['call', 'reversal', 'correction'])} as calls, ${of(['sms'])} as messages,
  ${of(['recognition', 'synthesis'])} as speech, ${of(['model'])} as models,
  ${of(['recording', 'recordingSale', 'plan', 'planSale', 'planShare'])} as market,
  ${of(['topUp', 'transferIn', 'transferOut'])} as moved,
  ${yuan(sql`sum(d.amount)`)} as total,
  coalesce(sum(case d.kind when 'call' then d.entries when 'correction' then d.entries
    when 'reversal' then -d.entries else 0 end), 0)::int as charged`;

const keys: Readonly<Record<By, RawBuilder<unknown>>> = {
  day: sql`d.day`,
  line: sql`d.line_id`,
  task: sql`d.task_id`,
};
/** A line or a task keeps its name when it is removed; one that is gone for good has none. */
const names: Readonly<Record<By, RawBuilder<unknown>>> = {
  day: sql`''`,
  line: sql`coalesce((select name from line where line.merchant_id = ${sql.ref('s.merchant_id')} and line.id = s.key), '')`,
  task: sql`coalesce((select name from task where task.merchant_id = ${sql.ref('s.merchant_id')} and task.id = s.key), '')`,
};

const within = ({ merchantId, from, to }: Wanted) =>
  sql`from spend_day d where d.merchant_id = ${merchantId} and d.day between ${from}::date and ${to}::date`;

/** What there was when a day ended: what there is, without what came after. */
const endOf = (merchantId: string, day: RawBuilder<unknown>) => sql`
  (select coalesce((select amount from balance where merchant_id = ${merchantId}), 0)
    - coalesce((select sum(amount) from spend_day later where later.merchant_id = ${merchantId} and later.day > ${day}), 0))`;

/** Newest first; one row more than asked for tells that there are more. */
export const statementRows = async (
  db: UnscopedDb,
  wanted: Wanted,
  { after, offset, limit }: { readonly after: string | null; readonly offset: number; readonly limit: number },
): Promise<readonly StatementRow[]> => {
  const { by, merchantId } = wanted;
  const key = keys[by];
  const type = by === 'day' ? sql`date` : sql`bigint`;
  const onward = after === null ? sql`` : sql`and ${key} < ${after}::${type}`;
  const closing = by === 'day' ? sql`trim_scale(${endOf(merchantId, sql`s.key`)})::text` : sql`null`;
  const { rows } = await sql<StatementRow>`
    select s.key::text as key, ${names[by]} as name, s.calls, s.messages, s.speech, s.models, s.market, s.moved, s.total, s.charged,
      ${closing} as closing
    from (
      select d.merchant_id, ${key} as key, ${sums} ${within(wanted)} ${onward}
      group by d.merchant_id, ${key} order by ${key} desc offset ${offset} limit ${limit + 1}) s
    order by s.key desc`.execute(db);
  return rows;
};

/** Of the whole time; what was before it and after it differ by its total. */
export const statementSum = async (db: UnscopedDb, wanted: Wanted): Promise<StatementSum> => {
  const { merchantId, to, by } = wanted;
  const { rows } = await sql<StatementSum>`
    select s.calls, s.messages, s.speech, s.models, s.market, s.moved, s.total, s.charged, s.rows,
      trim_scale(e.closing)::text as closing, trim_scale(e.closing - s.total::numeric)::text as opening
    from (select ${sums}, count(distinct ${keys[by]})::int as rows ${within(wanted)}) s
      cross join (select ${endOf(merchantId, sql`${to}::date`)} as closing) e`.execute(db);
  const [sum] = rows;
  if (sum === undefined) throw new Error('sums without a group gave no row');
  return sum;
};
