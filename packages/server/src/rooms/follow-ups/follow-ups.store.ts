import { goodLevels } from '@lianxian/core';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { firstSeen, type MerchantDb, type RowsOf, type Tables } from '../../platform/db/index.ts';

type People = RowsOf<'followUp'>;

/** People to follow up (decision 63). The predicate of the indexes of migration 0067, to the letter. */
const WAITS = sql<boolean>`(follow_up.level in (${sql.join(goodLevels.map(level => sql.lit(level)))}) and not follow_up.is_done)`;

/** What the list is narrowed to, and where it goes on. */
interface Place {
  readonly taskId?: string | undefined;
  readonly after?: string | undefined;
}

const afterPlace = (after: string): RawBuilder<boolean> => {
  const [micros, id] = after.split('-');
  const seenAt = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  return sql<boolean>`(follow_up.called_at, follow_up.call_id) < (${seenAt}, ${id}::bigint)`;
};

const waiting = (people: People, { taskId, after }: Place): People => {
  let query = people.where(WAITS);
  if (taskId !== undefined) query = query.where('followUp.taskId', '=', taskId);
  if (after !== undefined) query = query.where(afterPlace(after));
  return query;
};

/** The latest call first. */
const ordered = (people: People): People =>
  people.orderBy('followUp.calledAt', 'desc').orderBy('followUp.callId', 'desc');
const cursor = sql<string>`(extract(epoch from follow_up.called_at) * 1000000)::bigint || '-' || follow_up.call_id`.as(
  'cursor',
);

/** Of the lines of a talk the longest of the callee, which says most. */
const longestSaid = sql<string | null>`(select line->>'text' from jsonb_array_elements(call_transcript.lines) line
  where line->>'speaker' = 'callee' order by length(line->>'text') desc limit 1)`;

/** What a row shows of its person. */
const shown = (people: People) =>
  people
    .innerJoin('call', join =>
      join.onRef('call.merchantId', '=', 'followUp.merchantId').onRef('call.id', '=', 'followUp.callId'),
    )
    .leftJoin('callTranscript', join =>
      join.onRef('callTranscript.merchantId', '=', 'call.merchantId').onRef('callTranscript.callId', '=', 'call.id'),
    )
    .leftJoin('callCorrection', join =>
      join.onRef('callCorrection.merchantId', '=', 'call.merchantId').onRef('callCorrection.callId', '=', 'call.id'),
    )
    .leftJoin('task', join =>
      join.onRef('task.merchantId', '=', 'call.merchantId').onRef('task.id', '=', 'call.taskId'),
    )
    .leftJoin('employee as taker', join =>
      join.onRef('taker.merchantId', '=', 'followUp.merchantId').onRef('taker.id', '=', 'followUp.takenBy'),
    )
    .select([
      'followUp.callId',
      'followUp.phone',
      'followUp.calledAt',
      'followUp.takenBy',
      'followUp.takenUntil',
      'followUp.takenIn',
      'taker.name as taker',
      'call.calleeName',
      'call.level',
      'call.levelRule',
      'call.talkMs',
      'call.direction',
      'call.taskId',
      'task.name as taskName',
      'callCorrection.level as corrected',
      'callTranscript.answers',
    ])
    .select(longestSaid.as('longestSaid'))
    .select(cursor);
export type ShownPerson = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

/**
 * One row more than asked for tells that there are more. Whose page it is comes first, so that the words of calls are
 * read for its rows alone.
 */
