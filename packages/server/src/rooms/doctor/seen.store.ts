import type { CallState } from '@lianxian/core';
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
      'call.because',
      'call.sip_code',
      'call.caller_number',
      'call.answered_at',
      'call.talk_ms',
      'call.hung_up_by',
      'call.media',
      sql<CallState>`call.state`.as('state'),
    ])
    .where('call.line_id', '=', lineId)
    .where('call.listed_at', '>', sql<Date>`now() - interval '1 day'`)
    .where('call.stage', '=', 'ended')
    .orderBy('call.listed_at', 'desc')
    .orderBy('call.id', 'desc')
    .limit(CALLS_SEEN)
    .execute();
  const ladders = await laddersOf(
    db,
    calls.map(({ id }) => id),
  );
  return calls.map(call => ({
    id: call.id,
    direction: call.direction,
    state: call.state,
    because: call.because ?? '',
    code: call.sip_code,
    callerNumber: call.caller_number,
    answered: call.answered_at !== null,
    talkMs: call.talk_ms,
    hungUpBy: call.hung_up_by ?? 'nobody',
    media: call.media,
    ladder: ladders.get(call.id) ?? null,
  }));
};

const laddersOf = async (
  db: MerchantDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly LadderMessage[]>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('call_ladder')
    .select(['call_ladder.call_id', 'call_ladder.messages'])
    .where('call_ladder.call_id', 'in', ids)
    .orderBy('call_ladder.call_id', 'desc')
    .limit(LADDERS_SEEN)
    .execute();
  // Written by ourselves, message for message as the contract has them.
  return new Map(rows.map(row => [row.call_id, row.messages as readonly LadderMessage[]]));
};

/** Until when the line is registered, by whoever looks after it; null: it is not. */
export const registeredUntil = async (db: MerchantDb, lineId: string): Promise<Date | null> => {
  const row = await db
    .selectFrom('line_health')
    .select('line_health.registered_until')
    .where('line_health.line_id', '=', lineId)
    .where('line_health.registered_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.registered_until ?? null;
};

/** Of a gateway that registers with us: the binding that holds longest. */
export const bindingOf = async (db: MerchantDb, lineId: string) => {
  const row = await db
    .selectFrom('sip_binding')
    .select(['sip_binding.source', 'sip_binding.expires_at'])
    .where('sip_binding.line_id', '=', lineId)
    .where('sip_binding.expires_at', '>', sql<Date>`now()`)
    .orderBy('sip_binding.expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { source: row.source, expiresAt: row.expires_at } : null;
};
