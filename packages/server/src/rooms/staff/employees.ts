import { type InputOf, limits, type oaEndpoints, type RefusalKey } from '@lianxian/contract';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { hashPassword, oneTimePassword, resetPassword, revokeSessionsOf, whyWeak } from '../accounts/index.ts';
import type { Facts } from '../audit/index.ts';
import { removeFactor } from '../security/index.ts';
import { type Change, change, type StaffParts } from './change.ts';
import { findPosition } from './departments.store.ts';
import { seenDepartment } from './departments.ts';
import {
  accountIsTaken,
  type Employee,
  findEmployees,
  insertEmployee,
  type PersonFields,
  putIntoDepartment,
  quotaOf,
  removePerson,
  updateEmployee,
  writeActive,
} from './employees.store.ts';
import { findRole } from './roles.store.ts';
import { isAccount, mayFill, mayGive, whyNotChange, whyNotRule } from './staff.policy.ts';

/** Adds, changes, moves, disables and removes people. */
type Saved = InputOf<typeof oaEndpoints.saveEmployee>;

const refuseFor = (key: RefusalKey | null, name: string): void => {
  if (key === 'personBeyond') throw refuse('personBeyond', { name });
  if (key === 'ownerFixed') throw refuse('ownerFixed');
  if (key === 'notOneself') throw refuse('notOneself');
};

/** All of these, or a refusal: one that is out of scope is missing. */
const ruled = async ({ tx, context }: Change, ids: readonly string[]): Promise<readonly Employee[]> => {
  const wanted = new Set(ids);
  const people = await findEmployees(tx, context.session, [...wanted]);
  if (people.length !== wanted.size) throw refuse('notFound', { what: 'employee' });
  for (const person of people) refuseFor(whyNotRule(context.session, person), person.name);
  return people;
};

export const findRuled = async (made: Change, id: string): Promise<Employee> => {
  const [person] = await ruled(made, [id]);
  if (person === undefined) throw refuse('notFound', { what: 'employee' });
  return person;
};

/** Where people may be put: null (no department) takes all of the merchant. */
const departmentFor = async ({ tx, context }: Change, id: string | undefined) => {
  if (id === undefined) {
    if (context.session.scope !== 'all') throw refuse('departmentNeeded');
    return null;
  }
  const department = await seenDepartment(tx, context, id);
  if (!mayFill(context.session, department.path)) throw refuse('departmentNeeded');
  return department;
};

interface Place {
  readonly department: { readonly id: string; readonly name: string } | null;
  readonly position: { readonly id: string; readonly name: string } | null;
  readonly role: { readonly id: string; readonly name: string } | null;
}

const positionFor = async ({ tx }: Change, id: string | undefined) => {
  const position = id === undefined ? null : await findPosition(tx, id);
  if (position === undefined) throw refuse('notFound', { what: 'position' });
  return position;
};

/** A role that goes no further than the asker's own; what a person has already he may keep. */
const roleFor = async ({ tx, context }: Change, id: string | undefined, had: string | null) => {
  if (id === undefined) return null;
  const role = await findRole(tx, id);
  if (role === undefined) throw refuse('notFound', { what: 'role' });
  if (id !== had && !mayGive(context.session, role)) throw refuse('rightsBeyond');
  return role;
};

const placeFor = async (made: Change, input: Saved, existing: Employee | null): Promise<Place> => {
  const isSame = existing !== null && (input.departmentId ?? null) === existing.departmentId;
  const kept = existing?.departmentId ? { id: existing.departmentId, name: existing.departmentName ?? '' } : null;
  return {
    department: isSame ? kept : await departmentFor(made, input.departmentId),
    position: await positionFor(made, input.positionId),
    role: await roleFor(made, input.roleId, existing?.roleId ?? null),
  };
};

const fieldsOf = ({ name, title, phone }: Saved, { department, position, role }: Place): PersonFields => ({
  name,
  title,
  phone,
  departmentId: department?.id ?? null,
  positionId: position?.id ?? null,
  roleId: role?.id ?? null,
});

const factsOf = (account: string, { name, title, phone }: Saved, place: Place): Facts => ({
  account,
  name,
  jobTitle: title,
  phone,
  department: place.department?.name ?? '',
  position: place.position?.name ?? '',
  role: place.role?.name ?? '',
});

const factsBefore = (person: Employee, withPhone: boolean): Facts => ({
  account: person.account,
  name: person.name,
  jobTitle: person.title,
  phone: withPhone ? person.phone : undefined,
  department: person.departmentName ?? '',
  position: person.positionName ?? '',
  role: person.roleName ?? '',
});

const accountOf = ({ account }: Saved): string => {
  if (account === undefined) throw refuse('badInput', { field: 'account', fault: 'missing' });
  if (!isAccount(account)) throw refuse('badInput', { field: 'account', fault: 'account' });
  return account;
};