export const listWaiting = async (
  db: MerchantDb,
  place: Place,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly ShownPerson[]> => {
  const narrowed = (people: People) => waiting(people, place);
  const page = await firstSeen(db, 'followUp', { narrowed, ordered, most: offset + limit + 1 })
    .select('followUp.callId')
    .limit(limit + 1)
    .offset(offset)
    .execute();
  if (page.length === 0) return [];
  const ids = page.map(({ callId }) => callId);
  return await shown(ordered(db.selectFrom('followUp').where('followUp.callId', 'in', ids))).execute();
};

/** How many wait, exact to `bound`; one more than it says that there are more. */
export const countWaiting = async (db: MerchantDb, place: Place, bound: number): Promise<number> =>
  (
    await waiting(db.selectFrom('followUp'), place)
      .select(sql<number>`1`.as('one'))
      .limit(bound + 1)
      .execute()
  ).length;

export const personOf = (db: MerchantDb, callId: string): Promise<ShownPerson | undefined> =>
  shown(db.selectFrom('followUp').where('followUp.callId', '=', callId)).executeTakeFirst();

/** Who takes, in which of their windows, and when. */
export interface Taker {
  readonly by: string;
  readonly window: string;
  readonly at: Date;
}
const isFree = ({ by, window, at }: Taker) =>
  sql<boolean>`(follow_up.taken_by is null or (follow_up.taken_by = ${by} and follow_up.taken_in = ${window})
    or follow_up.taken_until <= ${at})`;

/** So many are looked at together; more are not taken by others in one moment but in a crowd, which looks on. */
const AT_ONCE = 8;
/**
 * The first who waits and whom nobody has, locked; who is just being taken is passed over. Who they may be is read before:
 * of rows that are merged each that is looked at would be locked.
 */
export const lockNext = async (tx: MerchantDb, taker: Taker, from: Place): Promise<string | undefined> => {
  const narrowed = (people: People) => waiting(people, from).where(isFree(taker));
  const next = await firstSeen(tx, 'followUp', { narrowed, ordered, most: AT_ONCE })
    .select(['followUp.callId', cursor])
    .execute();
  if (next.length === 0) return undefined;
  const ids = next.map(({ callId }) => callId);
  const locked = await ordered(waiting(tx.selectFrom('followUp'), {}).where('followUp.callId', 'in', ids))
    .select('followUp.callId')
    .where(isFree(taker))
    .limit(1)
    .forUpdate('followUp')
    .skipLocked()
    .executeTakeFirst();
  return locked?.callId ?? (await lockNext(tx, taker, { ...from, after: next.at(-1)?.cursor }));
};

/** The person of this latest call, locked; undefined when there is a later one, or it is not the viewer's. */
export const lockPerson = (tx: MerchantDb, callId: string) =>
  tx
    .selectFrom('followUp')
    .select(['followUp.takenBy', 'followUp.takenIn', 'followUp.takenUntil', WAITS.as('waits')])
    .where('followUp.callId', '=', callId)
    .forUpdate('followUp')
    .executeTakeFirst();

/** His until then. */
export const setTaken = async (tx: MerchantDb, callId: string, { by, window }: Taker, until: Date): Promise<void> => {
  await tx
    .updateTable('followUp')
    .set({ takenBy: by, takenIn: window, takenUntil: until })
    .where('followUp.callId', '=', callId)
    .execute();
};

/** More windows than this nobody works in at once: who opens more lets go of those that were renewed longest ago. */
const MOST_WINDOWS = 5;

/** So many persons one has in all windows together; the calls of those that were let go. */
export const letGoBeyond = async (tx: MerchantDb, { by }: Pick<Taker, 'by'>): Promise<readonly string[]> => {
  const oldest = tx.whole
    .selectFrom('followUp')
    .select('followUp.phone')
    .where('followUp.takenBy', '=', by)
    .orderBy('followUp.takenUntil', 'desc')
    .offset(MOST_WINDOWS);
  return await free(tx, oldest);
};

const free = async (tx: MerchantDb, phones: SelectQueryBuilder<Tables, 'followUp', { phone: string }>) => {
  const rows = await tx.whole
    .updateTable('followUp')
    .set({ takenBy: null, takenUntil: null })
    .where('followUp.phone', 'in', phones.forUpdate().skipLocked())
    .returning('followUp.callId')
    .execute();
  return rows.map(({ callId }) => callId);
};

/** Lets go of whom a window has taken, but for one; the calls they are known by. */
export const letGo = async (
  tx: MerchantDb,
  { by, window }: Pick<Taker, 'by' | 'window'>,
  but: string | null,
): Promise<readonly string[]> => {
  const held = tx.whole
    .selectFrom('followUp')
    .select('followUp.phone')
    .where('followUp.takenBy', '=', by)
    .where('followUp.takenIn', '=', window);
  return await free(tx, but === null ? held : held.where('followUp.callId', '<>', but));
};

/** A call that the viewer sees, one that goes on as well, kept from leaving; calls are locked before the person, as by their endings. */
export const lockCall = (tx: MerchantDb, id: string) =>
  tx
    .selectFrom('call')
    .select('call.state')
    .where('call.id', '=', id)
    .where('call.removedAt', 'is', null)
    .forKeyShare('call')
    .executeTakeFirst();

/** Followed up after this call, or not after all; false when that was so already. The first who said so stays. */
export const setFollowed = async (tx: MerchantDb, id: string, by: string, done: boolean): Promise<boolean> => {
  const changed = done
    ? await tx
        .insertInto('callFollowed', { callId: id, followedBy: by })
        .onConflict(conflict => conflict.columns(['merchantId', 'callId']).doNothing())
        .returning('callFollowed.callId')
        .executeTakeFirst()
    : await tx
        .deleteFrom('callFollowed')
        .where('callFollowed.callId', '=', id)
        .returning('callFollowed.callId')
        .executeTakeFirst();
  await tx.updateTable('followUp').set({ isDone: done }).where('followUp.callId', '=', id).execute();
  return changed !== undefined;
};

export const followedOf = (db: MerchantDb, id: string) =>
  db
    .selectFrom('callFollowed')
    .innerJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'callFollowed.merchantId')
        .onRef('employee.id', '=', 'callFollowed.followedBy'),
    )
    .select(['employee.name', 'callFollowed.followedAt'])
    .where('callFollowed.callId', '=', id)
    .executeTakeFirst();

