import type { GuideAnswer, WireAnswer } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** What a seat keeps of a call of its own. */
interface Key {
  readonly callId: string;
  readonly employeeId: string;
}

export const writeDraft = async (
  tx: MerchantDb,
  { callId, employeeId }: Key,
  { answers, note }: { readonly answers: readonly GuideAnswer[]; readonly note: string },
): Promise<void> => {
  const kept = { draft: JSON.stringify(answers), note, draftedAt: sql<Date>`now()` };
  await tx
    .insertInto('seatWork', { callId, employeeId, ...kept })
    .onConflict(conflict => conflict.columns(['merchantId', 'callId', 'employeeId']).doUpdateSet(kept))
    .execute();
};

interface Submitted {
  readonly planId: string | null;
  readonly answers: readonly WireAnswer[];
  readonly kind: number;
}

/** In place of what was submitted before; when it was first stays. Those of a record that is there stand with the robot's. */
export const writeAnswers = async (
  tx: UnscopedDb,
  { merchantId, callId, employeeId }: Key & { readonly merchantId: string },
  { planId, answers, kind }: Submitted,
): Promise<void> => {
  const written = JSON.stringify(answers);
  await sql`
    insert into seat_work (merchant_id, call_id, employee_id, plan_id, answers, kind, submitted_at)
    values (${merchantId}, ${callId}, ${employeeId}, ${planId}, ${written}::jsonb, ${kind}, now())
    on conflict (merchant_id, call_id, employee_id) do update set answers = excluded.answers, kind = excluded.kind,
      plan_id = coalesce(seat_work.plan_id, excluded.plan_id), submitted_at = coalesce(seat_work.submitted_at, now())`.execute(
    tx,
  );
  // Of a call that lives they are joined when it is filed.
  await sql`
    with kept as (
      select coalesce(jsonb_agg(a order by n) filter (where not a ? 'question'), '[]') as answers
      from call_transcript t cross join jsonb_array_elements(t.answers) with ordinality all_answers (a, n)
      where t.merchant_id = ${merchantId} and t.call_id = ${callId})
    insert into call_transcript as known (merchant_id, call_id, lines, path, answers)
    select merchant_id, id, '[]', '[]', '[]' from call
    where merchant_id = ${merchantId} and id = ${callId} and stage = 'ended'
    on conflict (merchant_id, call_id) do update
      set answers = (select answers from kept) || seat_answers(known.merchant_id, known.call_id)`.execute(tx);
};

/** The seat's own word of its call, kept as it was said first. */
export const writeTold = async (tx: MerchantDb, { callId, employeeId }: Key, told: unknown): Promise<void> => {
  await tx
    .insertInto('seatWork', { callId, employeeId, told: JSON.stringify(told), toldAt: sql<Date>`now()` })
    .onConflict(conflict =>
      conflict.columns(['merchantId', 'callId', 'employeeId']).doUpdateSet({
        told: sql`coalesce(seat_work.told, excluded.told)`,
        toldAt: sql<Date>`coalesce(seat_work.told_at, excluded.told_at)`,
      }),
    )
    .execute();
};
