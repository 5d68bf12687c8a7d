import type { GuideQuestion } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';

type Row = {
  readonly id: string;
  readonly title: string;
  readonly type: number;
  readonly options: readonly { readonly v: string; readonly n: string }[];
  readonly is_root: boolean;
  readonly is_required: boolean;
  readonly has_other: boolean;
};

const questionOf = (row: Row): GuideQuestion => ({
  id: row.id,
  title: row.title,
  type: row.type === 2 ? 2 : 1,
  options: row.options,
  isRoot: row.is_root,
  isRequired: row.is_required,
  hasOther: row.has_other,
});

const rowOf = ({ title, type, options, isRoot, isRequired, hasOther }: Omit<GuideQuestion, 'id'>) => ({
  title,
  type,
  options: JSON.stringify(options),
  is_root: isRoot,
  is_required: isRequired,
  has_other: hasOther,
});

/** Guide questions of a plan in their order. */
export const guideOf = async (db: MerchantDb, planId: string): Promise<readonly GuideQuestion[]> =>
  (
    await db
      .selectFrom('guide_question')
      .select([
        'guide_question.id',
        'guide_question.title',
        'guide_question.type',
        'guide_question.options',
        'guide_question.is_root',
        'guide_question.is_required',
        'guide_question.has_other',
      ])
      .where('guide_question.plan_id', '=', planId)
      .orderBy('guide_question.sort')
      .orderBy('guide_question.id')
      .execute()
  ).map(questionOf);

/** The plan of a question; undefined where there is none. */
export const planOfQuestion = async (db: MerchantDb, id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('guide_question')
      .select('guide_question.plan_id')
      .where('guide_question.id', '=', id)
      .executeTakeFirst()
  )?.plan_id;

/** Held until the transaction ends: the questions of a plan are written by one at a time. False: no such plan. */
export const lockPlan = async (db: MerchantDb, planId: string): Promise<boolean> =>
  (await db
    .selectFrom('plan')
    .select('plan.id')
    .where('plan.id', '=', planId)
    .where('plan.removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()) !== undefined;

export const insertQuestion = async (
  db: MerchantDb,
  planId: string,
  question: Omit<GuideQuestion, 'id'>,
  sort: number,
): Promise<string> =>
  (
    await db
      .insertInto('guide_question', { ...rowOf(question), plan_id: planId, sort })
      .returning('guide_question.id')
      .executeTakeFirstOrThrow()
  ).id;

export const updateQuestion = async (
  db: MerchantDb,
  id: string,
  question: Omit<GuideQuestion, 'id'>,
): Promise<void> => {
  await db.updateTable('guide_question').set(rowOf(question)).where('guide_question.id', '=', id).execute();
};

/** Nobody of the plan is the root for the rest of the statement list: who becomes it is written next. */
export const clearRoot = async (db: MerchantDb, planId: string): Promise<void> => {
  await db
    .updateTable('guide_question')
    .set({ is_root: false })
    .where('guide_question.plan_id', '=', planId)
    .where('guide_question.is_root', '=', true)
    .execute();
};

export const orderQuestions = async (db: MerchantDb, ids: readonly string[]): Promise<void> => {
  for (const [sort, id] of ids.entries())
    await db.updateTable('guide_question').set({ sort }).where('guide_question.id', '=', id).execute();
};

export const deleteQuestion = async (db: MerchantDb, id: string): Promise<void> => {
  await db.deleteFrom('guide_question').where('guide_question.id', '=', id).execute();
};
