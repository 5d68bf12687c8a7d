import {
  callEndpoints,
  holds,
  type InputOf,
  isDayRange,
  MOST_DAYS,
  type mendEndpoints,
  type OutputOf,
} from '@lianxian/contract';
import { instantsOf, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { versionJson } from '../plans/index.ts';
import { openPlan } from '../talks/index.ts';
import { countTalked, listTalked } from './mending.store.ts';
import type { Reread } from './reread.policy.ts';
import type { PlanBytes, RereadWork } from './reread.thread.ts';

/** Some MB of records, read in a second or two. */
const CALLS_A_PART = 1_000;
const program = new URL('./reread.thread.ts', import.meta.url);

/** One part of the calls of these days, newest first, read again by the draft in a thread. */
export const rereadPart = async (
  { planId, from, to, after }: InputOf<typeof mendEndpoints.reread>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof mendEndpoints.reread>> => {
  const { db, session, bench } = context;
  if (!holds(session, callEndpoints.detail.right)) throw refuse('noRight');
  if (!isDayRange({ from, to })) throw refuse('daysTooMany', { limit: MOST_DAYS });
  const open = await openPlan(db, planId);
  const draft = await open.read();
  const span = { planId, ...(await instantsOf(unscopedDb, db.merchantId, { from, to })) };
  const [calls, rows] = await Promise.all([
    after === undefined ? countTalked(db, span) : null,
    listTalked(db, span, { after: after ?? null, limit: CALLS_A_PART }),
  ]);
  const work: RereadWork = {
    draft: { key: draft.key, ...draft.plan },
    versions: await versionsOf(context, planId, [...new Set(rows.map(({ version }) => version))]),
    calls: rows.map(({ id, version, date, minute, how, lines }) => ({
      ...{ id, version, date, minute, lines },
      hungUp: how === 'midSentence' || how === 'afterHearing',
    })),
  };
  const read = await bench.run<Reread>(program, work);
  const isLast = rows.length < CALLS_A_PART;
  return { calls, read: rows.length, ...read, changes: [...read.changes], after: isLast ? null : rows.at(-1)!.cursor };
};

const versionsOf = async (
  { db }: SignedInContext,
  planId: string,
  versions: readonly number[],
): Promise<readonly (PlanBytes & { readonly version: number })[]> => {
  const found = await Promise.all(
    versions.map(async version => ({ version, json: await versionJson(db, planId, version) })),
  );
  return found.flatMap(({ version, json }) =>
    json === undefined ? [] : [{ version, json, key: `${db.merchantId} ${planId} version ${version}` }],
  );
};
