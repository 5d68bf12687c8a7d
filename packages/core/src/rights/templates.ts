import { type AccessKey, accessKeys, type Button, buttons, type DataScope, type RoleCode } from './keys.ts';

/**
 * Who holds what. The owner of a merchant and the people of a reseller (in the reseller's own merchant, A-11) hold
 * every page key and button; the platform's people have the admin pages, and of a merchant's that of their colleagues: the voice
 * people of the platform among them. Everybody else holds what his role says; a role begins from one of these templates or from nothing.
 */
export const roleTemplateNames = ['manager', 'seat', 'voice'] as const;
export type RoleTemplate = (typeof roleTemplateNames)[number];

export interface Rights {
  readonly rights: readonly AccessKey[];
  readonly buttons: readonly Button[];
  readonly scope: DataScope;
}

const everything: Rights = { rights: accessKeys, buttons, scope: 'all' };
const colleagues: Rights = { rights: ['CRM', 'myStaff'], buttons: [], scope: 'all' };
const nothing: Rights = { rights: [], buttons: [], scope: 'own' };

export const roleTemplates: Readonly<Record<RoleTemplate, Rights>> = {
  /** Runs the calls of a department: all but lines, the market, deleting and letting exports go; sees the numbers. */
  manager: {
    rights: accessKeys.filter(key => key !== 'port' && key !== 'market'),
    buttons: buttons.filter(button => button !== 'callLog:delete' && button !== 'export:approve'),
    scope: 'department',
  },
  /** Calls customers: own calls and customers, nothing of the robots. */
  seat: {
    rights: ['callLog', 'CRM', 'number'],
    buttons: ['call_out'],
    scope: 'own',
  },
  /** 配音: records what merchants order, on a page that needs no key; nothing else of anybody's. */
  voice: nothing,
};

/** What a role code holds by itself; null: what the role says. */
export const rightsOfCode = (roleCode: RoleCode): Rights | null => {
  if (roleCode === 'company' || roleCode === 'agent') return everything;
  return roleCode === 'admin' ? colleagues : null;
};

/** A person without a role. */
export const rightsOfNobody = nothing;
