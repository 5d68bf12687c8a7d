import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with the library's parameters (19 MiB, 2 passes, OWASP's minimum). */
export const hashPassword = (password: string): Promise<string> => hash(password);

/**
 * Compares passwords: `stored` is undefined for an unknown account, which costs the same time as a wrong password and
 * is always wrong.
 */
export const openPasswords = () => {
  const nobody = hash('nobody has this password');
  return async (stored: string | undefined, password: string): Promise<boolean> => {
    const isRight = await verify(stored ?? (await nobody), password);
    return isRight && stored !== undefined;
  };
};

/** Letters and figures of which none is taken for another. */
const LEGIBLE = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const ONE_TIME_CHARS = 12;

/** A password for one sign-in (12 of 55 characters, 69 bits): it is read aloud or copied once. */
export const oneTimePassword = (): string =>
  Array.from({ length: ONE_TIME_CHARS }, () => LEGIBLE[randomInt(LEGIBLE.length)]).join('');
