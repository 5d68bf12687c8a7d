import type { LineBecause, LineState } from '@lianxian/core';
import { sql } from 'kysely';
import { givenRows, inTransaction, type UnscopedDb } from '../../platform/db/index.ts';
import { ringBell } from '../bell/index.ts';
import { LEASE_IS_OVER, OWNER_IS_DEAD } from '../dialler/index.ts';
import type { LineKey } from '../lines/index.ts';

/**
 * Who looks after a line: a lease like that of a task. Each take raises the fence and every write names it, so
 * of two nodes that both believe in their lease only the later one changes anything.
 */
export interface LineLease extends LineKey {
  readonly fence: number;
  /** As it was left. */
  readonly state: LineState;
  readonly because: LineBecause;
  readonly slowedTo: number | null;
  readonly ignoresOptions: boolean;
}

const LEASE = sql`interval '30 seconds'`;
const merchantsOf = (keys: readonly LineKey[]) => keys.map(({ merchantId }) => merchantId);
const linesOf = (keys: readonly LineKey[]) => keys.map(({ lineId }) => lineId);

/**
 * Leases up to `limit` lines that nobody looks after: new ones, those of dead nodes, those whose lease ran out; with
 * `ownToo` also what `owner` held in its earlier life.
 */
export const takeLines = async (
  db: UnscopedDb,
  owner: string,
  limit: number,
  ownToo: boolean,
): Promise<readonly LineLease[]> => {
  const { rows } = await sql<LineLease>`
    update line_health h set owner = ${owner}, fence = fence + 1, leased_until = now() + ${LEASE}
    where (h.merchant_id, h.line_id) in (
      select line_health.merchant_id, line_id
      from line_health join line on line.merchant_id = line_health.merchant_id and line.id = line_id
      where line.removed_at is null and line.enabled and (owner is null
        or (owner = ${owner} and (${ownToo}::boolean or ${LEASE_IS_OVER}))
        or (owner <> ${owner} and (${LEASE_IS_OVER} or ${OWNER_IS_DEAD})))
      order by line_id limit ${limit} for update of line_health skip locked)
    returning merchant_id, line_id, fence, state, because, slowed_to,
      ignores_options`.execute(db);
  return rows;
};

/** Keeps the leases; the answer names the lines that are still held, and not removed or switched off since. */
export const renewLines = async (
  db: UnscopedDb,
  owner: string,
  leases: readonly Pick<LineLease, 'merchantId' | 'lineId' | 'fence'>[],
): Promise<ReadonlySet<string>> => {
  if (leases.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    update line_health h set leased_until = now() + ${LEASE}
    from unnest(${merchantsOf(leases)}::bigint[], ${linesOf(leases)}::bigint[], ${leases.map(({ fence }) => fence)}::int[])
        held(merchant, line, fence)
      join line on line.merchant_id = held.merchant and line.id = held.line and line.removed_at is null and line.enabled
    where h.merchant_id = held.merchant and h.line_id = held.line and h.fence = held.fence and h.owner = ${owner}
    returning h.line_id as id`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** Nobody's again. Of a line that is gone or switched off nothing is known any more. */
export const releaseLines = async (db: UnscopedDb, owner: string, lines: readonly LineKey[]): Promise<void> => {
  if (lines.length === 0) return;
  await sql`
    update line_health h set owner = null, leased_until = null,
      state = case when gone then 'unknown' else state end, because = case when gone then '' else because end,
      since = case when gone then now() else since end, slowed_to = case when not gone then slowed_to end,
      registered_until = case when not gone then registered_until end
    from (
      select line.merchant_id, line.id, line.removed_at is not null or not line.enabled as gone
      from unnest(${merchantsOf(lines)}::bigint[], ${linesOf(lines)}::bigint[]) held(merchant, line_id)
        join line on line.merchant_id = held.merchant and line.id = held.line_id) l
    where h.merchant_id = l.merchant_id and h.line_id = l.id and h.owner = ${owner}`.execute(db);
};

export interface SavedHealth extends LineKey {
  readonly fence: number;
  readonly state: LineState;
  readonly because: LineBecause;
  readonly slowedTo: number | null;
  readonly ignoresOptions: boolean;
  readonly checkedAt: Date | null;
  readonly code: number | null;
  readonly roundTripMs: number | null;
  readonly registeredUntil: Date | null;
}

/** Writes how lines are, under their fences; the answer names those whose lease still held. */
export const saveHealth = async (
  db: UnscopedDb,
  owner: string,
  lines: readonly SavedHealth[],
): Promise<ReadonlySet<string>> => {
  if (lines.length === 0) return new Set();
  return await inTransaction(db, async tx => {
    const saved = await saveAll(tx, owner, lines);
    for (const { merchantId, id, line } of saved)
      if (line !== null) await ringBell(tx, { merchantId, kind: 'lineDown', about: id, facts: { line } });
    return new Set(saved.map(({ id }) => id));
  });
};

interface Saved {
  readonly merchantId: string;
  readonly id: string;
  /** Its name, where it is down and was not before. */
  readonly line: string | null;
}

const saveAll = async (tx: UnscopedDb, owner: string, lines: readonly SavedHealth[]): Promise<readonly Saved[]> => {
  const { rows } = await sql<Saved>`
    update line_health h set state = s.state, because = s.because, slowed_to = s.slowed_to,
      ignores_options = s.ignores_options,
      since = case when h.state = s.state then h.since else now() end,
      checked_at = coalesce(s.checked_at, h.checked_at), code = s.code, round_trip_ms = s.round_trip_ms,
      registered_until = s.registered_until
    from ${givenRows(lines, savedColumns, 's')}
      join line_health was on was.merchant_id = s.merchant_id and was.line_id = s.line_id
      join line on line.merchant_id = s.merchant_id and line.id = s.line_id
    where h.merchant_id = s.merchant_id and h.line_id = s.line_id and h.fence = s.fence and h.owner = ${owner}
    returning h.merchant_id, h.line_id as id,
      case when h.state = 'down' and was.state <> 'down' then line.name end as line`.execute(tx);
  return rows;
};

const savedColumns = {
  merchantId: 'bigint',
  lineId: 'bigint',
  fence: 'int',
  state: 'text',
  because: 'text',
  slowedTo: 'real',
  ignoresOptions: 'boolean',
  checkedAt: 'timestamptz',
  code: 'int',
  roundTripMs: 'int',
  registeredUntil: 'timestamptz',
} as const satisfies Record<keyof SavedHealth, string>;

interface Bound extends LineKey {
  readonly source: string;
  readonly until: Date;
}

/** Gateways that are registered with us now, with their last contact. */
export const boundLines = async (db: UnscopedDb, lines: readonly LineKey[]): Promise<ReadonlyMap<string, Bound>> => {
  if (lines.length === 0) return new Map();
  const { rows } = await sql<Bound>`
    select distinct on (merchant_id, line_id) merchant_id, line_id, source, expires_at as until
    from sip_binding
    where expires_at > now() and (merchant_id, line_id) in (
      select * from unnest(${merchantsOf(lines)}::bigint[], ${linesOf(lines)}::bigint[]))
    order by merchant_id, line_id, expires_at desc`.execute(db);
  return new Map(rows.map(row => [row.lineId, row]));
};
