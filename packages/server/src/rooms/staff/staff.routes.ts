import { type InputOf, limits, mostPeopleLists, oaEndpoints, roleEndpoints } from '@lianxian/contract';
import { roleTemplateNames, roleTemplates } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, type SignedInContext } from '../../platform/http/index.ts';
import type { StaffParts } from './change.ts';
import { listDepartments, listPositions } from './departments.store.ts';
import {
  moveDepartment,
  removeDepartment,
  removePosition,
  saveDepartment,
  savePosition,
  seenDepartment,
} from './departments.ts';
import { countEmployees, listEmployees, listGrantors, quotaOf } from './employees.store.ts';
import { moveEmployees, removeEmployee, resetEmployee, saveEmployee, setActive } from './employees.ts';
import { previewEmployee } from './preview.ts';
import { listRoles } from './roles.store.ts';
import { removeRole, saveRole } from './roles.ts';
import { mayEditDepartment, ownRights } from './staff.policy.ts';
import { employeeView, roleView } from './staff.view.ts';

const employees = async (
  input: InputOf<typeof oaEndpoints.employees>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
) => {
  const { db, session } = context;
  const { limit, offset } = input.after === undefined ? pageOf(input) : { limit: input.limit, offset: 0 };
  const { departmentId, roleId, state, q } = input;
  const path = departmentId === undefined ? undefined : (await seenDepartment(db, context, departmentId)).path;
  const filter = { path, roleId, state, q };
  const [rows, total, quota] = await Promise.all([
    listEmployees(db, session, filter, { limit, offset, after: input.after }),
    countEmployees(db, session, filter, limits.lastRow),
    quotaOf(unscopedDb, session.merchantId),
  ]);
  const shown = rows.slice(0, limit);
  return {
    list: shown.map(row => employeeView(row, session)),
    total,
    ...(total > limits.lastRow ? { more: true } : {}),
    after: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    quota,
  };
};

const departments = async ({ db, session }: SignedInContext) => ({
  list: (await listDepartments(db, session, mostPeopleLists.departments)).map(({ parentId, path, ...row }) => ({
    ...row,
    // Above what one sees there is nothing.
    parentId: path === session.departmentPath && session.scope !== 'all' ? null : parentId,
    mayEdit: mayEditDepartment(session, path),
  })),
  mayAddTop: session.scope === 'all',
});

const bindDepartments = (front: Front, parts: StaffParts): void => {
  bind(front, oaEndpoints.departments, (_, context) => departments(context));
  bind(front, oaEndpoints.saveDepartment, async (input, context) => ({
    id: await saveDepartment(parts, input, context),
  }));
  bind(front, oaEndpoints.moveDepartment, async (input, context) => {
    await moveDepartment(parts, input, context);
    return {};
  });
  bind(front, oaEndpoints.removeDepartment, async ({ id }, context) => ({
    undo: await removeDepartment(parts, id, context),
  }));
  bind(front, oaEndpoints.positions, async (_, { db }) => ({
    list: await listPositions(db, mostPeopleLists.positions),
  }));
  bind(front, oaEndpoints.savePosition, async (input, context) => ({ id: await savePosition(parts, input, context) }));
  bind(front, oaEndpoints.removePosition, async ({ id }, context) => ({
    undo: await removePosition(parts, id, context),
  }));
};

const bindEmployees = (front: Front, parts: StaffParts): void => {
  bind(front, oaEndpoints.employees, (input, context) => employees(input, context, parts.unscopedDb));
  bind(front, oaEndpoints.grantors, async ({ key }, { db }) => ({ list: await listGrantors(db, key) }));
  bind(front, oaEndpoints.saveEmployee, (input, context) => saveEmployee(parts, input, context));
  bind(front, oaEndpoints.moveEmployees, async (input, context) => {
    await moveEmployees(parts, input, context);
    return {};
  });
  bind(front, oaEndpoints.setActive, async (input, context) => {
    await setActive(parts, input, context);
    return {};
  });
  bind(front, oaEndpoints.preview, ({ id }, context) => previewEmployee(parts, id, context));
  bind(front, oaEndpoints.resetPassword, ({ id }, context) => resetEmployee(parts, id, context));
  bind(front, oaEndpoints.removeEmployee, async ({ id }, context) => {
    await removeEmployee(parts, id, context);
    return {};
  });
};

const bindRoles = (front: Front, parts: StaffParts): void => {
  bind(front, roleEndpoints.list, async (_, { db, session }) => {
    const { rights, buttons, scope } = ownRights(session);
    return {
      list: (await listRoles(db, mostPeopleLists.roles)).map(role => roleView(role, session)),
      mayEdit: session.scope === 'all',
      mayGive: { rights: [...rights], buttons: [...buttons], scope },
    };
  });
  bind(front, roleEndpoints.save, async (input, context) => ({ id: await saveRole(parts, input, context) }));
  bind(front, roleEndpoints.remove, async ({ id }, context) => ({ undo: await removeRole(parts, id, context) }));
  bind(front, roleEndpoints.templates, async () => ({
    list: roleTemplateNames.map(template => {
      const { rights, buttons, scope } = roleTemplates[template];
      return { template, rights: [...rights], buttons: [...buttons], scope };
    }),
  }));
};

export const bindStaff = (front: Front, parts: StaffParts): void => {
  bindDepartments(front, parts);
  bindEmployees(front, parts);
  bindRoles(front, parts);
};
