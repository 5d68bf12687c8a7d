import { type InputOf, tokenCookie, type userEndpoints } from '@lianxian/contract';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';
import { type OpenContext, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import { later } from '../../platform/time.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { spendTry } from './address.ts';
import type { Captchas } from './captcha.ts';
import { findByAccount, noteSignIn } from './login.store.ts';
import { openPasswords } from './password.ts';
import { insertSession, revokeSession } from './session.store.ts';
import { hashOfToken, newToken } from './session.ts';
import { openTries, type Subject, type Tries } from './tries.ts';

/** Looks at the code of a person's second factor: `none` when there is no factor, `needed` when no code was given. */
export type CheckCode = (
  db: MerchantDb,
  employeeId: string,
  code: string,
  at: Date,
) => Promise<'none' | 'needed' | 'wrong' | 'right'>;

export interface LoginParts {
  readonly db: HouseDb;
  readonly log: Log;
  readonly merchantDb: (merchantId: string) => MerchantDb;
  readonly captchas: Captchas;
  /** There are demo accounts; without, they are accounts of nobody. */
  readonly demo: boolean;
  readonly checkCode: CheckCode;
  /** A session ended before its time. */
  readonly onRevoked: (sessionId: string) => void;
}
type LoginInput = InputOf<typeof userEndpoints.login>;
type Person = NonNullable<Awaited<ReturnType<typeof findByAccount>>>;
/** One try to sign in. */
interface Try extends LoginParts {
  readonly input: LoginInput;
  readonly context: OpenContext;
  readonly tries: Tries;
}

const subjectOf = ({ cid, account }: LoginInput): Subject => [cid, account];

const openSession = async ({ merchantDb, context }: Try, person: Person): Promise<string> => {
  const { at, ip, userAgent } = context;
  const token = newToken();
  await merchantDb(person.merchant_id).transaction(async tx => {
    const expiresAt = later(at, tokenCookie.maxAgeS * 1000);
    await insertSession(tx, { tokenHash: hashOfToken(token), employeeId: person.id, at, expiresAt, ip, userAgent });
    await noteSignIn(tx, person.id, at, ip);
    await recordAudit(tx, { action: 'login' }, auditBy(context, person.id));
  });
  return token;
};

/** Nobody waits for the row: an account that exists must not answer later than one that does not. */
const noteFailure = ({ merchantDb, context, log }: Try, person: Person | undefined): void => {
  if (person === undefined) return;
  recordAudit(merchantDb(person.merchant_id), { action: 'login.failed' }, auditBy(context, person.id)).catch(
    (error: unknown) => log.warn({ err: error }, 'a failed sign-in left no audit row'),
  );
};

const fail = async (one: Try, person: Person | undefined, why: 'loginWrong' | 'codeWrong'): Promise<never> => {
  const minutes = await one.tries.fail(subjectOf(one.input), one.context.at);
  noteFailure(one, person);
  throw minutes === null ? refuse(why) : refuse('accountLocked', { minutes });
};

/** The password was right: what is wrong now is the code, and the captcha need not be solved again for it. */
const passCode = async (one: Try, person: Person, keepCaptcha: () => Promise<void>): Promise<void> => {
  const { input, context, checkCode, merchantDb } = one;
  const code = await checkCode(merchantDb(person.merchant_id), person.id, input.code, context.at);
  if (code === 'needed') {
    await keepCaptcha();
    throw refuse('codeNeeded');
  }
  if (code === 'wrong') {
    await keepCaptcha();
    await fail(one, person, 'codeWrong');
  }
};

type IsPassword = ReturnType<typeof openPasswords>;

const signIn = async (one: Try, isPassword: IsPassword, keepCaptcha: () => Promise<void>) => {
  const { input, context, db, tries } = one;
  const minutes = await tries.locked(subjectOf(input), context.at);
  if (minutes !== null) throw refuse('accountLocked', { minutes });
  const { giveBack } = await spendTry(db, context, 'login');
  const found = await findByAccount(db, input.cid, input.account);
  const person = found?.demo === true && !one.demo ? undefined : found;
  const isRight = await isPassword(person?.password_hash, input.password);
  if (person === undefined || !isRight) return await fail(one, person, 'loginWrong');
  if (person.demo && !context.isThisMachine) throw refuse('demoElsewhere');
  await passCode(one, person, async () => {
    await keepCaptcha();
    if (input.code === '') await giveBack();
  });
  await Promise.all([tries.forget(subjectOf(input)), giveBack()]);
  return { token: await openSession(one, person), userName: person.name };
};

/**
 * Sign-in: captcha, lock of the account, budget of the address, password, demo rule, code, session. Wrong captchas do
 * not count as failures. Whatever was wrong with merchant, account or password: the same answer after the same work.
 */
export const openLogin = (parts: LoginParts) => {
  const tries = openTries(parts.db);
  const isPassword = openPasswords();
  return async (input: LoginInput, context: OpenContext): Promise<{ token: string; userName: string }> => {
    const solved = await parts.captchas.take(input.captchaKey, input.captcha, context.at);
    if (solved === null) throw refuse('captchaWrong');
    const one: Try = { ...parts, input, context, tries };
    return await tries.inTurn(subjectOf(input), () => signIn(one, isPassword, solved.giveBack));
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
