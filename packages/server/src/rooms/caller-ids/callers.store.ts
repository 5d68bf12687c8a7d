import type { CallerNumber, CallerPick } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb, Write } from '../../platform/db/index.ts';

/**
 * Which numbers of lines may call today, of a lent one those of the line itself; read and written under the locks of who starts
 * calls (`lockLine`), so caps hold over all nodes and merchants.
 */

/** The merchant's own day. */
const today = sql`(now() at time zone (select zone from merchant m where m.id = n.merchant_id))::date`;
/** What was counted before the clock was set back over midnight counts on. */
const isToday = sql`n.used_on between ${today} and ${today} + 1`;
const usedToday = sql`case when ${isToday} then n.used else 0 end`;

/** A number, and whose it is. */
interface OwnedNumber extends CallerNumber {
  readonly merchantId: string;
}

export interface LineCallers {
  readonly pick: CallerPick;
  /** In the order in which they were added; those that are switched off or used up are not among them. */
  readonly numbers: readonly OwnedNumber[];
}

/** Of these lines, those that have any number at all, usable or not: a line without one calls with its account's name. */
export const callersOf = async (
  tx: UnscopedDb,
  merchantId: string,
  lines: readonly string[],
): Promise<ReadonlyMap<string, LineCallers>> => {
  if (lines.length === 0) return new Map();
  const { rows } = await sql<OwnedNumber & { line: string; pick: CallerPick; enabled: boolean }>`
    select line.id as line, root.pick, n.enabled, n.merchant_id, n.id, n.number, n.province, n.city,
      case when n.daily_cap > 0 then greatest(0, n.daily_cap - ${usedToday}) end as left,
      extract(epoch from n.last_used_at)::float8 as last_used
    from line join line root on root.merchant_id = line.root_merchant_id and root.id = line.root_id
      join line_number n on n.merchant_id = root.merchant_id and n.line_id = root.id
    where line.merchant_id = ${merchantId} and line.id = any(${[...lines]}::bigint[]) and n.removed_at is null
    order by line.id, n.id`.execute(tx);
  const found = new Map<string, { pick: CallerPick; numbers: OwnedNumber[] }>();
  for (const { line, pick, enabled, ...number } of rows) {
    const callers = found.get(line) ?? { pick, numbers: [] };
    found.set(line, callers);
    callers.numbers.push(enabled ? number : { ...number, left: 0 });
  }
  return found;
};

export interface NumberUse extends Pick<OwnedNumber, 'merchantId'> {
  readonly id: string;
  readonly calls: number;
  /** Its last call among those of this claim, from 1. */
  readonly rank: number;
}

/** Numbers make calls: so many each, in this order. A step of {@link writeInTurn}. */
export const usingNumbers =
  (uses: readonly NumberUse[]): Write =>
  turn =>
    sql`
    update line_number n set used = ${usedToday} + u.calls, used_on = case when ${isToday} then n.used_on else ${today} end,
      last_used_at = now() + u.rank * interval '1 microsecond'
    from unnest(${uses.map(({ merchantId }) => merchantId)}::bigint[], ${uses.map(({ id }) => id)}::bigint[], ${uses.map(({ calls }) => calls)}::int[],
      ${uses.map(({ rank }) => rank)}::int[]) u(merchant, id, calls, rank)
    where n.merchant_id = u.merchant and n.id = u.id and ${turn}`;

/** A call that never left gives its use back, on the day on which it was counted. */
export const giveUseBack = async (tx: UnscopedDb, merchantId: string, call: string): Promise<void> => {
  await sql`
    update line_number n set used = n.used - 1
    from call join line on line.merchant_id = call.merchant_id and line.id = call.line_id
      join merchant on merchant.id = line.root_merchant_id
    where call.merchant_id = ${merchantId} and call.id = ${call} and call.direction = 'out'
      and n.merchant_id = line.root_merchant_id and n.line_id = line.root_id and n.number = call.caller_number
      and n.removed_at is null and n.used > 0
      and n.used_on = (call.placed_at at time zone merchant.zone)::date`.execute(tx);
};
