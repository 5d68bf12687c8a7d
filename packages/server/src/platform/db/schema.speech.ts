import type { SpeechFault, SpeechKind, SpeechPurpose, SpeechSettings } from '@lianxian/contract';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migration 0021. */
type Id = string;

export interface SpeechTables {
  speechService: {
    merchantId: Id;
    id: Generated<Id>;
    purpose: SpeechPurpose;
    kind: SpeechKind;
    name: string;
    settings: ColumnType<SpeechSettings, string, string>;
    keySealed: string | null;
    querySealed: string | null;
    chosen: Generated<boolean>;
    testedAt: Date | null;
    testedMs: number | null;
    testedFault: SpeechFault | null;
    rev: Generated<number>;
    createdAt: ColumnType<Date, Date | undefined, never>;
  };
  speechMinute: {
    merchantId: Id;
    serviceId: Id;
    minute: Date;
    answered: Generated<number>;
    failed: Generated<number>;
    waitedMs: Generated<string>;
    longestMs: Generated<number>;
    fault: SpeechFault | null;
  };
  webhookSecret: {
    merchantId: Id;
    secretSealed: string;
    madeAt: ColumnType<Date, Date | undefined, Date>;
  };
}
