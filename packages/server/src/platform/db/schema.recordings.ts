import type { RecordOrderState, SentenceState } from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';

type Id = string;
type MayMiss<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Tables of migration 0179. */
export interface RecordingTables {
  recordOrder: {
    merchantId: Id;
    id: Generated<Id>;
    planId: Id;
    planVersion: number | null;
    planName: string;
    price: string;
    /** A date; read as text. */
    deadline: string;
    dueAt: Date;
    notes: string;
    sampleId: Id | null;
    offeredTo: Id;
    offeredAs: 'own' | 'reseller' | 'platform';
    personId: Id | null;
    tellsName: boolean;
    state: Generated<RecordOrderState>;
    takenBy: MayMiss<Id>;
    voiceName: MayMiss<string>;
    held: Generated<string>;
    paid: Generated<string>;
    requestId: string;
    createdBy: Id;
    createdAt: ColumnType<Date, Date | undefined, never>;
    endedAt: MayMiss<Date>;
    nearToldAt: MayMiss<Date>;
    lateToldAt: MayMiss<Date>;
  };
  recordSentence: {
    merchantId: Id;
    orderId: Id;
    number: number;
    text: string;
    key: string;
    place: string;
    note: string;
    state: Generated<SentenceState>;
    isHandedIn: Generated<boolean>;
    sound: MayMiss<string>;
    handedInAt: MayMiss<Date>;
    markFromMs: MayMiss<number>;
    markToMs: MayMiss<number>;
    markNote: MayMiss<string>;
  };
  /** An order as the merchant of its voice people has it. */
  recordOffer: {
    merchantId: Id;
    orderId: Id;
    buyerId: Id;
    personId: Id | null;
    takenBy: MayMiss<Id>;
    isOver: Generated<boolean>;
  };
}
