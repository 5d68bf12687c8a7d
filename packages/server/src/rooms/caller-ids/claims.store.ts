import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/**
 * Whose calls a number's are, of several lines of one carrier that lead it to a plan:
 *
 *   1. the line the platform has given it to, the last time it decided;
 *   2. who holds it: a call to it was talked there before. It stays his, switched off or suspended too, until he gives it up
 *      (takes it off the line, leads it to no plan, moves the line) or the platform decides otherwise; of several, the first:
 *      whoever had a call while the first one's carrier was not found has taken nothing;
 *   3. a line that proves itself: one that is registered with the carrier comes before a bare address;
 *   4. who has had it there longest.
 *
 * What comes by a registration of ours or by a gateway's account is that line's in any case, and no claim at all. The order
 * is stated once, in `FIRST_CLAIM`: lists of claims come in it.
 */
export interface NumberClaim {
  readonly id: string;
  readonly merchantId: string;
  readonly lineId: string;
  readonly number: string;
  readonly core: string;
  /** Of the line, as typed. */
  readonly address: string;
  /** Seconds since 1970; null: the platform did not decide for it. */
  readonly awarded: number | null;
  readonly isHeld: boolean;
  /** The carrier keeps our registration just now. */
  readonly isProven: boolean;
  /** Since when the number stands on the line, and the line is at its address; seconds since 1970. */
  readonly since: number;
}

const isRegistered = sql<boolean>`coalesce(l.access = 'register' and h.registered_until > now(), false)`;
/** Who has it longest. */
export const OLDEST_CLAIM = sql`greatest(n.claimed_at, l.moved_at), n.id`;
/** For sorting: the one whose calls they are comes first. */
export const FIRST_CLAIM = sql`n.awarded_at desc nulls last, n.held_at nulls last, ${isRegistered} desc, ${OLDEST_CLAIM}`;
/** Calls come in by it just now. */
export const IS_OPEN = sql<boolean>`(n.enabled and l.enabled and m.active)`;
/** It counts: what is switched off keeps what was decided, and asks for nothing new. */
export const COUNTS = sql<boolean>`(${IS_OPEN} or n.awarded_at is not null or n.held_at is not null)`;

const live = sql`n.removed_at is null and n.plan_id is not null and l.removed_at is null and ${COUNTS}
  and not l.practice and l.access <> 'gateway'`;
const joined = sql`line_number n
  join line l on l.merchant_id = n.merchant_id and l.id = n.line_id
  join merchant m on m.id = n.merchant_id
  left join line_health h on h.merchant_id = l.merchant_id and h.line_id = l.id`;
const columns = sql`n.id, n.merchant_id, n.line_id, n.number, n.core, l.address,
  extract(epoch from n.awarded_at)::float8 as awarded, n.held_at is not null as is_held, ${isRegistered} as is_proven,
  extract(epoch from greatest(n.claimed_at, l.moved_at))::float8 as since`;

/** Of one number more are a quarrel nobody has. */
const MOST_CLAIMS = 1_000;

/** Claims of these numbers, of all merchants, the first first. */
export const claimsOf = async (db: UnscopedDb, cores: readonly string[]): Promise<readonly NumberClaim[]> => {
  if (cores.length === 0) return [];
  const { rows } = await sql<NumberClaim>`
    select ${columns} from ${joined}
    where n.core = any(${[...cores]}::text[]) and ${live}
    order by ${FIRST_CLAIM} limit ${MOST_CLAIMS}`.execute(db);
  return rows;
};

/** For the platform: numbers that more than one merchant claims, each with its claims in their order. */
interface ContestedClaim extends NumberClaim {
  readonly merchantNumber: string;
  readonly merchantName: string;
  readonly lineName: string;
}
const MOST_CONTESTED = 200;

export const contestedClaims = async (db: UnscopedDb): Promise<readonly ContestedClaim[]> => {
  const { rows } = await sql<ContestedClaim>`
    with contested as (
      select n.core from ${joined} where ${live}
      group by n.core having count(distinct n.merchant_id) > 1 order by n.core limit ${MOST_CONTESTED})
    select ${columns}, m.number as merchant_number, m.name as merchant_name, l.name as line_name
    from contested join ${joined} on n.core = contested.core
    where ${live}
    order by n.core, ${FIRST_CLAIM} limit ${MOST_CLAIMS}`.execute(db);
  return rows;
};

/** Undefined: it is gone. */
export const findClaim = async (
  db: UnscopedDb,
  merchantId: string,
  id: string,
): Promise<ContestedClaim | undefined> => {
  const { rows } = await sql<ContestedClaim>`
    select ${columns}, m.number as merchant_number, m.name as merchant_name, l.name as line_name
    from ${joined} where n.merchant_id = ${merchantId} and n.id = ${id} and ${live}`.execute(db);
  return rows[0];
};

export const awardClaim = async (db: UnscopedDb, merchantId: string, id: string): Promise<void> => {
  await sql`update line_number set awarded_at = clock_timestamp()
    where merchant_id = ${merchantId} and id = ${id}`.execute(db);
};

/** A call to this number was answered and its caller said so (ACK): from now on it is held. */
export const holdNumber = async (db: UnscopedDb, merchantId: string, id: string): Promise<void> => {
  await sql`update line_number set held_at = clock_timestamp()
    where merchant_id = ${merchantId} and id = ${id} and held_at is null
      and removed_at is null and plan_id is not null`.execute(db);
};

/**
 * Of these numbers, those the platform is to be told of now: nobody told it of them since `before`, of whatever claim. At
 * once over all nodes; the same numbers again are not told again. Rows are locked in one order: pages that are looked at
 * at once wait for each other, and the second finds them told.
 */
export const tellContested = async (
  db: UnscopedDb,
  cores: readonly string[],
  before: Date,
): Promise<readonly string[]> => {
  if (cores.length === 0) return [];
  const { rows } = await sql<{ core: string }>`
    with due as (
      select n.merchant_id, n.id from line_number n
      where n.core = any(${[...cores]}::text[]) and n.removed_at is null and n.plan_id is not null
        and (n.contest_told_at is null or n.contest_told_at < ${before})
        and not exists (select from line_number other where other.core = n.core and other.removed_at is null
          and other.plan_id is not null and other.contest_told_at >= ${before})
      order by n.id for no key update),
    told as (
      update line_number n set contest_told_at = now() from due
      where n.merchant_id = due.merchant_id and n.id = due.id returning n.core)
    select distinct core from told order by core`.execute(db);
  return rows.map(({ core }) => core);
};
