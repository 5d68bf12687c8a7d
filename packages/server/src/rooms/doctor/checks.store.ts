import type { CheckKind } from '@lianxian/contract';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import type { Finding } from './finding.ts';

/** Rows of asked looks at lines: web asks and reads, calls takes and writes. */

/** Two who press the button at once look at the same check. */
const SAME_WITHIN = sql`interval '20 seconds'`;
/** Whoever presses again and again reads what was just found. */
const FRESH_FOR = sql`interval '2 seconds'`;
const KEPT_FOR = sql`interval '7 days'`;
const KEPT_OF_A_LINE = 50;
/** Looks of a merchant that wait or run; those of others wait behind them. */
const OPEN_OF_A_MERCHANT = 20;

/** Whether the line is the merchant's and not removed; one that is lent is its owner's to look into: what is found says where it leads. */
export const lineExists = async (db: MerchantDb, lineId: string): Promise<boolean> =>
  (await db
    .selectFrom('line')
    .select('line.id')
    .where('line.id', '=', lineId)
    .where('line.lenderId', 'is', null)
    .where('line.removedAt', 'is', null)
    .executeTakeFirst()) !== undefined;

/**
 * The check that is under way or was just done, or a new one; old ones of the line are swept. Null: the merchant has so
 * many under way that this one has to wait.
 */
export const askCheck = async (
  db: MerchantDb,
  wish: { readonly lineId: string; readonly kind: CheckKind; readonly employeeId: string },
): Promise<string | null> => {
  const { lineId, kind, employeeId } = wish;
  await db
    .selectFrom('line')
    .select(sql`pg_advisory_xact_lock(hashtextextended(${`checks ${db.merchantId}`}, 0))`.as('held'))
    .where('line.id', '=', lineId)
    .execute();
  const open = await db
    .selectFrom('lineCheck')
    .select('lineCheck.id')
    .where('lineCheck.lineId', '=', lineId)
    .where('lineCheck.kind', '=', kind)
    .where(
      'lineCheck.askedAt',
      '>',
      sql<Date>`now() - case line_check.state when 'done' then ${FRESH_FOR} else ${SAME_WITHIN} end`,
    )
    .orderBy('lineCheck.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (open) return open.id;
  await db
    .deleteFrom('lineCheck')
    .where('lineCheck.lineId', '=', lineId)
    .where(eb =>
      eb.or([
        eb('lineCheck.askedAt', '<', sql<Date>`now() - ${KEPT_FOR}`),
        eb(
          'lineCheck.id',
          '<=',
          sql<string>`(select old.id from line_check old where old.merchant_id = ${db.merchantId}
            and old.line_id = ${lineId} order by old.id desc offset ${KEPT_OF_A_LINE - 1} limit 1)`,
        ),
      ]),
    )
    .execute();
  const under = await db
    .selectFrom('lineCheck')
    .select(eb => eb.fn.countAll<string>().as('open'))
    .where('lineCheck.state', '<>', 'done')
    .where('lineCheck.askedAt', '>', sql<Date>`now() - ${SAME_WITHIN}`)
    .executeTakeFirstOrThrow();
  if (Number(under.open) >= OPEN_OF_A_MERCHANT) return null;
  const row = { lineId, kind, askedBy: employeeId, owner: null, finishedAt: null };
  return (await db.insertInto('lineCheck', row).returning('lineCheck.id').executeTakeFirstOrThrow()).id;
};

export const findCheck = (db: MerchantDb, id: string) =>
  db
    .selectFrom('lineCheck')
    .select(['lineCheck.state', 'lineCheck.askedAt', 'lineCheck.findings'])
    .where('lineCheck.id', '=', id)
    .executeTakeFirst();

export interface ClaimedCheck {
  readonly merchantId: string;
  readonly id: string;
  readonly lineId: string;
}

/** A look takes 20 s at most: what is still running after this was left by a node that died. */
const LEFT_AFTER = sql`interval '40 seconds'`;
/** Nobody waits for older ones any more. */
const STALE_AFTER = sql`interval '5 minutes'`;

/** Takes up to `limit` asked looks of the doctor, oldest first; two nodes never take the same. */
export const claimChecks = async (db: UnscopedDb, owner: string, limit: number): Promise<readonly ClaimedCheck[]> => {
  const { rows } = await sql<ClaimedCheck>`
    update line_check set state = 'running', owner = ${owner}, findings = '[]'
    where (merchant_id, id) in (
      select merchant_id, id from line_check
      where kind = 'doctor' and state <> 'done' and asked_at > now() - ${STALE_AFTER}
        and (state = 'asked' or asked_at < now() - ${LEFT_AFTER})
      order by asked_at limit ${limit} for update skip locked)
    returning merchant_id, id, line_id`.execute(db);
  return rows;
};

/** What was found so far; false when another node has the check by now. */
export const writeFindings = async (
  db: UnscopedDb,
  check: ClaimedCheck & { readonly owner: string },
  findings: readonly Finding[],
  done: boolean,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('lineCheck')
    .set({ findings: JSON.stringify(findings), ...(done && { state: 'done', finishedAt: sql<Date>`now()` }) })
    .where('merchantId', '=', check.merchantId)
    .where('id', '=', check.id)
    .where('owner', '=', check.owner)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
