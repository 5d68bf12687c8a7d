import { type RawBuilder, sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Who took a call that only rang for them, and another answered it, has no part in it once it is over. */
const isStillIn = (me: string): RawBuilder<boolean> => sql<boolean>`(call.stage <> 'ended' or call.seat_id is null
  or call.seat_id = ${me} or exists (select from call_leg l where l.merchant_id = call.merchant_id and l.call_id = call.id
    and l.employee_id = ${me} and l.joined_at is not null))`;

/** Calls that a seat has or had a part in: whatever its data scope is, these are its own, and no others. */
const isOwnWhile = (me: string, state: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`(call.seat_id = ${me} or call.owner_id = ${me}
  or (exists (select from seat_work w where w.merchant_id = call.merchant_id and w.call_id = call.id and w.employee_id = ${me})
    and ${isStillIn(me)})
  or exists (select from seat_presence p where p.merchant_id = call.merchant_id and p.employee_id = ${me}
    and p.call_id = call.id and ${state}))`;
const isOwn = (me: string): RawBuilder<boolean> => isOwnWhile(me, sql`true`);

/** Nobody's yet, and nobody's of a task. */
const isNobodys = sql<boolean>`(call.seat_id is null and call.owner_id is null)`;

/** Who takes it has it, while it lives and for a day. */
const isFree = sql<boolean>`(${isNobodys}
  and (call.ended_at is null or call.ended_at > now() - interval '1 day'))`;

const calls = (db: MerchantDb, me: string) =>
  db.whole
    .selectFrom('call')
    .leftJoin('seatWork', join =>
      join
        .onRef('seatWork.merchantId', '=', 'call.merchantId')
        .onRef('seatWork.callId', '=', 'call.id')
        .on('seatWork.employeeId', '=', me),
    )
    .leftJoin('plan', join =>
      join.onRef('plan.merchantId', '=', 'seatWork.merchantId').onRef('plan.id', '=', 'seatWork.planId'),
    )
    .leftJoin('seatCall', join =>
      join.onRef('seatCall.merchantId', '=', 'call.merchantId').onRef('seatCall.callId', '=', 'call.id'),
    )
    .leftJoin('callTranscript', join =>
      join.onRef('callTranscript.merchantId', '=', 'call.merchantId').onRef('callTranscript.callId', '=', 'call.id'),
    )
    .select([
      'call.id',
      'call.phone',
      'call.practice',
      'call.calleeName',
      'call.variables',
      'call.tags',
      'call.customerType',
      'call.level',
      'call.direction',
      'call.stage',
      'call.state',
      'call.owner as node',
      'call.placedAt',
      'call.answeredAt',
      'call.endedAt',
      'call.ownerId',
      'callTranscript.lines',
      'seatWork.draft',
      'seatWork.note',
      'seatWork.submittedAt',
      'seatCall.live',
      'seatCall.before',
    ])
    .select([
      sql<string | null>`call.seat_id`.as('seatId'),
      /** Of its guide: chosen by the seat, else the call's own. */
      sql<string | null>`coalesce(seat_work.plan_id, call.plan_id)`.as('planId'),
      sql<string>`coalesce(plan.name, call.plan_name)`.as('planName'),
    ])
    .where('call.removedAt', 'is', null);

/** A call of one's own; undefined: it is not, or there is none. */
export const ownCall = (db: MerchantDb, me: string, id: string) =>
  calls(db, me).where('call.id', '=', id).where(isOwn(me)).executeTakeFirst();

/** The same, but none that one is only rung for: that is to be read, and whoever writes in it has it for good. */
export const ownCallToFill = (db: MerchantDb, me: string, id: string) =>
  calls(db, me).where('call.id', '=', id).where(isOwnWhile(me, sql`p.state <> 'ringing'`)).executeTakeFirst();

export type OwnCall = NonNullable<Awaited<ReturnType<typeof ownCall>>>;

/** Whether one sees it by one's data scope. */
const seesByScope = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db.selectFrom('call').select('call.id').where('call.id', '=', id).executeTakeFirst()) !== undefined;

/** One's own, one that one sees by one's data scope, or one that nobody has. */
export const callToSee = async (db: MerchantDb, me: string, id: string): Promise<OwnCall | undefined> => {
  const own = await calls(db, me)
    .where('call.id', '=', id)
    .where(sql<boolean>`(${isOwn(me)} or ${isFree})`)
    .executeTakeFirst();
  if (own !== undefined) return own;
  return (await seesByScope(db, id)) ? calls(db, me).where('call.id', '=', id).executeTakeFirst() : undefined;
};

/** May one take it? One's own to ring for, or nobody's; of old ones those that one sees anyhow. */
export const mayTake = async (db: MerchantDb, me: string, id: string): Promise<boolean> =>
  (await db.whole
    .selectFrom('call')
    .select('call.id')
    .where('call.id', '=', id)
    .where('call.removedAt', 'is', null)
    .where(sql<boolean>`(${isOwn(me)} or ${(await seesByScope(db, id)) ? isNobodys : isFree})`)
    .executeTakeFirst()) !== undefined;

/** Who serves it by now, held until the transaction ends: of two who take it the second waits. */
export const lockServer = (tx: MerchantDb, id: string) =>
  tx.whole
    .selectFrom('call')
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'call.merchantId').on('employee.id', '=', sql<string>`call.seat_id`),
    )
    .leftJoin('seatCall', join =>
      join.onRef('seatCall.merchantId', '=', 'call.merchantId').onRef('seatCall.callId', '=', 'call.id'),
    )
    .select(['employee.name', 'call.stage', 'seatCall.live'])
    .select(sql<string | null>`call.seat_id`.as('seatId'))
    .where('call.id', '=', id)
    .forNoKeyUpdate('call')
    .executeTakeFirst();

interface Key {
  readonly merchantId: string;
  readonly callId: string;
  readonly employeeId: string;
}

/** It is this seat's from now on, for its data scope as well. */
export const takeCall = async (tx: UnscopedDb, { merchantId, callId, employeeId }: Key): Promise<void> => {
  await sql`update call set seat_id = ${employeeId}, owner_id = ${employeeId}
    where merchant_id = ${merchantId} and id = ${callId}`.execute(tx);
  await sql`insert into seat_work (merchant_id, call_id, employee_id) values (${merchantId}, ${callId}, ${employeeId})
    on conflict do nothing`.execute(tx);
};

/** Locked until the transaction ends. */
export const lockCall = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx.whole.selectFrom('call').select('call.id').where('call.id', '=', id).forNoKeyUpdate().execute();
};

export const writeTags = async (tx: MerchantDb, id: string, tags: readonly string[]): Promise<void> => {
  await tx.whole
    .updateTable('call')
    .set({ tags: [...tags] })
    .where('call.id', '=', id)
    .execute();
};

/** Names of seats, by their employee. */
export const seatsNamed = async (db: MerchantDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('employee')
    .select(['employee.id', 'employee.name'])
    .where('employee.id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};
