import type { SeatState, SeatStrategy } from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migrations 0137 and 0138. JSON columns are written as text and read as what they hold. */
type Id = string;
type Made = ColumnType<Date, Date | undefined, never>;
type Json<T> = ColumnType<T, string | undefined, string>;
type Known<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface SeatTables {
  seatAccount: {
    merchantId: Id;
    employeeId: Id;
    extension: number;
    lineId: Known<Id>;
    mayPause: Generated<boolean>;
    createdAt: Made;
  };
  seatPlan: { merchantId: Id; employeeId: Id; planId: Id };
  seatGroup: { merchantId: Id; id: Generated<Id>; name: string; strategy: SeatStrategy; ringS: Generated<number> };
  seatGroupMember: { merchantId: Id; groupId: Id; employeeId: Id; place: number };
  seatPresence: {
    merchantId: Id;
    employeeId: Id;
    state: SeatState;
    reason: Generated<string>;
    since: Date;
    node: string;
    callId: Known<Id>;
    device: Generated<string>;
  };
  seatSpan: {
    merchantId: Id;
    employeeId: Id;
    id: Generated<Id>;
    state: SeatState;
    reason: Generated<string>;
    callId: Known<Id>;
    beganAt: Date;
    endedAt: Known<Date>;
  };
  seatOrder: {
    merchantId: Id;
    id: Generated<Id>;
    employeeId: Id;
    callId: Known<Id>;
    node: string;
    ordered: ColumnType<unknown, string, never>;
    at: Made;
  };
  seatSecret: {
    merchantId: Id;
    employeeId: Id;
    secretSealed: string;
    sessionHash: Buffer;
    device: Generated<string>;
    madeAt: ColumnType<Date, Date | undefined, Date>;
  };
  seatWork: {
    merchantId: Id;
    callId: Id;
    employeeId: Id;
    planId: Known<Id>;
    draft: Json<unknown>;
    note: Generated<string>;
    draftedAt: Known<Date>;
    answers: Json<unknown>;
    kind: Known<number>;
    submittedAt: Known<Date>;
    told: ColumnType<unknown, string | null | undefined, string | null>;
    toldAt: Known<Date>;
  };
}
