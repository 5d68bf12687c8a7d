import type { BatchState, EntryKind } from '@lianxian/contract';
import type {
  Calendar,
  CalleeStateWord,
  CallState,
  Caps,
  ComparedVoice,
  HolidayYear,
  Level,
  MerchantRules,
  PlatformRules,
  RetryRules,
  TaskBecause,
  TaskState,
  TodoBecause,
  TodoKind,
  TodoState,
} from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migrations 0004 and 0005. JSON columns are written as text and read as what they hold; money is text. */
type Id = string;
type Made = ColumnType<Date, Date | undefined, never>;
type Json<T> = ColumnType<T, string, string>;
type MadeJson<T> = ColumnType<T, string | undefined, string>;
type Money = ColumnType<string, string | number, string | number>;
type MadeMoney = ColumnType<string, string | number | undefined, string | number>;

export interface TaskTables {
  port: {
    merchantId: Id;
    id: Generated<Id>;
    lineId: Id;
    name: string;
    callerNumber: Generated<string>;
    channels: number;
    createdAt: Made;
    removedAt: Date | null;
  };
  platformRules: { version: number; rules: Json<PlatformRules>; at: Made; byName: string };
  merchantRules: { merchantId: Id; version: number; rules: Json<MerchantRules>; at: Made; byEmployee: Id | null };
  holidayYear: {
    year: number;
    off: Json<HolidayYear['off']>;
    workdays: Json<HolidayYear['workdays']>;
    source: string;
    at: Made;
    byName: string;
  };
  balance: {
    merchantId: Id;
    amount: MadeMoney;
    reserved: MadeMoney;
    lowBelow: ColumnType<string | null, string | null | undefined, string | null>;
    /** Written by the database when the amount falls below it. */
    lowSince: ColumnType<Date | null, never, never>;
    lowToldAt: ColumnType<Date | null, undefined, Date | null>;
  };
  /** What the ledger says, by day, task and line (migration 0096); written by a trigger alone. */
  spendDay: {
    merchantId: Id;
    day: string;
    taskId: Id;
    lineId: Id;
    kind: EntryKind;
    entries: number;
    amount: string;
  };
  /** Versions of what use costs, the last of which counts: of all merchants, and of one (migration 0126). */
  platformUsePrice: {
    id: Generated<Id>;
    recognition: string;
    synthesis: string;
    model: string;
    message: string;
    hosts: readonly string[];
    madeBy: Id | null;
    madeAt: Made;
  };
  usePrice: {
    merchantId: Id;
    id: Generated<Id>;
    asAll: boolean;
    recognition: string;
    synthesis: string;
    model: string;
    message: string;
    madeBy: Id | null;
    madeAt: Made;
  };
  ledger: {
    merchantId: Id;
    id: Generated<Id>;
    at: Made;
    kind: EntryKind;
    amount: Money;
    amountAfter: Money;
    callId: Id | null;
    byEmployee: Id | null;
    note: Generated<string>;
    requestId: string | null;
    peerId: ColumnType<Id | null, Id | null | undefined, never>;
  };
  phoneSegment: { prefix: string; province: string; city: Generated<string>; operator: Generated<string> };
  task: {
    merchantId: Id;
    id: Generated<Id>;
    name: string;
    planId: Id;
    planVersion: number;
    planName: string;
    /** Of a comparison of voices that has ended. */
    synthesis: ColumnType<ComparedVoice | null, string | null | undefined, string | null>;
    concurrency: number;
    weight: Generated<number>;
    guaranteed: Generated<number>;
    ringTimeoutS: number;
    windows: Json<readonly (readonly { readonly from: number; readonly to: number }[])[]>;
    calendarDays: MadeJson<Calendar['days']>;
    holidaysOff: Generated<boolean>;
    makeUpDaysOn: Generated<boolean>;
    caps: ColumnType<Caps | null, string | null | undefined, string | null>;
    retries: Json<RetryRules>;
    retriesVersion: Generated<number>;
    skipRecentDays: Generated<number>;
    skipOtherTasks: Generated<boolean>;
    skipDeadDays: Generated<number>;
    startsAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** A date; read as text. */
    endsOn: ColumnType<Date | null, string | null | undefined, string | null>;
    /** Settings that tasks are made from, no task itself. */
    isTemplate: Generated<boolean>;
    seriesId: ColumnType<Id | null, Id | null | undefined, Id | null>;
    seriesDay: ColumnType<Date | null, string | null | undefined, string | null>;
    firstCalls: ColumnType<number | null, number | null | undefined, number | null>;
    faultAloneEnds: Generated<boolean>;
    budget: ColumnType<string | null, string | null | undefined, string | null>;
    dayBudget: ColumnType<string | null, string | null | undefined, string | null>;
    state: Generated<TaskState>;
    because: Generated<TaskBecause>;
    createdBy: Id;
    createdAt: Made;
    startedBy: Id | null;
    startedAt: Date | null;
    endedAt: Date | null;
    removedAt: Date | null;
    owner: string | null;
    fence: Generated<number>;
    leasedUntil: Date | null;
  };
  taskRetries: {
    merchantId: Id;
    taskId: Id;
    version: number;
    retries: Json<RetryRules>;
    savedBy: Id | null;
    savedAt: Made;
  };
  taskSeries: {
    merchantId: Id;
    taskId: Id;
    people: 'unreached' | 'list';
    weekdays: readonly number[];
    minute: number;
    /** A date; read as text. */
    endsOn: ColumnType<Date | null, string | null, string | null>;
    state: Generated<'on' | 'paused' | 'ended'>;
    because: Generated<string>;
    lastTaskId: Id | null;
    lookedOn: ColumnType<Date | null, string | null | undefined, string | null>;
  };
  taskPort: { merchantId: Id; taskId: Id; portId: Id; channels: number };
  taskCount: {
    merchantId: Id;
    taskId: Id;
    total: Generated<number>;
    fresh: Generated<number>;
    retrying: Generated<number>;
    calling: Generated<number>;
    settled: Generated<number>;
    answered: Generated<number>;
    paceBecause: Generated<string>;
  };
  taskMinute: {
    merchantId: Id;
    taskId: Id;
    minute: Date;
    state: CallState;
    level: Level | '';
    calls: Generated<number>;
    talkMs: ColumnType<string, number | undefined, number>;
  };
  taskEvent: {
    merchantId: Id;
    taskId: Id;
    id: Generated<Id>;
    at: Made;
    kind: string;
    detail: MadeJson<Readonly<Record<string, string | number>>>;
    byEmployee: Id | null;
  };
  decision: {
    id: Generated<Id>;
    merchantId: Id;
    taskId: Id;
    phone: Id;
    about: Generated<Id>;
    version: Generated<number>;
    /** Since 2000. */
    second: Generated<number>;
    amount: Generated<number>;
    kind: number;
    because: number;
    rule: number;
  };
  callee: {
    merchantId: Id;
    taskId: Id;
    id: Generated<Id>;
    phone: string;
    name: Generated<string>;
    variables: MadeJson<Readonly<Record<string, string>>>;
    lane: Generated<number>;
    state: Generated<CalleeStateWord>;
    dueAt: Date | null;
    attempts: Generated<number>;
    tried: MadeJson<Readonly<Record<string, number>>>;
    lastState: CallState | null;
    lastLevel: Level | null;
    lastCallId: Id | null;
    because: Generated<string>;
    changedAt: ColumnType<Date, Date | undefined, Date>;
    importId: Id | null;
    place: Generated<number>;
    numbers: Generated<number>;
    rank: ColumnType<Buffer, Buffer | undefined, Buffer>;
    isAppointed: Generated<boolean>;
    retryOf: ColumnType<CallState | null, CallState | null | undefined, CallState | null>;
    portId: ColumnType<Id | null, Id | null | undefined, Id | null>;
    caller: ColumnType<string | null, string | null | undefined, string | null>;
  };
  todo: {
    merchantId: Id;
    id: Generated<Id>;
    kind: TodoKind;
    state: TodoState;
    dueAt: Date;
    ownerId: Id | null;
    phone: string;
    name: Generated<string>;
    taskId: Id | null;
    calleeId: Id | null;
    callId: Id | null;
    madeBy: Id | null;
    because: Generated<TodoBecause>;
    note: Generated<string>;
    doneCallId: ColumnType<Id | null, Id | null | undefined, Id | null>;
    doneBy: ColumnType<Id | null, Id | null | undefined, Id | null>;
    doneAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
    madeAt: Made;
  };
  calleeNumber: { merchantId: Id; taskId: Id; phone: string; calleeId: Id; place: number; lane: number };
  takeOut: {
    merchantId: Id;
    id: Id;
    taskId: Id;
    byEmployee: Id;
    at: Made;
    backBatch: ColumnType<Id | null, never, Id>;
  };
  takenNumber: { merchantId: Id; takeOutId: Id; calleeId: Id; was: Json<unknown>; numbers: Json<unknown> };
  sheetShape: {
    merchantId: Id;
    shape: string;
    columns: Json<readonly { readonly index: number; readonly use: string; readonly variable?: string }[]>;
    usedAt: ColumnType<Date, Date | undefined, Date>;
    byEmployee: Id;
  };
  taskImport: {
    merchantId: Id;
    taskId: Id;
    id: Id;
    name: string;
    at: Made;
    byEmployee: Id;
    /** Titles of columns that fill no variable. */
    kept: Generated<readonly string[]>;
    /** They are people of another task, which `name` names. */
    again: Generated<boolean>;
    /** By itself: the task follows a filter of customers. */
    followed: Generated<boolean>;
    added: Generated<number>;
    refused: Generated<number>;
    takenBackAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
    takenBackBy: ColumnType<Id | null, Id | null | undefined, Id | null>;
    takenBackBatch: ColumnType<Id | null, Id | null | undefined, Id | null>;
    backDone: Generated<boolean>;
    gone: Generated<number>;
    stay: Generated<number>;
  };
  batch: {
    merchantId: Id;
    id: Generated<Id>;
    kind: string;
    title: string;
    type: 0 | 1 | 2;
    state: Generated<BatchState>;
    remark: Generated<string>;
    fileId: Id | null;
    rowsDone: ColumnType<string, number | undefined, number>;
    rowsTotal: ColumnType<string | null, number | null | undefined, number | null>;
    input: Json<unknown>;
    cursor: MadeJson<unknown>;
    cancelWantedAt: Date | null;
    tries: Generated<number>;
    createdBy: Id;
    createdAt: Made;
    modifiedAt: ColumnType<Date, Date | undefined, Date>;
  };
}
