import type { BillUnit, CallsOfNumber, UseRates } from '@lianxian/core';
import { sql } from 'kysely';
import { LIVE_IDS, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { isWhite } from '../blacklist/index.ts';
import { liveOnRoot } from '../lines/index.ts';
import { callsOfNumber } from '../rules/index.ts';
import { provinceOf } from '../segments/index.ts';

export interface NewCall {
  readonly planId: string;
  readonly planVersion: number;
  readonly planName: string;
  readonly lineId: string;
  readonly lineName: string;
  readonly practice: boolean;
  readonly phone: string;
  readonly callerNumber: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly placedBy: string;
  /** Of the line, and what is held for the call; ten-thousandths of a yuan. */
  readonly price?: number;
  readonly unitS?: BillUnit;
  readonly hold?: number;
  readonly useRates?: UseRates | null;
}

export const insertCall = async (db: MerchantDb, call: NewCall): Promise<string> => {
  const { id } = await db
    .insertInto('call', {
      planId: call.planId,
      planVersion: call.planVersion,
      planName: call.planName,
      lineId: call.lineId,
      lineName: call.lineName,
      practice: call.practice,
      phone: call.phone,
      callerNumber: call.callerNumber,
      variables: JSON.stringify(call.variables),
      placedBy: call.placedBy,
      ownerId: call.placedBy,
      pricePerMinute: (call.price ?? 0) / 10_000,
      billUnitS: call.unitS ?? 60,
      reserved: (call.hold ?? 0) / 10_000,
      useRates: call.useRates ? JSON.stringify(call.useRates) : null,
    })
    .returning('call.id')
    .executeTakeFirstOrThrow();
  return id;
};

interface LineRoom {
  readonly channels: number;
  /** Of all that have the line together. */
  readonly left: number;
  /** Live calls of the line, and of the whole merchant, second legs among them. */
  readonly live: number;
  readonly merchantLive: number;
  /** Ten-thousandths of a yuan a minute; a practice line is free. */
  readonly price: number;
  readonly unitS: BillUnit;
}

/** What a line can still take; read under the locks of `lockLine`. */
export const roomOnLine = async (tx: UnscopedDb, merchantId: string, lineId: string): Promise<LineRoom | null> => {
  const { rows } = await sql<LineRoom>`
    select line.channels, coalesce(greatest(0, root.channels - ${liveOnRoot(sql`root`)}), 0) as left, (case when line.practice then 0 else line.price_per_minute * 10000 end)::float8 as price,
      line.bill_unit_s as unit_s,
      coalesce(sum(of_line.calls) filter (where of_line.line_id = line.id), 0)::int as live,
      coalesce(sum(of_line.calls), 0)::int as merchant_live
    from line join line root on root.merchant_id = line.root_merchant_id and root.id = line.root_id left join (
      select line_id, sum(legs) as calls from call
      where merchant_id = ${merchantId} and stage <> 'ended' and id >= ${LIVE_IDS} group by line_id
    ) of_line on true
    where line.merchant_id = ${merchantId} and line.id = ${lineId} and line.removed_at is null
    group by line.merchant_id, line.id, root.merchant_id, root.id`.execute(tx);
  return rows[0] ?? null;
};

interface NumberByHand {
  readonly zone: string;
  readonly now: Date;
  readonly province: string | null;
  readonly isWhite: boolean;
  readonly calls: CallsOfNumber;
}

/** What hours and caps of a number go by, as this transaction sees it. */
export const numberNow = async (tx: UnscopedDb, merchantId: string, phone: string) => {
  const { rows } = await sql<NumberByHand>`
    select m.zone, now() as now, ${provinceOf(sql`${phone}::text`)} as province,
      ${isWhite(merchantId, sql`${phone}::text`)} as is_white,
      ${callsOfNumber({ merchantId, phone: sql`${phone}::text`, zone: sql`m.zone` })} as calls
    from merchant m where m.id = ${merchantId}`.execute(tx);
  return rows[0]!;
};
