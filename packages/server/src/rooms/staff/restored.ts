import { lockPeople } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Restored } from '../removals/index.ts';
import { placeAnew } from './departments.store.ts';
import { findRole, roleNamed } from './roles.store.ts';
import { mayEditDepartment, mayGive } from './staff.policy.ts';

/** Roles, positions and departments that are taken back: by who may remove them, as what is above them is now. */
const needWhole = ({ session }: SignedInContext): void => {
  if (session.scope !== 'all') throw refuse('wholeNeeded');
};

const role: Restored = async ({ tx, own, target }, context) => {
  await lockPeople(tx, own.merchantId);
  needWhole(context);
  const found = await findRole(own, target);
  if (found === undefined || !mayGive(context.session, found)) throw refuse('rightsBeyond');
  if (await roleNamed(own, found.name, target)) throw refuse('undoTaken');
  return undefined;
};

const position: Restored = async (_, context) => {
  needWhole(context);
  return undefined;
};

const department: Restored = async ({ tx, own, target }, context) => {
  await lockPeople(tx, own.merchantId);
  if (!mayEditDepartment(context.session, await placeAnew(own, target))) throw refuse('wholeNeeded');
  return undefined;
};

export const peopleRestored = { role, position, department } as const;
