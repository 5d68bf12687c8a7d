import type { VoiceKind, VoiceSource } from '@lianxian/contract';
import type { ColumnType, Generated } from 'kysely';

type Id = string;
type MayMiss<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Tables of migration 0018. */
export interface VoiceTables {
  voiceSound: {
    merchantId: Id;
    hash: string;
    audio: Buffer;
    peaks: Buffer;
    madeAt: ColumnType<Date, Date | undefined, Date>;
  };
  voice: {
    merchantId: Id;
    id: Generated<Id>;
    text: string;
    key: string;
    kind: VoiceKind;
    use: Generated<string>;
    speaker: Generated<string>;
    source: VoiceSource;
    sound: string;
    chosen: Generated<boolean>;
    planId: MayMiss<Id>;
    place: Generated<string>;
    changedBy: MayMiss<Id>;
    changedAt: ColumnType<Date, Date | undefined, Date>;
  };
}
