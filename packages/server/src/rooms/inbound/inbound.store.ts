import type { UseRates } from '@lianxian/core';
import { sql } from 'kysely';
import { LIVE_IDS, latestVersion, lockLine, type UnscopedDb } from '../../platform/db/index.ts';
import { useRatesOf } from '../billing/index.ts';
import { COUNTS, FIRST_CLAIM, IS_OPEN, OLDEST_CLAIM } from '../caller-ids/index.ts';
import { liveOnRoot } from '../lines/index.ts';

/** A number of a line that leads to a plan. */
export interface Place {
  /** Of the number. */
  readonly id: string;
  readonly merchantId: string;
  readonly lineId: string;
  readonly number: string;
  /** As all its spellings are compared. */
  readonly core: string;
  readonly planId: string;
  /** False: it is switched off or its merchant suspended, and keeps the number all the same. */
  readonly isOpen: boolean;
  readonly practice: boolean;
  readonly access: 'address' | 'register' | 'gateway';
  /** Of the line; '' for practice and gateways. */
  readonly address: string;
  readonly transport: 'udp' | 'tcp' | 'tls';
  readonly srtp: boolean;
}

/** Of one number that several merchants claim, so many are looked at: the first ones, and those who have it longest. */
const PLACES = 50;

const places = (db: Pick<UnscopedDb, 'selectFrom'>) =>
  db
    .selectFrom('lineNumber as n')
    .innerJoin('line as l', join => join.onRef('l.merchantId', '=', 'n.merchantId').onRef('l.id', '=', 'n.lineId'))
    .innerJoin('merchant as m', 'm.id', 'n.merchantId')
    .leftJoin('lineHealth as h', join => join.onRef('h.merchantId', '=', 'l.merchantId').onRef('h.lineId', '=', 'l.id'))
    .where('n.removedAt', 'is', null)
    .where('l.removedAt', 'is', null)
    .select(IS_OPEN.as('isOpen'))
    .select([
      'n.id',
      'n.merchantId',
      'n.lineId',
      'n.number',
      'n.core',
      'n.planId',
      'l.practice',
      'l.access',
      'l.address',
      'l.transport',
      'l.srtp',
    ])
    .$narrowType<{ planId: string }>();

/**
 * Numbers with a plan that are one of these, of all merchants, the first claim first. Lines that are registered with a
 * carrier of their owner's come first, however many: they push nobody out who had the number before.
 */
export const placesOf = async (db: UnscopedDb, cores: readonly string[]): Promise<readonly Place[]> => {
  if (cores.length === 0) return [];
  const rows = await db
    .selectFrom(of =>
      places(of)
        .where('n.planId', 'is not', null)
        .where('n.core', 'in', [...cores])
        .where(COUNTS)
        .select(sql<string>`row_number() over (order by ${FIRST_CLAIM})`.as('rank'))
        .select(sql<string>`row_number() over (order by ${OLDEST_CLAIM})`.as('age'))
        .as('ranked'),
    )
    .selectAll()
    .where(eb => eb.or([eb('rank', '<=', String(PLACES)), eb('age', '<=', String(PLACES))]))
    .orderBy('rank')
    .execute();
  return rows.map(({ rank: _rank, age: _age, ...place }) => place);
};

/** The numbers with a plan of one line. */
export const placesOfLine = (db: UnscopedDb, merchantId: string, lineId: string): Promise<readonly Place[]> =>
  places(db)
    .where('n.planId', 'is not', null)
    .where('n.merchantId', '=', merchantId)
    .where('n.lineId', '=', lineId)
    .where(IS_OPEN)
    .orderBy(FIRST_CLAIM)
    .limit(PLACES)
    .execute();

const isKeptPlan = async (db: UnscopedDb, merchantId: string, planId: string): Promise<boolean> => {
  const plan = await db
    .selectFrom('plan')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('id', '=', planId)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return plan !== undefined;
};

/** Who is told when calls to a merchant cannot be taken. */
export const ownersOf = async (db: UnscopedDb, merchantId: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('employee')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('roleCode', 'in', ['company', 'agent'])
    .where('active', '=', true)
    .execute();
  return rows.map(({ id }) => id);
};

/** A call to us that this node has; the shape of the dialler's claims. */
export interface OfferedCall {
  readonly merchantId: string;
  readonly call: string;
  readonly fence: number;
  readonly direction: 'in';
  readonly taskId: null;
  readonly planId: string;
  readonly planVersion: number;
  readonly lineId: string;
  readonly practice: boolean;
  readonly useRates: UseRates | null;
  readonly phone: string;
  readonly callerNumber: string;
  readonly ringTimeoutMs: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly file: string;
  readonly zone: string;
  readonly hangUpWanted: false;
  readonly isStale: false;
  /** The number whose claim this call proves once it is answered. */
  readonly holds: string | null;
}

