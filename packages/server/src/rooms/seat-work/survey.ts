import { wireAnswers } from '@lianxian/contract';
import {
  answersFromWire,
  answersToWire,
  firstOpen,
  type GuideAnswer,
  type GuideQuestion,
  guideCheckOf,
  type WireAnswer,
} from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import { guideOf, planOfQuestion } from '../research/index.ts';

/** Refuses what is no list of answers, with a sentence. */
export const readWire = (text: string): readonly WireAnswer[] => {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw refuse('badInput', { field: 'jsonArray', fault: 'json' });
  }
  const parsed = wireAnswers.safeParse(read);
  if (!parsed.success) throw refuse('badInput', { field: 'jsonArray', fault: 'shape' });
  return parsed.data;
};

export interface Survey {
  readonly planId: string | null;
  readonly questions: readonly GuideQuestion[];
  readonly answers: readonly GuideAnswer[];
}

/**
 * What was answered, of the guide of its call: of the plan that is known, else of the one whose questions these are. A question of
 * another plan, or of another merchant, is missing.
 */
export const surveyOf = async (db: MerchantDb, known: string | null, wire: readonly WireAnswer[]): Promise<Survey> => {
  const [first] = wire;
  const planId = known ?? (first === undefined ? null : ((await planOfQuestion(db, first.i)) ?? null));
  const questions = planId === null ? [] : await guideOf(db, planId);
  const ids = new Set(questions.map(({ id }) => id));
  if (wire.some(({ i }) => !ids.has(i))) throw refuse('notFound', { what: 'guideQuestion' });
  return { planId, questions, answers: answersFromWire(questions, wire) };
};

/** As it is kept: questions on the way alone, by their titles of now. Refused while one that must be answered is open. */
export const submittable = ({ questions, answers }: Survey): readonly WireAnswer[] => {
  const open = firstOpen(questions, answers);
  if (open !== null) throw refuse('guideUnanswered', { field: open.id });
  return answersToWire(questions, answers);
};

export const isWhole = ({ questions, answers }: Survey): boolean => guideCheckOf(questions, answers) === 0;
