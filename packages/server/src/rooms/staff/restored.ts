import { mostPeopleLists } from '@lianxian/contract';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Restored } from '../removals/index.ts';
import { lockedPeople } from './change.ts';
import { countDepartments, listPositions, placeAnew } from './departments.store.ts';
import { findRole, listRoles, roleNamed } from './roles.store.ts';
import { levelsOf, mayEditDepartment, mayGive } from './staff.policy.ts';

/**
 * Roles, positions and departments that are taken back: under the lock of every change of people, by who may remove them,
 * as what is above them is now, and no more of them than may be saved.
 */
const needWhole = ({ session }: SignedInContext): void => {
  if (session.scope !== 'all') throw refuse('wholeNeeded');
};

const within = (count: number, limit: number): void => {
  if (count > limit) throw refuse('peopleListFull', { limit });
};

const role: Restored = {
  before: lockedPeople,
  after: async ({ own, target }, context) => {
    needWhole(context);
    const found = await findRole(own, target);
    if (found === undefined || !mayGive(context.session, found)) throw refuse('rightsBeyond');
    if (await roleNamed(own, found.name, target)) throw refuse('undoTaken');
    const { roles } = mostPeopleLists;
    within((await listRoles(own, roles + 1)).length, roles);
    return undefined;
  },
};

const position: Restored = {
  before: lockedPeople,
  after: async ({ own }, context) => {
    needWhole(context);
    const { positions } = mostPeopleLists;
    within((await listPositions(own, positions + 1)).length, positions);
    return undefined;
  },
};

const department: Restored = {
  before: lockedPeople,
  after: async ({ own, target }, context) => {
    const path = await placeAnew(own, target);
    if (!mayEditDepartment(context.session, path)) throw refuse('wholeNeeded');
    const { departments, levels } = mostPeopleLists;
    if (levelsOf(path) > levels) throw refuse('departmentDeep', { limit: levels });
    within(await countDepartments(own), departments);
    return undefined;
  },
};

export const peopleRestored = { role, position, department } as const;
