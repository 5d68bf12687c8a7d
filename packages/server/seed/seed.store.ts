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

/** An employee of the demo with a role of its own; an account that is taken is left as it is. */
export const insertStaff = async (tx: MerchantDb, staff: Staff): Promise<void> => {
  const taken = await tx
    .selectFrom('employee')
    .select('employee.id')
    .where('employee.account', '=', staff.account)
    .where('employee.removedAt', 'is', null)
    .executeTakeFirst();
  if (taken !== undefined) return;
  const { role, template, scope } = staff;
  const { id } = await tx
    .insertInto('role', {
      name: role,
      rights: [...staff.rights],
      buttons: [...staff.buttons],
      scope,
      template,
    })
    .returning('role.id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('employee', {
      account: staff.account,
      name: staff.name,
      passwordHash: staff.passwordHash,
      roleCode: 'employee',
      roleId: id,
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
