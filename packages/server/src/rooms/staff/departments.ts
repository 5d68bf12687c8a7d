import { type InputOf, mostPeopleLists, type oaEndpoints } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { type Change, change, type StaffParts } from './change.ts';
import {
  countDepartments,
  type Department,
  deepestBelow,
  deleteDepartment,
  deletePosition,
  departmentGoes,
  departmentNamed,
  findDepartment,
  findPosition,
  heldBy,
  insertDepartment,
  listPositions,
  positionGoes,
  positionNamed,
  putDepartment,
  renameDepartment,
  writePosition,
} from './departments.store.ts';
import { levelsOf, mayEditDepartment, mayFill } from './staff.policy.ts';

/** Changes of the tree and of the positions. */
export const seenDepartment = async (tx: MerchantDb, { session }: SignedInContext, id: string): Promise<Department> => {
  const found = await findDepartment(tx, session, id);
  if (found === undefined) throw refuse('notFound', { what: 'department' });
  return found;
};

const editable = async ({ tx, context }: Change, id: string): Promise<Department> => {
  const department = await seenDepartment(tx, context, id);
  if (!mayEditDepartment(context.session, department.path)) throw refuse('wholeNeeded');
  return department;
};

/** Where a department may be put; null: on top, which takes all of the merchant. */
const parentOf = async ({ tx, context }: Change, id: string | undefined): Promise<Department | null> => {
  if (id === undefined) {
    if (context.session.scope !== 'all') throw refuse('departmentNeeded');
    return null;
  }
  const parent = await seenDepartment(tx, context, id);
  if (!mayFill(context.session, parent.path)) throw refuse('wholeNeeded');
  return parent;
};

const checkName = async ({ tx }: Change, parentId: string | null, name: string, butId: string | null) => {
  if (await departmentNamed(tx, parentId, name, butId)) throw refuse('nameTaken', { name });
};

type Saved = InputOf<typeof oaEndpoints.saveDepartment>;

const rename = async (made: Change, id: string, name: string): Promise<string> => {
  const before = await editable(made, id);
  await checkName(made, before.parentId, name, id);
  await renameDepartment(made.tx, id, name);
  await made.audit({ action: 'department.save', target: id, before: { name: before.name }, after: { name } });
  return id;
};

export const saveDepartment = (parts: StaffParts, { id, parentId, name }: Saved, context: SignedInContext) =>
  change(parts, context, async made => {
    if (id !== undefined) return await rename(made, id, name);
    const parent = await parentOf(made, parentId);
    const { departments, levels } = mostPeopleLists;
    if (parent !== null && levelsOf(parent.path) >= levels) throw refuse('departmentDeep', { limit: levels });
    if ((await countDepartments(made.tx)) >= departments) throw refuse('peopleListFull', { limit: departments });
    await checkName(made, parent?.id ?? null, name, null);
    const newId = await insertDepartment(made.tx, parent, name);
    await made.audit({ action: 'department.save', target: newId, after: { name, parent: parent?.name ?? '' } });
    return newId;
  });

const checkDepth = async (tx: MerchantDb, moved: Department, parent: Department | null): Promise<void> => {
  const below = (await deepestBelow(tx, moved.path)) - levelsOf(moved.path) + 1;
  const { levels } = mostPeopleLists;
  if ((parent === null ? 0 : levelsOf(parent.path)) + below > levels) throw refuse('departmentDeep', { limit: levels });
};

/** People of it may see other rows from then on: everybody is looked at anew. */
export const moveDepartment = (
  parts: StaffParts,
  { id, parentId }: InputOf<typeof oaEndpoints.moveDepartment>,
  request: SignedInContext,
) =>
  change(parts, request, async made => {
    const { tx, audit, concerns, context } = made;
    const moved = await editable(made, id);
    const parent = await parentOf(made, parentId);
    if (parent?.path.startsWith(moved.path)) throw refuse('departmentLoop');
    if ((parent?.id ?? null) === moved.parentId) return;
    await checkDepth(tx, moved, parent);
    await checkName(made, parent?.id ?? null, moved.name, id);
    const before = moved.parentId === null ? undefined : await findDepartment(tx, context.session, moved.parentId);
    await putDepartment(tx, moved, parent);
    await audit({
      action: 'department.move',
      target: id,
      name: moved.name,
      before: { parent: before?.name ?? '' },
      after: { parent: parent?.name ?? '' },
    });
    concerns({ people: null });
  });

export const removeDepartment = (parts: StaffParts, id: string, context: SignedInContext) =>
  change(parts, context, async made => {
    const { name } = await editable(made, id);
    const held = await heldBy(made.tx, id);
    if (held.people + held.departments > 0) throw refuse('departmentHeld', held);
    const undo = await made.keep({ kind: 'department', target: id, name }, departmentGoes(made.tx, id));
    await deleteDepartment(made.tx, id);
    await made.audit({ action: 'department.remove', target: id, before: { name } });
    return undo;
  });

const needWhole = ({ session }: SignedInContext): void => {
  if (session.scope !== 'all') throw refuse('wholeNeeded');
};

export const savePosition = (
  parts: StaffParts,
  { id, name }: InputOf<typeof oaEndpoints.savePosition>,
  request: SignedInContext,
) =>
  change(parts, request, async ({ tx, audit, context }) => {
    const before = id === undefined ? undefined : await findPosition(tx, id);
    if (id !== undefined && before === undefined) throw refuse('notFound', { what: 'position' });
    needWhole(context);
    if (await positionNamed(tx, name, id ?? null)) throw refuse('nameTaken', { name });
    const { positions } = mostPeopleLists;
    if (before === undefined && (await listPositions(tx, positions)).length >= positions)
      throw refuse('peopleListFull', { limit: positions });
    const saved = await writePosition(tx, id ?? null, name);
    await audit({ action: 'position.save', target: saved, before: before && { name: before.name }, after: { name } });
    return saved;
  });

export const removePosition = (parts: StaffParts, id: string, request: SignedInContext) =>
  change(parts, request, async ({ tx, audit, keep, context }) => {
    const position = (await listPositions(tx, mostPeopleLists.positions)).find(one => one.id === id);
    if (position === undefined) throw refuse('notFound', { what: 'position' });
    needWhole(context);
    if (position.people > 0) throw refuse('positionHeld', { people: position.people });
    const { name } = position;
    const undo = await keep({ kind: 'position', target: id, name }, positionGoes(tx, id));
    await deletePosition(tx, id);
    await audit({ action: 'position.remove', target: id, before: { name } });
    return undo;
  });
