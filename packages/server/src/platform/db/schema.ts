import type { FileKind } from '@lianxian/contract';
import type { CallerPick, DataScope, Level, MerchantKind, Rewriting, RoleTemplate, WeekWindows } from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';
import type { BrandingTables } from './schema.branding.ts';
import type { CallTables } from './schema.calls.ts';
import type { HomeTables } from './schema.home.ts';
import type { KeyTables } from './schema.key.ts';
import type { KeywordTables } from './schema.keywords.ts';
import type { LevelTables } from './schema.levels.ts';
import type { LineTables } from './schema.lines.ts';
import type { MessageTables } from './schema.messages.ts';
import type { PlanTables } from './schema.plans.ts';
import type { SignInTables } from './schema.sign-in.ts';
import type { SpeechTables } from './schema.speech.ts';
import type { TableLookTables } from './schema.table-looks.ts';
import type { TalkTables } from './schema.talks.ts';
import type { TaskTables } from './schema.tasks.ts';
import type { VoiceTables } from './schema.voices.ts';

/** Tables as the code sees them; the migrations are the law. 64-bit ids are text in JavaScript, times are `Date`. */
type Id = string;
type NewId = Generated<Id>;
type Made = ColumnType<Date, Date | undefined, never>;

export interface Tables
  extends BrandingTables,
    CallTables,
    HomeTables,
    KeyTables,
    KeywordTables,
    LevelTables,
    LineTables,
    MessageTables,
    PlanTables,
    SignInTables,
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
    reseller_id: Id | null;
    active: Generated<boolean>;
    created_at: Made;
    contact_name: Generated<string>;
    contact_phone: Generated<string>;
    remark: Generated<string>;
    employee_limit: Generated<number>;
    seat_limit: Generated<number>;
    channel_limit: Generated<number>;
    created_by: ColumnType<Id | null, Id | null | undefined, never>;
  };
  department: {
    merchant_id: Id;
    id: NewId;
    parent_id: Id | null;
    name: string;
    /** Ids from the top to its own: `/3/17/`. */
    path: Generated<string>;
  };
  position: { merchant_id: Id; id: NewId; name: string };
  role: {
    merchant_id: Id;
    id: NewId;
    name: string;
    rights: Generated<string[]>;
    buttons: Generated<string[]>;
    scope: Generated<DataScope>;
    template: ColumnType<RoleTemplate | null, RoleTemplate | null | undefined, RoleTemplate | null>;
  };
  employee: {
    merchant_id: Id;
    id: NewId;
    account: string;
    name: string;
    title: Generated<string>;
    password_hash: string;
    role_code: 'admin' | 'agent' | 'company' | 'employee';
    role_id: Id | null;
    has_seat: Generated<boolean>;
    seat_right: Generated<boolean>;
    demo: Generated<boolean>;
    active: Generated<boolean>;
    created_at: Made;
    department_id: ColumnType<Id | null, Id | null | undefined, Id | null>;
    position_id: ColumnType<Id | null, Id | null | undefined, Id | null>;
    phone: Generated<string>;
    last_login_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    last_login_ip: Generated<string>;
    removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    must_change_password: Generated<boolean>;
    password_changed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  line: {
    merchant_id: Id;
    id: NewId;
    name: string;
    address: string;
    username: Generated<string>;
    password_sealed: string | null;
    practice: Generated<boolean>;
    channels: Generated<number>;
    calls_per_second: Generated<number>;
    price_per_minute: ColumnType<string, string | number | undefined, string | number>;
    paced_until: ColumnType<Date, Date | undefined, Date>;
    access: Generated<'address' | 'register' | 'gateway'>;
    transport: Generated<'udp' | 'tcp' | 'tls'>;
    tls_check: Generated<'ca' | 'any'>;
    srtp: Generated<boolean>;
    behind_nat: Generated<boolean>;
    /** Its carrier asked for the password there is with a qop (RFC 7616). */
    qop_seen: Generated<boolean>;
    domain: Generated<string>;
    codecs: Generated<'PCMA,PCMU' | 'PCMU,PCMA' | 'PCMA' | 'PCMU'>;
    keys_by: Generated<'auto' | 'inband' | 'info'>;
    rewriting: ColumnType<Rewriting, string | undefined, string>;
    pick: Generated<CallerPick>;
    windows: ColumnType<WeekWindows | null, string | null | undefined, string | null>;
    moved_at: ColumnType<Date, Date | undefined, Date>;
    greeting_delay_ms: Generated<number>;
    hears: Generated<boolean>;
    recogniser_id: Id | null;
    enabled: Generated<boolean>;
    created_at: Made;
    removed_at: Date | null;
  };
  file: {
    merchant_id: Id;
    id: NewId;
    /** What it is called on the wire. */
    key: Generated<string>;
    kind: FileKind;
    path: string;
    name: string;
    mime: string;
    bytes: ColumnType<string | null, number | null | undefined, number | null>;
    created_by: ColumnType<string | null, string | null | undefined, never>;
    created_at: Made;
    purge_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  audit: {
    merchant_id: Id;
    id: NewId;
    employee_id: Id | null;
    at: Date;
    action: string;
    target: Generated<string>;
    target_name: Generated<string>;
    about_merchant_id: ColumnType<Id | null, Id | null | undefined, never>;
    before: ColumnType<Record<string, unknown> | null, string | null | undefined, never>;
    after: ColumnType<Record<string, unknown> | null, string | null | undefined, never>;
    page_path: Generated<string>;
    ip: Generated<string>;
  };
  merchant_settings: {
    merchant_id: Id;
    level_names: ColumnType<Readonly<Partial<Record<Level, string>>>, string | undefined, string>;
    owner_sees_phones: Generated<boolean>;
    recording_days: Generated<number>;
    demands_factor: Generated<boolean>;
  };
  seeded: { name: string; at: Made };
}
