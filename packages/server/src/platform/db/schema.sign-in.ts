import type { ColumnType, Generated } from 'kysely';

type Id = string;

/** How people sign in: sessions, what guards an account, what they agreed to, their WeChat user. */
export interface SignInTables {
  session: {
    tokenHash: Buffer;
    merchantId: Id;
    employeeId: Id;
    createdAt: Date;
    expiresAt: Date;
    revokedAt: Date | null;
    ip: Generated<string>;
    userAgent: Generated<string>;
    seenAt: Date;
    provedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
    factorDue: Generated<boolean>;
    previewerHash: ColumnType<Buffer | null, Buffer | null | undefined, never>;
  };
  knownDevice: { merchantId: Id; employeeId: Id; secretHash: Buffer; seenAt: Date };
  ownerReset: {
    secretHash: Buffer;
    codeHash: string;
    expiresAt: Date;
    forMerchantId: ColumnType<Id | null, Id | null | undefined, Id | null>;
    forEmployeeId: ColumnType<Id | null, Id | null | undefined, Id | null>;
  };
  factorRemoval: { merchantId: Id; employeeId: Id; dueAt: Date };
  captcha: { key: string; answerHash: Buffer; expiresAt: Date };
  loginFailure: { subject: Buffer; failures: number; lockedUntil: Date | null; lastAt: Date };
  addressFailure: { subject: Buffer; failures: number; beganAt: Date };
  secondFactor: {
    merchantId: Id;
    employeeId: Id;
    secretSealed: string;
    createdAt: Date;
    confirmedAt: Date | null;
    lastStep: Generated<string>;
  };
  recoveryCode: { merchantId: Id; employeeId: Id; codeHash: string; usedAt: Date | null };
  agreementAcceptance: { merchantId: Id; employeeId: Id; version: number; at: Date; ip: Generated<string> };
  wechatCode: {
    merchantId: Id;
    employeeId: Id;
    codeHash: string;
    expiresAt: Date;
    tries: Generated<number>;
  };
  wechatUser: { merchantId: Id; employeeId: Id; openId: string; unionId: Generated<string>; boundAt: Date };
}
