import { createHash, randomBytes } from 'node:crypto';
import { accessKeys, buttons } from '@lianxian/core';
import type { HouseDb } from '../../platform/db/index.ts';
import type { Authenticate, Session } from '../../platform/http/index.ts';
import type { Clock } from '../../platform/time.ts';
import { findSession } from './session.store.ts';

const TOKEN_BYTES = 32;

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
/** Tokens are random and long, so a plain hash is enough: whoever reads the table cannot sign in with it. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const known = <T extends string>(all: readonly T[], held: readonly string[] | null): ReadonlySet<T> =>
  new Set(all.filter(one => held?.includes(one)));

/** The merchant's owner holds every key and button; everybody else what the role says. */
export const authenticateWith =
  (db: HouseDb, clock: Clock): Authenticate =>
  async (token): Promise<Session | null> => {
    const hash = hashOfToken(token);
    const row = await findSession(db, hash, clock.now());
    if (row === undefined) return null;
    const isOwner = row.role_code === 'company';
    return {
      id: hash.toString('hex'),
      merchantId: row.merchant_id,
      employeeId: row.employee_id,
      roleCode: row.role_code,
      rights: isOwner ? new Set(accessKeys) : known(accessKeys, row.rights),
      buttons: isOwner ? new Set(buttons) : known(buttons, row.buttons),
      expiresAt: row.expires_at,
    };
  };
