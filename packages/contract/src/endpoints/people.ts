import { accessKeys, buttons, dataScopes, roleCodes, roleTemplateNames } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { account, flag, id, listInput, oneLine, removed, telephone } from '../fields.ts';
import { limits } from '../wire.ts';

/** People of a merchant (docs/rights.md#rights): who manages them holds the page key `myStaff`. */
const staff = { needs: 'page', page: 'myStaff' } as const;
const nothing = z.object({});
const byId = z.object({ id });
const name = oneLine.trim().min(1).max(50);
const ids = z.array(id).min(1).max(100);
const each = <T extends string>(words: readonly [T, ...T[]]) => z.array(z.enum(words)).max(words.length);

/** More than any company has; each list comes whole. */
export const mostPeopleLists = { departments: 1_000, levels: 10, positions: 200, roles: 100 } as const;

const departmentRow = z.object({
  id,
  parentId: id.nullable(),
  name: z.string(),
  /** In it, not below it; removed ones left out. */
  people: z.number().int(),
  /** Whether the asker may rename, move, remove it and put departments below it. */
  mayEdit: z.boolean(),
});

const rights = { rights: each(accessKeys), buttons: each(buttons), scope: z.enum(dataScopes) };
export const roleRow = z.object({
  id,
  name: z.string(),
  ...rights,
  template: z.enum(roleTemplateNames).nullable(),
  people: z.number().int(),
  /** Nothing in it is beyond the asker's own. */
  mayGive: z.boolean(),
});

const person = {
  name,
  title: oneLine.trim().max(50).default(''),
  departmentId: id.optional(),
  positionId: id.optional(),
  roleId: id.optional(),
};
export const employeeRow = z.object({
  id,
  account: z.string(),
  name: z.string(),
  title: z.string(),
  /** Masked for who lacks phone:unmask. */
  phone: z.string(),
  roleCode: z.enum(roleCodes),
  roleId: id.nullable(),
  roleName: z.string(),
  departmentId: id.nullable(),
  departmentName: z.string(),
  positionId: id.nullable(),
  positionName: z.string(),
  active: z.boolean(),
  /** Has not signed in since somebody else set the password. */
  mustChangePassword: z.boolean(),
  lastLoginAt: z.string().nullable(),
  createdAt: z.string(),
  isSelf: z.boolean(),
  /** Whether the asker may change this person at all. */
  mayEdit: z.boolean(),
  /** Whether the asker may look with this person's eyes (`oa/preview`). */
  mayPreview: z.boolean(),
});

