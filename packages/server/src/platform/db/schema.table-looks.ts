import type { TableLook, TableName } from '@lianxian/contract';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

/** What people chose for the tables of their pages; `migrations/0026_tables.ts` is the law. */
export interface TableLookTables {
  table_look: { merchant_id: string; employee_id: string; name: TableName; look: Json<TableLook> };
  table_view: {
    merchant_id: string;
    id: Generated<string>;
    employee_id: string;
    table_name: TableName;
    name: string;
    query: string;
    look: Json<TableLook>;
    is_default: Generated<boolean>;
  };
}
