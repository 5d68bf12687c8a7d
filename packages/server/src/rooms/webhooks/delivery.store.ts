import { type RawBuilder, sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Outcome } from './send.ts';

/** A delivery that this process has taken. */
export interface Taken {
  readonly merchantId: string;
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly body: string;
  readonly url: string;
  readonly secretSealed: string;
  readonly tries: number;
  /** Since it happened, or was asked for anew. */
  readonly ageMs: number;
  /** Of its endpoint, in a row. */
  readonly failures: number;
}

/** Of one endpoint at once; of one that does not answer a single one. */
const OF_ENDPOINT = 4;
const OF_MERCHANT = 8;
/** What a process that died had taken is another's then; one that lives keeps it (`keepTaken`), for a try may take longer. */
const TAKEN = sql`interval '8 seconds'`;
/** Looks come whenever a message ends: of those under way only what has no more than that left is written anew. */
const KEPT_WITHIN = sql`interval '5 seconds'`;

/**
 * Takes up to `room` deliveries that are due, by turns of merchants: whoever waits for more than others waits for himself. Of
 * one thing the earliest alone is taken, so that what is told of it keeps its order.
 */
export const takeDue = async (
  db: UnscopedDb,
  room: number,
  busy: { readonly endpoints: readonly string[]; readonly merchants: readonly string[] },
): Promise<readonly Taken[]> => {
  const { rows } = await sql<Taken>`
    with due as (
      select d.merchant_id, d.id, row_number() over (partition by d.merchant_id order by d.turn, d.endpoint_id) as turn
      from webhook_endpoint e cross join lateral (
        select w.merchant_id, w.endpoint_id, w.id, row_number() over (order by w.due_at, w.id) as turn
        from webhook_delivery w
        where w.merchant_id = e.merchant_id and w.endpoint_id = e.id and w.state = 'waiting' and w.due_at <= now()
          and (w.taken_until is null or w.taken_until < now())
          and not exists (select from webhook_delivery b
            where b.merchant_id = w.merchant_id and b.endpoint_id = w.endpoint_id and b.subject = w.subject
              and b.state = 'waiting' and b.id < w.id)
        order by w.due_at, w.id limit case when e.failures > 0 then 1 else ${sql.lit(OF_ENDPOINT)} end) d
      where e.enabled and (e.rests_until is null or e.rests_until <= now())
        and e.id <> all(${busy.endpoints}::bigint[]) and e.merchant_id <> all(${busy.merchants}::bigint[])
    ), chosen as (
      select merchant_id, id from due where turn <= ${sql.lit(OF_MERCHANT)} order by turn, merchant_id limit ${room}
    ), locked as (
      select w.merchant_id, w.id from webhook_delivery w join chosen on chosen.merchant_id = w.merchant_id and chosen.id = w.id
      where w.state = 'waiting' and (w.taken_until is null or w.taken_until < now())
      for update of w skip locked
    ), taken as (
      update webhook_delivery w set taken_until = now() + ${TAKEN}, tries = w.tries + 1, tried_at = now()
      from locked where locked.merchant_id = w.merchant_id and locked.id = w.id
      returning w.merchant_id, w.id, w.endpoint_id, w.event_id, w.body, w.tries,
        (extract(epoch from now() - w.since) * 1000)::float8 as age_ms
    )
    select taken.*, e.url, e.secret_sealed, e.failures from taken
      join webhook_endpoint e on e.merchant_id = taken.merchant_id and e.id = taken.endpoint_id
    order by taken.id`.execute(db);
  return rows;
};

/** They are under way still, though their time be over. What another process took meanwhile has a try more, and is that one's. */
export const keepTaken = async (db: UnscopedDb, taken: readonly Taken[]): Promise<void> => {
  if (taken.length === 0) return;
  await sql`
    update webhook_delivery w set taken_until = now() + ${TAKEN}
    from unnest(${taken.map(one => one.merchantId)}::bigint[], ${taken.map(one => one.id)}::bigint[], ${taken.map(one => one.tries)}::int[])
      held(merchant_id, id, tries)
    where w.merchant_id = held.merchant_id and w.id = held.id and w.tries = held.tries and w.state = 'waiting'
      and w.taken_until < now() + ${KEPT_WITHIN}`.execute(db);
};

/** The row of what this process took, unless another took it since: who comes late changes nothing. */
const mine = ({ merchantId, id, tries }: Taken): RawBuilder<unknown> =>
  sql`merchant_id = ${merchantId} and id = ${id} and tries = ${tries} and state = 'waiting'`;

