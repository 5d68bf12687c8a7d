import type { CallDirection, Synthesis, UseRates } from '@lianxian/core';
import { sql } from 'kysely';
import {
  callOwner,
  LIVE_IDS,
  latestVersion,
  NODE_LIVES,
  type RowOwner,
  type UnscopedDb,
} from '../../platform/db/index.ts';
import { holdNumber } from '../caller-ids/index.ts';
import type { KeptLeg } from './legs.ts';

/**
 * The dialler's statements: rows of all merchants, leased and fenced. A call is leased as long as its node
 * shows itself: one row a node is written every two seconds, and no call is touched by time going on (decision 27).
 */

const LEASE = sql`interval '30 seconds'`;

export interface ClaimedCall {
  readonly merchantId: string;
  readonly call: string;
  readonly fence: number;
  /** `in`: somebody called us; `phone` is theirs, `callerNumber` the number of ours that was called. */
  readonly direction: CallDirection;
  /** Null: a call by hand, or to us. */
  readonly taskId: string | null;
  /** Who made the task, or placed the call; null and absent: nobody of ours. */
  readonly owner?: RowOwner | null;
  /** How it came to be; absent: a robot's, or to us. `internal`: among seats, over no line. */
  readonly origin?: 'robot' | 'seat' | 'internal';
  /** Null: no plan, people talk. */
  readonly planId: string | null;
  readonly planVersion: number | null;
  /** Who synthesises; null and absent: whoever the plan chose. */
  readonly synthesis?: Synthesis | null;
  readonly lineId: string;
  /** The line itself, of one that is lent; absent: it is the merchant's own. */
  readonly rootLineId?: string;
  readonly practice: boolean;
  /** Its talk costs something; absent: somebody called us, which costs nothing. */
  readonly priced?: boolean;
  /** What it pays for what it uses beside its line; null and absent: nothing. */
  readonly useRates?: UseRates | null;
  readonly phone: string;
  readonly callerNumber: string;
  readonly ringTimeoutMs: number;
  readonly variables: Readonly<Record<string, string>>;
  /** Below the recordings folder, without extension. */
  readonly file: string;
  readonly zone: string;
  readonly hangUpWanted: boolean;
  /** Waited longer than anybody expects a phone to ring after it was wanted, or its clock was set back meanwhile. */
  readonly isStale: boolean;
  /** A call to us by its number's claim alone: the number is held when the call is answered. Null and absent: no such. */
  readonly holds?: string | null;
}

const STALE = sql`placed_at not between now() - interval '60 seconds' and now() + interval '60 seconds'`;

/** Of a row of `call`: the line itself, whoever lent it. */
export const rootLine = sql<string>`(select l.root_id from line l where l.merchant_id = call.merchant_id and l.id = call.line_id)`;

/**
 * Takes up to `limit` waiting calls for `owner`, oldest first; two nodes never take the same. The row says `dialling`
 * from here on: when this commits the INVITE may leave, and never again (docs/rules.md#effects). With `undialableOnly`
 * (this node may not dial now) only those that nobody should dial any more: withdrawn or stale.
 */
export const claimCalls = async (
  db: UnscopedDb,
  owner: string,
  limit: number,
  undialableOnly = false,
): Promise<readonly ClaimedCall[]> => {
  const { rows } = await sql<ClaimedCall>`
    update call set stage = 'dialling', owner = ${owner}, fence = call.fence + 1, leased_until = now() + ${LEASE},
      file = to_char(call.placed_at at time zone 'UTC', 'YYYY/MM/DD/') || call.id
    from merchant
    where merchant.id = call.merchant_id and call.stage = 'placed' and call.id >= ${LIVE_IDS} and call.id = any(array(
      select id from call
      where stage = 'placed' and id >= ${LIVE_IDS} and (not ${undialableOnly}::boolean or hang_up_wanted_at is not null or ${STALE})
      order by id limit ${limit} for update skip locked))
    returning call.merchant_id, call.id as call, call.fence, 'out' as direction, origin, task_id, plan_id, plan_version, synthesis, line_id, ${rootLine} as root_line_id,
      practice,
      price_per_minute > 0 as priced, use_rates, ${callOwner} as owner, phone, caller_number, ring_timeout_ms, variables, file, merchant.zone,
      hang_up_wanted_at is not null as hang_up_wanted, ${STALE} as is_stale`.execute(db);
  return rows.sort((a, b) => Number(BigInt(a.call) - BigInt(b.call)));
};

