import { Secret, TOTP } from 'otpauth';

/**
 * One-time codes by time: RFC 6238 with what every authenticator knows (SHA-1, six digits, steps of 30 s from 1970).
 * One step before and after is taken (§5.2: clocks of telephones are not exact).
 */
const DIGITS = 6;
const STEP_S = 30;
const STEPS_OFF = 1;
/** 160 bits, as long as the hash (RFC 4226 §4, R6). */
const SECRET_BYTES = 20;

const totpOf = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: DIGITS, period: STEP_S, label, issuer });

/** Base32, as one types it into an authenticator that has no camera. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address an authenticator reads from a QR code. `issuer` is whose product it is, `label` whose account. */
export const otpauthUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, label, issuer).toString();

/** The time step (whole, since 1970) whose code this is, near `at`; null when it is none. Spaces do not count. */
export const stepOfCode = (secret: string, code: string, at: Date): number | null => {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  const off = totpOf(secret).validate({ token: digits, timestamp: at.getTime(), window: STEPS_OFF });
  return off === null ? null : Math.floor(at.getTime() / 1000 / STEP_S) + off;
};
