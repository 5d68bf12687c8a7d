import type { AccessKey, Button, DataScope, MerchantKind, RoleCode } from '@lianxian/core';

/** Who is signed in, and what they may; read anew from the database with every request, so that a change holds at once. */
export interface Session {
  /** Names the session, opens nothing: the hash of its token. */
  readonly id: string;
  readonly merchantId: string;
  readonly employeeId: string;
  readonly roleCode: RoleCode;
  /** What their merchant is: the platform, a reseller, a merchant. */
  readonly level: MerchantKind;
  /** Whose rows they see of what people make (`withinScope` of platform/db). */
  readonly scope: DataScope;
  /** Of their department, e.g. `/3/17/`; empty without one. */
  readonly departmentPath: string;
  readonly rights: ReadonlySet<AccessKey>;
  readonly buttons: ReadonlySet<Button>;
  /** Has a seat that may connect (docs/rights.md#seats). */
  readonly isSeat: boolean;
  readonly expiresAt: Date;
  /**
   * What comes first: a password of one's own, as somebody else set this one, or a second factor, which is demanded.
   * Nothing is open but what does it.
   */
  readonly due: 'password' | 'factor' | null;
  /** When password or factor was typed last. */
  readonly provedAt: Date;
  /** Somebody else looks with this employee's eyes, and does nothing (decision 67); null: it is this person. */
  readonly preview: { readonly byEmployeeId: string; readonly bySessionId: string } | null;
}

/** Who sits before the page: whose look is noted, whose budgets it uses up. */
export const whoLooks = ({ employeeId, preview }: Pick<Session, 'employeeId' | 'preview'>): string =>
  preview?.byEmployeeId ?? employeeId;

/** Finds the session of a token; `null` when there is none, it expired or was revoked. Room accounts does it. */
export type Authenticate = (token: string) => Promise<Session | null>;

/** Which of these sessions still live, by id, as they are now: one query however many. Room accounts does it. */
export type LiveSessions = (ids: readonly string[]) => Promise<ReadonlyMap<string, Session>>;
