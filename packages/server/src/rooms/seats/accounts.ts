import { SEAT_ACCOUNT_PREFIX } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { findSecret, seatsHolding } from './secret.store.ts';

/** Whose secret it is: it cannot be moved to another row. */
export const seatSecretContext = (merchantId: string, employeeId: string): string =>
  `seat secret ${merchantId} ${employeeId}`;

/** What the telephone of a seat signs in as. No gateway is called so: a line's account that begins so is refused. */
export const seatAccountOf = (employeeId: string): string => `${SEAT_ACCOUNT_PREFIX}${employeeId}`;

/** The employee of an account; null: it is no seat's. */
export const seatOfAccount = (account: string): string | null => /^seat\.([1-9]\d{0,17})$/.exec(account)?.[1] ?? null;

/** Seats, as the registrar asks for them: null for whoever has no secret that holds. */
interface SeatAccounts {
  /** An account that nobody has costs the same: one statement, one opening of a seal. */
  readonly find: (
    username: string,
  ) => Promise<{ readonly account: string; readonly password: string; readonly isDrawn: true } | null>;
  /** Of these accounts of seats those that have no secret any more; one statement for all. */
  readonly lapsed: (accounts: readonly string[]) => Promise<readonly string[]>;
}

export const openSeatAccounts = (db: UnscopedDb, secrets: Secrets): SeatAccounts => {
  const nobody = secrets.seal('nobody has this password', 'nobody');
  return {
    find: async username => {
      const row = await findSecret(db, seatOfAccount(username) ?? '0');
      if (row === undefined) {
        secrets.open(nobody, 'nobody');
        return null;
      }
      const { merchantId, employeeId, secretSealed } = row;
      const password = secrets.open(secretSealed, seatSecretContext(merchantId, employeeId));
      return { account: seatAccountOf(employeeId), password, isDrawn: true };
    },
    lapsed: async accounts => {
      if (accounts.length === 0) return [];
      const there = await seatsHolding(
        db,
        accounts.flatMap(account => seatOfAccount(account) ?? []),
      );
      return accounts.filter(account => !there.has(seatOfAccount(account) ?? ''));
    },
  };
};
