import { randomInt } from 'node:crypto';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { CheckCode } from '../sign-in/index.ts';
import { keepFactor } from './factor-removal.ts';
import { findFactor, takeStep, useRecoveryCode } from './second-factor.store.ts';
import { stepOfCode } from './totp.ts';

/** Whose secret it is: a sealed one cannot be moved to another row. */
export const factorContext = (merchantId: string, employeeId: string): string => `totp ${merchantId} ${employeeId}`;

const RECOVERY_CODES = 8;
const RECOVERY_CHARS = 10;
const LEGIBLE = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** 10 of 31 characters (49 bits), five and five: ABCDE-23456. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const text = Array.from({ length: RECOVERY_CHARS }, () => LEGIBLE[randomInt(LEGIBLE.length)]).join('');
    return `${text.slice(0, RECOVERY_CHARS / 2)}-${text.slice(RECOVERY_CHARS / 2)}`;
  });

/** Keyed, for 49 bits could be tried out by who has the table. Case, spaces and dashes do not count. */
export const recoveryHash = (secrets: Secrets, { merchantId }: MerchantDb, employeeId: string, code: string): string =>
  secrets.digest(`recovery ${merchantId} ${employeeId} ${code.replace(/[\s-]/g, '').toUpperCase()}`);

/**
 * Looks at what was typed as a code: six digits of the authenticator or a recovery code, each of them once. `none` when
 * the person has no second factor in force.
 */
export const openCodeCheck =
  (secrets: Secrets): CheckCode =>
  async (db, employeeId, code, at) => {
    const factor = await findFactor(db, employeeId);
    if (factor === undefined || factor.confirmedAt === null) return 'none';
    if (code.trim() === '') return 'needed';
    const step = stepOfCode(secrets.open(factor.secretSealed, factorContext(db.merchantId, employeeId)), code, at);
    const isRight =
      step === null
        ? await useRecoveryCode(db, employeeId, { codeHash: recoveryHash(secrets, db, employeeId, code), at })
        : await takeStep(db, employeeId, step);
    if (isRight) await keepFactor(db, employeeId, at);
    return isRight ? 'right' : 'wrong';
  };
