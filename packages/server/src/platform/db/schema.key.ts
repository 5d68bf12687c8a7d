import type { Generated } from 'kysely';

/** Table of migration 0036: one row. */
export interface KeyTables {
  house_key: {
    only_one: Generated<boolean>;
    mark: string;
    pepper_sealed: string | null;
    since: Generated<Date>;
  };
}
