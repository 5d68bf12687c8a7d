import type { AccessKey, Button, RoleCode } from '@lianxian/core';

/** Who is signed in, and what they may; read anew from the database with every request, so that a change holds at once. */
export interface Session {
  /** Names the session, opens nothing: the hash of its token. */
  readonly id: string;
  readonly merchantId: string;
  readonly employeeId: string;
  readonly roleCode: RoleCode;
  readonly rights: ReadonlySet<AccessKey>;
  readonly buttons: ReadonlySet<Button>;
  readonly expiresAt: Date;
}

/** Finds the session of a token; `null` when there is none, it expired or was revoked. Room accounts does it. */
export type Authenticate = (token: string) => Promise<Session | null>;
