import type { DataScope } from '@lianxian/core';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Data scope (docs/rights.md#data-scope; decision 15): what people make is seen by who made it, by their department and
 * those above it, or by the whole merchant. A {@link MerchantDb} that is bound to a viewer narrows these tables in every
 * statement, so that a row out of scope is missing like another merchant's. What nobody made (a call to us) is seen under
 * `all` alone.
 */
export const ownerColumns = {
  call: 'ownerId',
  callHour: 'ownerId',
  callChange: 'ownerId',
  statHour: 'ownerId',
  statDay: 'ownerId',
  answer: 'ownerId',
  nodeHour: 'ownerId',
  backTestCount: 'ownerId',
  task: 'createdBy',
  followUp: 'ownerId',
  todo: 'ownerId',
  customer: 'ownerId',
  smsMessage: 'ownerId',
  smsReply: 'ownerId',
  smsBatch: 'madeBy',
} as const satisfies Record<string, string>;

/** Who looks: a session is one. */
export interface Viewer {
  readonly merchantId: string;
  readonly employeeId: string;
  readonly scope: DataScope;
  /** Of their department, `/3/17/`; empty without one: they see their own. */
  readonly departmentPath: string;
}

/** The scope as it comes out: of no department there is nobody else to see. */
export const scopeOf = ({ scope, departmentPath }: Pick<Viewer, 'scope' | 'departmentPath'>): DataScope =>
  scope === 'department' && departmentPath === '' ? 'own' : scope;

/** Whose rows a viewer sees: one person's, a department's, everybody's. */
type SeenPeople = { readonly only: string } | { readonly below: string } | 'everybody';

export const seenPeople = (viewer: Viewer): SeenPeople => {
  const scope = scopeOf(viewer);
  if (scope === 'all') return 'everybody';
  return scope === 'own' ? { only: viewer.employeeId } : { below: viewer.departmentPath };
};

/** People of a department and of those below it; a path is digits and slashes, so it stands in a pattern as it is. */
export const peopleBelow = (merchantId: string, path: string): RawBuilder<unknown> => sql`
  select employee.id from employee join department
    on department.merchant_id = employee.merchant_id and department.id = employee.department_id
  where employee.merchant_id = ${merchantId} and department.path like ${`${path}%`}`;

/** Whether the viewer sees a row whose maker stands in `column`, e.g. `call.owner_id`. */
export const withinScope = (viewer: Viewer, column: string): RawBuilder<SqlBool> => {
  const seen = seenPeople(viewer);
  if (seen === 'everybody') return sql<SqlBool>`true`;
  if ('only' in seen) return sql<SqlBool>`${sql.ref(column)} = ${seen.only}`;
  return sql<SqlBool>`${sql.ref(column)} in (${peopleBelow(viewer.merchantId, seen.below)})`;
};

/** Whose a row is, where it is told and no statement narrows it; null: nobody's. */
export interface RowOwner {
  readonly id: string;
  readonly departmentPath: string;
}

/** The owner of a row of `call`. */
export const callOwner = sql<RowOwner | null>`(select jsonb_build_object('id', employee.id::text,
    'departmentPath', coalesce(department.path, ''))
  from employee left join department
    on department.merchant_id = employee.merchant_id and department.id = employee.department_id
  where employee.merchant_id = call.merchant_id and employee.id = call.owner_id)`;

/** As `withinScope`, of a row that is told. */
export const coversOwner = (viewer: Viewer, owner: RowOwner | null): boolean => {
  const seen = seenPeople(viewer);
  if (seen === 'everybody') return true;
  if (owner === null) return false;
  return 'only' in seen ? owner.id === seen.only : owner.departmentPath.startsWith(seen.below);
};
