import { createHash } from 'node:crypto';
import { type InputOf, tokenCookie, type userEndpoints } from '@lianxian/contract';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';
import { type OpenContext, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { later } from '../../platform/time.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import type { Captchas } from './captcha.ts';
import { afterFailure, minutesLocked } from './lock.policy.ts';
import { findByAccount, findFailures, forgetFailures, keepFailures } from './login.store.ts';
import { openPasswords } from './password.ts';
import { oneAtATime } from './queue.ts';
import { insertSession, revokeSession } from './session.store.ts';
import { hashOfToken, newToken } from './session.ts';

export interface LoginParts {
  readonly db: HouseDb;
  readonly merchantDb: (merchantId: string) => MerchantDb;
  readonly captchas: Captchas;
  /** A session ended before its time. */
  readonly onRevoked: (sessionId: string) => void;
}
type LoginInput = InputOf<typeof userEndpoints.login>;
type Person = NonNullable<Awaited<ReturnType<typeof findByAccount>>>;

const subjectOf = ({ cid, account }: LoginInput): Buffer =>
  createHash('sha256').update(`${cid} ${account.toLowerCase()}`).digest();

const openSession = async (parts: LoginParts, person: Person, context: OpenContext): Promise<string> => {
  const { at } = context;
  const token = newToken();
  await parts.merchantDb(person.merchant_id).transaction(async tx => {
    const expiresAt = later(at, tokenCookie.maxAgeS * 1000);
    const { ip, userAgent } = context;
    await insertSession(tx, { tokenHash: hashOfToken(token), employeeId: person.id, at, expiresAt, ip, userAgent });
    await recordAudit(tx, { action: 'login' }, auditBy(context, person.id));
  });
  return token;
};

const fail = async (parts: LoginParts, input: LoginInput, person: Person | undefined, context: OpenContext) => {
  const { at } = context;
  const subject = subjectOf(input);
  const failures = afterFailure(await findFailures(parts.db, subject), at);
  await keepFailures(parts.db, subject, failures);
  if (person !== undefined) {
    const own = parts.merchantDb(person.merchant_id);
    await recordAudit(own, { action: 'login.failed' }, auditBy(context, person.id));
  }
  const minutes = minutesLocked(failures, at);
  throw minutes === null ? refuse('loginWrong') : refuse('accountLocked', { minutes });
};

type IsPassword = ReturnType<typeof openPasswords>;

const signIn = async (parts: LoginParts, isPassword: IsPassword, input: LoginInput, context: OpenContext) => {
  const minutes = minutesLocked(await findFailures(parts.db, subjectOf(input)), context.at);
  if (minutes !== null) throw refuse('accountLocked', { minutes });
  const person = await findByAccount(parts.db, input.cid, input.account);
  const isRight = await isPassword(person?.password_hash, input.password);
  if (person === undefined || !isRight) return await fail(parts, input, person, context);
  if (person.demo && !context.isThisMachine) throw refuse('demoElsewhere');
  await forgetFailures(parts.db, subjectOf(input));
  return { token: await openSession(parts, person, context), userName: person.name };
};

/** Sign-in: captcha, lock, password, demo rule, session. Wrong captchas do not count as failures. */
export const openLogin = (parts: LoginParts) => {
  const queue = oneAtATime();
  const isPassword = openPasswords();
  return async (input: LoginInput, context: OpenContext): Promise<{ token: string; userName: string }> => {
    const isSolved = await parts.captchas.take(input.captchaKey, input.captcha, context.at);
    if (!isSolved) throw refuse('captchaWrong');
    return await queue(subjectOf(input).toString('base64'), () => signIn(parts, isPassword, input, context));
  };
};

/** Revokes the session; its sockets are closed by who is told. */
export const logout = async (context: SignedInContext): Promise<void> => {
  const { db, session, at } = context;
  await db.transaction(async tx => {
    await revokeSession(tx, Buffer.from(session.id, 'hex'), at);
    await recordAudit(tx, { action: 'logout' }, auditBy(context));
  });
};