const addEmployee = async (parts: StaffParts, input: Saved, context: SignedInContext) => {
  const account = accountOf(input);
  const password = input.password ?? oneTimePassword();
  const why = whyWeak(password, account);
  if (why !== null) throw refuse(why, { least: limits.passwordChars });
  // Before the lock: it takes some tens of milliseconds.
  const passwordHash = await hashPassword(password);
  const id = await change(parts, context, async made => {
    const place = await placeFor(made, input, null);
    const { used, limit } = await quotaOf(made.house, made.tx.merchantId);
    if (used >= limit) throw refuse('employeesFull', { limit });
    if (await accountIsTaken(made.tx, account)) throw refuse('accountTaken', { account });
    const added = await insertEmployee(made.tx, { ...fieldsOf(input, place), account, passwordHash });
    await made.audit({ action: 'employee.save', target: added, after: factsOf(account, input, place) });
    return added;
  });
  return { id, password: input.password === undefined ? password : null };
};

const isMoved = (person: Employee, fields: PersonFields): boolean =>
  person.roleId !== fields.roleId || person.departmentId !== fields.departmentId;

/** An owner has no role, and may stand in any department: his rights are his by his account. */
const checkSelf = (person: Employee, fields: PersonFields): void => {
  const isOwner = person.roleCode !== 'employee';
  if (isOwner ? fields.roleId !== null : isMoved(person, fields)) throw refuse('notOneself');
};

const changeEmployee = (parts: StaffParts, id: string, input: Saved, request: SignedInContext) =>
  change(parts, request, async made => {
    const { tx, audit, concerns, context } = made;
    const { session } = context;
    const [person] = await findEmployees(tx, session, [id]);
    if (person === undefined) throw refuse('notFound', { what: 'employee' });
    refuseFor(whyNotChange(session, person), person.name);
    const place = await placeFor(made, input, person);
    const fields = fieldsOf(input, place);
    if (id === session.employeeId) checkSelf(person, fields);
    await updateEmployee(tx, id, fields);
    const before = factsBefore(person, input.phone !== undefined);
    await audit({ action: 'employee.save', target: id, before, after: factsOf(person.account, input, place) });
    if (isMoved(person, fields)) concerns({ people: [id] });
  });

export const saveEmployee = async (parts: StaffParts, input: Saved, context: SignedInContext) => {
  if (input.id === undefined) return await addEmployee(parts, input, context);
  await changeEmployee(parts, input.id, input, context);
  return { id: input.id, password: null };
};

export const moveEmployees = (
  parts: StaffParts,
  { ids, departmentId }: InputOf<typeof oaEndpoints.moveEmployees>,
  context: SignedInContext,
) =>
  change(parts, context, async made => {
    const people = await ruled(made, ids);
    const department = await departmentFor(made, departmentId);
    const moved = people.filter(person => person.departmentId !== (department?.id ?? null));
    const movedIds = moved.map(({ id }) => id);
    if (movedIds.length === 0) return;
    await putIntoDepartment(made.tx, movedIds, department?.id ?? null);
    for (const { id, name, departmentName } of moved)
      await made.audit({
        action: 'employee.move',
        target: id,
        name,
        before: { department: departmentName ?? '' },
        after: { department: department?.name ?? '' },
      });
    made.concerns({ people: movedIds });
  });

/** Disabled people are signed out, their sockets closed. */
export const setActive = (
  parts: StaffParts,
  { ids, active }: InputOf<typeof oaEndpoints.setActive>,
  context: SignedInContext,
) =>
  change(parts, context, async made => {
    const { tx, audit, concerns } = made;
    const turned = (await ruled(made, ids)).filter(person => person.active !== active);
    const turnedIds = turned.map(({ id }) => id);
    if (turnedIds.length === 0) return;
    await writeActive(tx, turnedIds, active);
    for (const { id, name } of turned) {
      const action = active ? 'employee.on' : 'employee.off';
      await audit({ action, target: id, name, before: { active: !active }, after: { active } });
    }
    if (active) return;
    concerns({ people: turnedIds, sessions: await revokeSessionsOf(tx, turnedIds, context.at) });
  });

export const resetEmployee = (parts: StaffParts, id: string, context: SignedInContext) =>
  change(parts, context, async made => {
    const [person] = await ruled(made, [id]);
    const { password, sessions } = await resetPassword(made.tx, id, context.at);
    // Who lost his password may have lost his phone with it.
    await removeFactor(made.tx, id);
    await made.audit({ action: 'employee.resetPassword', target: id, name: person?.name });
    made.concerns({ sessions });
    return { account: person?.account ?? '', password };
  });

export const removeEmployee = (parts: StaffParts, id: string, context: SignedInContext) =>
  change(parts, context, async made => {
    const [person] = await ruled(made, [id]);
    await removePerson(made.tx, id, context.at);
    const sessions = await revokeSessionsOf(made.tx, [id], context.at);
    await made.audit({ action: 'employee.remove', target: id, before: person && factsBefore(person, false) });
    made.concerns({ people: [id], sessions });
  });
