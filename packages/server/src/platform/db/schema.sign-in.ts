import type { ColumnType, Generated } from 'kysely';

type Id = string;

/** How people sign in: sessions, what guards an account, what they agreed to, their WeChat user. */
export interface SignInTables {
  session: {
    token_hash: Buffer;
    merchant_id: Id;
    employee_id: Id;
    created_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
    ip: Generated<string>;
    user_agent: Generated<string>;
    seen_at: Date;
    proved_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    factor_due: Generated<boolean>;
  };
  known_device: { merchant_id: Id; employee_id: Id; secret_hash: Buffer; seen_at: Date };
  owner_reset: {
    secret_hash: Buffer;
    code_hash: string;
    expires_at: Date;
    for_merchant_id: ColumnType<Id | null, Id | null | undefined, Id | null>;
    for_employee_id: ColumnType<Id | null, Id | null | undefined, Id | null>;
  };
  factor_removal: { merchant_id: Id; employee_id: Id; due_at: Date };
  captcha: { key: string; answer_hash: Buffer; expires_at: Date };
  login_failure: { subject: Buffer; failures: number; locked_until: Date | null; last_at: Date };
  address_failure: { subject: Buffer; failures: number; began_at: Date };
  second_factor: {
    merchant_id: Id;
    employee_id: Id;
    secret_sealed: string;
    created_at: Date;
    confirmed_at: Date | null;
    last_step: Generated<string>;
  };
  recovery_code: { merchant_id: Id; employee_id: Id; code_hash: string; used_at: Date | null };
  agreement_acceptance: { merchant_id: Id; employee_id: Id; version: number; at: Date; ip: Generated<string> };
  wechat_code: {
    merchant_id: Id;
    employee_id: Id;
    code_hash: string;
    expires_at: Date;
    tries: Generated<number>;
  };
  wechat_user: { merchant_id: Id; employee_id: Id; open_id: string; union_id: Generated<string>; bound_at: Date };
}
