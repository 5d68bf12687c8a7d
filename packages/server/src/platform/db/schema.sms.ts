import type {
  MessageSource,
  MessageState,
  ProviderKind,
  SmsKind,
  TemplateReviewState,
  TemplateState,
} from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migrations 0160, 0161 and 0165. */
type Id = string;
type Made = ColumnType<Date, Date | undefined, Date>;
type Known<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Json<T> = ColumnType<T, string | undefined, string>;

export interface SmsTables {
  smsSettings: { merchantId: Id; perDay: number | null; per30Days: number | null; linkHost: Generated<string> };
  smsTemplate: {
    merchantId: Id;
    id: Generated<Id>;
    name: string;
    kind: SmsKind;
    signature: string;
    content: string;
    link: Generated<string>;
    codes: Json<readonly { readonly providerId: string; readonly code: string }[]>;
    state: Generated<TemplateState>;
    because: Generated<string>;
    madeBy: Id;
    updatedAt: Made;
    removedAt: Known<Date>;
  };
  smsProvider: {
    merchantId: Id;
    id: Generated<Id>;
    name: string;
    kind: ProviderKind;
    settings: Json<unknown>;
    secretSealed: string | null;
    callback: string;
    rank: number;
    share: number;
    perSecond: number;
    enabled: Generated<boolean>;
    failures: Generated<number>;
    because: Generated<string>;
    restsUntil: Known<Date>;
    lastSentAt: Known<Date>;
    changedAt: Made;
    removedAt: Known<Date>;
  };
  smsReview: {
    merchantId: Id;
    id: Generated<Id>;
    templateId: Id;
    providerId: Id;
    state: Generated<TemplateReviewState>;
    code: Generated<string>;
    because: Generated<string>;
    askedBy: Id;
    tries: Generated<number>;
    dueAt: Made;
  };
  smsLease: { merchantId: Id; node: string; fence: Generated<string>; until: Date };
  smsBatch: {
    merchantId: Id;
    id: Id;
    templateId: Id;
    template: string;
    madeBy: Id;
    madeAt: Made;
    readAt: Known<Date>;
    cancelledAt: Known<Date>;
  };
  smsMessage: {
    merchantId: Id;
    id: Generated<Id>;
    request: string;
    templateId: Id;
    template: string;
    kind: SmsKind;
    phone: string;
    name: Generated<string>;
    text: string;
    body: string;
    values: Json<Readonly<Record<string, string>>>;
    parts: number;
    held: Generated<string>;
    cost: Generated<string>;
    state: MessageState;
    because: Generated<string>;
    source: MessageSource;
    batchId: Known<Id>;
    taskId: Known<Id>;
    callId: Known<Id>;
    ownerId: Known<Id>;
    onlyProvider: Known<Id>;
    providerId: Known<Id>;
    tried: Generated<readonly Id[]>;
    fence: Known<Id>;
    createdAt: Made;
    dueAt: Made;
    handedAt: Known<Date>;
    sentAt: Known<Date>;
    reportedAt: Known<Date>;
  };
  smsPart: {
    merchantId: Id;
    providerId: Id;
    ref: string;
    messageId: Known<Id>;
    delivered: Known<boolean>;
    code: Generated<string>;
    at: Known<Date>;
    madeAt: Made;
  };
  smsReplyPart: {
    merchantId: Id;
    providerId: Id;
    phone: string;
    number: number;
    parts: number;
    part: number;
    text: string;
    at: Made;
  };
  smsReply: {
    merchantId: Id;
    id: Generated<Id>;
    providerId: Id;
    ref: string;
    phone: string;
    text: string;
    stop: boolean;
    messageId: Known<Id>;
    ownerId: Known<Id>;
    closedAt: Known<Date>;
    closedBy: Known<Id>;
    at: Made;
  };
  smsLink: {
    merchantId: Id;
    code: string;
    messageId: Id;
    url: string;
    clicks: Generated<number>;
    firstAt: Known<Date>;
    lastAt: Known<Date>;
  };
}
