import {
  type Compilable,
  type DeleteQueryBuilder,
  type DeleteResult,
  type InsertObject,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import { inTransaction } from './pool.ts';
import type { Tables } from './schema.ts';
import { ownerColumns, type Viewer, withinScope } from './scope.ts';
import { type ParamOf, Statement } from './statement.ts';

/** Tables whose rows belong to a merchant. */
type MerchantTable = { [T in keyof Tables]: 'merchantId' extends keyof Tables[T] ? T : never }[keyof Tables];
/** A value may be an expression that the database works out. */
type NewRow<T extends MerchantTable> = Omit<InsertObject<Tables, T>, 'merchantId'>;

/**
 * The database as one merchant sees it: every statement carries `merchant_id`, so a forgotten condition shows nothing
 * instead of somebody else's rows. A joined table is joined on both columns of its key, `merchant_id` first.
 */
export interface MerchantDb {
  readonly merchantId: string;
  /** Whose eyes: tables of `ownerColumns` show what is in their scope. Null: a job's, which see all of the merchant's. */
  readonly viewer: Viewer | null;
  /** All of the merchant's rows whoever looks: for figures and limits, never for rows that are shown. */
  readonly whole: MerchantDb;
  readonly selectFrom: <T extends MerchantTable>(table: T) => SelectQueryBuilder<Tables, T, object>;
  readonly insertInto: <T extends MerchantTable>(
    table: T,
    rows: NewRow<T> | readonly NewRow<T>[],
  ) => InsertQueryBuilder<Tables, T, InsertResult>;
  readonly updateTable: <T extends MerchantTable>(table: T) => UpdateQueryBuilder<Tables, T, T, UpdateResult>;
  readonly deleteFrom: <T extends MerchantTable>(table: T) => DeleteQueryBuilder<Tables, T, DeleteResult>;
  /** Runs it on this merchant's rows. */
  readonly run: <V extends object, O>(statement: MerchantStatement<V, O>, values: V) => Promise<O[]>;
  /** All or nothing; everything inside goes through the handle given. Inside another transaction it is part of that one. */
  readonly transaction: <R>(work: (tx: MerchantDb) => Promise<R>) => Promise<R>;
}

/** Tables that everybody of the merchant sees alike: no scope narrows them. */
type SharedTable = Exclude<MerchantTable, keyof typeof ownerColumns>;
/** What a {@link MerchantStatement} is built from: as with a {@link MerchantDb}, its table is narrowed to the merchant. */
interface MerchantSelect {
  readonly selectFrom: <T extends SharedTable>(table: T) => SelectQueryBuilder<Tables, T, object>;
}

/** A {@link Statement} that carries `merchant_id`; not of what a scope narrows, for its text is the same whoever looks. */
export class MerchantStatement<V extends object, O> {
  readonly statement: Statement<V & { readonly merchantId: string }, O>;
  constructor(build: (db: MerchantSelect, param: ParamOf<V>) => Compilable<O>) {
    this.statement = new Statement((db, param) => {
      const selectFrom = <T extends SharedTable>(table: T) =>
        selectOwn<T>(db, table, isMerchants(table, param('merchantId')));
      return build({ selectFrom }, param as ParamOf<V>);
    });
  }
}

/** Opens the database as a merchant's, for a viewer or for a job. */
export type OpenMerchantDb = (merchantId: string, viewer?: Viewer) => MerchantDb;

const ownerOf = (table: string): string | undefined =>
  Object.hasOwn(ownerColumns, table) ? ownerColumns[table as keyof typeof ownerColumns] : undefined;

const isMerchants = (table: string, merchantId: string | RawBuilder<string>) =>
  sql<SqlBool>`${sql.ref(`${table}.merchantId`)} = ${merchantId}`;
// kysely resolves its builders' types per literal table name; for a generic one they are stated here, by hand.
const selectOwn = <T extends MerchantTable>(db: Kysely<Tables>, table: T, own: RawBuilder<SqlBool>) =>
  db.selectFrom<MerchantTable>(table).where(own) as unknown as SelectQueryBuilder<Tables, T, object>;

/** Binds `db` to a merchant, and to the scope of who looks. */
export const merchantDb = (db: Kysely<Tables>, merchantId: string, viewer: Viewer | null = null): MerchantDb => {
  const own = (table: string) => {
    const isOwn = isMerchants(table, merchantId);
    const owner = ownerOf(table);
    if (viewer === null || viewer.scope === 'all' || owner === undefined) return isOwn;
    return sql<SqlBool>`(${isOwn} and ${withinScope(viewer, `${table}.${owner}`)})`;
  };
  const bind = <T extends MerchantTable>(row: NewRow<T>) => ({ ...row, merchantId });
  const bound: MerchantDb = {
    merchantId,
    viewer,
    get whole() {
      return viewer === null ? bound : merchantDb(db, merchantId);
    },
    selectFrom: table => selectOwn(db, table, own(table)),
    run: ({ statement }, values) => statement.run(db, { ...values, merchantId }),
    insertInto: <T extends MerchantTable>(table: T, rows: NewRow<T> | readonly NewRow<T>[]) => {
      const bound = (Array.isArray(rows) ? (rows as readonly NewRow<T>[]) : [rows as NewRow<T>]).map(bind);
      return db
        .insertInto<MerchantTable>(table)
        .values(bound as unknown as InsertObject<Tables, MerchantTable>[]) as unknown as InsertQueryBuilder<
        Tables,
        T,
        InsertResult
      >;
    },
    updateTable: <T extends MerchantTable>(table: T) =>
      db.updateTable<MerchantTable>(table).where(own(table)) as unknown as UpdateQueryBuilder<
        Tables,
        T,
        T,
        UpdateResult
      >,
    deleteFrom: <T extends MerchantTable>(table: T) =>
      db.deleteFrom<MerchantTable>(table).where(own(table)) as unknown as DeleteQueryBuilder<Tables, T, DeleteResult>,
    transaction: work => inTransaction(db, tx => work(merchantDb(tx, merchantId, viewer))),
  };
  return bound;
};
