import { hash, randomBytes } from 'node:crypto';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { OpenContext } from '../../platform/http/index.ts';
import { isDeviceOf } from './device.store.ts';

/**
 * A browser that signed in to an account before is known by a secret in a cookie that no script reads. Strangers' wrong
 * passwords lock strangers out, not it: its own tries are counted for itself alone. The secret opens nothing.
 */
export interface Device {
  /** What its tries are counted by; null: a stranger's, counted with all strangers' at this account. */
  readonly known: string | null;
  readonly secretHash: Buffer;
  /** Lets the browser keep it. */
  readonly remember: () => void;
}

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;
const NAME_CHARS = 16;
/** Half a year without a sign-in, and it is a stranger again. */
export const DEVICE_DAYS = 180;
const DEVICE_S = DEVICE_DAYS * 86_400;

interface Typed {
  readonly cid: string;
  readonly account: string;
}

/** One cookie an account, so that several accounts of one browser do not push each other out. */
const cookieOf = ({ cid, account }: Typed): string =>
  `device_${hash('sha256', `${cid} ${account.toLowerCase()}`, 'hex').slice(0, NAME_CHARS)}`;

export const findDevice = async (db: UnscopedDb, typed: Typed, { cookies }: OpenContext): Promise<Device> => {
  const name = cookieOf(typed);
  const sent = cookies.read(name);
  const isKnown = SECRET.test(sent) && (await isDeviceOf(db, typed, hash('sha256', sent, 'buffer')));
  // A secret that nobody was given is not taken: who planted it would know it.
  const secret = isKnown ? sent : randomBytes(SECRET_BYTES).toString('base64url');
  const secretHash = hash('sha256', secret, 'buffer');
  return {
    known: isKnown ? secretHash.toString('hex') : null,
    secretHash,
    remember: () => cookies.keep(name, secret, DEVICE_S),
  };
};
