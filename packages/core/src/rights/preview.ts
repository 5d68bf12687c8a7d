import { coversRights } from './compare.ts';
import type { AccessKey, Button, DataScope, RoleCode } from './keys.ts';
import type { Rights } from './templates.ts';

interface Person {
  readonly employeeId: string;
  readonly roleCode: RoleCode;
  readonly scope: DataScope;
  readonly departmentPath: string;
}
/** A session is one. */
interface Previewer extends Person {
  readonly rights: ReadonlySet<AccessKey>;
  readonly buttons: ReadonlySet<Button>;
}

const isSeenBy = ({ scope, departmentPath }: Previewer, person: Person): boolean =>
  scope === 'all' ||
  (scope === 'department' && departmentPath !== '' && person.departmentPath.startsWith(departmentPath));

/**
 * With whose eyes somebody may look (decision 67): an employee's whom he sees, and who holds nothing that he does not hold
 * himself, as he stands now. So nobody sees more by looking with another's eyes; a setting that hides numbers from an owner
 * hides them here as well.
 */
export const mayPreview = (previewer: Previewer, person: Person, held: Rights): boolean =>
  person.roleCode === 'employee' &&
  person.employeeId !== previewer.employeeId &&
  previewer.rights.has('myStaff') &&
  isSeenBy(previewer, person) &&
  coversRights({ rights: [...previewer.rights], buttons: [...previewer.buttons], scope: previewer.scope }, held);
