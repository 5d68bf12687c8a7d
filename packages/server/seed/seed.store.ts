import type { Rights, RoleTemplate } from '@lianxian/core';
import type { MerchantDb, UnscopedDb } from '../src/platform/db/index.ts';

/** True for the first who asks, in the life of the database. A second one waits until the first is through. */
export const claimSeed = async (db: UnscopedDb, name: string): Promise<boolean> => {
  const row = await db
    .insertInto('seeded')
    .values({ name })
    .onConflict(conflict => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
};

/** Nobody above it says how many calls a merchant of the command or of the demo may have: its own rules do. */
const MOST_CHANNELS = 10_000;

export const liftLimits = async (tx: UnscopedDb, merchantId: string): Promise<void> => {
  await tx.updateTable('merchant').set({ channelLimit: MOST_CHANNELS }).where('id', '=', merchantId).execute();
};

export const giveMerchant = async (tx: UnscopedDb, merchantId: string, resellerId: string): Promise<void> => {
  await tx.updateTable('merchant').set({ resellerId }).where('id', '=', merchantId).execute();
};

interface Staff extends Rights {
  readonly account: string;
  readonly name: string;
  readonly passwordHash: string;
  /** Name of the role made for it. */
  readonly role: string;
  readonly template: RoleTemplate;
}

const roleCalled = async (tx: MerchantDb, name: string): Promise<string | undefined> =>
  (await tx.selectFrom('role').select('role.id').where('role.name', '=', name).executeTakeFirst())?.id;

/** An employee of the demo with its role, made where there is none of that name; an account that is taken is left as it is. */
export const insertStaff = async (tx: MerchantDb, staff: Staff): Promise<void> => {
  const taken = await tx
    .selectFrom('employee')
    .select('employee.id')
    .where('employee.account', '=', staff.account)
    .where('employee.removedAt', 'is', null)
    .executeTakeFirst();
  if (taken !== undefined) return;
  const { role, template, scope } = staff;
  const insertRole = async (): Promise<string> => {
    const held = { rights: [...staff.rights], buttons: [...staff.buttons] };
    const row = tx.insertInto('role', { name: role, ...held, scope, template }).returning('role.id');
    return (await row.executeTakeFirstOrThrow()).id;
  };
  const roleId = (await roleCalled(tx, role)) ?? (await insertRole());
  await tx
    .insertInto('employee', {
      account: staff.account,
      name: staff.name,
      passwordHash: staff.passwordHash,
      roleCode: 'employee',
      roleId,
      demo: true,
    })
    .execute();
};

/** What the demo accounts' passwords are compared with, each once. */
export const demoHashes = async (db: UnscopedDb): Promise<readonly string[]> => {
  const rows = await db.selectFrom('employee').select('passwordHash').distinct().where('demo', '=', true).execute();
  return rows.map(row => row.passwordHash);
};

export const setDemoPassword = async (tx: UnscopedDb, passwordHash: string): Promise<void> => {
  await tx.updateTable('employee').set({ passwordHash }).where('demo', '=', true).execute();
};

export const endDemoSessions = async (tx: UnscopedDb, at: Date): Promise<void> => {
  await tx
    .updateTable('session')
    .set({ revokedAt: at })
    .where('revokedAt', 'is', null)
    .where(eb =>
      eb(
        eb.refTuple('merchantId', 'employeeId'),
        'in',
        eb
          .selectFrom('employee')
          .select(['employee.merchantId', 'employee.id'])
          .where('employee.demo', '=', true)
          .$asTuple('merchantId', 'id'),
      ),
    )
    .execute();
};

/** A group of seats by its name, made where there is none. */
export const seatGroupCalled = async (tx: MerchantDb, name: string): Promise<string> => {
  const there = await tx
    .selectFrom('seatGroup')
    .select('seatGroup.id')
    .where('seatGroup.name', '=', name)
    .executeTakeFirst();
  if (there !== undefined) return there.id;
  const made = tx.insertInto('seatGroup', { name, strategy: 'longestIdle' }).returning('seatGroup.id');
  return (await made.executeTakeFirstOrThrow()).id;
};

interface DemoSeat {
  readonly account: string;
  readonly extension: number;
}

/**
 * Seats for those of the demo who are still of the demo and have none, in a group in their order. Who is somebody's own by now, an
 * extension that is taken, and a group that has people already stay as they are.
 */
export const seatDemoPeople = async (tx: MerchantDb, groupId: string, people: readonly DemoSeat[]): Promise<void> => {
  const seats = await tx.selectFrom('seatAccount').select(['employeeId', 'extension']).execute();
  const free = people.filter(({ extension }) => !seats.some(seat => seat.extension === extension));
  const employees = await tx
    .selectFrom('employee')
    .select(['employee.id', 'employee.account'])
    .where('employee.demo', '=', true)
    .where('employee.removedAt', 'is', null)
    .where('employee.account', 'in', ['', ...free.map(({ account }) => account)])
    .execute();
  const given = free.flatMap(({ account, extension }) => {
    const employee = employees.find(one => one.account === account);
    const has = seats.some(({ employeeId }) => employeeId === employee?.id);
    return employee === undefined || has ? [] : [{ employeeId: employee.id, extension }];
  });
  if (given.length === 0) return;
  await tx.insertInto('seatAccount', given).execute();
  await tx
    .updateTable('employee')
    .set({ hasSeat: true, seatRight: true })
    .where(
      'employee.id',
      'in',
      given.map(({ employeeId }) => employeeId),
    )
    .execute();
  const members = await tx
    .selectFrom('seatGroupMember')
    .select('employeeId')
    .where('groupId', '=', groupId)
    .executeTakeFirst();
  if (members !== undefined) return;
  await tx
    .insertInto(
      'seatGroupMember',
      given.map(({ employeeId }, place) => ({ groupId, employeeId, place })),
    )
    .execute();
};
