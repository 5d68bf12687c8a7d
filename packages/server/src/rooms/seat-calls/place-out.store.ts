import type { BillUnit, UseRates } from '@lianxian/core';
import { sql } from 'kysely';
import { callOwner, type RowOwner, type UnscopedDb } from '../../platform/db/index.ts';

export interface NewSeatCall {
  readonly merchantId: string;
  /** Its employee: who placed it, and whose it is. */
  readonly seat: string;
  readonly origin: 'seat' | 'internal';
  readonly lineId: string;
  readonly lineName: string;
  readonly practice: boolean;
  readonly phone: string;
  readonly callerNumber: string;
  readonly ringTimeoutMs: number;
  /** Ten-thousandths of a yuan. */
  readonly price: number;
  readonly unitS: BillUnit;
  readonly hold: number;
  readonly useRates: UseRates | null;
}

interface WrittenCall {
  readonly id: string;
  readonly file: string;
  readonly zone: string;
  readonly made: RowOwner | null;
  /** The line itself, of one that is lent. */
  readonly rootLineId: string | null;
}

/**
 * The row of a call that a seat makes, claimed by `owner` from the beginning: the node that holds the seat's telephone dials
 * it, or nobody. A call within the house takes no channel of any line.
 */
export const writeSeatCall = async (tx: UnscopedDb, owner: string, call: NewSeatCall): Promise<WrittenCall> => {
  const { rows } = await sql<{ readonly id: string }>`
    insert into call (merchant_id, origin, plan_name, line_id, line_name, practice, phone, caller_number, direction,
      placed_by, owner_id, seat_id, ring_timeout_ms, price_per_minute, bill_unit_s, reserved, use_rates, legs, stage, owner,
      fence, leased_until)
    values (${call.merchantId}, ${call.origin}, '', ${call.lineId}, ${call.lineName}, ${call.practice}, ${call.phone},
      ${call.callerNumber}, 'out', ${call.seat}, ${call.seat}, ${call.seat}, ${call.ringTimeoutMs}, ${call.price}::bigint / 10000.0,
      ${call.unitS}, ${call.hold}::bigint / 10000.0, ${call.useRates && JSON.stringify(call.useRates)}::jsonb,
      ${call.origin === 'internal' ? 0 : 1}, 'dialling', ${owner}, 1, now() + interval '30 seconds')
    returning id`.execute(tx);
  const written = await sql<WrittenCall>`
    update call set file = to_char(placed_at at time zone 'UTC', 'YYYY/MM/DD/') || call.id
    from merchant where merchant.id = call.merchant_id and call.merchant_id = ${call.merchantId} and call.id = ${rows[0]!.id}
    returning call.id, call.file, merchant.zone, ${callOwner} as made,
      (select l.root_id from line l where l.merchant_id = call.merchant_id and l.id = call.line_id) as root_line_id`.execute(
    tx,
  );
  return written.rows[0]!;
};

/** What a call within the house stands under: no line of anybody's, and never dialled over. Made with the first such call. */
export const houseLineOf = async (tx: UnscopedDb, merchantId: string): Promise<string> => {
  await sql`
    insert into line (merchant_id, name, address, house, enabled, removed_at)
    select ${merchantId}, '', '', true, false, now()
    where not exists (select from line where merchant_id = ${merchantId} and house)
    on conflict (merchant_id) where house do nothing`.execute(tx);
  const { rows } = await sql<{ readonly id: string }>`
    select id from line where merchant_id = ${merchantId} and house`.execute(tx);
  return rows[0]!.id;
};

/** Null: it has none that is switched on. */
export const practiceLineOf = async (db: UnscopedDb, merchantId: string): Promise<string | null> => {
  const line = await db
    .selectFrom('line')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('practice', '=', true)
    .where('enabled', '=', true)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return line?.id ?? null;
};
