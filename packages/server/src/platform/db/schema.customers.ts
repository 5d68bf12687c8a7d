import type { FollowBecause } from '@lianxian/contract';
import type { Level, ParameterNumber } from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migrations 0150 to 0152, and 0154: the number library. */
type Id = string;
type Made = ColumnType<Date, Date | undefined, never>;
type Known<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** Texts and figures alike come and go as text; null: no figure. */
type Parameters = {
  [N in ParameterNumber as `parameter${N}`]: ColumnType<string | null, string | null | undefined, string | null>;
};

export const customerEventKinds = [
  'added',
  'changed',
  'type',
  'taken',
  'given',
  'assigned',
  'returned',
  'note',
  'next',
  'merged',
  'removed',
] as const;
export type CustomerEventKind = (typeof customerEventKinds)[number];

export interface CustomerTables {
  customer: Parameters & {
    merchantId: Id;
    id: Generated<Id>;
    phone: string;
    name: Generated<string>;
    sex: Generated<string>;
    birthday: Generated<string>;
    company: Generated<string>;
    position: Generated<string>;
    tags: ColumnType<readonly string[], readonly string[] | undefined, readonly string[]>;
    remark: Generated<string>;
    mark: Generated<string>;
    city: Generated<string>;
    region: Generated<string>;
    operator: Generated<string>;
    cateType: Generated<number>;
    ownerId: Known<Id>;
    movedAt: ColumnType<Date, Date | undefined, Date>;
    taskId: Known<Id>;
    importId: Known<Id>;
    typed: ColumnType<readonly string[], readonly string[] | undefined, readonly string[]>;
    createdBy: Known<Id>;
    createdAt: Made;
    version: Generated<number>;
    lastCallId: Known<Id>;
    lastCallAt: Known<Date>;
    lastLevel: Known<Level>;
    lastAnswered: Generated<boolean>;
    calls: Generated<number>;
    answered: Generated<number>;
    spokenAt: Known<Date>;
    nextAt: Known<Date>;
    nextText: Generated<string>;
    nextBy: Known<Id>;
    nextToldAt: Known<Date>;
    warnedAt: Known<Date>;
    listedAt: ColumnType<Date, never, never>;
    removedAt: Known<Date>;
    removedIn: Known<Id>;
    mergedInto: Known<Id>;
  };
  customerNumber: { merchantId: Id; phone: string; customerId: Id; n: number };
  customerEvent: {
    merchantId: Id;
    id: Generated<Id>;
    customerId: Id;
    at: Made;
    byEmployee: Known<Id>;
    kind: CustomerEventKind;
    version: Known<number>;
    facts: ColumnType<Readonly<Record<string, unknown>>, string | undefined, never>;
  };
  customerSettings: {
    merchantId: Id;
    names: ColumnType<readonly string[], readonly string[] | undefined, readonly string[]>;
    most: Generated<number>;
    coolDays: Generated<number>;
    returnDays: Generated<number>;
    warnDays: Generated<number>;
  };
  customerAsk: {
    merchantId: Id;
    id: Generated<Id>;
    customerId: Id;
    askedBy: Id;
    why: Generated<string>;
    askedAt: Made;
    answeredAt: Known<Date>;
    answeredBy: Known<Id>;
    given: Known<boolean>;
  };
  customerImport: {
    merchantId: Id;
    id: Generated<Id>;
    batchId: Id;
    name: string;
    byEmployee: Id;
    at: Made;
    added: Generated<number>;
    changed: Generated<number>;
    refused: Generated<number>;
    isOver: Generated<boolean>;
    takenBackAt: Known<Date>;
  };
  planFill: { merchantId: Id; planId: Id; field: string; question: string; over: boolean };
  taskFollow: {
    merchantId: Id;
    taskId: Id;
    byEmployee: Id;
    language: string;
    filter: ColumnType<unknown, string, string>;
    since: Made;
    afterId: Generated<Id>;
    untilId: Id;
    lookedAt: Known<Date>;
    endedAt: Known<Date>;
    because: Generated<FollowBecause>;
  };
  taskFollowCustomer: { merchantId: Id; taskId: Id; customerId: Id };
  taskFollowTurn: { merchantId: Id; taskId: Id; n: Generated<Id>; customerId: Id };
  customerImportChange: { merchantId: Id; importId: Id; customerId: Id; fields: ColumnType<unknown, string, string> };
}
