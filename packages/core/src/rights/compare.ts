import { withGroups } from './groups.ts';
import { type DataScope, dataScopes } from './keys.ts';
import type { Rights } from './templates.ts';

const isAmong = <T>(all: readonly T[], some: readonly T[]): boolean => some.every(one => all.includes(one));

const isWiderScope = (a: DataScope, b: DataScope): boolean => dataScopes.indexOf(a) > dataScopes.indexOf(b);

/**
 * Whether who holds `own` may hand out `given`, or look after somebody who holds it: no key, button or scope beyond his
 * own. Otherwise a manager would make himself, or a friend, an owner.
 */
export const coversRights = (own: Rights, given: Rights): boolean =>
  isAmong(withGroups(own.rights), withGroups(given.rights)) &&
  isAmong(own.buttons, given.buttons) &&
  !isWiderScope(given.scope, own.scope);