interface Claim {
  readonly merchantId: string;
  readonly call: string;
  readonly fence: number;
}

/** Keeps what a CANCEL needs, unless the call was answered meanwhile. */
export const noteInvited = async (db: UnscopedDb, claim: Claim, invite: unknown): Promise<void> => {
  await db
    .updateTable('call')
    .set({ dialog: JSON.stringify(invite) })
    .where('merchantId', '=', claim.merchantId)
    .where('id', '=', claim.call)
    .where('fence', '=', claim.fence)
    .where('stage', '=', 'dialling')
    .execute();
};

/** Keeps the legs of those who take part, as long as the call lives here. */
export const noteParties = async (db: UnscopedDb, claim: Claim, legs: readonly KeptLeg[]): Promise<void> => {
  await db
    .updateTable('call')
    .set({ parties: JSON.stringify(legs) })
    .where('merchantId', '=', claim.merchantId)
    .where('id', '=', claim.call)
    .where('fence', '=', claim.fence)
    .where('stage', 'in', ['dialling', 'talking'])
    .execute();
};

interface Answered {
  readonly dialog: unknown;
  readonly at: Date;
  readonly heard: boolean;
}

/**
 * Keeps what a BYE needs, and that the caller was there: the sender of an offer may be forged, who acknowledged our answer
 * got it. False when the claim is no longer ours.
 */
