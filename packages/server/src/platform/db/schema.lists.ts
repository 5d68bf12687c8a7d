import type { ConsentSource, ListName } from '@lianxian/contract';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migration 0086: lists of numbers. */
type Id = string;
type Made = ColumnType<Date, Date | undefined, never>;

interface Entry {
  id: Generated<Id>;
  phone: string;
  reason: Generated<string>;
  expiresAt: Date | null;
  addedBy: Id | null;
  importId: Id | null;
  createdAt: Made;
}

export interface ListTables {
  blacklist: Entry & { merchantId: Id; taskId: Id | null; callId: Id | null; wish: Generated<boolean> };
  whitelist: Entry & { merchantId: Id };
  sharedBlacklist: Entry & { tradeId: Id | null };
  trade: { id: Generated<Id>; name: string; createdAt: Made };
  merchantTrade: { merchantId: Id; tradeId: Id };
  consent: {
    merchantId: Id;
    id: Generated<Id>;
    phone: string;
    source: ConsentSource;
    proof: Generated<string>;
    fromAt: Date;
    untilAt: Date | null;
    addedBy: Id | null;
    importId: Id | null;
    fileId: Id | null;
    createdAt: Made;
    withdrawnAt: Date | null;
    withdrawnBy: 'call' | 'person' | null;
    withdrawnWhy: Generated<string>;
    withdrawnCall: Id | null;
    withdrawnEmployee: Id | null;
  };
  listImport: {
    merchantId: Id;
    id: Generated<Id>;
    list: ListName | 'shared';
    taskId: Id | null;
    tradeId: Id | null;
    name: string;
    byEmployee: Id;
    at: Made;
    batchId: Id;
    added: Generated<number>;
    known: Generated<number>;
    refused: Generated<number>;
    takenBack: Generated<number>;
    takenBackAt: ColumnType<Date | null, Date | null | undefined, Date>;
  };
}