/** It was not tried after all: the process ends. */
export const letGo = async (db: UnscopedDb, taken: Taken): Promise<void> => {
  await sql`update webhook_delivery set taken_until = null, tries = tries - 1 where ${mine(taken)}`.execute(db);
};

/** It got through: what waits behind it is next, and its endpoint is well. */
export const noteSent = async (db: UnscopedDb, taken: Taken, { code, answer, tookMs }: Outcome): Promise<void> => {
  const { merchantId, id, endpointId } = taken;
  await sql`
    with sent as (
      update webhook_delivery set state = 'sent', taken_until = null, code = ${code}, because = '', answer = ${answer},
        took_ms = ${tookMs}
      where ${mine(taken)} returning subject
    ), next as (
      update webhook_delivery n set due_at = now() from sent
      where n.merchant_id = ${merchantId} and n.endpoint_id = ${endpointId} and n.subject = sent.subject
        and n.state = 'waiting' and n.id > ${id} and n.due_at > now()
    )
    update webhook_endpoint set failures = 0, failing_since = null, rests_until = null
    where merchant_id = ${merchantId} and id = ${endpointId} and failures > 0 and exists (select from sent)`.execute(
    db,
  );
};

/** How it goes on after a try that came to nothing. */
interface After {
  /** Null: it is given up. */
  readonly waitMs: number | null;
  readonly restMs: number;
}

/** An endpoint that took nothing for so long is switched off. */
const OFF_AFTER = sql`interval '3 days'`;

/** It did not get through: what waits behind it waits as long, or goes on without it. Says whether the endpoint was switched off for it. */
export const noteFailed = async (
  tx: UnscopedDb,
  taken: Taken,
  { because, code, answer, tookMs }: Outcome,
  { waitMs, restMs }: After,
): Promise<{ readonly name: string } | null> => {
  const { merchantId, id, endpointId } = taken;
  const { rows } = await sql<{ name: string; isOff: boolean }>`
    with tried as (
      update webhook_delivery set state = case when ${waitMs}::float8 is null then 'givenUp' else 'waiting' end,
        due_at = now() + make_interval(secs => coalesce(${waitMs}::float8, 0) / 1000),
        taken_until = null, code = ${code}, because = ${because}, answer = ${answer}, took_ms = ${tookMs}
      where ${mine(taken)} returning subject, due_at
    ), behind as (
      update webhook_delivery n set due_at = tried.due_at from tried
      where n.merchant_id = ${merchantId} and n.endpoint_id = ${endpointId} and n.subject = tried.subject
        and n.state = 'waiting' and n.id > ${id}
    )
    update webhook_endpoint set failures = failures + 1, failing_since = coalesce(failing_since, now()),
      rests_until = now() + make_interval(secs => ${restMs}::float8 / 1000),
      enabled = failing_since is null or failing_since > now() - ${OFF_AFTER},
      off_because = case when failing_since <= now() - ${OFF_AFTER} then 'failing' else '' end
    where merchant_id = ${merchantId} and id = ${endpointId} and enabled and exists (select from tried)
    returning name, not enabled as is_off`.execute(tx);
  const [row] = rows;
  return row?.isOff ? { name: row.name } : null;
};

/** A test: it is tried once, and says nothing of its endpoint. */
export const noteTested = async (
  db: UnscopedDb,
  { merchantId, id }: Pick<Taken, 'merchantId' | 'id'>,
  { because, code, answer, tookMs }: Outcome,
): Promise<void> => {
  await sql`
    update webhook_delivery set state = ${because === '' ? 'sent' : 'givenUp'}, taken_until = null, tries = 1,
      tried_at = now(), code = ${code}, because = ${because}, answer = ${answer}, took_ms = ${tookMs}
    where merchant_id = ${merchantId} and id = ${id}`.execute(db);
};

/** Waited for longer than a day, because its endpoint was off or rested; `limit` at once. Says how many. */
export const giveUpOld = async (db: UnscopedDb, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    update webhook_delivery set state = 'givenUp', because = 'tooOld'
    where (merchant_id, id) in (
      select merchant_id, id from webhook_delivery
      where state = 'waiting' and since < now() - interval '25 hours' and (taken_until is null or taken_until < now())
      limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
};

/** Kept for thirty days. */
export const removeOld = async (db: UnscopedDb, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery where (merchant_id, id) in (
      select merchant_id, id from webhook_delivery where at < now() - interval '30 days' limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
};