export const noteAnswered = async (
  db: UnscopedDb,
  claim: Claim & Pick<ClaimedCall, 'holds'>,
  { dialog, at: answeredAt, heard }: Answered,
): Promise<boolean> => {
  if (typeof claim.holds === 'string') await holdNumber(db, claim.merchantId, claim.holds);
  const { numUpdatedRows } = await db
    .updateTable('call')
    .set({ stage: 'talking', dialog: JSON.stringify(dialog), answeredAt, heard })
    .where('merchantId', '=', claim.merchantId)
    .where('id', '=', claim.call)
    .where('fence', '=', claim.fence)
    .where('stage', '=', 'dialling')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export interface VersionKey {
  readonly merchantId: string;
  readonly planId: string;
  readonly planVersion: number;
}

/** Latest versions of living plans, last published first; for voicing them, one read after the other, before anybody calls. */
export const latestVersions = async (db: UnscopedDb, limit: number): Promise<readonly VersionKey[]> => {
  const { rows } = await sql<VersionKey>`
    select v.merchant_id, v.plan_id, v.version as plan_version
    from plan p join plan_version v on v.merchant_id = p.merchant_id and v.plan_id = p.id
      and v.version = ${latestVersion('p.merchantId', 'p.id')}
    where p.removed_at is null
    order by v.published_at desc limit ${limit}`.execute(db);
  return rows;
};

/** Which of these live calls somebody wants ended. */
export const hangUpsWanted = async (db: UnscopedDb, owner: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('call')
    .select('id')
    .where('owner', '=', owner)
    .where('stage', 'in', ['dialling', 'talking'])
    .where('id', '>=', LIVE_IDS)
    .where('hangUpWantedAt', 'is not', null)
    .execute();
  return rows.map(row => row.id);
};

/** A call whose process died. */
export interface Orphan extends Claim {
  readonly lineId: string;
  readonly file: string | null;
  /** What a BYE needs, or a CANCEL where nobody had answered. */
  readonly dialog: unknown;
  /** Those who take part. */
  readonly parties: readonly KeptLeg[] | null;
  readonly placedAt: Date;
  readonly answeredAt: Date | null;
  readonly direction: CallDirection;
}

/** So long a node may be silent before its calls are others' to settle; twice what a slow database may take. */
const NODE_LOST = sql`not exists (select from calls_node n where n.id = owner
  and heartbeat_at between now() - ${LEASE} and now() + ${LEASE})`;
/** A lease that ran out, or one that nobody can have taken by this clock. */
export const LEASE_IS_OVER = sql`leased_until not between now() and now() + interval '60 seconds'`;
/** The node that a row names as its `owner` does not live. */
export const OWNER_IS_DEAD = sql`not exists (select from calls_node n where n.id = owner and ${NODE_LIVES})`;

/**
 * Takes the calls of dead nodes, and of `owner` those that are not among the `known` a while after they were claimed (a
 * claim whose answer was lost); without `known` all of `owner`, whose earlier life has ended. The fence goes up, so that
 * whoever thinks it still owns one changes nothing.
 */
export const takeOrphans = async (
  db: UnscopedDb,
  owner: string,
  known: readonly string[] | null,
): Promise<readonly Orphan[]> => {
  const { rows } = await sql<Orphan>`
    update call set owner = ${owner}, fence = fence + 1, leased_until = now() + ${LEASE}
    where stage in ('dialling', 'talking') and (
      (owner = ${owner} and (${known === null} or (${LEASE_IS_OVER} and id <> all(${[...(known ?? [])]}::bigint[]))))
      or (owner <> ${owner} and ${NODE_LOST}))
    returning merchant_id, id as call, fence, line_id, file, dialog, parties, placed_at, answered_at, direction`.execute(
    db,
  );
  return rows;
};

/** Who showed itself lately under this name, and when; null: nobody that may live. */
export const shownAs = async (
  db: UnscopedDb,
  id: string,
): Promise<{ readonly life: string; readonly beats: string } | null> => {
  const row = await db
    .selectFrom('callsNode')
    .select(['life', sql<string>`heartbeat_at::text`.as('beats')])
    .where('id', '=', id)
    .where(sql<boolean>`${NODE_LIVES}`)
    .executeTakeFirst();
  return row ?? null;
};

export interface NodeBeat {
  readonly id: string;
  /** Which process it is. */
  readonly life: string;
  readonly address: string;
  readonly workers: number;
  /** How many calls live in it. */
  readonly calls: number;
  /** How many it takes at most. */
  readonly capacity: number;
  readonly draining: boolean;
  /** How far its SIP port listens: `fixed` as was set, `shut` (this machine alone), `open`, or the code of why it is not. */
  readonly sipDoor: string;
  readonly version: string;
}

/** The node lives, and so do the leases of its calls. Answers with the database's clock. */
export const beat = async (db: UnscopedDb, node: NodeBeat): Promise<Date> => {
  const { id, ...row } = node;
  const { at } = await db
    .insertInto('callsNode')
    .values({ id, ...row })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ ...row, heartbeatAt: sql<Date>`now()` }))
    .returning(sql<Date>`now()`.as('at'))
    .executeTakeFirstOrThrow();
  return at;
};

/** Whether a node lives that is being stopped, and takes no call any more. */
export const isNodeStopping = async (db: UnscopedDb): Promise<boolean> =>
  (await db
    .selectFrom('callsNode')
    .select('id')
    .where(sql<boolean>`${NODE_LIVES}`)
    .where('draining', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Nodes that live and take calls, for `/readyz`. */
export const livingNodes = async (db: UnscopedDb) =>
  db
    .selectFrom('callsNode')
    .select(['id', 'workers', 'calls'])
    .where(sql<boolean>`${NODE_LIVES}`)
    .where('draining', '=', false)
    .execute();
