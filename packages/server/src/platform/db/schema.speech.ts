import type { SpeechFault, SpeechKind, SpeechPurpose, SpeechSettings } from '@lianxian/contract';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migration 0021. */
type Id = string;

export interface SpeechTables {
  speech_service: {
    merchant_id: Id;
    id: Generated<Id>;
    purpose: SpeechPurpose;
    kind: SpeechKind;
    name: string;
    settings: ColumnType<SpeechSettings, string, string>;
    key_sealed: string | null;
    query_sealed: string | null;
    chosen: Generated<boolean>;
    tested_at: Date | null;
    tested_ms: number | null;
    tested_fault: SpeechFault | null;
    rev: Generated<number>;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  speech_minute: {
    merchant_id: Id;
    service_id: Id;
    minute: Date;
    answered: Generated<number>;
    failed: Generated<number>;
    waited_ms: Generated<string>;
    longest_ms: Generated<number>;
    fault: SpeechFault | null;
  };
  webhook_secret: {
    merchant_id: Id;
    secret_sealed: string;
    made_at: ColumnType<Date, Date | undefined, Date>;
  };
}
