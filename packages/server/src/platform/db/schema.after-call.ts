import type { AfterCallRule } from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migrations 0098 to 0100. */
type Id = string;
type Made = ColumnType<Date, Date | undefined, never>;
type Known<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface AfterCallTables {
  webhookEndpoint: {
    merchantId: Id;
    id: Generated<Id>;
    name: string;
    url: string;
    secretSealed: string;
    events: readonly string[];
    wholeNumbers: Generated<boolean>;
    enabled: Generated<boolean>;
    offBecause: Generated<string>;
    failures: Generated<number>;
    failingSince: Known<Date>;
    restsUntil: Known<Date>;
    madeBy: Id;
    madeAt: Made;
  };
  webhookDelivery: {
    merchantId: Id;
    id: Generated<Id>;
    endpointId: Id;
    eventId: string;
    event: string;
    subject: string;
    body: string;
    at: Made;
    state: Generated<'waiting' | 'sent' | 'givenUp'>;
    since: ColumnType<Date, Date | undefined, Date>;
    dueAt: ColumnType<Date, Date | undefined, Date>;
    takenUntil: Known<Date>;
    tries: Generated<number>;
    triedAt: Known<Date>;
    code: Known<number>;
    because: Generated<string>;
    answer: Generated<string>;
    tookMs: Known<number>;
  };
  bellEvent: {
    merchantId: Id;
    id: Generated<Id>;
    kind: string;
    about: Generated<string>;
    callId: Known<Id>;
    taskId: Known<Id>;
    ownerId: Known<Id>;
    people: Known<readonly Id[]>;
    facts: ColumnType<Readonly<Record<string, string | number>>, string | undefined, never>;
    at: Made;
  };
  bellRung: { merchantId: Id; kind: string; about: string; rungAt: Date };
  bellChoice: { merchantId: Id; employeeId: Id; off: readonly string[] };
  afterCallRules: {
    merchantId: Id;
    id: Generated<Id>;
    /** Null: for all calls of the merchant. */
    taskId: Id | null;
    version: number;
    rules: ColumnType<readonly AfterCallRule[], string, never>;
    savedBy: Id;
    savedAt: Made;
  };
}
