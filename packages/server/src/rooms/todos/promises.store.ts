import type { CalleeBecause, TodoBecause } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { ringBells } from '../bell/index.ts';

/**
 * What machines and calls write of to-dos, in the transaction of what it tells (decision 89). A promised call of a number of a
 * list is one row that a machine keeps; where that may not be it is opened, and the bell rings for it. Rows are locked
 * behind the number they are about.
 */
interface ListKey {
  readonly merchantId: string;
  readonly taskId: string;
}

/** What is to be done, and where it comes from. */
export interface CallBack {
  readonly merchantId: string;
  readonly ownerId: string | null;
  readonly phone: string;
  readonly name: string;
  readonly taskId: string | null;
  readonly calleeId: string | null;
  readonly callId: string | null;
  /** Null: the callee said so in that call. */
  readonly madeBy: string | null;
  /** From the minute that runs. */
  readonly inMinutes: number;
  readonly note?: string;
}

const DUE = (minutes: number) => sql`date_trunc('minute', now()) + make_interval(mins => ${minutes}::int)`;
const KIND = sql.lit('callBack');

const columns = sql`merchant_id, kind, state, due_at, owner_id, phone, name, task_id, callee_id, call_id, made_by, because, note`;
const valuesOf = (one: CallBack, state: 'promised' | 'open', because: TodoBecause) => sql`
  ${one.merchantId}::bigint, ${KIND}, ${state}, ${DUE(one.inMinutes)}, ${one.ownerId}::bigint, ${one.phone}, ${one.name},
  ${one.taskId}::bigint, ${one.calleeId}::bigint, ${one.callId}::bigint, ${one.madeBy}::bigint, ${because}, ${one.note ?? ''}`;

/** A machine calls at that time, in place of what was promised before. Its id. */
export const promise = async (tx: UnscopedDb, one: CallBack & ListKey): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into todo (${columns}) values (${valuesOf(one, 'promised', '')})
    on conflict (merchant_id, task_id, callee_id) where state = 'promised'
    do update set due_at = excluded.due_at, call_id = excluded.call_id, made_by = excluded.made_by, note = excluded.note,
      owner_id = excluded.owner_id, made_at = now()
    returning id`.execute(tx);
  return rows[0]!.id;
};

/** Somebody has to do it. Its id; null where the same call said so already. */
export const raise = async (tx: UnscopedDb, one: CallBack, because: TodoBecause): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    insert into todo (${columns}) values (${valuesOf(one, 'open', because)})
    on conflict (merchant_id, kind, call_id) where made_by is null do nothing
    returning id`.execute(tx);
  // Who makes it himself need not be told.
  if (rows[0] !== undefined && one.madeBy === null) await ringBells(tx, [rung(one)]);
  return rows[0]?.id ?? null;
};

/** What a person said already with the same words, and nobody did yet: sent again after a lost answer it is the same. Its id. */
export const raisedBefore = async (tx: UnscopedDb, one: CallBack): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    select id from todo
    where merchant_id = ${one.merchantId} and kind = ${KIND} and state = 'open' and due_at = ${DUE(one.inMinutes)}
      and made_by = ${one.madeBy} and phone = ${one.phone} and note = ${one.note ?? ''}
      and call_id is not distinct from ${one.callId}::bigint and callee_id is not distinct from ${one.calleeId}::bigint
    order by id limit 1`.execute(tx);
  return rows[0]?.id ?? null;
};

const rung = ({ merchantId, ownerId, callId }: Pick<CallBack, 'merchantId' | 'ownerId' | 'callId'>) =>
  ({ merchantId, kind: 'todo', about: 'callBack', ownerId, callId, facts: {} }) as const;

/** Promised calls of these numbers that no machine makes any more; why, by number. */
export const breakPromises = async (
  tx: UnscopedDb,
  { merchantId, taskId }: ListKey,
  broken: readonly { readonly id: string; readonly because: CalleeBecause | TodoBecause }[],
): Promise<void> => {
  const { rows } = await sql<{ ownerId: string | null; callId: string | null }>`
    update todo set state = 'open', because = b.because
    from unnest(${broken.map(({ id }) => id)}::bigint[], ${broken.map(({ because }) => because)}::text[]) b (callee, because)
    where merchant_id = ${merchantId} and task_id = ${taskId} and callee_id = b.callee and state = 'promised'
    returning owner_id, call_id`.execute(tx);
  await ringBells(
    tx,
    rows.map(row => rung({ merchantId, ...row })),
  );
};

interface Kept extends ListKey {
  readonly calleeId: string;
  /** That was made. */
  readonly call: string;
  readonly isInterrupted: boolean;
}

/**
 * A promised call was made. One that nobody knows the end of is a person's to look at, until its true end is told.
 */
export const closePromise = async (tx: UnscopedDb, kept: Kept): Promise<void> => {
  const { merchantId, taskId, calleeId, call, isInterrupted } = kept;
  const own = sql`merchant_id = ${merchantId} and task_id = ${taskId} and callee_id = ${calleeId}`;
  const { rows } = await sql<{ ownerId: string | null; callId: string | null }>`
    update todo set state = ${isInterrupted ? 'open' : 'done'}, because = ${isInterrupted ? 'interrupted' : ''},
      done_call_id = ${call}, done_at = case when ${isInterrupted} then null else now() end
    where ${own} and (state = 'promised' or (state = 'open' and because = 'interrupted' and done_call_id = ${call}))
    returning owner_id, call_id`.execute(tx);
  if (!isInterrupted) return;
  await ringBells(
    tx,
    rows.map(row => rung({ merchantId, ...row })),
  );
};

/** Nobody has to call any more. */
export const dropPromise = async (tx: UnscopedDb, merchantId: string, id: string): Promise<void> => {
  await sql`delete from todo where merchant_id = ${merchantId} and id = ${id} and state = 'promised'`.execute(tx);
};

interface Overdue extends ListKey {
  readonly calleeId: string;
}

/** Promised calls whose time is over for so long, the longest first. */
export const overduePromises = async (db: UnscopedDb, lateMs: number, limit: number): Promise<readonly Overdue[]> => {
  const { rows } = await sql<Overdue>`
    select merchant_id, task_id, callee_id from todo
    where state = 'promised' and due_at < now() - make_interval(secs => ${lateMs}::float8 / 1000)
    order by due_at limit ${limit}`.execute(db);
  return rows;
};
