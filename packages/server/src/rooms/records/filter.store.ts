import type { callEndpoints, InputOf } from '@lianxian/contract';
import { type PeopleSearch, searchPeople } from '@lianxian/core';
import { sql } from 'kysely';
import { asBeginning, byHand, firstSeen, type MerchantDb, notByHand, type RowsOf } from '../../platform/db/index.ts';

/**
 * What a list or an export of calls is narrowed to; each part has an index in the list's order (migrations 0005, 0079). `from`
 * and `to` are about when a call was placed.
 */
type CallFilter = Omit<InputOf<typeof callEndpoints.export>, 'phone'>;
export interface CallsFilter {
  readonly filter: CallFilter;
  readonly phone: PeopleSearch;
  /** Live ones left out. */
  readonly isOver?: boolean;
}

/** The wire's filter as its asker may use it: figures of a number search only for who sees numbers. */
export const filterFor = (
  { phone, ...filter }: InputOf<typeof callEndpoints.export>,
  seesPhones: boolean,
): CallsFilter => ({
  filter,
  phone: searchPeople(phone ?? '', seesPhones),
});

type Calls = RowsOf<'call'>;

/** No call is listed later than so long after it was placed (`listed_at` of migration 0005). */
const LISTED_WITHIN_MS = 3_600_000;

const ofSource = {
  task: sql<boolean>`call.task_id is not null`,
  hand: byHand,
  in: sql<boolean>`(call.task_id is null and call.direction = 'in')`,
  notHand: notByHand,
} as const;

const byTimeAndTask = (calls: Calls, { from, to, taskId, source }: CallFilter): Calls => {
  let query = calls;
  // Twice each: what is meant, and the span of the list that it lies in, for the index.
  if (from !== undefined)
    query = query.where('call.placedAt', '>=', new Date(from)).where('call.listedAt', '>=', new Date(from));
  if (to !== undefined)
    query = query
      .where('call.placedAt', '<', new Date(to))
      .where('call.listedAt', '<', new Date(Date.parse(to) + LISTED_WITHIN_MS));
  if (taskId !== undefined) query = query.where('call.taskId', '=', taskId);
  return source === undefined ? query : query.where(ofSource[source]);
};

const byOutcome = (calls: Calls, { planId, states, levels, talkFromS, namesAuthority, ids }: CallFilter): Calls => {
  let query = calls;
  if (ids !== undefined) query = query.where('call.id', 'in', ids);
  if (planId !== undefined) query = query.where('call.planId', '=', planId);
  if (states !== undefined && states.length > 0) query = query.where('call.state', 'in', states);
  if (levels !== undefined && levels.length > 0) query = query.where('call.level', 'in', levels);
  // Above 0, so that the index of calls that were answered serves.
  if (talkFromS !== undefined && talkFromS > 0)
    query = query.where('call.talkMs', '>', 0).where('call.talkMs', '>=', talkFromS * 1_000);
  // No value of a parameter, so that its partial index serves.
  if (namesAuthority === true) query = query.where(sql<boolean>`call.names_authority`);
  return query;
};

const byPhone = (calls: Calls, search: PeopleSearch): Calls => {
  if (search === null) return calls;
  if ('is' in search) return calls.where('call.phone', '=', search.is);
  if ('name' in search) return calls.where('call.calleeName', 'like', asBeginning(search.name));
  const begins = search.begins === undefined ? null : sql<boolean>`call.phone like ${`${search.begins}%`}`;
  if (!('ends' in search)) return begins === null ? calls : calls.where(begins);
  const ends = sql<boolean>`right(call.phone, 4) = ${search.ends}`;
  return calls.where(begins === null ? ends : sql<boolean>`(${begins} or ${ends})`);
};

const filterAny = (calls: Calls, { filter, phone, isOver = false }: CallsFilter): Calls => {
  const wanted = byPhone(byOutcome(byTimeAndTask(calls, filter), filter), phone);
  return isOver ? wanted.where('call.stage', '=', 'ended') : wanted;
};

export const filtered = (db: MerchantDb, wanted: CallsFilter): Calls => filterAny(db.selectFrom('call'), wanted);

/**
 * The place of a call in the list: microseconds of `listed_at`, and its id. It stays where it is when the call goes up
 * the list because it ends.
 */
export const cursor = sql<string>`(extract(epoch from call.listed_at) * 1000000)::bigint || '-' || call.id`.as(
  'cursor',
);

const afterCursor = (after: string) => {
  const [micros, id] = after.split('-');
  const seenAt = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  return sql<boolean>`(call.listed_at, call.id) < (${seenAt}, ${id}::bigint)`;
};

/**
 * `most` calls in the list's order: what ended or was placed last is first, of one moment by id. `after`: the
 * {@link cursor} of the last call seen; null: from the newest.
 */
export const newestFirst = (db: MerchantDb, wanted: CallsFilter, after: string | null, most: number): Calls =>
  firstSeen(db, 'call', {
    narrowed: calls => {
      const found = filterAny(calls, wanted);
      return after === null ? found : found.where(afterCursor(after));
    },
    ordered: calls => calls.orderBy('call.listedAt', 'desc').orderBy('call.id', 'desc'),
    most,
  });

/** Calls with the name of their task, and a person's word on their level. */
export const withTask = (calls: Calls) =>
  calls
    .leftJoin('task', join =>
      join.onRef('task.merchantId', '=', 'call.merchantId').onRef('task.id', '=', 'call.taskId'),
    )
    .leftJoin('callCorrection', join =>
      join.onRef('callCorrection.merchantId', '=', 'call.merchantId').onRef('callCorrection.callId', '=', 'call.id'),
    );

/** Calls with what was said in them, and who took note of them. */
export const withTalk = (calls: Calls) =>
  withTask(calls)
    .leftJoin('callTranscript', join =>
      join.onRef('callTranscript.merchantId', '=', 'call.merchantId').onRef('callTranscript.callId', '=', 'call.id'),
    )
    .leftJoin('callFollowed', join =>
      join.onRef('callFollowed.merchantId', '=', 'call.merchantId').onRef('callFollowed.callId', '=', 'call.id'),
    )
    .leftJoin('employee as follower', join =>
      join
        .onRef('follower.merchantId', '=', 'callFollowed.merchantId')
        .onRef('follower.id', '=', 'callFollowed.followedBy'),
    );
