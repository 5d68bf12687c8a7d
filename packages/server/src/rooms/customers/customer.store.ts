import type { CustomerField } from '@lianxian/contract';
import { parameterNumbers } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import { type MerchantDb, type RowsOf, type UnscopedDb, type Viewer, withinScope } from '../../platform/db/index.ts';
import { areasOf } from '../segments/index.ts';
import type { WordColumns } from './fields.policy.ts';
import { placeColumns } from './place.policy.ts';

/** One customer: found, added, changed. Who sees the library sees its owner's, as far as data scope goes, and the pool. */

const parameterColumns = parameterNumbers.map(n => `customer.parameter${n}` as const);

/** What a row of the list shows. */
export const rowColumns = [
  'customer.id',
  'customer.phone',
  'customer.name',
  'customer.company',
  'customer.position',
  'customer.sex',
  'customer.tags',
  'customer.city',
  'customer.cateType',
  'customer.ownerId',
  'customer.movedAt',
  'customer.spokenAt',
  'customer.lastCallId',
  'customer.lastCallAt',
  'customer.lastLevel',
  'customer.lastAnswered',
  'customer.calls',
  'customer.answered',
  'customer.nextAt',
  'customer.nextText',
  'customer.createdAt',
  'customer.version',
] as const;
const wordColumns = [
  ...rowColumns,
  ...([
    'customer.birthday',
    'customer.remark',
    'customer.mark',
    'customer.taskId',
    'customer.createdBy',
    'customer.typed',
  ] as const),
  ...parameterColumns,
] as const;

/** Nobody's are everybody's to see. */
export const isSeen = (viewer: Viewer | null): RawBuilder<boolean> =>
  viewer === null
    ? sql<boolean>`true`
    : sql<boolean>`(customer.owner_id is null or ${withinScope(viewer, 'customer.owner_id')})`;

/** Customers that the viewer sees, the pool among them. */
export const customersSeen = (db: MerchantDb): RowsOf<'customer'> =>
  db.whole.selectFrom('customer').where('customer.removedAt', 'is', null).where(isSeen(db.viewer));

const named = (customers: RowsOf<'customer'>) =>
  customers
    .leftJoin('employee as owner', join =>
      join.onRef('owner.merchantId', '=', 'customer.merchantId').onRef('owner.id', '=', 'customer.ownerId'),
    )
    .leftJoin('employee as maker', join =>
      join.onRef('maker.merchantId', '=', 'customer.merchantId').onRef('maker.id', '=', 'customer.createdBy'),
    )
    .leftJoin('task', join =>
      join.onRef('task.merchantId', '=', 'customer.merchantId').onRef('task.id', '=', 'customer.taskId'),
    )
    .select(wordColumns)
    .select(['owner.name as ownerName', 'maker.name as makerName', 'task.name as taskName']);

export const findCustomer = (db: MerchantDb, id: string) =>
  named(customersSeen(db).where('customer.id', '=', id)).executeTakeFirst();
export type FoundCustomer = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;

/** Of these, in the order of their ids; who sees them is asked before. */
export const customersById = (db: MerchantDb, ids: readonly string[]) =>
  named(db.whole.selectFrom('customer').where('customer.id', 'in', [...ids]))
    .orderBy('customer.id')
    .execute();

/** The same, for a change: nobody else changes it until the end of the transaction. */
export const lockCustomer = async (tx: MerchantDb, id: string): Promise<FoundCustomer | undefined> => {
  const held = await customersSeen(tx)
    .select('customer.id')
    .where('customer.id', '=', id)
    .forUpdate('customer')
    .executeTakeFirst();
  return held === undefined ? undefined : await findCustomer(tx, id);
};

/** What somebody who talks to a number is told of it; undefined: it is in nobody's library that he sees. */
export const knownBy = async (db: MerchantDb, phone: string) => {
  const id = await idOfNumber(db, phone);
  return id === null
    ? undefined
    : await customersSeen(db)
        .select(['customer.name', 'customer.company', 'customer.tags', 'customer.cateType'])
        .where('customer.id', '=', id)
        .executeTakeFirst();
};

/** As colleagues call somebody. */
export const nameOf = async (db: MerchantDb, employeeId: string): Promise<string> =>
  (await db.selectFrom('employee').select('employee.name').where('employee.id', '=', employeeId).executeTakeFirst())
    ?.name ?? '';

