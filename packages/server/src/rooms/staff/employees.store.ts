import { sql } from 'kysely';
import { asPattern, type MerchantDb, type UnscopedDb, type Viewer, withinScope } from '../../platform/db/index.ts';

/** People as who manages them sees them: removed ones are gone, those out of one's scope never were. */
const joined = (db: MerchantDb, viewer: Viewer) =>
  db
    .selectFrom('employee')
    .leftJoin('role', join =>
      join.onRef('role.merchantId', '=', 'employee.merchantId').onRef('role.id', '=', 'employee.roleId'),
    )
    .leftJoin('department', join =>
      join
        .onRef('department.merchantId', '=', 'employee.merchantId')
        .onRef('department.id', '=', 'employee.departmentId'),
    )
    .leftJoin('position', join =>
      join.onRef('position.merchantId', '=', 'employee.merchantId').onRef('position.id', '=', 'employee.positionId'),
    )
    .where('employee.removedAt', 'is', null)
    .where(withinScope(viewer, 'employee.id'));

const columns = [
  'employee.id',
  'employee.account',
  'employee.name',
  'employee.title',
  'employee.phone',
  'employee.roleCode',
  'employee.roleId',
  'role.name as roleName',
  'role.rights',
  'role.buttons',
  'role.scope',
  'employee.departmentId',
  'department.name as departmentName',
  'department.path',
  'employee.positionId',
  'position.name as positionName',
  'employee.active',
  'employee.mustChangePassword',
  'employee.lastLoginAt',
  'employee.createdAt',
] as const;

interface PeopleFilter {
  /** Of the department with all below it. */
  readonly path: string | undefined;
  readonly roleId: string | undefined;
  readonly state: 'active' | 'disabled' | undefined;
  /** Part of a name or an account. */
  readonly q: string | undefined;
}

const filtered = (db: MerchantDb, viewer: Viewer, { path, roleId, state, q }: PeopleFilter) => {
  let people = joined(db, viewer);
  if (path !== undefined) people = people.where('department.path', 'like', `${path}%`);
  if (roleId !== undefined) people = people.where('employee.roleId', '=', roleId);
  if (state !== undefined) people = people.where('employee.active', '=', state === 'active');
  if (q !== undefined && q !== '')
    people = people.where(eb =>
      eb.or([eb('employee.name', 'ilike', asPattern(q)), eb('employee.account', 'ilike', asPattern(q))]),
    );
  return people;
};

/** Newest first; one row more than asked for tells that there are more. `after` is the id of the last row seen. */
export const listEmployees = (
  db: MerchantDb,
  viewer: Viewer,
  filter: PeopleFilter,
  page: { readonly limit: number; readonly offset: number; readonly after: string | undefined },
) => {
  const people = filtered(db, viewer, filter)
    .select(columns)
    .orderBy('employee.id', 'desc')
    .limit(page.limit + 1);
  return (
    page.after === undefined ? people.offset(page.offset) : people.where('employee.id', '<', page.after)
  ).execute();
};
export type Employee = Awaited<ReturnType<typeof listEmployees>>[number];

/** Exact to `bound`; one more than it says that there are more. */
export const countEmployees = async (db: MerchantDb, viewer: Viewer, filter: PeopleFilter, bound: number) =>
  (
    await filtered(db, viewer, filter)
      .select(sql<number>`1`.as('one'))
      .limit(bound + 1)
      .execute()
  ).length;

const MOST_GRANTORS = 5;

/** Who may give the key to others: owners first, then those who manage everybody and hold it themselves. */
export const listGrantors = (db: MerchantDb, key: string | undefined) =>
  db
    .selectFrom('employee')
    .leftJoin('role', join =>
      join.onRef('role.merchantId', '=', 'employee.merchantId').onRef('role.id', '=', 'employee.roleId'),
    )
    .select(['employee.name', sql<boolean>`employee.role_code <> 'employee'`.as('isOwner')])
    .where('employee.removedAt', 'is', null)
    .where('employee.active', '=', true)
    .where(
      sql<boolean>`(employee.role_code <> 'employee' or (role.scope = 'all'
        and role.rights @> ${['myStaff', ...(key === undefined ? [] : [key])]}::text[]))`,
    )
    .orderBy('isOwner', 'desc')
    .orderBy('employee.id')
    .limit(MOST_GRANTORS)
    .execute();

/** Those of these ids whom the viewer sees, in the order of ids. */
export const findEmployees = (db: MerchantDb, viewer: Viewer, ids: readonly string[]) =>
  joined(db, viewer)
    .select(columns)
    .where('employee.id', 'in', [...ids])
    .orderBy('employee.id')
    .execute();

/** People of the merchant and how many it may have (set on the admin pages). */
export const quotaOf = async (db: UnscopedDb, merchantId: string): Promise<{ used: number; limit: number }> =>
  await db
    .selectFrom('merchant')
    .select([
      'employeeLimit as limit',
      sql<number>`(select count(*)::int from employee
        where employee.merchant_id = merchant.id and employee.removed_at is null)`.as('used'),
    ])
    .where('merchant.id', '=', merchantId)
    .executeTakeFirstOrThrow();

export const accountIsTaken = async (tx: MerchantDb, account: string): Promise<boolean> =>
  (await tx
    .selectFrom('employee')
    .select('employee.id')
    .where(sql<boolean>`lower(employee.account) = lower(${account})`)
    .where('employee.removedAt', 'is', null)
    .executeTakeFirst()) !== undefined;

export interface PersonFields {
  readonly name: string;
  readonly title: string;
  readonly departmentId: string | null;
  readonly positionId: string | null;
  readonly roleId: string | null;
  readonly phone?: string | undefined;
}

const rowOf = ({ name, title, departmentId, positionId, roleId, phone }: PersonFields) => ({
  name,
  title,
  departmentId,
  positionId,
  roleId,
  ...(phone === undefined ? {} : { phone }),
});

/** His password is known to somebody else, so he must change it. */
export const insertEmployee = async (
  tx: MerchantDb,
  { account, passwordHash, ...person }: PersonFields & { readonly account: string; readonly passwordHash: string },
): Promise<string> => {
  const signIn = { account, passwordHash, roleCode: 'employee', mustChangePassword: true } as const;
  return (
    await tx
      .insertInto('employee', { ...rowOf(person), ...signIn })
      .returning('employee.id')
      .executeTakeFirstOrThrow()
  ).id;
};

export const updateEmployee = async (tx: MerchantDb, id: string, person: PersonFields): Promise<void> => {
  await tx.updateTable('employee').set(rowOf(person)).where('employee.id', '=', id).execute();
};

export const putIntoDepartment = async (tx: MerchantDb, ids: readonly string[], departmentId: string | null) => {
  await tx
    .updateTable('employee')
    .set({ departmentId })
    .where('employee.id', 'in', [...ids])
    .execute();
};

export const writeActive = async (tx: MerchantDb, ids: readonly string[], active: boolean): Promise<void> => {
  await tx
    .updateTable('employee')
    .set({ active })
    .where('employee.id', 'in', [...ids])
    .execute();
};

/** What he made stays his; role, department and position are free of him, and his WeChat user may serve somebody else. */
export const removePerson = async (tx: MerchantDb, id: string, at: Date): Promise<void> => {
  await tx
    .updateTable('employee')
    .set({ active: false, removedAt: at, passwordHash: '', roleId: null, departmentId: null, positionId: null })
    .where('employee.id', '=', id)
    .execute();
  await tx.deleteFrom('wechatUser').where('wechatUser.employeeId', '=', id).execute();
};
