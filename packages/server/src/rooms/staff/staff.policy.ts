/**
 * Who may do what to whom (docs/rights.md#rights). Three rules: nobody gives or looks after more than he holds; the
 * owner's account is its owner's alone; nobody raises, disables or removes himself. What one may not see is missing
 * before these rules are asked.
 */
import type { RefusalKey } from '@lianxian/contract';
import {
  type AccessKey,
  accessKeys,
  type Button,
  buttons,
  coversRights,
  type DataScope,
  mayPreview,
  type Rights,
  type RoleCode,
  rightsOfCode,
  rightsOfNobody,
} from '@lianxian/core';

/** Who asks: a session is one. */
export interface Asker {
  readonly employeeId: string;
  readonly roleCode: RoleCode;
  readonly rights: ReadonlySet<AccessKey>;
  readonly buttons: ReadonlySet<Button>;
  readonly scope: DataScope;
  readonly departmentPath: string;
}

/** What an owner may give is everything, whatever a setting hides from his own eyes. */
export const ownRights = (asker: Asker): Rights =>
  rightsOfCode(asker.roleCode) ?? {
    rights: [...asker.rights],
    buttons: [...asker.buttons],
    scope: asker.scope,
  };

/** As the tables have them; words of a later version count as none. */
interface StoredRights {
  readonly rights: readonly string[] | null;
  readonly buttons: readonly string[] | null;
  readonly scope: DataScope | null;
}

export const rightsOf = ({ rights, buttons: held, scope }: StoredRights): Rights =>
  scope === null
    ? rightsOfNobody
    : {
        rights: accessKeys.filter(key => rights?.includes(key)),
        buttons: buttons.filter(button => held?.includes(button)),
        scope,
      };

export const mayGive = (asker: Asker, role: StoredRights): boolean => coversRights(ownRights(asker), rightsOf(role));

interface Person extends StoredRights {
  readonly id: string;
  readonly roleCode: RoleCode;
}

const isOwner = ({ roleCode }: Person): boolean => roleCode !== 'employee';

/** Why the asker may not change this person at all; null: he may. */
export const whyNotChange = (asker: Asker, person: Person): RefusalKey | null => {
  if (person.id === asker.employeeId) return null;
  if (isOwner(person)) return 'ownerFixed';
  return mayGive(asker, person) ? null : 'personBeyond';
};

/** Why he may not move, disable, reset or remove this person. */
export const whyNotRule = (asker: Asker, person: Person): RefusalKey | null =>
  person.id === asker.employeeId ? 'notOneself' : whyNotChange(asker, person);

/** Whether he may look with this person's eyes, whom he sees: what he holds himself counts, not what he may give (decision 67). */
export const maySeeAs = (asker: Asker, person: Person & { readonly path: string | null }): boolean => {
  if (whyNotRule(asker, person) !== null) return false;
  const held = rightsOf(person);
  const { id: employeeId, roleCode, path } = person;
  return mayPreview(asker, { employeeId, roleCode, scope: held.scope, departmentPath: path ?? '' }, held);
};

/** Whether a department may be renamed, moved, removed: all of them, or those below one's own. */
export const mayEditDepartment = ({ scope, departmentPath }: Asker, path: string): boolean => {
  if (scope === 'all') return true;
  return scope === 'department' && departmentPath !== '' && path !== departmentPath && path.startsWith(departmentPath);
};

/** Whether departments may be put under it and people into it. */
export const mayFill = (asker: Asker, path: string): boolean =>
  mayEditDepartment(asker, path) || (asker.scope === 'department' && path !== '' && path === asker.departmentPath);

const ACCOUNT = /^[\w.-]{3,64}$/;
export const isAccount = (text: string): boolean => ACCOUNT.test(text);

/** Levels of a path: `/3/17/` has two. */
export const levelsOf = (path: string): number => path.split('/').length - 2;
