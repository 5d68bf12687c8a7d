import type { callEndpoints, InputOf } from '@lianxian/contract';
import { type PhoneSearch, searchPhone } from '@lianxian/core';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { MerchantDb, Tables } from '../../platform/db/index.ts';

/** What a list or an export of calls is narrowed to; each part has an index in the list's order (migration 0005). */
export type CallFilter = Omit<InputOf<typeof callEndpoints.export>, 'phone'>;
export interface Narrow {
  readonly filter: CallFilter;
  readonly phone: PhoneSearch;
}

export const everything: Narrow = { filter: {}, phone: null };

/** The wire's filter as its asker may use it: figures of a number search only for who sees numbers. */
export const narrowTo = ({ phone, ...filter }: InputOf<typeof callEndpoints.export>, seesPhones: boolean): Narrow => ({
  filter,
  phone: searchPhone(phone ?? '', seesPhones),
});

type Calls = SelectQueryBuilder<Tables, 'call', object>;

const byTimeAndTask = (calls: Calls, { from, to, taskId, source }: CallFilter): Calls => {
  let query = calls;
  if (from !== undefined) query = query.where('call.placed_at', '>=', new Date(from));
  if (to !== undefined) query = query.where('call.placed_at', '<', new Date(to));
  if (taskId !== undefined) query = query.where('call.task_id', '=', taskId);
  if (source !== undefined) query = query.where('call.task_id', source === 'hand' ? 'is' : 'is not', null);
  return query;
};

const byOutcome = (calls: Calls, { planId, states, levels, talkFromS }: CallFilter): Calls => {
  let query = calls;
  if (planId !== undefined) query = query.where('call.plan_id', '=', planId);
  if (states !== undefined && states.length > 0) query = query.where('call.state', 'in', states);
  if (levels !== undefined && levels.length > 0) query = query.where('call.level', 'in', levels);
  // Above 0, so that the index of calls that were answered serves.
  if (talkFromS !== undefined && talkFromS > 0)
    query = query.where('call.talk_ms', '>', 0).where('call.talk_ms', '>=', talkFromS * 1_000);
  return query;
};

const byPhone = (calls: Calls, phone: PhoneSearch): Calls => {
  if (phone === null) return calls;
  return 'is' in phone
    ? calls.where('call.phone', '=', phone.is)
    : calls.where('call.phone', 'like', `${phone.begins}%`);
};

export const narrowed = (db: MerchantDb, { filter, phone }: Narrow): Calls =>
  byPhone(byOutcome(byTimeAndTask(db.selectFrom('call'), filter), filter), phone);

/**
 * In the list's order: by when they were placed, of one moment by id. `after`: the last call seen; null: from the newest.
 */
export const newestFirst = (db: MerchantDb, narrow: Narrow, after: string | null): Calls => {
  const ordered = narrowed(db, narrow).orderBy('call.placed_at', 'desc').orderBy('call.id', 'desc');
  if (after === null) return ordered;
  const seenAt = sql`(select seen.placed_at from call seen where seen.merchant_id = ${db.merchantId} and seen.id = ${after})`;
  return ordered.where(sql<boolean>`(call.placed_at, call.id) < (${seenAt}, ${after}::bigint)`);
};

/** Calls with the name of their task. */
export const withTask = (calls: Calls) =>
  calls.leftJoin('task', join =>
    join.onRef('task.merchant_id', '=', 'call.merchant_id').onRef('task.id', '=', 'call.task_id'),
  );
