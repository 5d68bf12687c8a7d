import type { Generated } from 'kysely';

/** Table of migration 0036: one row. */
export interface KeyTables {
  houseKey: {
    onlyOne: Generated<boolean>;
    mark: string;
    pepperSealed: string | null;
    since: Generated<Date>;
  };
}
