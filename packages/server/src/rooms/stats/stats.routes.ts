import { becauseText, type InputOf, type OutputOf, statEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse } from '../../platform/http/index.ts';
import { missedOf } from './missed.store.ts';
import { choicesOf, planWasThere } from './names.store.ts';
import { type Asked, answerHoursOf, askedBy, causesOf, listedOf, rowsPage, sumOf } from './read.ts';
import { bindStatSheets } from './sheet.routes.ts';

type Endpoints = typeof statEndpoints;

const planQuality = async (
  { page, limit, after }: InputOf<Endpoints['planQuality']>,
  asked: Asked,
): Promise<OutputOf<Endpoints['planQuality']>> => {
  const [rows, days, sum, listed] = await Promise.all([
    rowsPage(asked, 'version', { page, limit, after }),
    rowsPage(asked, 'day', { page: 1, limit: asked.span.days }),
    sumOf(asked),
    listedOf(asked),
  ]);
  return {
    sum: { ...sum, listed: listed.all },
    days: days.list.map(({ key: day, now, before }) => ({ day, now, before })),
    ...rows,
    list: rows.list.map(row => {
      const [planId = '0', version = '0'] = row.key.split('-');
      return { ...row, planId, version: Number(version), listed: listed.byVersion.get(row.key) ?? 0 };
    }),
  };
};

/** 数据统计: how plans did, levels, ports. */
export const bindStats = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, statEndpoints.choices, (wish, { db }) => choicesOf(db, wish));
  bind(front, statEndpoints.planQuality, async (input, { db }) =>
    planQuality(input, await askedBy(unscopedDb, db, input)),
  );
  bind(front, statEndpoints.missed, async (filter, context) => {
    const { db, wish, span } = await askedBy(unscopedDb, context.db, filter);
    if (!(await planWasThere(db, filter.planId))) throw refuse('notFound', { what: 'plan' });
    return { list: await missedOf(db, { ...wish, planId: filter.planId }, span) };
  });
  bind(front, statEndpoints.levels, async ({ by, page, limit, after, ...filter }, { db }) => {
    const asked = await askedBy(unscopedDb, db, filter);
    const [rows, sum] = await Promise.all([rowsPage(asked, by, { page, limit, after }), sumOf(asked)]);
    return { sum, ...rows };
  });
  bind(front, statEndpoints.answerHours, async (filter, { db }) =>
    answerHoursOf(await askedBy(unscopedDb, db, filter)),
  );
  bind(front, statEndpoints.causes, async (filter, { db, locale }) =>
    causesOf(await askedBy(unscopedDb, db, filter), because => becauseText(because, locale)),
  );
  bind(front, statEndpoints.ports, async ({ by, page, limit, after, ...filter }, { db }) => {
    const asked = await askedBy(unscopedDb, db, filter);
    const [rows, sum] = await Promise.all([rowsPage(asked, by, { page, limit, after }), sumOf(asked)]);
    return { sum, ...rows };
  });
  bind(front, statEndpoints.portCauses, async (filter, { db, locale }) =>
    causesOf(await askedBy(unscopedDb, db, filter), because => becauseText(because, locale)),
  );
  bindStatSheets(front, unscopedDb);
};
