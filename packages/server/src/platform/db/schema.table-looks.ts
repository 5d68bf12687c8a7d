import type { TableLook, TableName } from '@lianxian/contract';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

/** What people chose for the tables of their pages; `migrations/0026_tables.ts` and `0153_shared_views.ts` are the law. */
export interface TableLookTables {
  tableLook: { merchantId: string; employeeId: string; name: TableName; look: Json<TableLook> };
  tableView: {
    merchantId: string;
    id: Generated<string>;
    employeeId: string;
    tableName: TableName;
    name: string;
    query: string;
    look: Json<TableLook>;
    isDefault: Generated<boolean>;
    isShared: Generated<boolean>;
  };
}
