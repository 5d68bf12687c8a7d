import type { SmsKind } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** A message that waits, as who sends needs it. */
export interface Waiting {
  readonly id: string;
  readonly phone: string;
  readonly text: string;
  readonly body: string;
  readonly values: Readonly<Record<string, string>>;
  readonly kind: SmsKind;
  readonly parts: number;
  readonly held: number;
  readonly because: string;
  readonly taskId: string | null;
  readonly callId: string | null;
  readonly onlyProvider: string | null;
  readonly tried: readonly string[];
  readonly signature: string;
  /** What its template says: how its values follow each other. */
  readonly content: string;
  readonly codes: readonly { readonly providerId: string; readonly code: string }[];
  /** Its template is still there, and usable. */
  readonly isUsable: boolean;
  /** It waits longer than anything should. */
  readonly isOld: boolean;
}

/** Of one number the oldest alone: what it is counts for the next. */
export const lockWaiting = async (tx: UnscopedDb, merchantId: string, most: number): Promise<readonly Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select s.id, s.phone, s.text, s.body, s."values", s.kind, s.parts, (s.held * 10000)::float8 as held, s.because, s.task_id, s.call_id,
      s.only_provider, s.tried::text[] as tried, coalesce(t.signature, '') as signature, coalesce(t.content, '') as content, coalesce(t.codes, '[]') as codes,
      coalesce(t.state = 'usable' and t.removed_at is null, false) as is_usable,
      s.created_at < now() - interval '3 days' as is_old
    from sms_message s left join sms_template t on t.merchant_id = s.merchant_id and t.id = s.template_id
    where s.merchant_id = ${merchantId} and s.state = 'queued' and s.due_at <= now()
    order by s.due_at, s.id limit ${most} for update of s skip locked`.execute(tx);
  return rows;
};

export interface Verdict {
  readonly id: string;
  readonly state: 'handing' | 'queued';
  readonly because: string;
  /** Of `handing`. */
  readonly providerId: string | null;
  /** Of `queued`: when it is looked at again. */
  readonly afterS: number;
}

/** What was decided of them; what is handed over bears the fence of who does. */
export const writeVerdicts = async (
  tx: UnscopedDb,
  { merchantId, fence }: { readonly merchantId: string; readonly fence: string },
  verdicts: readonly Verdict[],
): Promise<void> => {
  if (verdicts.length === 0) return;
  await sql`
    update sms_message s set state = v.state, because = v.because, provider_id = coalesce(v.provider, s.provider_id),
      fence = case when v.state = 'handing' then ${fence}::bigint end,
      handed_at = case when v.state = 'handing' then now() else s.handed_at end,
      due_at = case when v.state = 'queued' then now() + v.after_s * interval '1 second' else s.due_at end
    from unnest(${verdicts.map(({ id }) => id)}::bigint[], ${verdicts.map(({ state }) => state)}::text[],
      ${verdicts.map(({ because }) => because)}::text[], ${verdicts.map(({ providerId }) => providerId)}::bigint[],
      ${verdicts.map(({ afterS }) => afterS)}::int[]) v(id, state, because, provider, after_s)
    where s.merchant_id = ${merchantId} and s.id = v.id`.execute(tx);
};

/** What is said to be on its way and is not among what is. */
export const straysOf = async (
  tx: UnscopedDb,
  merchantId: string,
  underWay: readonly string[],
): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from sms_message where merchant_id = ${merchantId} and state = 'handing'
      and id <> all(${[...underWay]}::bigint[])
    order by id limit 1000 for update`.execute(tx);
  return rows.map(({ id }) => id);
};
