import type { CallState, HungUpBy } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { LadderMessage } from '../live/index.ts';
import type { SeenCall } from './about-calls.ts';

/** What a line's last calls left, for the doctor; each over an index of migration 0007. */
const CALLS_SEEN = 200;
/** Kept SIP is read of so many: each has 64 messages at most. */
const LADDERS_SEEN = 30;

/** Calls of the line that ended within a day, the newest first. */
export const seenCalls = async (db: MerchantDb, lineId: string): Promise<readonly SeenCall[]> => {
  const calls = await db
    .selectFrom('call')
    .select([
      'call.id',
      'call.direction',
      'call.sipCode as code',
      'call.callerNumber',
      'call.talkMs',
      'call.media',
      sql<CallState>`call.state`.as('state'),
      sql<string>`coalesce(call.because, '')`.as('because'),
      sql<HungUpBy>`coalesce(call.hung_up_by, 'nobody')`.as('hungUpBy'),
      sql<boolean>`call.answered_at is not null`.as('answered'),
    ])
    .where('call.lineId', '=', lineId)
    .where('call.listedAt', '>', sql<Date>`now() - interval '1 day'`)
    .where('call.stage', '=', 'ended')
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(CALLS_SEEN)
    .execute();
  const ladders = await laddersOf(
    db,
    calls.map(({ id }) => id),
  );
  return calls.map(call => ({ ...call, ladder: ladders.get(call.id) ?? null }));
};

const laddersOf = async (
  db: MerchantDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly LadderMessage[]>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('callLadder')
    .select(['callLadder.callId', 'callLadder.messages'])
    .where('callLadder.callId', 'in', ids)
    .orderBy('callLadder.callId', 'desc')
    .limit(LADDERS_SEEN)
    .execute();
  // Written by ourselves, message for message as the contract has them.
  return new Map(rows.map(row => [row.callId, row.messages as readonly LadderMessage[]]));
};

/** Until when the line is registered, by whoever looks after it; null: it is not. */
export const registeredUntil = async (db: MerchantDb, lineId: string): Promise<Date | null> => {
  const row = await db
    .selectFrom('lineHealth')
    .select('lineHealth.registeredUntil')
    .where('lineHealth.lineId', '=', lineId)
    .where('lineHealth.registeredUntil', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.registeredUntil ?? null;
};

/** Of a gateway that registers with us: the binding that holds longest. */
export const bindingOf = async (db: MerchantDb, lineId: string) => {
  const row = await db
    .selectFrom('sipBinding')
    .select(['sipBinding.source', 'sipBinding.expiresAt'])
    .where('sipBinding.lineId', '=', lineId)
    .where('sipBinding.expiresAt', '>', sql<Date>`now()`)
    .orderBy('sipBinding.expiresAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
};
