import type { AfterCallDone, EndedHow } from '@lianxian/contract';
import type {
  BillUnit,
  CallDirection,
  CallOrigin,
  CallStage,
  CallState,
  CallUse,
  ComparedVoice,
  HungUpBy,
  Level,
  MediaFacts,
  PartyWho,
  UseRates,
  Verdict,
} from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';
import type { FactsColumn } from './schema.levels.ts';

/** Tables of migrations 0002, 0003 and what 0005, 0020 and 0022 add to them; those of each call have a part a month (0080). JSON columns are written as text and read as what they hold. */
type Id = string;
type Made = ColumnType<Date, Date | undefined, never>;
type Json<T> = ColumnType<T, string, string>;

/** The waveform of a recording, where neither side sounds, and where it was paused; both absent in what earlier releases drew. */
interface RecordingPeaks {
  readonly callee: readonly number[];
  readonly robot: readonly number[];
  readonly quiet?: readonly { readonly fromMs: number; readonly toMs: number }[];
  readonly paused?: readonly { readonly fromMs: number; readonly toMs: number }[];
}

export interface CallTables {
  call: {
    merchantId: Id;
    id: Generated<Id>;
    /** Null: a call without a plan. */
    planId: Id | null;
    planVersion: number | null;
    planName: string;
    lineId: Id;
    lineName: string;
    practice: Generated<boolean>;
    phone: string;
    callerNumber: Generated<string>;
    variables: ColumnType<Readonly<Record<string, string>>, string | undefined, never>;
    placedBy: Id | null;
    /** Whose call it is for a data scope: who placed it or made its task; null when somebody called us. */
    ownerId: ColumnType<Id | null, Id | null | undefined, Id>;
    placedAt: Made;
    /** Made by the database of `placed_at` and `ended_at`. */
    listedAt: ColumnType<Date, never, never>;
    stage: Generated<CallStage>;
    owner: string | null;
    fence: Generated<number>;
    leasedUntil: Date | null;
    hangUpWantedAt: Date | null;
    file: string | null;
    dialog: ColumnType<unknown, string | null, string | null>;
    dialledAt: Date | null;
    answeredAt: Date | null;
    endedAt: Date | null;
    state: CallState | null;
    fault: Verdict['fault'] | null;
    mayRetry: boolean | null;
    because: string | null;
    sipCode: number | null;
    hungUpBy: HungUpBy | null;
    level: Level | null;
    levelRule: string | null;
    lastNode: string | null;
    ringMs: number | null;
    talkMs: Generated<number>;
    cost: ColumnType<string, string | number | undefined, string | number>;
    /** An attempt at a callee of a task; null for a call by hand. */
    taskId: Id | null;
    calleeId: Id | null;
    attempt: number | null;
    portId: Id | null;
    calleeName: Generated<string>;
    /** Where its number lives, noted by a trigger (migration 0093). */
    province: ColumnType<string, never, never>;
    city: ColumnType<string, never, never>;
    ringTimeoutMs: Generated<number>;
    pricePerMinute: ColumnType<string, string | number | undefined, string | number>;
    billUnitS: Generated<BillUnit>;
    /** Prices of what it uses beside its line (migration 0126); null: it costs nothing. */
    useRates: ColumnType<UseRates | null, string | null | undefined, never>;
    /** What it used, once it is over. */
    uses: ColumnType<readonly CallUse[] | null, undefined, string | null>;
    /** Held of the balance while it lives. */
    reserved: ColumnType<string, string | number | undefined, string | number>;
    turns: Generated<number>;
    /** Sentences that no rule understood (migration 0170). */
    missed: Generated<number>;
    media: ColumnType<MediaFacts | null, string | null, string | null>;
    direction: Generated<CallDirection>;
    sipReason: Generated<string>;
    /** Of the level rule that held (migration 0020). */
    tags: ColumnType<readonly string[], readonly string[] | undefined, readonly string[]>;
    customerType: ColumnType<number | null, number | null | undefined, number | null>;
    /** Of a task that compares plans: what its number was dealt to. */
    variant: ColumnType<number | null, number | null | undefined, never>;
    /** Who synthesises in place of whom the plan chose. */
    synthesis: ColumnType<ComparedVoice | null, string | null | undefined, never>;
    endedNode: ColumnType<string | null, string | null | undefined, string | null>;
    endedHow: ColumnType<EndedHow | null, EndedHow | null | undefined, EndedHow | null>;
    endedMs: ColumnType<number | null, number | null | undefined, number | null>;
    /** Channels of its line that it takes while it lives (migration 0022). */
    legs: Generated<number>;
    /** Something listened to what the callee said; null: not answered, or of a release that did not note it. */
    heard: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
    /** Somebody removed it, by that batch task; sound and words are kept until it is due (migration 0095). */
    removedAt: ColumnType<Date | null, never, Date | null>;
    removedIn: ColumnType<Id | null, never, Id | null>;
    removalDue: ColumnType<Date | null, never, Date | null>;
    /** The callee spoke of calling in an authority (migration 0076). */
    namesAuthority: Generated<boolean>;
    /** What the rules after the call did (migration 0100); null: nothing. */
    afterCall: ColumnType<AfterCallDone | null, string | null | undefined, string | null>;
    /** A minute of its second leg; null: it never had one. */
    secondLegPrice: ColumnType<string | null, string | number | null | undefined, string | number | null>;
    /** Who made it: a robot's task or test, a seat by hand, a seat to a seat. */
    origin: Generated<CallOrigin>;
    /** The seat that had it last. */
    seatId: ColumnType<Id | null, Id | null | undefined, Id | null>;
    /** Legs of those who take part, while it lives. */
    parties: ColumnType<readonly unknown[] | null, string | null | undefined, string | null>;
  };
  /** Legs of those who took part (migration 0135); a call of a robot alone has none. */
  callLeg: {
    merchantId: Id;
    callId: Id;
    n: number;
    kind: 'callee' | PartyWho['type'];
    employeeId: Id | null;
    party: string;
    calledFrom: string;
    calledTo: string;
    beganAt: ColumnType<Date, Date | string, never>;
    answeredAt: ColumnType<Date | null, Date | string | null, never>;
    joinedAt: ColumnType<Date | null, Date | string | null, never>;
    endedAt: ColumnType<Date, Date | string, never>;
    endedBy: HungUpBy;
    because: string;
    media: ColumnType<MediaFacts | null, string | null, never>;
    cost: ColumnType<string, string | number | undefined, never>;
  };
  /** That an attempt has one call (migration 0080): written by a trigger on calls. */
  attempt: { merchantId: Id; calleeId: Id; attempt: number; callId: Id };
  /** An export that waits for a second person's word, or was small enough to begin without (migrations 0095, 0130). */
  exportRequest: {
    merchantId: Id;
    id: Generated<Id>;
    askedBy: Id;
    askedAt: Made;
    input: Json<unknown>;
    calls: number;
    state: Generated<'waiting' | 'approved' | 'refused' | 'begun'>;
    decidedBy: ColumnType<Id | null, undefined, Id>;
    decidedAt: ColumnType<Date | null, undefined, Date>;
    batchId: ColumnType<Id | null, undefined, Id>;
  };
  callLadder: { merchantId: Id; callId: Id; messages: Json<unknown> };
  callTranscript: {
    merchantId: Id;
    callId: Id;
    lines: Json<unknown>;
    path: Json<unknown>;
    answers: Json<unknown>;
    facts: FactsColumn;
    /** Its words are in the index. */
    sought: Generated<boolean>;
  };
  callRecording: {
    merchantId: Id;
    callId: Id;
    fileId: Id;
    durationMs: number;
    bytes: ColumnType<string, number, number>;
    synthesised: Generated<boolean>;
    peaks: ColumnType<RecordingPeaks | null, string | null, string | null>;
  };
  /** The latest answered call of each number, and who has it before them (migration 0067); written by a trigger on calls. */
  followUp: {
    merchantId: Id;
    phone: string;
    callId: Id;
    calledAt: Date;
    ownerId: Id | null;
    taskId: Id | null;
    level: Level | null;
    isDone: boolean;
    takenBy: Id | null;
    takenUntil: Date | null;
    /** Which of their windows. */
    takenIn: ColumnType<string, string | undefined, string>;
  };
  callFollowed: { merchantId: Id; callId: Id; followedBy: Id; followedAt: ColumnType<Date, Date | undefined, Date> };
  callNote: {
    merchantId: Id;
    callId: Id;
    writtenBy: Id;
    text: string;
    writtenAt: ColumnType<Date, Date | undefined, Date>;
  };
  callsNode: {
    id: string;
    address: string;
    workers: Generated<number>;
    calls: Generated<number>;
    capacity: Generated<number>;
    draining: Generated<boolean>;
    /** fixed, shut, open, or the system's code of why it is not. */
    sipDoor: Generated<string>;
    version: Generated<string>;
    life: Generated<string>;
    startedAt: Made;
    heartbeatAt: ColumnType<Date, Date | undefined, Date>;
  };
}
