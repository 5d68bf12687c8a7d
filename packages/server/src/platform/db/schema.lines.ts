import type { CheckKind, CheckState } from '@lianxian/contract';
import type { LineState } from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migration 0007; what it adds to `line` and `call` stands with them. */
type Id = string;
type Made = ColumnType<Date, Date | undefined, never>;

export interface LineTables {
  lineNumber: {
    merchantId: Id;
    id: Generated<Id>;
    lineId: Id;
    number: string;
    province: Generated<string>;
    city: Generated<string>;
    dailyCap: Generated<number>;
    enabled: Generated<boolean>;
    planId: Id | null;
    usedOn: ColumnType<string | null, string | null | undefined, string | null>;
    used: Generated<number>;
    lastUsedAt: ColumnType<Date, Date | undefined, Date>;
    claimedAt: ColumnType<Date, Date | undefined, Date>;
    /** Written by the database. */
    core: ColumnType<string, never, never>;
    awardedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
    heldAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
    contestToldAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
    removedAt: Date | null;
  };
  lineHealth: {
    merchantId: Id;
    lineId: Id;
    state: Generated<LineState>;
    because: Generated<string>;
    since: ColumnType<Date, Date | undefined, Date>;
    checkedAt: Date | null;
    code: number | null;
    roundTripMs: number | null;
    registeredUntil: Date | null;
    slowedTo: number | null;
    ignoresOptions: Generated<boolean>;
    faults: Generated<number>;
    carriedAt: ColumnType<Date | null, undefined, Date | null>;
    rests: Generated<number>;
    restsUntil: ColumnType<Date | null, undefined, Date | null>;
    owner: string | null;
    fence: Generated<number>;
    leasedUntil: Date | null;
  };
  sipBinding: {
    merchantId: Id;
    lineId: Id;
    contact: string;
    node: string;
    flow: string;
    source: string;
    callId: string;
    sequence: number;
    userAgent: Generated<string>;
    registeredAt: ColumnType<Date, Date | undefined, Date>;
    expiresAt: Date;
  };
  lineCheck: {
    merchantId: Id;
    id: Generated<Id>;
    lineId: Id;
    kind: CheckKind;
    state: Generated<CheckState>;
    askedBy: Id;
    askedAt: Made;
    owner: string | null;
    findings: ColumnType<readonly unknown[], string | undefined, string>;
    finishedAt: Date | null;
  };
}
