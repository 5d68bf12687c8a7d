import { sql } from 'kysely';
import { type MerchantDb, seenPeople, type Viewer } from '../../platform/db/index.ts';
import type { Goes } from '../removals/index.ts';

/** The tree of departments and the positions. A path ends with the department's own id: `/3/17/`. */
const ofPeople = (column: 'departmentId' | 'positionId', id: string) =>
  sql<number>`(select count(*)::int from employee where employee.merchant_id = ${sql.ref(`${id}.merchantId`)}
    and ${sql.ref(`employee.${column}`)} = ${sql.ref(`${id}.id`)} and employee.removed_at is null)`.as('people');

const seen = (db: MerchantDb, viewer: Viewer) => {
  const people = seenPeople(viewer);
  const departments = db.selectFrom('department');
  if (people === 'everybody') return departments;
  return 'below' in people
    ? departments.where('department.path', 'like', `${people.below}%`)
    : departments.where('department.path', '=', viewer.departmentPath);
};

/** Parents before children, siblings by name. */
export const listDepartments = (db: MerchantDb, viewer: Viewer, most: number) =>
  seen(db, viewer)
    .select(['department.id', 'department.parentId', 'department.name', 'department.path'])
    .select(ofPeople('departmentId', 'department'))
    .orderBy(sql`length(department.path) - length(replace(department.path, '/', ''))`)
    .orderBy('department.name')
    .orderBy('department.id')
    .limit(most)
    .execute();

/** Undefined when it is out of the viewer's scope. */
export const findDepartment = (db: MerchantDb, viewer: Viewer, id: string) =>
  seen(db, viewer)
    .select(['department.id', 'department.parentId', 'department.name', 'department.path'])
    .where('department.id', '=', id)
    .executeTakeFirst();
export type Department = NonNullable<Awaited<ReturnType<typeof findDepartment>>>;

export const countDepartments = async (tx: MerchantDb): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom('department')
        .select(eb => eb.fn.countAll<string>().as('all'))
        .executeTakeFirstOrThrow()
    ).all,
  );

const sameName = (column: string, name: string) => sql<boolean>`lower(${sql.ref(column)}) = lower(${name})`;

/** Whether a sibling is called so. */
export const departmentNamed = async (
  tx: MerchantDb,
  parentId: string | null,
  name: string,
  butId: string | null,
): Promise<boolean> =>
  (await tx
    .selectFrom('department')
    .select('department.id')
    .where('department.parentId', parentId === null ? 'is' : '=', parentId)
    .where(sameName('department.name', name))
    .where('department.id', 'is distinct from', butId)
    .executeTakeFirst()) !== undefined;

export const insertDepartment = async (tx: MerchantDb, parent: Department | null, name: string): Promise<string> => {
  const { id } = await tx
    .insertInto('department', { parentId: parent?.id ?? null, name })
    .returning('department.id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('department')
    .set({ path: `${parent?.path ?? '/'}${id}/` })
    .where('department.id', '=', id)
    .execute();
  return id;
};

export const renameDepartment = async (tx: MerchantDb, id: string, name: string): Promise<void> => {
  await tx.updateTable('department').set({ name }).where('department.id', '=', id).execute();
};

/** With all below it. */
export const putDepartment = async (tx: MerchantDb, { id, path }: Department, parent: Department | null) => {
  const moved = `${parent?.path ?? '/'}${id}/`;
  await tx
    .updateTable('department')
    .set({ parentId: parent?.id ?? null })
    .where('department.id', '=', id)
    .execute();
  await tx
    .updateTable('department')
    .set({ path: sql<string>`${moved}::text || substr(department.path, ${path.length + 1}::int)` })
    .where('department.path', 'like', `${path}%`)
    .execute();
};

/** The deepest path of a department and those below it. */
export const deepestBelow = async (tx: MerchantDb, path: string): Promise<number> => {
  const { levels } = await tx
    .selectFrom('department')
    .select(sql<number>`max(length(path) - length(replace(path, '/', '')) - 1)::int`.as('levels'))
    .where('department.path', 'like', `${path}%`)
    .executeTakeFirstOrThrow();
  return levels;
};

export const heldBy = async (tx: MerchantDb, id: string): Promise<{ people: number; departments: number }> => {
  const count = sql<number>`count(*)::int`.as('count');
  const [people, departments] = await Promise.all([
    tx.selectFrom('employee').select(count).where('employee.departmentId', '=', id).executeTakeFirstOrThrow(),
    tx.selectFrom('department').select(count).where('department.parentId', '=', id).executeTakeFirstOrThrow(),
  ]);
  return { people: people.count, departments: departments.count };
};

const goes = (table: string, { merchantId }: MerchantDb, id: string): readonly Goes[] => [
  { table, where: sql`kept.merchant_id = ${merchantId} and kept.id = ${id}` },
];
/** What goes with an empty department, with a position and a role that nobody has. */
export const departmentGoes = (db: MerchantDb, id: string) => goes('department', db, id);
export const positionGoes = (db: MerchantDb, id: string) => goes('position', db, id);
export const roleGoes = (db: MerchantDb, id: string) => goes('role', db, id);

/** Where it lies now: what is above it may have been moved while it was gone. */
export const placeAnew = async (tx: MerchantDb, id: string): Promise<string> =>
  (
    await tx
      .updateTable('department')
      .set({
        path: sql<string>`coalesce((select up.path from department up where up.merchant_id = department.merchant_id
          and up.id = department.parent_id), '/') || department.id || '/'`,
      })
      .where('department.id', '=', id)
      .returning('department.path')
      .executeTakeFirstOrThrow()
  ).path;

export const deleteDepartment = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx.deleteFrom('department').where('department.id', '=', id).execute();
};

export const listPositions = (db: MerchantDb, most: number) =>
  db
    .selectFrom('position')
    .select(['position.id', 'position.name'])
    .select(ofPeople('positionId', 'position'))
    .orderBy('position.name')
    .limit(most)
    .execute();

export const findPosition = (db: MerchantDb, id: string) =>
  db.selectFrom('position').select(['position.id', 'position.name']).where('position.id', '=', id).executeTakeFirst();

export const positionNamed = async (tx: MerchantDb, name: string, butId: string | null): Promise<boolean> =>
  (await tx
    .selectFrom('position')
    .select('position.id')
    .where(sameName('position.name', name))
    .where('position.id', 'is distinct from', butId)
    .executeTakeFirst()) !== undefined;

export const writePosition = async (tx: MerchantDb, id: string | null, name: string): Promise<string> => {
  if (id === null)
    return (await tx.insertInto('position', { name }).returning('position.id').executeTakeFirstOrThrow()).id;
  await tx.updateTable('position').set({ name }).where('position.id', '=', id).execute();
  return id;
};

export const deletePosition = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx.deleteFrom('position').where('position.id', '=', id).execute();
};
