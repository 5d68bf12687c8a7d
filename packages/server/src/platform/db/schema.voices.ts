import type { ColumnType, Generated } from 'kysely';

type Id = string;
type MayMiss<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Tables of migration 0018. */
export interface VoiceTables {
  voice_sound: {
    merchant_id: Id;
    hash: string;
    audio: Buffer;
    peaks: Buffer;
    made_at: ColumnType<Date, Date | undefined, Date>;
  };
  voice: {
    merchant_id: Id;
    id: Generated<Id>;
    text: string;
    key: string;
    kind: 'sentence' | 'base' | 'piece';
    use: Generated<string>;
    speaker: Generated<string>;
    source: 'upload' | 'microphone' | 'file';
    sound: string;
    chosen: Generated<boolean>;
    plan_id: MayMiss<Id>;
    place: Generated<string>;
    changed_by: MayMiss<Id>;
    changed_at: ColumnType<Date, Date | undefined, Date>;
  };
}
