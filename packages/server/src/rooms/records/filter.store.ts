import type { callEndpoints, InputOf } from '@lianxian/contract';
import { type PeopleSearch, type SaidSearch, searchPeople, searchSaid } from '@lianxian/core';
import { sql } from 'kysely';
import {
  asBeginning,
  asPattern,
  byHand,
  firstSeen,
  type MerchantDb,
  notByHand,
  type RowsOf,
  type UnscopedDb,
} from '../../platform/db/index.ts';
import { citiesCalled } from '../segments/index.ts';

/**
 * What a list or an export of calls is narrowed to; each part has an index in the list's order (migrations 0005, 0079). `from`
 * and `to` are about when a call was placed.
 */
type CallFilter = Omit<InputOf<typeof callEndpoints.export>, 'phone' | 'words'>;
export interface CallsFilter {
  readonly filter: CallFilter;
  readonly phone: PeopleSearch;
  /** What was said in them; null: anything. */
  readonly said: SaidSearch | null;
  /** Of the city that is asked for, as places have it: an area code may be of several, 成都/资阳/眉山. Null: any. */
  readonly cities: readonly string[] | null;
  /** Those alone that the list had by then. */
  readonly listedBy?: Date;
  /** Live ones left out. */
  readonly isOver?: boolean;
}

/** The wire's filter as its asker may use it: figures of a number search only for who sees numbers. */
export const filterFor = async (
  unscopedDb: UnscopedDb,
  { phone, words, ...filter }: InputOf<typeof callEndpoints.export>,
  seesPhones: boolean,
): Promise<CallsFilter> => ({
  filter,
  phone: searchPeople(phone ?? '', seesPhones),
  said: words === undefined ? null : searchSaid(words),
  cities: filter.city === undefined ? null : await citiesCalled(unscopedDb, filter.city),
});

type Calls = RowsOf<'call'>;

/** No call is listed later than so long after it was placed (`listed_at` of migration 0005). */
const LISTED_WITHIN_MS = 3_600_000;

