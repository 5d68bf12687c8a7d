import { randomUUID } from 'node:crypto';
import { type DirectEventName, type EventData, versionOf, type WebhookEventName } from '@lianxian/contract';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** As it is sent. */
export const messageOf = <E extends WebhookEventName | DirectEventName>(
  id: string,
  { event, at, data }: { readonly event: E; readonly at: Date; readonly data: EventData<E> },
): string => JSON.stringify({ id, type: event, version: versionOf(event), at: at.toISOString(), data });

/** Something that happened, for a merchant's own systems. */
interface Told<E extends WebhookEventName | DirectEventName> {
  readonly merchantId: string;
  readonly event: E;
  /** What it is about, as `call:17`: what is told of one thing arrives in the order in which it happened. */
  readonly subject: string;
  readonly at: Date;
  readonly data: EventData<E>;
  /** The same for endpoints that get no whole numbers; left out: there are none in it. */
  readonly masked?: EventData<E>;
}

/**
 * Writes it for every endpoint that listens, in the transaction of what happened, so that it is told if and only if it
 * happened; with `only` for that one, whatever it listens to. Answers the deliveries.
 */
export const tellEndpoints = async <E extends WebhookEventName | DirectEventName>(
  tx: UnscopedDb,
  { merchantId, event, subject, at, data, masked = data }: Told<E>,
  only: string | null = null,
): Promise<readonly string[]> => {
  const eventId = randomUUID();
  const bodyOf = (inner: EventData<E>) => messageOf(eventId, { event, at, data: inner });
  const { rows } = await sql<{ id: string }>`
    insert into webhook_delivery (merchant_id, endpoint_id, event_id, event, subject, body, due_at)
    select e.merchant_id, e.id, ${eventId}::uuid, ${event}, ${subject},
      case when e.whole_numbers then ${bodyOf(data)} else ${bodyOf(masked)} end,
      coalesce((select b.due_at from webhook_delivery b
        where b.merchant_id = e.merchant_id and b.endpoint_id = e.id and b.subject = ${subject} and b.state = 'waiting'
        order by b.id desc limit 1), now())
    from webhook_endpoint e
    where e.merchant_id = ${merchantId} and e.enabled
      and case when ${only}::bigint is null then ${event} = any(e.events) else e.id = ${only}::bigint end
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Whether any endpoint of the merchant listens to it: what nobody hears need not be made. */
const isHeard = async (tx: UnscopedDb, merchantId: string, event: WebhookEventName): Promise<boolean> => {
  const { rows } = await sql`select from webhook_endpoint
    where merchant_id = ${merchantId} and enabled and ${event} = any(events) limit 1`.execute(tx);
  return rows.length > 0;
};

/** Many of one kind, each about something of its own and told once about it, in one statement. */
export const tellAll = async <E extends WebhookEventName>(
  tx: UnscopedDb,
  { merchantId, event }: { readonly merchantId: string; readonly event: E },
  told: readonly Pick<Told<E>, 'subject' | 'at' | 'data' | 'masked'>[],
): Promise<void> => {
  if (told.length === 0 || !(await isHeard(tx, merchantId, event))) return;
  const rows = told.map(({ subject, at, data, masked = data }) => {
    const id = randomUUID();
    return {
      id,
      subject,
      whole: messageOf(id, { event, at, data }),
      masked: messageOf(id, { event, at, data: masked }),
    };
  });
  await sql`
    insert into webhook_delivery (merchant_id, endpoint_id, event_id, event, subject, body, due_at)
    select e.merchant_id, e.id, g.id, ${event}, g.subject, case when e.whole_numbers then g.whole else g.masked end,
      coalesce((select b.due_at from webhook_delivery b
        where b.merchant_id = e.merchant_id and b.endpoint_id = e.id and b.subject = g.subject and b.state = 'waiting'
        order by b.id desc limit 1), now())
    from webhook_endpoint e, unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ subject }) => subject)}::text[],
      ${rows.map(({ whole }) => whole)}::text[], ${rows.map(({ masked }) => masked)}::text[]) with ordinality
      g (id, subject, whole, masked, n)
    where e.merchant_id = ${merchantId} and e.enabled and ${event} = any(e.events) order by g.n`.execute(tx);
};

/** How these stand; those of more than 30 days are gone. */
export const deliveriesOf = (db: MerchantDb, ids: readonly string[]) =>
  db
    .selectFrom('webhookDelivery')
    .select(['webhookDelivery.id', 'webhookDelivery.state'])
    .where('webhookDelivery.id', 'in', [...ids])
    .execute();
