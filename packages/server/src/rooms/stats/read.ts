import { type InputOf, isDayRange, limits, MOST_DAYS, type OutputOf, type statEndpoints } from '@lianxian/contract';
import { mayBeChance } from '@lianxian/core';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { pageOf, refuse } from '../../platform/http/index.ts';
import { listedBy, namesOf, sharesOf } from './names.store.ts';
import { type GroupedBy, type StatGroup, type StatNarrowing, statGroups, statSum } from './rows.store.ts';
import { comparedView, wayDown, wayOf } from './rows.view.ts';
import { type Span, spanOf } from './span.store.ts';

/** What the pages are answered with: of an asker's own database, whose scope the sums have. */
export interface Asked {
  readonly unscopedDb: UnscopedDb;
  readonly db: MerchantDb;
  readonly wish: StatNarrowing;
  readonly span: Span;
}

type Filter = Omit<InputOf<typeof statEndpoints.causes>, 'by'>;

/** @throws daysTooMany */
export const askedBy = async (unscopedDb: UnscopedDb, db: MerchantDb, filter: Filter): Promise<Asked> => {
  const { from, to, ...wish } = filter;
  if (!isDayRange({ from, to })) throw refuse('daysTooMany', { limit: MOST_DAYS });
  return { unscopedDb, db, wish, span: await spanOf(unscopedDb, db.merchantId, { from, to }) };
};

const viewOf = (by: GroupedBy, names: ReadonlyMap<string, string>, { wish, span }: Asked) => {
  const way = wayOf(wish, span);
  return (group: StatGroup) => ({
    key: group.key,
    name: names.get(group.key.split('-')[0] ?? '') ?? '',
    ...comparedView(group),
    calls: wayDown(by, group.key, way, span),
  });
};

/** Rows in chunks, for a sheet. */
export const rowsFrom = async (
  asked: Asked,
  by: GroupedBy,
  page: { readonly offset: number; readonly limit: number },
) => {
  const { unscopedDb, db, wish, span } = asked;
  const groups = await statGroups(unscopedDb, db, by, { wish, span, page: { after: null, ...page } });
  const names = await namesOf(
    db,
    by,
    groups.map(({ key }) => key),
  );
  return { rows: groups.map(viewOf(by, names, asked)), total: groups[0]?.total ?? 0 };
};

interface PageInput {
  readonly page: number;
  readonly limit: number;
  readonly after?: string | undefined;
}

const afterOf = (after: string | undefined) => {
  if (after === undefined) return null;
  const at = after.indexOf('~');
  return { calls: Number(after.slice(0, at)), key: after.slice(at + 1) };
};

/** A page of rows, and how many there are. */
export const rowsPage = async (asked: Asked, by: GroupedBy, { page, limit, after }: PageInput) => {
  const { unscopedDb, db, wish, span } = asked;
  const { offset } = after === undefined ? pageOf({ page, limit }) : { offset: 0 };
  const found = await statGroups(unscopedDb, db, by, {
    wish,
    span,
    page: { after: afterOf(after), offset, limit: limit + 1 },
  });
  const groups = found.slice(0, limit);
  const names = await namesOf(
    db,
    by,
    groups.map(({ key }) => key),
  );
  const total = found[0]?.total ?? 0;
  const last = groups.at(-1);
  return {
    list: groups.map(viewOf(by, names, asked)),
    total: Math.min(total, limits.lastRow + 1),
    ...(total > limits.lastRow && { more: true }),
    after: found.length > limit && last !== undefined ? `${last.calls}~${last.key}` : null,
  };
};

export const sumOf = async ({ unscopedDb, db, wish, span }: Asked) => ({
  ...comparedView(await statSum(unscopedDb, db, { wish, span })),
  calls: wayOf(wish, span),
});

const MOST_CAUSES = 200;

/** How calls came out, most first. */
export const causesOf = async (
  asked: Asked,
  sentence: (because: string) => string,
): Promise<OutputOf<typeof statEndpoints.causes>> => {
  const { unscopedDb, db, wish, span } = asked;
  const [groups, all] = await Promise.all([
    statGroups(unscopedDb, db, 'cause', { wish, span, page: { after: null, offset: 0, limit: MOST_CAUSES } }),
    statSum(unscopedDb, db, { wish, span }),
  ]);
  const way = wayOf(wish, span);
  return {
    list: groups.flatMap(({ key, calls: now, wasCalls: before }) => {
      const calls = wayDown('cause', key, way, span);
      const [state] = calls?.states ?? [];
      const because = calls?.becauses?.[0] ?? '';
      if (calls === null || state === undefined) return [];
      const chance = mayBeChance({ hits: now, of: all.calls }, { hits: before, of: all.wasCalls });
      return [{ state, because, becauseText: sentence(because), now, before, chance, calls }];
    }),
  };
};

const WEEK_HOURS = 168;

/** When people answer: each hour of the week beside all others. */
export const answerHoursOf = async (asked: Asked): Promise<OutputOf<typeof statEndpoints.answerHours>> => {
  const { unscopedDb, db, wish, span } = asked;
  const page = { after: null, offset: 0, limit: WEEK_HOURS };
  const groups = (await statGroups(unscopedDb, db, 'weekHour', { wish, span, page })).filter(({ calls }) => calls > 0);
  const sum = (of: 'calls' | 'answered') => groups.reduce((all, group) => all + group[of], 0);
  const [calls, answered] = [sum('calls'), sum('answered')];
  const way = wayOf(wish, span);
  return {
    list: groups.map(group => {
      const [weekday = 1, hour = 0] = group.key.split('-').map(Number);
      const others = { hits: answered - group.answered, of: calls - group.calls };
      return {
        weekday: weekday - 1,
        hour,
        calls: group.calls,
        answered: group.answered,
        good: group.levelA + group.levelB,
        chance: mayBeChance({ hits: group.answered, of: group.calls }, others),
        way: wayDown('weekHour', group.key, way, span) ?? way,
      };
    }),
  };
};

const MOST_PLAN_TASKS = 10_000;

/** Numbers on the lists of the tasks that called in these days, by plan and version, and of all. */
export const listedOf = async ({ unscopedDb, db, wish, span }: Asked) => {
  const page = { after: null, offset: 0, limit: MOST_PLAN_TASKS };
  const groups = (await statGroups(unscopedDb, db, 'planTask', { wish, span, page })).filter(({ calls }) => calls > 0);
  const tasks = [...new Set(groups.map(({ key }) => key.split('-')[2] ?? '0'))].filter(id => id !== '0');
  const [counts, shares] = await Promise.all([listedBy(db, tasks), sharesOf(db, tasks)]);
  const totals = new Map(counts.map(({ taskId, total }) => [taskId, total]));
  const listed = new Map<string, number>();
  for (const { key } of groups) {
    const [planId, version, taskId = '0'] = key.split('-');
    const own = Math.round(((totals.get(taskId) ?? 0) * (shares.get(key) ?? 100)) / 100);
    const of = `${planId}-${version}`;
    listed.set(of, (listed.get(of) ?? 0) + own);
  }
  return { byVersion: listed, all: [...listed.values()].reduce((sum, n) => sum + n, 0) };
};
