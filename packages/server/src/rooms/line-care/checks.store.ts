import type { lineFinding } from '@lianxian/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { LineKey } from '../lines/index.ts';

/** A check of a line that a person asked for. */
export interface AskedProbe extends LineKey {
  readonly id: string;
}
export type Finding = z.infer<typeof lineFinding>;

/** A probe takes seconds: what is still running after this was left by a node that died. */
const LEFT_AFTER = sql`interval '40 seconds'`;
/** Nobody waits for older ones any more. */
const STALE_AFTER = sql`interval '5 minutes'`;

/** Takes asked probes of lines that this node or nobody looks after, oldest first; two nodes never take the same. */
export const takeProbes = async (db: UnscopedDb, owner: string, limit: number): Promise<readonly AskedProbe[]> => {
  const { rows } = await sql<AskedProbe>`
    update line_check c set state = 'running', owner = ${owner}
    where (c.merchant_id, c.id) in (
      select asked.merchant_id, asked.id
      from line_check asked left join line_health h on h.merchant_id = asked.merchant_id and h.line_id = asked.line_id
      where asked.kind = 'probe' and asked.state <> 'done' and (h.owner is null or h.owner = ${owner})
        and (asked.state = 'asked' or asked.asked_at < now() - ${LEFT_AFTER})
        and asked.asked_at > now() - ${STALE_AFTER}
      order by asked.asked_at limit ${limit} for update of asked skip locked)
    returning merchant_id, line_id, id`.execute(db);
  return rows;
};

export const finishProbe = async (db: UnscopedDb, probe: AskedProbe, findings: readonly Finding[]): Promise<void> => {
  await db
    .updateTable('lineCheck')
    .set({ state: 'done', findings: JSON.stringify(findings), finishedAt: sql<Date>`now()` })
    .where('merchantId', '=', probe.merchantId)
    .where('id', '=', probe.id)
    .execute();
};
