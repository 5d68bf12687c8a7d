import { type InputOf, limits, type OutputOf, statEndpoints, statLimits } from '@lianxian/contract';
import { maskNumbers } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { wordsOf } from '../../platform/words/segments.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { seesPhones } from '../records/index.ts';
import { askedBy } from '../stats/index.ts';
import { startAnswerSheet } from './answers.batch.ts';
import { countAnswers, countValues, crossValues, listAnswers, listQuestions, valuesToRead } from './answers.store.ts';
import { answerView, collectionView, crossView, wordsView } from './answers.view.ts';

type Endpoints = typeof statEndpoints;

/** Who sees no whole numbers finds none by guessing what was said. @throws saidFigures */
const checkValue = (context: SignedInContext, value = ''): void => {
  if (!seesPhones(context) && maskNumbers(value) !== value) throw refuse('saidFigures');
};

const answersPage = async (
  { page, limit, after, ...filter }: InputOf<Endpoints['answers']>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<Endpoints['answers']>> => {
  checkValue(context, filter.value);
  const { db, span } = await askedBy(unscopedDb, context.db, filter);
  const { offset } = after === undefined ? pageOf({ page, limit }) : { offset: 0 };
  const [rows, total] = await Promise.all([
    listAnswers(db, filter, span, { after: after ?? null, offset, limit }),
    countAnswers(unscopedDb, db, { wish: filter, span, most: limits.lastRow + 1 }),
  ]);
  const shown = rows.slice(0, limit);
  return {
    list: shown.map(row => answerView(row, seesPhones(context))),
    total,
    ...(total > limits.lastRow && { more: true }),
    after: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
};

const words = async (
  filter: InputOf<Endpoints['words']>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<Endpoints['words']>> => {
  const { db, span } = await askedBy(unscopedDb, context.db, filter);
  const values = await valuesToRead(unscopedDb, db, filter, span);
  // Masked for everybody: a word is no number.
  const cut = values.map(({ value, n }) => ({ words: wordsOf(maskNumbers(value)), n }));
  return {
    list: [...wordsView(cut, statLimits.words)],
    answers: values.reduce((sum, { n }) => sum + n, 0),
  };
};

/** 信息采集: answers of robots and seats, question by question. */
export const bindAnswers = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, statEndpoints.questions, async (filter, { db }) => {
    const asked = await askedBy(unscopedDb, db, filter);
    return { list: await listQuestions(db, filter, asked.span) };
  });
  bind(front, statEndpoints.collection, async (filter, context) => {
    const { db, span } = await askedBy(unscopedDb, context.db, filter);
    return collectionView(await countValues(unscopedDb, db, filter, span), seesPhones(context));
  });
  bind(front, statEndpoints.cross, async ({ other, ...filter }, context) => {
    const { db, span } = await askedBy(unscopedDb, context.db, filter);
    return crossView(await crossValues(unscopedDb, db, { wish: filter, span, other }), seesPhones(context));
  });
  bind(front, statEndpoints.words, (filter, context) => words(filter, context, unscopedDb));
  bind(front, statEndpoints.answers, (filter, context) => answersPage(filter, context, unscopedDb));
  bind(front, statEndpoints.collectionSheet, async (filter, context) => {
    checkValue(context, filter.value);
    await askedBy(unscopedDb, context.db, filter);
    const { db, session, locale } = context;
    return await db.transaction(async tx => {
      const wish = { filter, seesPhones: seesPhones(context), language: locale };
      const batchId = await startAnswerSheet(tx, session.employeeId, wish);
      const { value: _, ...after } = filter;
      await recordAudit(tx, { action: 'stat.export', target: batchId, after }, auditBy(context));
      return { batchId };
    });
  });
};
