import { sql } from 'kysely';
import { FIRST, type UnscopedDb, type Write } from '../../platform/db/index.ts';

/**
 * The pace of a line over all nodes (GCRA): `line.paced_until` is the moment from which the next call may leave, each
 * call moves it on by one interval. Whoever reads it to start calls holds the merchant's pacing lock, and that of a line which is
 * lent: the moment is the line's own, whoever has it.
 *
 * A pause is made up for by the burst at most: a line is looked at as often, and never gets more than that beyond its
 * rate in a second.
 */
export const LINE_BURST_MS = 100;
/** A moment further ahead was written before the clock was set back, and counts as now. */
export const CLOCK_SET_BACK_MS = 2_000;

const interval = (ms: number) => sql`make_interval(secs => ${ms / 1_000})`;

/** Calls are being placed: so many by line, at the rate it has now. A step of {@link writeInTurn}. */
export const pacingLines =
  (merchantId: string, starts: ReadonlyMap<string, number>): Write =>
  turn =>
    sql`
    update line set paced_until = least(clock_timestamp() + ${interval(CLOCK_SET_BACK_MS)},
      s.starts * (interval '1 second' / least(calls_per_second, s.slowed_to)) + case
        when paced_until > clock_timestamp() + ${interval(CLOCK_SET_BACK_MS)} then clock_timestamp()
        else greatest(paced_until, clock_timestamp() - ${interval(LINE_BURST_MS)}) end)
    from (
      select had.root_merchant_id, had.root_id, starts, slowed_to
      from unnest(${[...starts.keys()]}::bigint[], ${[...starts.values()]}::int[]) started(line, starts)
        join line had on had.merchant_id = ${merchantId} and had.id = started.line
        left join line_health h on h.merchant_id = had.root_merchant_id and h.line_id = had.root_id) s
    where line.merchant_id = s.root_merchant_id and line.id = s.root_id and ${turn}`;

export const paceLines = async (
  tx: UnscopedDb,
  merchantId: string,
  starts: ReadonlyMap<string, number>,
): Promise<void> => {
  if (starts.size > 0) await pacingLines(merchantId, starts)(FIRST).execute(tx);
};
