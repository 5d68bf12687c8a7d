import type { GuideQuestion } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

const rowOf = ({ title, type, options, isRoot, isRequired, hasOther }: Omit<GuideQuestion, 'id'>) => ({
  title,
  type,
  options: JSON.stringify(options),
  isRoot,
  isRequired,
  hasOther,
});

/** Guide questions of a plan in their order. */
export const guideOf = (db: MerchantDb, planId: string): Promise<readonly GuideQuestion[]> =>
  db
    .selectFrom('guideQuestion')
    .select([
      'guideQuestion.id',
      'guideQuestion.title',
      'guideQuestion.type',
      'guideQuestion.options',
      'guideQuestion.isRoot',
      'guideQuestion.isRequired',
      'guideQuestion.hasOther',
    ])
    .where('guideQuestion.planId', '=', planId)
    .orderBy('guideQuestion.sort')
    .orderBy('guideQuestion.id')
    .execute();

/** The plan of a question; undefined where there is none. */
export const planOfQuestion = async (db: MerchantDb, id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('guideQuestion')
      .select('guideQuestion.planId')
      .where('guideQuestion.id', '=', id)
      .executeTakeFirst()
  )?.planId;

/** Held until the transaction ends: the questions of a plan are written by one at a time. False: no such plan. */
export const lockPlan = async (db: MerchantDb, planId: string): Promise<boolean> =>
  (await db
    .selectFrom('plan')
    .select('plan.id')
    .where('plan.id', '=', planId)
    .where('plan.removedAt', 'is', null)
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
      .insertInto('guideQuestion', { ...rowOf(question), planId, sort })
      .returning('guideQuestion.id')
      .executeTakeFirstOrThrow()
  ).id;

export const updateQuestion = async (
  db: MerchantDb,
  id: string,
  question: Omit<GuideQuestion, 'id'>,
): Promise<void> => {
  await db.updateTable('guideQuestion').set(rowOf(question)).where('guideQuestion.id', '=', id).execute();
};

/** Nobody of the plan is the root for the rest of the statement list: who becomes it is written next. */
export const clearRoot = async (db: MerchantDb, planId: string): Promise<void> => {
  await db
    .updateTable('guideQuestion')
    .set({ isRoot: false })
    .where('guideQuestion.planId', '=', planId)
    .where('guideQuestion.isRoot', '=', true)
    .execute();
};

export const orderQuestions = async (db: MerchantDb, ids: readonly string[]): Promise<void> => {
  for (const [sort, id] of ids.entries())
    await db.updateTable('guideQuestion').set({ sort }).where('guideQuestion.id', '=', id).execute();
};

export const deleteQuestion = async (db: MerchantDb, id: string): Promise<void> => {
  await db.deleteFrom('guideQuestion').where('guideQuestion.id', '=', id).execute();
};

/** Questions of a package, as they came, for a plan that has none; an option leads to the one it led to there. */
export const insertGuide = async (
  tx: MerchantDb,
  planId: string,
  questions: readonly GuideQuestion[],
): Promise<void> => {
  if (questions.length === 0) return;
  const rows = questions.map((question, sort) => ({ ...rowOf(question), planId, sort }));
  const made = await tx
    .insertInto('guideQuestion', rows)
    .returning(['guideQuestion.id', 'guideQuestion.sort'])
    .execute();
  const bySort = new Map(made.map(({ id, sort }) => [sort, id]));
  const ids = new Map(questions.map(({ id }, sort) => [id, bySort.get(sort) ?? '']));
  const led = questions.map(({ id, options }) => ({
    id: ids.get(id),
    options: options.map(({ v, n }) => ({ v, n: n === '' ? '' : (ids.get(n) ?? '') })),
  }));
  const written = sql<string>`(select led.options from jsonb_to_recordset(${JSON.stringify(led)}::jsonb) as led (id bigint, options jsonb)
    where led.id = guide_question.id)`;
  await tx.updateTable('guideQuestion').set({ options: written }).where('guideQuestion.planId', '=', planId).execute();
};
