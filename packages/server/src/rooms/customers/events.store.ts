import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { CustomerEventKind } from '../../platform/db/schema.customers.ts';
import type { FieldChange, LaterChange } from './merge.policy.ts';

/** What was done to customers: a line of the timeline each, and what an older version of one was like. */

interface NewEvent {
  readonly customerId: string;
  readonly kind: CustomerEventKind;
  readonly by: string | null;
  readonly version?: number;
  readonly facts?: Readonly<Record<string, unknown>>;
}

export const noteEvent = async (
  tx: MerchantDb,
  { customerId, kind, by, version, facts = {} }: NewEvent,
): Promise<void> => {
  const row = { customerId, kind, byEmployee: by, version: version ?? null, facts: JSON.stringify(facts) };
  await tx.insertInto('customerEvent', row).execute();
};

interface TypeFacts {
  readonly before: number;
  readonly after: number;
}

const fieldsOf = (kind: CustomerEventKind, facts: Readonly<Record<string, unknown>>): readonly FieldChange[] => {
  if (kind === 'changed') return (facts as { fields?: readonly FieldChange[] }).fields ?? [];
  const { before, after } = facts as unknown as TypeFacts;
  return [{ field: 'cateType', before: String(before), after: String(after) }];
};

/** Changes of fields since that version, the oldest first. */
export const changesSince = async (
  tx: MerchantDb,
  customerId: string,
  version: number,
): Promise<readonly LaterChange[]> => {
  const rows = await tx
    .selectFrom('customerEvent')
    .leftJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'customerEvent.merchantId')
        .onRef('employee.id', '=', 'customerEvent.byEmployee'),
    )
    .select(['customerEvent.kind', 'customerEvent.facts', 'employee.name'])
    .where('customerEvent.customerId', '=', customerId)
    .where('customerEvent.version', '>', version)
    .where('customerEvent.kind', 'in', sql<CustomerEventKind>`('changed', 'type')`)
    .orderBy('customerEvent.version')
    .execute();
  return rows.map(({ kind, facts, name }) => ({ by: name ?? '', fields: fieldsOf(kind, facts) }));
};
