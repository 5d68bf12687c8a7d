import type { FileKind } from '@lianxian/contract';
import type {
  BillUnit,
  DataScope,
  Level,
  LineSetting,
  LineSettings,
  MerchantKind,
  Rewriting,
  RoleCode,
  RoleTemplate,
  WeekWindows,
} from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';
import type { AfterCallTables } from './schema.after-call.ts';
import type { AheadTables } from './schema.ahead.ts';
import type { BrandingTables } from './schema.branding.ts';
import type { CallTables } from './schema.calls.ts';
import type { CustomerTables } from './schema.customers.ts';
import type { HomeTables } from './schema.home.ts';
import type { KeepingTables } from './schema.keeping.ts';
import type { KeyTables } from './schema.key.ts';
import type { KeywordTables } from './schema.keywords.ts';
import type { LevelTables } from './schema.levels.ts';
import type { LineTables } from './schema.lines.ts';
import type { ListTables } from './schema.lists.ts';
import type { MarketTables } from './schema.market.ts';
import type { MessageTables } from './schema.messages.ts';
import type { PlanTables } from './schema.plans.ts';
import type { RecordingTables } from './schema.recordings.ts';
import type { RemovalTables } from './schema.removals.ts';
import type { SeatCallTables } from './schema.seat-calls.ts';
import type { SeatTables } from './schema.seats.ts';
import type { SignInTables } from './schema.sign-in.ts';
import type { SmsTables } from './schema.sms.ts';
import type { SpeechTables } from './schema.speech.ts';
import type { TableLookTables } from './schema.table-looks.ts';
import type { TalkTables } from './schema.talks.ts';
import type { TaskTables } from './schema.tasks.ts';
import type { VoiceTables } from './schema.voices.ts';

/** Tables as the code sees them; the migrations are the law. 64-bit ids are text in JavaScript, times are `Date`. */
type Id = string;
type NewId = Generated<Id>;
type Made = ColumnType<Date, Date | undefined, never>;

/** Its settings, each a column; JSON is written as text. */
type LineColumns = {
  [S in Exclude<LineSetting, 'rewriting' | 'windows'>]: Generated<LineSettings[S]>;
};

export interface Tables
  extends AfterCallTables,
    AheadTables,
    BrandingTables,
    CallTables,
    CustomerTables,
    HomeTables,
    KeepingTables,
    KeyTables,
    KeywordTables,
    LevelTables,
    LineTables,
    MarketTables,
    MessageTables,
    PlanTables,
    ListTables,
    RecordingTables,
    RemovalTables,
    SeatCallTables,
    SeatTables,
    SignInTables,
    SmsTables,
    SpeechTables,
    TableLookTables,
    TalkTables,
    TaskTables,
    VoiceTables {
  merchant: {
    id: NewId;
    number: string;
    name: string;
    zone: Generated<string>;
    kind: Generated<MerchantKind>;
    resellerId: Id | null;
    active: Generated<boolean>;
    createdAt: Made;
    contactName: Generated<string>;
    contactPhone: Generated<string>;
    remark: Generated<string>;
    employeeLimit: Generated<number>;
    seatLimit: Generated<number>;
    channelLimit: Generated<number>;
    createdBy: ColumnType<Id | null, Id | null | undefined, never>;
    consentRequired: Generated<boolean>;
  };
  department: {
    merchantId: Id;
    id: NewId;
    parentId: Id | null;
    name: string;
    /** Ids from the top to its own: `/3/17/`. */
    path: Generated<string>;
  };
  position: { merchantId: Id; id: NewId; name: string };
  role: {
    merchantId: Id;
    id: NewId;
    name: string;
    rights: Generated<string[]>;
    buttons: Generated<string[]>;
    scope: Generated<DataScope>;
    template: ColumnType<RoleTemplate | null, RoleTemplate | null | undefined, RoleTemplate | null>;
  };
  employee: {
    merchantId: Id;
    id: NewId;
    account: string;
    name: string;
    title: Generated<string>;
    passwordHash: string;
    roleCode: RoleCode;
    roleId: Id | null;
    hasSeat: Generated<boolean>;
    seatRight: Generated<boolean>;
    demo: Generated<boolean>;
    active: Generated<boolean>;
    createdAt: Made;
    departmentId: ColumnType<Id | null, Id | null | undefined, Id | null>;
    positionId: ColumnType<Id | null, Id | null | undefined, Id | null>;
    phone: Generated<string>;
    lastLoginAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
    lastLoginIp: Generated<string>;
    removedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
    mustChangePassword: Generated<boolean>;
    passwordChangedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  line: LineColumns & {
    merchantId: Id;
    id: NewId;
    name: string;
    address: string;
    passwordSealed: string | null;
    practice: Generated<boolean>;
    pricePerMinute: ColumnType<string, string | number | undefined, string | number>;
    billUnitS: Generated<BillUnit>;
    pacedUntil: ColumnType<Date, Date | undefined, Date>;
    /** Its carrier asked for the password there is with a qop (RFC 7616). */
    qopSeen: Generated<boolean>;
    rewriting: ColumnType<Rewriting, string | undefined, string>;
    windows: ColumnType<WeekWindows | null, string | null | undefined, string | null>;
    movedAt: ColumnType<Date, Date | undefined, Date>;
    hears: Generated<boolean>;
    recogniserId: Id | null;
    enabled: Generated<boolean>;
    /** Whose line it is, and which of theirs; null: its merchant's own. */
    lenderId: ColumnType<Id | null, Id | null | undefined, never>;
    lenderLineId: ColumnType<Id | null, Id | null | undefined, never>;
    /** The line itself, written by the database. */
    rootMerchantId: ColumnType<Id, never, never>;
    rootId: ColumnType<Id, never, never>;
    createdAt: Made;
    removedAt: Date | null;
  };
  file: {
    merchantId: Id;
    id: NewId;
    /** What it is called on the wire. */
    key: Generated<string>;
    kind: FileKind;
    path: string;
    name: string;
    mime: string;
    bytes: ColumnType<string | null, number | null | undefined, number | null>;
    createdBy: ColumnType<string | null, string | null | undefined, never>;
    createdAt: Made;
    purgeAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  audit: {
    merchantId: Id;
    id: NewId;
    employeeId: Id | null;
    at: Date;
    action: string;
    target: Generated<string>;
    targetName: Generated<string>;
    aboutMerchantId: ColumnType<Id | null, Id | null | undefined, never>;
    before: ColumnType<Record<string, unknown> | null, string | null | undefined, never>;
    after: ColumnType<Record<string, unknown> | null, string | null | undefined, never>;
    pagePath: Generated<string>;
    ip: Generated<string>;
  };
  merchantSettings: {
    merchantId: Id;
    levelNames: ColumnType<Readonly<Partial<Record<Level, string>>>, string | undefined, string>;
    ownerSeesPhones: Generated<boolean>;
    recordingDays: Generated<number>;
    demandsFactor: Generated<boolean>;
    levelNeedsWhy: Generated<boolean>;
    /** Levels of which the bell tells. */
    bellLevels: ColumnType<readonly Level[], readonly Level[] | undefined, readonly Level[]>;
    /** Null: no export waits. */
    exportRows: number | null;
    seatAutoAnswer: Generated<boolean>;
    seatWrapUpS: Generated<number>;
    seatAwayLimitS: Generated<number>;
    seatRingS: Generated<number>;
    seatBreakReasons: ColumnType<readonly string[], readonly string[] | undefined, readonly string[]>;
  };
  seeded: { name: string; at: Made };
}
