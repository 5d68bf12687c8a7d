import type { SeatStrategy } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { shownState } from './presence.store.ts';

interface GroupFields {
  readonly name: string;
  readonly strategy: SeatStrategy;
  readonly ringS: number;
}

export const listGroups = (db: MerchantDb) =>
  db
    .selectFrom('seatGroup')
    .select(['seatGroup.id', 'seatGroup.name', 'seatGroup.strategy', 'seatGroup.ringS'])
    .orderBy('seatGroup.name')
    .execute();

/** Members of all groups in the order in which they are rung in turn. */
export const listMembers = (db: MerchantDb) =>
  db
    .selectFrom('seatGroupMember')
    .innerJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'seatGroupMember.merchantId')
        .onRef('employee.id', '=', 'seatGroupMember.employeeId'),
    )
    .leftJoin('seatPresence', join =>
      join
        .onRef('seatPresence.merchantId', '=', 'employee.merchantId')
        .onRef('seatPresence.employeeId', '=', 'employee.id'),
    )
    .select(['seatGroupMember.groupId', 'seatGroupMember.employeeId as id', 'employee.name'])
    .select(shownState.as('state'))
    .where('employee.removedAt', 'is', null)
    .orderBy('seatGroupMember.place')
    .execute();

export const groupThere = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db.selectFrom('seatGroup').select('seatGroup.id').where('seatGroup.id', '=', id).executeTakeFirst()) !==
  undefined;

export const findGroup = (tx: MerchantDb, id: string) =>
  tx
    .selectFrom('seatGroup')
    .select(['seatGroup.name', 'seatGroup.strategy', 'seatGroup.ringS'])
    .where('seatGroup.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const groupNamed = async (tx: MerchantDb, name: string, but: string): Promise<boolean> =>
  (await tx
    .selectFrom('seatGroup')
    .select('seatGroup.id')
    .where('seatGroup.name', '=', name)
    .where('seatGroup.id', '<>', but)
    .executeTakeFirst()) !== undefined;

export const countGroups = async (tx: MerchantDb): Promise<number> =>
  (await tx.selectFrom('seatGroup').select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()).n;

export const insertGroup = async (tx: MerchantDb, fields: GroupFields): Promise<string> =>
  (await tx.insertInto('seatGroup', fields).returning('seatGroup.id').executeTakeFirstOrThrow()).id;

export const updateGroup = async (tx: MerchantDb, id: string, fields: GroupFields): Promise<void> => {
  await tx.updateTable('seatGroup').set(fields).where('seatGroup.id', '=', id).execute();
};

export const deleteGroup = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx.deleteFrom('seatGroup').where('seatGroup.id', '=', id).execute();
};

export const seatsThere = async (tx: MerchantDb, ids: readonly string[]): Promise<number> =>
  ids.length === 0
    ? 0
    : (
        await tx
          .selectFrom('seatAccount')
          .select('seatAccount.employeeId')
          .where('seatAccount.employeeId', 'in', [...ids])
          .execute()
      ).length;

export const writeMembers = async (tx: MerchantDb, groupId: string, members: readonly string[]): Promise<void> => {
  await tx.deleteFrom('seatGroupMember').where('seatGroupMember.groupId', '=', groupId).execute();
  if (members.length === 0) return;
  await tx
    .insertInto(
      'seatGroupMember',
      members.map((employeeId, place) => ({ groupId, employeeId, place })),
    )
    .execute();
};

/** A group as calls are given to it; members that may connect, in their order. Null: there is none of that merchant. */
export const groupToRing = async (
  db: UnscopedDb,
  merchantId: string,
  id: string,
): Promise<{
  readonly strategy: SeatStrategy;
  readonly ringMs: number;
  readonly members: readonly string[];
} | null> => {
  const group = await db
    .selectFrom('seatGroup')
    .select(['strategy', 'ringS'])
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (group === undefined) return null;
  const members = await db
    .selectFrom('seatGroupMember')
    .innerJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'seatGroupMember.merchantId')
        .onRef('employee.id', '=', 'seatGroupMember.employeeId'),
    )
    .select('employee.id')
    .where('seatGroupMember.merchantId', '=', merchantId)
    .where('seatGroupMember.groupId', '=', id)
    .where('employee.seatRight', '=', true)
    .where('employee.active', '=', true)
    .where('employee.removedAt', 'is', null)
    .orderBy('seatGroupMember.place')
    .execute();
  return { strategy: group.strategy, ringMs: group.ringS * 1_000, members: members.map(member => member.id) };
};

/** Groups that a seat is in: where its call goes when it is gone. */
export const groupsOfSeat = async (
  db: UnscopedDb,
  { merchantId, seat }: { readonly merchantId: string; readonly seat: string },
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('seatGroupMember')
    .select('groupId')
    .where('merchantId', '=', merchantId)
    .where('employeeId', '=', seat)
    .orderBy('groupId')
    .execute();
  return rows.map(({ groupId }) => groupId);
};

/** The seat of an extension; undefined: nobody of this merchant has it, or may connect. */
export const seatOfExtension = async (
  db: UnscopedDb,
  merchantId: string,
  extension: number,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('seatAccount')
      .innerJoin('employee', join =>
        join
          .onRef('employee.merchantId', '=', 'seatAccount.merchantId')
          .onRef('employee.id', '=', 'seatAccount.employeeId'),
      )
      .select('employeeId')
      .where('seatAccount.merchantId', '=', merchantId)
      .where('extension', '=', extension)
      .where('employee.seatRight', '=', true)
      .where('employee.active', '=', true)
      .where('employee.removedAt', 'is', null)
      .executeTakeFirst()
  )?.employeeId;