/** Whose number it is, the first or a further one, whoever sees it. */
export const idOfNumber = async (db: MerchantDb, phone: string): Promise<string | null> => {
  const first = await db.whole
    .selectFrom('customer')
    .select('customer.id')
    .where('customer.phone', '=', phone)
    .where('customer.removedAt', 'is', null)
    .executeTakeFirst();
  if (first !== undefined) return first.id;
  const further = await db.whole
    .selectFrom('customerNumber')
    .innerJoin('customer', join =>
      join
        .onRef('customer.merchantId', '=', 'customerNumber.merchantId')
        .onRef('customer.id', '=', 'customerNumber.customerId'),
    )
    .select('customer.id')
    .where('customerNumber.phone', '=', phone)
    .where('customer.removedAt', 'is', null)
    .executeTakeFirst();
  return further?.id ?? null;
};

interface NewCustomer {
  readonly phone: string;
  readonly columns: WordColumns;
  readonly typed: readonly (CustomerField | 'cateType')[];
  readonly cateType: number;
  readonly ownerId: string | null;
  readonly createdBy: string | null;
  readonly taskId?: string | null;
}

/** What its calls were, when it is added after them. */
const callsBefore = async (tx: MerchantDb, phone: string) => {
  const ended = tx.whole
    .selectFrom('call')
    .where('call.phone', '=', phone)
    .where('call.stage', '=', 'ended')
    .where('call.removedAt', 'is', null);
  const last = await ended
    .select(['call.id', 'call.listedAt', 'call.level', 'call.state', 'call.taskId'])
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return {};
  const sums = await ended
    .select(eb => [
      eb.fn.countAll<string>().as('calls'),
      sql<number>`(count(*) filter (where call.state = 'answered'))::int`.as('answered'),
      sql<Date | null>`max(call.listed_at) filter (where call.state = 'answered')`.as('spokenAt'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...{ lastCallId: last.id, lastCallAt: last.listedAt, lastLevel: last.level, taskId: last.taskId },
    ...{ lastAnswered: last.state === 'answered', calls: Number(sums.calls), answered: sums.answered },
    spokenAt: sums.spokenAt,
  };
};

export const insertCustomer = async (tx: MerchantDb, unscopedDb: UnscopedDb, one: NewCustomer): Promise<string> => {
  const { phone, columns, typed, cateType, ownerId, createdBy, taskId = null } = one;
  const area = (await areasOf(unscopedDb, [phone])).get(phone);
  const before = await callsBefore(tx, phone);
  const { id } = await tx
    .insertInto('customer', {
      ...columns,
      ...{ phone, typed, cateType, ownerId, createdBy },
      ...placeColumns(area, columns.city ?? ''),
      ...before,
      ...(taskId !== null && { taskId }),
    })
    .returning('customer.id')
    .executeTakeFirstOrThrow();
  return id;
};

interface Change {
  readonly columns: WordColumns;
  /** Fields that a person typed with it. */
  readonly typed: readonly string[];
}

/** Writes it and counts the version up; the version that it is then. */
export const changeCustomer = async (
  tx: MerchantDb,
  unscopedDb: UnscopedDb,
  { id, phone }: Pick<FoundCustomer, 'id' | 'phone'>,
  { columns, typed }: Change,
): Promise<number> => {
  const place =
    columns.city === undefined
      ? {}
      : { region: placeColumns((await areasOf(unscopedDb, [phone])).get(phone), columns.city).region };
  const { version } = await tx.whole
    .updateTable('customer')
    .set({ ...columns, ...place, version: sql<number>`customer.version + 1` })
    .set({
      typed: sql<
        string[]
      >`(select coalesce(array_agg(distinct field), '{}') from unnest(customer.typed || ${typed}::text[]) field)`,
    })
    .where('customer.id', '=', id)
    .returning('customer.version')
    .executeTakeFirstOrThrow();
  return version;
};

/**
 * Another type from now on, on its timeline as well; −1 is nobody's. Whoever does it in a call says in which. `tx` must be a
 * transaction.
 */
export const moveType = async (
  tx: UnscopedDb,
  merchantId: string,
  { id, cateType, by, callId = null }: { id: string; cateType: number; by: string | null; callId?: string | null },
): Promise<void> => {
  await sql`select move_customer_type(${merchantId}::bigint, ${id}::bigint, ${cateType}::smallint, ${by}::bigint,
    ${callId}::bigint)`.execute(tx);
};

/** The type of a call's person is that of the call: where the library knows them. */
export const moveTypeOfCall = async (
  tx: UnscopedDb,
  merchantId: string,
  { callId, cateType, by }: { readonly callId: string; readonly cateType: number; readonly by: string | null },
): Promise<void> => {
  await sql`select move_customer_type(${merchantId}::bigint, whose.id, ${cateType}::smallint, ${by}::bigint, ${callId}::bigint)
    from (select customer_of(merchant_id, phone) as id from call
      where merchant_id = ${merchantId} and id = ${callId} and phone <> '') whose
    where whose.id is not null`.execute(tx);
};