export const oaEndpoints = {
  grantors: endpoint({
    path: 'oa/grantors',
    right: { needs: 'token' },
    input: z.object({ key: z.enum(accessKeys).optional() }),
    output: z.object({ list: z.array(z.object({ name: z.string(), isOwner: z.boolean() })) }),
    idempotent: true,
    inPreview: true,
    summary:
      'Who of one’s own merchant can open a page to others: its owners, and who manages everybody and holds the page’s key; five at most.',
  }),
  departments: endpoint({
    path: 'oa/departments',
    right: staff,
    input: nothing,
    output: z.object({ list: z.array(departmentRow), mayAddTop: z.boolean() }),
    idempotent: true,
    inPreview: true,
    summary: 'The departments in one’s scope, parents before children.',
  }),
  saveDepartment: endpoint({
    path: 'oa/saveDepartment',
    right: staff,
    input: z.object({ id: id.optional(), parentId: id.optional(), name }),
    output: byId,
    idempotent: false,
    summary: 'Adds a department below parentId (or on top), or renames one (id).',
  }),
  moveDepartment: endpoint({
    path: 'oa/moveDepartment',
    right: staff,
    input: z.object({ id, parentId: id.optional() }),
    output: nothing,
    idempotent: true,
    summary: 'Puts a department with all below it under another (or on top).',
  }),
  removeDepartment: endpoint({
    path: 'oa/removeDepartment',
    right: staff,
    input: byId,
    output: removed,
    idempotent: true,
    summary: 'Removes an empty department.',
  }),
  positions: endpoint({
    path: 'oa/positions',
    right: staff,
    input: nothing,
    output: z.object({ list: z.array(z.object({ id, name: z.string(), people: z.number().int() })) }),
    idempotent: true,
    inPreview: true,
    summary: 'The positions by name.',
  }),
  savePosition: endpoint({
    path: 'oa/savePosition',
    right: staff,
    input: z.object({ id: id.optional(), name }),
    output: byId,
    idempotent: false,
    summary: 'Adds or renames a position.',
  }),
  removePosition: endpoint({
    path: 'oa/removePosition',
    right: staff,
    input: byId,
    output: removed,
    idempotent: true,
    summary: 'Removes a position that nobody has.',
  }),
  employees: endpoint({
    path: 'oa/employees',
    right: staff,
    input: listInput.extend({
      after: id.optional(),
      /** With all below it. */
      departmentId: id.optional(),
      roleId: id.optional(),
      state: z.enum(['active', 'disabled']).optional(),
      /** Part of a name or an account. */
      q: oneLine.trim().max(50).optional(),
    }),
    output: z.object({
      list: z.array(employeeRow),
      total: z.number().int(),
      more: z.boolean().optional(),
      after: z.string().nullable(),
      /** Of the whole merchant. */
      quota: z.object({ used: z.number().int(), limit: z.number().int() }),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'The people in one’s scope, newest first.',
  }),
  saveEmployee: endpoint({
    path: 'oa/saveEmployee',
    right: staff,
    input: z.object({
      id: id.optional(),
      ...person,
      /** Of a new person: 3 to 64 letters, digits, dots, dashes, underscores. It stays as it is afterwards. */
      account: account.optional(),
      /** Of a new person; without it a one-time one is made. Whoever it is, it must be changed at the first sign-in. */
      password: z.string().min(limits.passwordChars).max(limits.longestPassword).optional(),
      /** Without it an existing person's stays as it is. */
      phone: telephone.optional(),
    }),
    output: z.object({
      id,
      /** The one-time password that was made, shown this once. */
      password: z.string().nullable(),
    }),
    idempotent: false,
    // Only a new person has one, and a password with it.
    proof: { with: 'account' },
    summary: 'Adds a person (account, name) or changes one (id).',
  }),
  moveEmployees: endpoint({
    path: 'oa/moveEmployees',
    right: staff,
    input: z.object({ ids, departmentId: id.optional() }),
    output: nothing,
    idempotent: true,
    summary: 'Puts people into a department (or into none), all or nobody.',
  }),
  setActive: endpoint({
    path: 'oa/setActive',
    right: staff,
    input: z.object({ ids, active: flag }),
    output: nothing,
    idempotent: true,
    summary: 'Enables or disables people, all or nobody; disabled ones are signed out at once.',
  }),
  resetPassword: endpoint({
    path: 'oa/resetPassword',
    right: staff,
    input: byId,
    output: z.object({ account: z.string(), password: z.string() }),
    idempotent: false,
    proof: 'always',
    summary: 'Gives a person a one-time password, shown this once; it must be changed at the next sign-in.',
  }),
  preview: endpoint({
    path: 'oa/preview',
    right: staff,
    input: byId,
    output: z.object({ token: z.string(), name: z.string(), until: z.iso.datetime() }),
    idempotent: false,
    summary:
      'A token that looks with a person’s eyes for a quarter of an hour: it reads what that person may read and does nothing (decision 67). It ends with the session that asked; `user/logout` ends it before.',
  }),
  removeEmployee: endpoint({
    path: 'oa/removeEmployee',
    right: staff,
    input: byId,
    output: nothing,
    idempotent: true,
    summary: 'Removes a person: what they made stays, their account’s name is free again.',
  }),
} as const;

export const roleEndpoints = {
  list: endpoint({
    path: 'role/list',
    right: staff,
    input: nothing,
    output: z.object({ list: z.array(roleRow), mayEdit: z.boolean(), mayGive: z.object(rights) }),
    idempotent: true,
    inPreview: true,
    summary:
      'The roles of the merchant, oldest first; mayEdit: whether the asker may change them; mayGive: what a role of theirs may hold.',
  }),
  save: endpoint({
    path: 'role/save',
    right: staff,
    input: z.object({ id: id.optional(), name, ...rights, template: z.enum(roleTemplateNames).optional() }),
    output: byId,
    idempotent: false,
    summary: 'Adds or changes a role; who holds it has the new rights at once.',
  }),
  remove: endpoint({
    path: 'role/remove',
    right: staff,
    input: byId,
    output: removed,
    idempotent: true,
    summary: 'Removes a role that nobody holds.',
  }),
  templates: endpoint({
    path: 'role/templates',
    right: staff,
    input: nothing,
    output: z.object({ list: z.array(z.object({ template: z.enum(roleTemplateNames), ...rights })) }),
    idempotent: true,
    inPreview: true,
    summary: 'What a role may begin from (A-09).',
  }),
} as const;
