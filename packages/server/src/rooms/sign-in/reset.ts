import { hash, randomBytes, randomInt } from 'node:crypto';
import { type InputOf, limits, type OutputOf, type userEndpoints } from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { type OpenContext, refuse } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { later } from '../../platform/time.ts';
import { endSessions, hashPassword, setPassword, whyWeak } from '../accounts/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import type { Captchas } from '../captcha/index.ts';
import { spendTry, type TryParts } from '../tries/index.ts';
import { confirmReset, findOwnerByAccount, findReset, keepReset, takeReset } from './reset.store.ts';

/**
 * An owner's forgotten password, without mail:
 *
 *     browser: asks ─▶ code on its page ─▶ read out ─▶ keeper types it in ─▶ browser sets the password
 *
 * The keeper (reseller or platform) sees no password, the browser alone can set one, once, and the second factor stays.
 * Who asks for an account that does not exist is told the same and waits for ever.
 */
export interface ResetParts extends TryParts {
  readonly secrets: Secrets;
  readonly captchas: Captchas;
  /** A session ended before its time. */
  readonly onRevoked: (sessionId: string) => void;
  /** Its password was set anew: its people hear of it. */
  readonly onReset: (merchantId: string) => void;
}

const SECRET_BYTES = 32;
/** 8 of 31 characters (39 bits): read out over the telephone; five wrong ones lock the keeper's check. */
const CODE_CHARS = 8;
const LEGIBLE = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const NOBODY = { merchantId: '0', id: '0' };

const secretHashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');
const codeHashOf = (secrets: Secrets, merchantId: string, employeeId: string, code: string): string =>
  secrets.sign(`reset ${merchantId} ${employeeId} ${code.replace(/[\s-]/g, '').toUpperCase()}`);

/** The same for whatever account, in the same time. */
export const askReset = async (
  parts: ResetParts,
  input: InputOf<typeof userEndpoints.resetAsk>,
  context: OpenContext,
): Promise<OutputOf<typeof userEndpoints.resetAsk>> => {
  const { db, secrets, captchas } = parts;
  const { at } = context;
  if ((await captchas.take(input.captchaKey, input.captcha, at)) === null) throw refuse('captchaWrong');
  await spendTry(parts, context, 'reset');
  const owner = (await findOwnerByAccount(db, input.cid, input.account)) ?? NOBODY;
  const code = Array.from({ length: CODE_CHARS }, () => LEGIBLE[randomInt(LEGIBLE.length)]).join('');
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const expiresAt = later(at, limits.resetMs);
  const codeHash = codeHashOf(secrets, owner.merchantId, owner.id, `${code}${owner === NOBODY ? secret : ''}`);
  await keepReset(db, { secretHash: secretHashOf(secret), codeHash, expiresAt }, at);
  return { code: `${code.slice(0, 4)}-${code.slice(4)}`, secret, expiresAt: expiresAt.toISOString() };
};

/** What the asking browser waits for. */
export const resetState = async (
  { db }: ResetParts,
  { secret }: InputOf<typeof userEndpoints.resetState>,
  { at }: OpenContext,
): Promise<OutputOf<typeof userEndpoints.resetState>> => {
  const found = await findReset(db, secretHashOf(secret), at);
  if (found === undefined) return { state: 'over' };
  return { state: found.forEmployeeId === null ? 'waiting' : 'confirmed' };
};

/** Sets the password of a confirmed reset; the sessions end, the second factor stays. */
export const finishReset = async (
  { db, onRevoked, onReset }: ResetParts,
  { secret, password }: InputOf<typeof userEndpoints.resetFinish>,
  context: OpenContext,
): Promise<void> => {
  const { at } = context;
  const secretHash = secretHashOf(secret);
  const found = await findReset(db, secretHash, at);
  if (found === undefined || found.account === null) throw refuse('resetOver');
  const why = whyWeak(password, found.account);
  if (why !== null) throw refuse(why, { least: limits.passwordChars });
  const passwordHash = await hashPassword(password);
  const { merchantId, ended } = await inTransaction(db, async tx => {
    const taken = await takeReset(tx, secretHash, at);
    if (!taken?.forMerchantId || !taken.forEmployeeId) throw refuse('resetOver');
    const [own, employeeId] = [merchantDb(tx, taken.forMerchantId), taken.forEmployeeId];
    await setPassword(own, employeeId, { passwordHash, mustChange: false, at });
    await recordAudit(own, { action: 'password.reset', target: employeeId }, auditBy(context, employeeId));
    return { merchantId: own.merchantId, ended: await endSessions(own, { employeeIds: [employeeId] }, at) };
  });
  for (const id of ended) onRevoked(id);
  onReset(merchantId);
};

/**
 * A keeper says that the code was read out to him by whom he knows; false when no reset of this owner waits with it. The
 * browser then has as long again. Call it in the transaction of the audit rows.
 */
export const allowReset = (
  tx: UnscopedDb,
  secrets: Secrets,
  owner: { readonly merchantId: string; readonly id: string },
  code: string,
  at: Date,
): Promise<boolean> =>
  confirmReset(merchantDb(tx, owner.merchantId), tx, {
    employeeId: owner.id,
    codeHash: codeHashOf(secrets, owner.merchantId, owner.id, code),
    at,
    expiresAt: later(at, limits.resetMs),
  });
