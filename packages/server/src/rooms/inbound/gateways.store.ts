import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** Gateways that register with us: an account is the user name of a line, one in the whole house. */
interface GatewayRow {
  readonly merchantId: string;
  readonly lineId: string;
  readonly sealed: string | null;
}

export const findGateway = async (db: UnscopedDb, username: string): Promise<GatewayRow | null> => {
  const row = await db
    .selectFrom('line')
    .select(['merchantId', 'id as lineId', 'passwordSealed as sealed'])
    .where('username', '=', username)
    .where('access', '=', 'gateway')
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
};

interface BindingRow {
  readonly contact: string;
  readonly flow: string;
  readonly source: string;
  readonly callId: string;
  readonly sequence: number;
  readonly userAgent: string;
  readonly registeredAt: Date;
  readonly expiresAt: Date;
}

interface LineKey {
  readonly merchantId: string;
  readonly lineId: string;
}

/** What this node keeps of a line from now on, all of it; a contact that came to another node before is this one's. */
export const saveBindings = (
  db: UnscopedDb,
  node: string,
  { merchantId, lineId }: LineKey,
  bindings: readonly BindingRow[],
): Promise<void> =>
  db.transaction().execute(async tx => {
    await tx
      .deleteFrom('sipBinding')
      .where('merchantId', '=', merchantId)
      .where('lineId', '=', lineId)
      .where(eb =>
        eb.or([
          eb('node', '=', node),
          eb('contact', 'in', ['', ...bindings.map(each => each.contact)]),
          eb('expiresAt', '<=', sql<Date>`now()`),
        ]),
      )
      .execute();
    if (bindings.length === 0) return;
    await tx
      .insertInto('sipBinding')
      .values(
        bindings.map(each => ({
          merchantId,
          lineId,
          node,
          contact: each.contact,
          flow: each.flow,
          source: each.source,
          callId: each.callId,
          sequence: each.sequence,
          userAgent: each.userAgent,
          registeredAt: each.registeredAt,
          expiresAt: each.expiresAt,
        })),
      )
      .execute();
  });

/**
 * What this node kept in its earlier life. Connections did not outlive it, so what came by them is forgotten first, and no
 * task dials over a line that was reached by nothing else, before its gateway is back.
 */
export const takeUpBindings = async (
  db: UnscopedDb,
  node: string,
  flow: string,
): Promise<readonly (LineKey & BindingRow)[]> => {
  await sql`
    with gone as (
      delete from sip_binding where node = ${node} and (flow <> ${flow} or expires_at <= now())
      returning merchant_id, line_id, contact)
    update line_health h set registered_until = null
    from gone
    where h.merchant_id = gone.merchant_id and h.line_id = gone.line_id and not exists (
      select from sip_binding b where b.merchant_id = h.merchant_id and b.line_id = h.line_id and b.expires_at > now()
        and not exists (select from gone g
          where g.merchant_id = b.merchant_id and g.line_id = b.line_id and g.contact = b.contact))`.execute(db);
  return db
    .selectFrom('sipBinding')
    .select([
      'merchantId',
      'lineId',
      'contact',
      'flow',
      'source',
      'callId',
      'sequence',
      'userAgent',
      'registeredAt',
      'expiresAt',
    ])
    .where('node', '=', node)
    .orderBy('registeredAt')
    .execute();
};