/**
 * In place of the writer's former note; empty takes it away. Where that is not `was` it stays: it was written elsewhere since.
 * The note as it is then.
 */
export const writeNote = async (
  tx: MerchantDb,
  { callId, by }: { readonly callId: string; readonly by: string },
  text: string,
  was: string,
): Promise<{ readonly text: string; readonly writtenAt: Date } | null> => {
  if (text === '')
    await tx
      .deleteFrom('callNote')
      .where('callNote.callId', '=', callId)
      .where('callNote.writtenBy', '=', by)
      .where('callNote.text', '=', was)
      .execute();
  else
    await tx
      .insertInto('callNote', { callId, writtenBy: by, text })
      .onConflict(conflict =>
        conflict
          .columns(['merchantId', 'callId', 'writtenBy'])
          .doUpdateSet({ text, writtenAt: sql<Date>`now()` })
          .where('callNote.text', '=', was),
      )
      .execute();
  const now = await noteBy(tx, { callId, by });
  return now ?? null;
};

const noteBy = (tx: MerchantDb, { callId, by }: { readonly callId: string; readonly by: string }) =>
  tx
    .selectFrom('callNote')
    .select(['callNote.text', 'callNote.writtenAt'])
    .where('callNote.callId', '=', callId)
    .where('callNote.writtenBy', '=', by)
    .executeTakeFirst();

/** One's own note of a call; '': none. */
export const ownNote = async (tx: MerchantDb, callId: string, by: string): Promise<string> =>
  (await noteBy(tx, { callId, by }))?.text ?? '';

export const nameOf = async (db: MerchantDb, employeeId: string): Promise<string> =>
  (await db.selectFrom('employee').select('employee.name').where('employee.id', '=', employeeId).executeTakeFirst())
    ?.name ?? '';
