import type { LineBecause, LineState } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { ringBell } from '../bell/index.ts';

/**
 * How the calls over a line come out, beside what its checks say: a far end may answer every check and refuse every call.
 * Written with the end of a call, as the last that its transaction locks.
 */
interface LineKey {
  readonly merchantId: string;
  readonly lineId: string;
}

/** Of `line_health`: it is that of the line itself, whoever has it. */
const isRootOf = ({ merchantId, lineId }: LineKey) => sql`(merchant_id, line_id) = (
  select had.root_merchant_id, had.root_id from line had where had.merchant_id = ${merchantId} and had.id = ${lineId})`;

/** A line that has refused so many calls in a row is dialled no more for a while, then by one call at a time. */
const FAULTS_OF_A_DEAD_LINE = 5;
const LONGEST_REST_MINUTES = 10;
/** Of a line that works this is written so seldom that its calls do not wait for each other. */
const NOTED_EVERY = sql`interval '5 seconds'`;

/** No call is given to the line whose health this is: it does not answer, or it refused every call and rests (decision 55). */
export const isDead = (health: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(${health}.state = 'down' or ${health}.rests_until > now(), false)`;

const rests = sql`(health.rests_until > now() and health.state <> 'down')`;
/** How a line is, by its checks and by its calls, of a row that is joined as `health`. */
export const healthNow = [
  sql<LineState>`case when ${rests} then 'down' else coalesce(health.state, 'unknown') end`.as('state'),
  sql<LineBecause>`case when ${rests} then 'refusing' else coalesce(health.because, '') end`.as('because'),
  sql<Date | null>`case when ${rests} then coalesce(health.carried_at, health.since) else health.since end`.as('since'),
  sql<Date | null>`case when ${rests} then health.rests_until end`.as('restsUntil'),
] as const;

/** Rests grow: 1, 2, 4, 8, then 10 minutes. Calls that were under way when a rest began do not lengthen it. */
export const lineRefused = async (tx: UnscopedDb, { merchantId, lineId }: LineKey): Promise<void> => {
  const { rows } = await sql<LineKey & { line: string }>`
    update line_health h set faults = h.faults + 1, rests = h.rests + r.begins::int,
      rests_until = case when r.begins
        then now() + make_interval(mins => least(${LONGEST_REST_MINUTES}, 2 ^ least(h.rests, 10))::int) else h.rests_until end
    from (select merchant_id, line_id, faults + 1 >= ${FAULTS_OF_A_DEAD_LINE} and coalesce(rests_until <= now(), true) as begins
      from line_health where ${isRootOf({ merchantId, lineId })} for no key update) r
    where h.merchant_id = r.merchant_id and h.line_id = r.line_id
    returning h.merchant_id, h.line_id, case when r.begins and h.rests = 1
      then (select name from line where line.merchant_id = h.merchant_id and line.id = h.line_id) end as line`.execute(
    tx,
  );
  const [down] = rows;
  if (down?.line)
    await ringBell(tx, {
      merchantId: down.merchantId,
      kind: 'lineDown',
      about: down.lineId,
      facts: { line: down.line },
    });
};

export const lineCarried = async (tx: UnscopedDb, { merchantId, lineId }: LineKey): Promise<void> => {
  await sql`
    update line_health set faults = 0, rests = 0, rests_until = null, carried_at = now()
    where ${isRootOf({ merchantId, lineId })}
      and (faults > 0 or rests > 0 or carried_at is null or carried_at < now() - ${NOTED_EVERY})`.execute(tx);
};

/** Somebody changed the line or switched it on: what was refused before says nothing of it now. */
export const forgetFaults = async (db: MerchantDb, id: string): Promise<void> => {
  await db
    .updateTable('lineHealth')
    .set({ faults: 0, rests: 0, restsUntil: null })
    .where('lineHealth.lineId', '=', id)
    .where('lineHealth.faults', '>', 0)
    .execute();
};
