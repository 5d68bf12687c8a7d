import { type InputOf, mostPeopleLists, type roleEndpoints } from '@lianxian/contract';
import { withGroups } from '@lianxian/core';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Facts } from '../audit/index.ts';
import { change, type StaffParts } from './change.ts';
import { roleGoes } from './departments.store.ts';
import { deleteRole, findRole, listRoles, type NewRole, peopleOfRole, roleNamed, writeRole } from './roles.store.ts';
import { mayGive } from './staff.policy.ts';

/** Roles are the whole merchant's, so who changes them sees all of it; and nobody makes one beyond his own. */
const factsOf = ({
  name,
  rights,
  buttons,
  scope,
}: NewRole | NonNullable<Awaited<ReturnType<typeof findRole>>>): Facts => ({
  name,
  rights: [...rights],
  buttons: [...buttons],
  scope,
});

const unique = <T>(words: readonly T[]): T[] => [...new Set(words)];

export const saveRole = (
  parts: StaffParts,
  { id, ...input }: InputOf<typeof roleEndpoints.save>,
  request: SignedInContext,
) =>
  change(parts, request, async ({ tx, audit, concerns, context }) => {
    const before = id === undefined ? undefined : await findRole(tx, id);
    if (id !== undefined && before === undefined) throw refuse('notFound', { what: 'role' });
    if (context.session.scope !== 'all') throw refuse('wholeNeeded');
    const role: NewRole = {
      name: input.name,
      rights: withGroups(input.rights),
      buttons: unique(input.buttons),
      scope: input.scope,
      template: before?.template ?? input.template ?? null,
    };
    if (!mayGive(context.session, role) || (before && !mayGive(context.session, before))) throw refuse('rightsBeyond');
    if (await roleNamed(tx, role.name, id ?? null)) throw refuse('nameTaken', { name: role.name });
    const { roles } = mostPeopleLists;
    if (before === undefined && (await listRoles(tx, roles)).length >= roles)
      throw refuse('peopleListFull', { limit: roles });
    const saved = await writeRole(tx, id ?? null, role);
    await audit({ action: 'role.save', target: saved, before: before && factsOf(before), after: factsOf(role) });
    if (before !== undefined) concerns({ people: await peopleOfRole(tx, saved) });
    return saved;
  });

export const removeRole = (parts: StaffParts, id: string, request: SignedInContext) =>
  change(parts, request, async ({ tx, audit, keep, context }) => {
    const role = await findRole(tx, id);
    if (role === undefined) throw refuse('notFound', { what: 'role' });
    if (context.session.scope !== 'all') throw refuse('wholeNeeded');
    if (!mayGive(context.session, role)) throw refuse('rightsBeyond');
    if (role.people > 0) throw refuse('roleHeld', { people: role.people });
    const undo = await keep({ kind: 'role', target: id, name: role.name }, roleGoes(tx, id));
    await deleteRole(tx, id);
    await audit({ action: 'role.remove', target: id, before: factsOf(role) });
    return undo;
  });
