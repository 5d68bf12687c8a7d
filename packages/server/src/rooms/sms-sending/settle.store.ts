import type { MessageSource, MessageState } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** What became of messages, as it is kept. */
export interface Standing {
  readonly id: string;
  readonly state: MessageState;
  readonly held: number;
  readonly parts: number;
  readonly callId: string | null;
  readonly taskId: string | null;
  readonly ownerId: string | null;
  readonly phone: string;
  readonly template: string;
  readonly source: MessageSource;
}

export const lockMessages = async (
  tx: UnscopedDb,
  merchantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Standing>> => {
  const { rows } = await sql<Standing>`
    select id, state, (held * 10000)::float8 as held, parts, call_id, task_id, owner_id, phone, template, source
    from sms_message
    where merchant_id = ${merchantId} and id = any(${[...ids]}::bigint[]) order by id for update`.execute(tx);
  return new Map(rows.map(row => [row.id, row]));
};

export interface Moved {
  readonly id: string;
  readonly state: MessageState;
  readonly because: string;
  /** Ten-thousandths of a yuan, where its hold is over; null: it holds on. */
  readonly cost: number | null;
  /** Who did not take it. */
  readonly triedBy: string | null;
  readonly reported: boolean;
}

export const writeMoved = async (tx: UnscopedDb, merchantId: string, moved: readonly Moved[]): Promise<void> => {
  if (moved.length === 0) return;
  await sql`
    update sms_message s set state = v.state, because = v.because,
      cost = case when v.cost is null then s.cost else v.cost / 10000.0 end,
      held = case when v.cost is null then s.held else 0 end,
      tried = case when v.tried is null or v.tried = any(s.tried) then s.tried else s.tried || v.tried end,
      handed_at = case when v.state = 'queued' then null else s.handed_at end,
      due_at = case when v.state = 'queued' then now() else s.due_at end,
      sent_at = case when v.state in ('sent', 'delivered') then coalesce(s.sent_at, now()) else s.sent_at end,
      reported_at = case when v.reported then now() else s.reported_at end
    from unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ state }) => state)}::text[],
      ${moved.map(({ because }) => because)}::text[], ${moved.map(({ cost }) => cost)}::bigint[],
      ${moved.map(({ triedBy }) => triedBy)}::bigint[], ${moved.map(({ reported }) => reported)}::boolean[])
      v(id, state, because, cost, tried, reported)
    where s.merchant_id = ${merchantId} and s.id = v.id`.execute(tx);
};

interface Part {
  readonly providerId: string;
  readonly ref: string;
  readonly messageId: string;
}

/** The numbers that a provider gave; of reports that came before them, they are told now. */
export const linkParts = async (tx: UnscopedDb, merchantId: string, parts: readonly Part[]): Promise<void> => {
  if (parts.length === 0) return;
  await sql`
    insert into sms_part as kept (merchant_id, provider_id, ref, message_id)
    select distinct on (provider, ref) ${merchantId}::bigint, provider, ref, message
    from unnest(${parts.map(({ providerId }) => providerId)}::bigint[], ${parts.map(({ ref }) => ref)}::text[],
      ${parts.map(({ messageId }) => messageId)}::bigint[]) given(provider, ref, message)
    on conflict (merchant_id, provider_id, ref) do update set message_id = coalesce(kept.message_id, excluded.message_id)`.execute(
    tx,
  );
};

interface ReportRow {
  readonly ref: string;
  readonly delivered: boolean;
  readonly code: string;
}

/** Each part's first report counts; of which messages something is new. */
export const keepReports = async (
  tx: UnscopedDb,
  key: { readonly merchantId: string; readonly providerId: string },
  reports: readonly ReportRow[],
): Promise<readonly string[]> => {
  const { rows } = await sql<{ messageId: string | null }>`
    insert into sms_part as kept (merchant_id, provider_id, ref, delivered, code, at)
    select distinct on (ref) ${key.merchantId}::bigint, ${key.providerId}::bigint, ref, delivered, code, now()
    from unnest(${reports.map(({ ref }) => ref)}::text[], ${reports.map(({ delivered }) => delivered)}::boolean[],
      ${reports.map(({ code }) => code)}::text[]) given(ref, delivered, code)
    on conflict (merchant_id, provider_id, ref) do update set delivered = excluded.delivered, code = excluded.code, at = excluded.at
      where kept.delivered is null or (excluded.delivered and not kept.delivered)
    returning message_id`.execute(tx);
  return [...new Set(rows.flatMap(({ messageId }) => messageId ?? []))];
};

interface PartsOf {
  readonly messageId: string;
  readonly delivered: readonly (boolean | null)[];
  readonly code: string;
}

export const partsOfMessages = async (
  tx: UnscopedDb,
  merchantId: string,
  ids: readonly string[],
): Promise<readonly PartsOf[]> => {
  const { rows } = await sql<PartsOf>`
    select message_id, array_agg(delivered order by ref) as delivered,
      coalesce(max(code) filter (where not delivered), '') as code
    from sms_part where merchant_id = ${merchantId} and message_id = any(${[...ids]}::bigint[])
    group by message_id having bool_or(delivered is not null)`.execute(tx);
  return rows;
};

/** How a provider does; how often it had failed in a row before, and its name. */
export const noteHealth = async (
  tx: UnscopedDb,
  key: { readonly merchantId: string; readonly id: string },
  how: { readonly because: string; readonly failures: number; readonly restMs: number },
): Promise<{ readonly name: string; readonly failures: number } | undefined> => {
  const { rows } = await sql<{ name: string; failures: number }>`
    with was as (
      select id, name, failures from sms_provider where merchant_id = ${key.merchantId} and id = ${key.id} for update)
    update sms_provider p set because = ${how.because}, failures = ${how.failures},
      rests_until = case when ${how.restMs}::int > 0 then now() + ${how.restMs}::int * interval '1 millisecond' end,
      last_sent_at = case when ${how.because === ''}::boolean then now() else last_sent_at end
    from was where p.merchant_id = ${key.merchantId} and p.id = was.id returning was.name, was.failures`.execute(tx);
  return rows[0];
};