interface Written {
  readonly id: string;
  readonly file: string;
  readonly planVersion: number;
  readonly zone: string;
}

/** Answered by then or never: what a caller's carrier waits at most (RFC 3261 timer C). */
const RING_TIMEOUT_MS = 180_000;

/** Who takes it, who calls, and whether its number's claim alone says whose it is. */
interface Offered {
  readonly owner: string;
  readonly phone: string;
  readonly isClaimed: boolean;
}

/** Whether a line's channels are taken, or its merchant has as many calls to it as it may; null: it takes none, or is gone. */
const isLineFull = async (tx: UnscopedDb, merchantId: string, lineId: string): Promise<boolean | null> => {
  const { rows } = await sql<{ isFull: boolean }>`
    select ${liveOnRoot(sql`line`)} >= line.channels or live.called_in >= merchant.channel_limit as is_full
    from line join merchant on merchant.id = line.merchant_id cross join (
      select coalesce(sum(legs) filter (where direction = 'in'), 0) as called_in
      from call where merchant_id = ${merchantId} and stage <> 'ended' and id >= ${LIVE_IDS}) live
    where line.merchant_id = ${merchantId} and line.id = ${lineId} and line.removed_at is null and line.enabled
      and merchant.active`.execute(tx);
  return rows[0]?.isFull ?? null;
};

/**
 * Writes the row of a call to us, claimed by `owner`: from the commit on it is in the line's channels, and an orphan should
 * this process die. `full`: the line's channels are taken, or the merchant has as many calls to it as it is let have (calls of
 * its tasks take nothing from who calls back); `unpublished`: no version of the plan was ever published, a draft
 * that was tried by phone is none; null: line or plan went away meanwhile.
 *
 * `isClaimed`: it came from the carrier's address, so the number is its line's by its claim, and held once it is talked.
 */
export const writeOffered = (
  db: UnscopedDb,
  { id, merchantId, lineId, planId, number, practice }: Place,
  { owner, phone, isClaimed }: Offered,
): Promise<OfferedCall | 'full' | 'unpublished' | null> =>
  db.transaction().execute(async tx => {
    await lockLine(tx, merchantId, lineId);
    const isFull = await isLineFull(tx, merchantId, lineId);
    if (isFull === null) return null;
    if (isFull) return 'full';
    const useRates = practice ? null : await useRatesOf(tx, merchantId, planId);
    const { rows } = await sql<Written>`
      with made as (
        insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone,
          caller_number, direction, ring_timeout_ms, bill_unit_s, use_rates, stage, owner, fence, leased_until)
        select l.merchant_id, p.id, v.version, p.name, l.id, l.name, l.practice, ${phone}, ${number}, 'in',
          ${RING_TIMEOUT_MS}, l.bill_unit_s, ${useRates && JSON.stringify(useRates)}::jsonb, 'dialling', ${owner}, 1, now() + interval '30 seconds'
        from line l
          join plan p on p.merchant_id = l.merchant_id and p.id = ${planId} and p.removed_at is null
          join lateral (select ${latestVersion('p.merchantId', 'p.id')} as version) v on v.version is not null
        where l.merchant_id = ${merchantId} and l.id = ${lineId}
        returning merchant_id, id, plan_version, placed_at)
      select made.id, made.plan_version, m.zone,
        to_char(made.placed_at at time zone 'UTC', 'YYYY/MM/DD/') || made.id as file
      from made join merchant m on m.id = made.merchant_id`.execute(tx);
    const row = rows[0];
    if (row === undefined) return (await isKeptPlan(tx, merchantId, planId)) ? 'unpublished' : null;
    await tx
      .updateTable('call')
      .set({ file: row.file })
      .where('merchantId', '=', merchantId)
      .where('id', '=', row.id)
      .execute();
    return {
      merchantId,
      call: row.id,
      fence: 1,
      direction: 'in',
      taskId: null,
      planId,
      planVersion: row.planVersion,
      lineId,
      practice,
      useRates,
      phone,
      callerNumber: number,
      ringTimeoutMs: RING_TIMEOUT_MS,
      variables: {},
      file: row.file,
      zone: row.zone,
      hangUpWanted: false,
      isStale: false,
      holds: isClaimed && !practice ? id : null,
    };
  });