const ofSource = {
  task: sql<boolean>`call.task_id is not null`,
  voice: sql<boolean>`call.task_id is null`,
  hand: byHand,
  in: sql<boolean>`(call.task_id is null and call.direction = 'in')`,
  // By hand, among seats, or handed over to one.
  seat: sql<boolean>`(call.seat_id is not null or call.origin <> 'robot')`,
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

const byOutcome = (calls: Calls, wanted: CallFilter): Calls => {
  const { planId, states, levels, talkFromS, namesAuthority, variant, ids } = wanted;
  let query = calls;
  if (variant !== undefined) query = query.where('call.variant', '=', variant);
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

const isOver = sql<boolean>`call.stage = 'ended'`;

/** Filters whose indexes are of calls that are over (migration 0093). */
const byWhose = (calls: Calls, { portId, ownerId, customerTypes, tags, province }: CallFilter): Calls => {
  let query = calls;
  if (portId !== undefined) query = query.where(isOver).where('call.portId', '=', portId);
  if (ownerId !== undefined) query = query.where('call.ownerId', '=', ownerId);
  if (customerTypes !== undefined && customerTypes.length > 0)
    query = query.where(isOver).where('call.customerType', 'in', customerTypes);
  if (tags !== undefined && tags.length > 0)
    query = query.where(isOver).where(sql<boolean>`call.tags <> '{}' and call.tags && ${tags}::text[]`);
  if (province !== undefined && province !== '')
    query = query.where(isOver).where(sql<boolean>`call.province <> ''`).where('call.province', '=', province);
  return query;
};

const byCities = (calls: Calls, cities: readonly string[] | null): Calls =>
  cities === null
    ? calls
    : calls
        .where(isOver)
        .where(sql<boolean>`call.city <> ''`)
        .where('call.city', 'in', [...cities, NO_CITY]);
/** Beside those that are sought, so that none of them is none. */
const NO_CITY = '?';

/** What statistics lead down to; found along the list. */
const byWay = (calls: Calls, { planVersion, lineId, callerNumber, becauses }: CallFilter): Calls => {
  let query = calls;
  if (planVersion !== undefined) query = query.where('call.planVersion', '=', planVersion);
  if (lineId !== undefined) query = query.where('call.lineId', '=', lineId);
  if (callerNumber !== undefined) query = query.where('call.callerNumber', '=', callerNumber);
  if (becauses !== undefined && becauses.length > 0) query = query.where(isOver).where('call.because', 'in', becauses);
  return query;
};

/** When a call was placed, by the merchant's clock. */
const placedBy = (merchantId: string) =>
  sql`call.placed_at at time zone (select merchant.zone from merchant where merchant.id = ${merchantId})`;

/** Filters that are found along the list. */
const byCourse = (calls: Calls, merchantId: string, filter: CallFilter): Calls => {
  const { talkToS, hungUpBys, hourFrom, hourTo, weekdays } = filter;
  let query = byWay(calls, filter);
  if (weekdays !== undefined && weekdays.length > 0)
    query = query.where(
      sql<boolean>`date_part('isodow', ${placedBy(merchantId)}) - 1 = any(${[...weekdays]}::float8[])`,
    );
  if (talkToS !== undefined) query = query.where(isOver).where('call.talkMs', '<=', talkToS * 1_000);
  if (hungUpBys !== undefined && hungUpBys.length > 0) query = query.where('call.hungUpBy', 'in', hungUpBys);
  if (hourFrom === undefined && hourTo === undefined) return query;
  // Worked out once a call: a list has a hundred thousand of them.
  const hour = sql<number>`date_part('hour', ${placedBy(merchantId)})`;
  return query.where(sql<boolean>`${hour} = any(${hoursFrom(hourFrom ?? 0, hourTo ?? 24)}::float8[])`);
};

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Hours of the day; over midnight where it ends before it begins. */
const hoursFrom = (from: number, to: number): readonly number[] =>
  HOURS.filter(hour => (from < to ? hour >= from && hour < to : hour >= from || hour < to));

/** A call in which it was said; `pairs` bring the index. */
export const wasSaid = (merchantId: string, { text, pairs }: SaidSearch) => {
  const own = pairs.map(pair => String((BigInt(merchantId) << 32n) | BigInt(pair)));
  return {
    /** May hold the words, of those in the index. */
    may: sql<boolean>`call_transcript.sought and said_pairs(call_transcript.merchant_id, call_transcript.lines) @> ${own}::bigint[]`,
    does: sql<boolean>`said(call_transcript.lines) like ${asPattern(text)}`,
  };
};

const byWords = (calls: Calls, merchantId: string, said: SaidSearch | null): Calls =>
  said === null
    ? calls
    : calls.where(sql<boolean>`exists (select from call_transcript where call_transcript.merchant_id = call.merchant_id
        and call_transcript.call_id = call.id and ${wasSaid(merchantId, said).does})`);

const byPhone = (calls: Calls, search: PeopleSearch): Calls => {
  if (search === null) return calls;
  if ('is' in search) return calls.where('call.phone', '=', search.is);
  if ('name' in search) return calls.where('call.calleeName', 'like', asBeginning(search.name));
  const begins = search.begins === undefined ? null : sql<boolean>`call.phone like ${`${search.begins}%`}`;
  if (!('ends' in search)) return begins === null ? calls : calls.where(begins);
  const ends = sql<boolean>`right(call.phone, 4) = ${search.ends}`;
  return calls.where(begins === null ? ends : sql<boolean>`(${begins} or ${ends})`);
};

const filterAny = (calls: Calls, { merchantId }: MerchantDb, wanted: CallsFilter): Calls => {
  const { filter, phone, cities, said } = wanted;
  const found = byPhone(byOutcome(byTimeAndTask(calls, filter), filter), phone);
  const further = byCourse(byCities(byWhose(found, filter), cities), merchantId, filter);
  const saying = byWords(further, merchantId, said).where('call.removedAt', 'is', null);
  const then = wanted.listedBy === undefined ? saying : saying.where('call.listedAt', '<=', wanted.listedBy);
  return wanted.isOver === true ? then.where(isOver) : then;
};

export const filtered = (db: MerchantDb, wanted: CallsFilter): Calls => filterAny(db.selectFrom('call'), db, wanted);

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
      const found = filterAny(calls, db, wanted);
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
