import type { PushMessage } from '@lianxian/contract';
import { sql } from 'kysely';
import type { UnscopedDb } from '../db/index.ts';

/** A push message as it is kept: with its number. */
export type KeptMessage = PushMessage & { readonly seq: number };

/** One person of a merchant, or all of it. */
export interface Receiver {
  readonly merchantId: string;
  readonly employeeId: string | null;
}

const MOST_CHARS = { msg: 4_000, phone: 40, ref: 100 } as const;

/** PostgreSQL stores no NUL in text. */
const textOf = (text: string | undefined, most: number): string => (text ?? '').replaceAll('\0', '').slice(0, most);

/**
 * Keeps a message, one row a person who is active; null: there is nobody. `tx` is a transaction that holds the merchant's
 * lock until its end, so that whoever sees a number has seen all smaller ones of the merchant.
 */
export const keepMessage = async (
  tx: UnscopedDb,
  { merchantId, employeeId }: Receiver,
  message: PushMessage,
): Promise<KeptMessage | null> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messages ${merchantId}`}, 0))`.execute(tx);
  const msg = textOf(message.msg, MOST_CHARS.msg);
  const phone = textOf(message.phone, MOST_CHARS.phone);
  const ref = textOf(message.id, MOST_CHARS.ref);
  const { rows } = await sql<{ seq: string }>`
    with given as materialized (select nextval('push_message_seq') as seq),
    kept as (
      insert into push_message (merchant_id, employee_id, seq, type, msg, phone, ref, file_id, num, task, todo_id)
      select employee.merchant_id, employee.id, given.seq, ${message.type}::int, ${msg}, ${phone}, ${ref},
        ${message.fileId ?? null}::text, ${message.num ?? null}::bigint, ${message.task ?? null}::text,
        ${message.todoId ?? null}::bigint
      from employee, given
      where employee.merchant_id = ${merchantId} and employee.active
        and (${employeeId}::bigint is null or employee.id = ${employeeId}::bigint)
      returning seq
    )
    select seq from kept limit 1
  `.execute(tx);
  const seq = rows[0]?.seq;
  if (seq === undefined) return null;
  return {
    ...message,
    ...(message.msg === undefined ? {} : { msg }),
    ...(message.phone === undefined ? {} : { phone }),
    ...(message.id === undefined ? {} : { id: ref }),
    seq: Number(seq),
  };
};

export interface Missing {
  readonly merchantId: string;
  readonly employeeId: string;
  readonly after: number;
}
export interface Missed {
  readonly merchantId: string;
  readonly employeeId: string;
  readonly message: KeptMessage;
}

/** Of one person; the newest of more. Older ones are in the reminder's list. */
const MOST_A_PERSON = 200;
/** Of everybody asked for at once. */
const MOST_MISSED = 50_000;

/** What each missed since `since`, in order, in one query. */
export const missedBy = async (db: UnscopedDb, people: readonly Missing[], since: Date): Promise<Missed[]> => {
  const { rows } = await sql<{
    merchantId: string;
    employeeId: string;
    seq: string;
    type: PushMessage['type'];
    msg: string;
    phone: string;
    ref: string;
    fileId: string | null;
    num: string | null;
    task: string | null;
    todoId: string | null;
  }>`
    select missed.*
    from unnest(
      ${people.map(one => one.merchantId)}::bigint[],
      ${people.map(one => one.employeeId)}::bigint[],
      ${people.map(one => one.after)}::bigint[]
    ) as who (merchant_id, employee_id, after)
    cross join lateral (
      select merchant_id, employee_id, seq, type, msg, phone, ref, file_id, num, task, todo_id from push_message kept
      where kept.merchant_id = who.merchant_id and kept.employee_id = who.employee_id
        and kept.seq > who.after and kept.at > ${since}
      order by seq desc limit ${sql.lit(MOST_A_PERSON)}
    ) missed
    order by missed.seq limit ${sql.lit(MOST_MISSED)}
  `.execute(db);
  return rows.map(row => ({
    merchantId: row.merchantId,
    employeeId: row.employeeId,
    message: {
      type: row.type,
      ...(row.msg === '' ? {} : { msg: row.msg }),
      ...(row.phone === '' ? {} : { phone: row.phone }),
      ...(row.ref === '' ? {} : { id: row.ref }),
      ...(row.fileId === null ? {} : { fileId: row.fileId }),
      ...(row.num === null ? {} : { num: Number(row.num) }),
      ...(row.task === null ? {} : { task: row.task }),
      ...(row.todoId === null ? {} : { todoId: row.todoId }),
      seq: Number(row.seq),
    },
  }));
};

/** The number of a person's newest message; 0: there is none. */
export const newestOf = async (db: UnscopedDb, merchantId: string, employeeId: string): Promise<number> => {
  const row = await db
    .selectFrom('pushMessage')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('merchantId', '=', merchantId)
    .where('employeeId', '=', employeeId)
    .executeTakeFirst();
  return Number(row?.seq ?? 0);
};
