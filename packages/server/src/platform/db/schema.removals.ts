import type { RemovalKind } from '@lianxian/contract';
import type { ColumnType, Generated } from 'kysely';

type Id = string;

/** What was removed and can be taken back. */
export interface RemovalTables {
  removal: {
    merchantId: Id;
    id: Generated<Id>;
    kind: RemovalKind;
    target: string;
    name: string;
    facts: ColumnType<Readonly<Record<string, unknown>>, string, never>;
    at: Date;
    kept: ColumnType<never, string, never>;
  };
}
