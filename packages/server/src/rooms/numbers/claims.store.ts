import { sql } from 'kysely';
import type { HouseDb } from '../../platform/db/index.ts';
import type { Claim } from './claims.policy.ts';

/** A number of a line that leads to a plan, at an address of a carrier. */
export interface NumberClaim extends Claim {
  readonly merchantId: string;
  readonly lineId: string;
  readonly number: string;
  readonly core: string;
  /** Of the line, as typed. */
  readonly address: string;
}

/** The carrier keeps our registration just now. */
export const IS_REGISTERED = sql<boolean>`coalesce(l.access = 'register' and h.registered_until > now(), false)`;
/** Who has it longest. */
export const OLDEST_CLAIM = sql`greatest(n.claimed_at, l.moved_at), n.id`;
/** In the order of `compareClaims`. */
export const FIRST_CLAIM = sql`n.awarded_at desc nulls last, ${IS_REGISTERED} desc, ${OLDEST_CLAIM}`;

const live = sql`n.removed_at is null and n.plan_id is not null and n.enabled and l.removed_at is null and l.enabled
  and not l.practice and l.access <> 'gateway' and m.active`;
const joined = sql`line_number n
  join line l on l.merchant_id = n.merchant_id and l.id = n.line_id
  join merchant m on m.id = n.merchant_id
  left join line_health h on h.merchant_id = l.merchant_id and h.line_id = l.id`;
const columns = sql`n.id, n.merchant_id as "merchantId", n.line_id as "lineId", n.number, n.core, l.address,
  extract(epoch from n.awarded_at)::float8 as awarded, ${IS_REGISTERED} as "isProven",
  extract(epoch from greatest(n.claimed_at, l.moved_at))::float8 as since`;

/** Of one number more are a quarrel nobody has. */
const MOST_CLAIMS = 1_000;

/** Claims of these numbers, of all merchants, the likeliest first. */
export const claimsOf = async (db: HouseDb, cores: readonly string[]): Promise<readonly NumberClaim[]> => {
  if (cores.length === 0) return [];
  const { rows } = await sql<NumberClaim>`
    select ${columns} from ${joined}
    where n.core = any(${[...cores]}::text[]) and ${live}
    order by ${FIRST_CLAIM} limit ${MOST_CLAIMS}`.execute(db);
  return rows;
};

/** For the platform: numbers that more than one merchant claims, each with its claims in their order. */
export interface ContestedClaim extends NumberClaim {
  readonly merchantNumber: string;
  readonly merchantName: string;
  readonly lineName: string;
}
const MOST_CONTESTED = 200;

export const contestedClaims = async (db: HouseDb): Promise<readonly ContestedClaim[]> => {
  const { rows } = await sql<ContestedClaim>`
    with contested as (
      select n.core from ${joined} where ${live}
      group by n.core having count(distinct n.merchant_id) > 1 order by n.core limit ${MOST_CONTESTED})
    select ${columns}, m.number as "merchantNumber", m.name as "merchantName", l.name as "lineName"
    from contested join ${joined} on n.core = contested.core
    where ${live}
    order by n.core, ${FIRST_CLAIM} limit ${MOST_CLAIMS}`.execute(db);
  return rows;
};

/** Undefined: it is gone. */
export const findClaim = async (db: HouseDb, merchantId: string, id: string): Promise<ContestedClaim | undefined> => {
  const { rows } = await sql<ContestedClaim>`
    select ${columns}, m.number as "merchantNumber", m.name as "merchantName", l.name as "lineName"
    from ${joined} where n.merchant_id = ${merchantId} and n.id = ${id} and ${live}`.execute(db);
  return rows[0];
};

export const awardClaim = async (db: HouseDb, merchantId: string, id: string): Promise<void> => {
  await sql`update line_number set awarded_at = clock_timestamp()
    where merchant_id = ${merchantId} and id = ${id}`.execute(db);
};
