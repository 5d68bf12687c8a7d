import { type InputOf, tokenCookie, type userEndpoints } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { type OpenContext, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import { later } from '../../platform/time.ts';
import { endPreviews, hashOfToken, insertSession, newToken, openPasswords, revokeSession } from '../accounts/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import type { Captchas } from '../captcha/index.ts';
import {
  type Device,
  findDevice,
  noteDevice,
  openTries,
  type Spent,
  type Subject,
  spendTry,
  type Try,
  type TryParts,
} from '../tries/index.ts';
import { findByAccount, noteSignIn } from './login.store.ts';

/** Looks at the code of a person's second factor: `none` when there is no factor, `needed` when no code was given. */
export type CheckCode = (
  db: MerchantDb,
  employeeId: string,
  code: string,
  at: Date,
) => Promise<'none' | 'needed' | 'wrong' | 'right'>;

export interface LoginParts extends TryParts {
  readonly log: Log;
  readonly merchantDb: (merchantId: string) => MerchantDb;
  readonly captchas: Captchas;
  /** There are demo accounts; without, they are accounts of nobody. */
  readonly demo: boolean;
  readonly checkCode: CheckCode;
  /** A proxy nobody told us of stands before us. */
  readonly onUnknownProxy: (at: Date) => void;
  /** A session ended before its time. */
  readonly onRevoked: (sessionId: string) => void;
}
type LoginInput = InputOf<typeof userEndpoints.login>;
type Person = NonNullable<Awaited<ReturnType<typeof findByAccount>>>;
/** A sign-in on its way: what it may still use up, and what it gives back when it was right. */
interface SigningIn extends LoginParts {
  readonly input: LoginInput;
  readonly context: OpenContext;
  readonly device: Device;
  readonly one: Try;
  readonly budget: Pick<Spent, 'giveBack'>;
  readonly keepCaptcha: () => Promise<void>;
}

const openSession = async (
  { merchantDb, context, device }: SigningIn,
  person: Person,
  factorDue: boolean,
): Promise<string> => {
  const { at, ip, userAgent } = context;
  const token = newToken();
  await merchantDb(person.merchantId).transaction(async tx => {
    const expiresAt = later(at, tokenCookie.maxAgeS * 1000);
    const tokenHash = hashOfToken(token);
    await insertSession(tx, { tokenHash, employeeId: person.id, at, expiresAt, ip, userAgent, factorDue });
    await noteSignIn(tx, person.id, at, ip);
    await noteDevice(tx, person.id, device.secretHash, at);
    await recordAudit(tx, { action: 'login' }, auditBy(context, person.id));
  });
  device.remember();
  return token;
};

/** Nobody waits for the row: an account that exists must not answer later than one that does not. */
const fail = (
  { merchantDb, context, log, one }: SigningIn,
  person: Person | undefined,
  why: 'loginWrong' | 'codeWrong',
) => {
  if (person !== undefined)
    recordAudit(merchantDb(person.merchantId), { action: 'login.failed' }, auditBy(context, person.id)).catch(
      (error: unknown) => log.warn({ err: error }, 'a failed sign-in left no audit row'),
    );
  return one.fail(why);
};

/**
 * The password was right: what is wrong now is the code, and the captcha need not be solved again for it. False: there is
 * no second factor.
 */
const passCode = async (signing: SigningIn, person: Person): Promise<boolean> => {
  const { input, context, checkCode, merchantDb, one, budget, keepCaptcha } = signing;
  const code = await checkCode(merchantDb(person.merchantId), person.id, input.code, context.at);
  if (code === 'needed') {
    await Promise.all([keepCaptcha(), one.giveBack(), budget.giveBack()]);
    throw refuse('codeNeeded');
  }
  if (code === 'wrong') {
    await keepCaptcha();
    throw fail(signing, person, 'codeWrong');
  }
  return code === 'right';
};

type IsPassword = ReturnType<typeof openPasswords>;

const signIn = async (signing: SigningIn, isPassword: IsPassword) => {
  const { input, context, db, demo, one, budget } = signing;
  const found = await findByAccount(db, input.cid, input.account);
  const person = found?.demo === true && !demo ? undefined : found;
  const isRight = await isPassword(person?.passwordHash, input.password);
  if (person === undefined || !isRight) throw fail(signing, person, 'loginWrong');
  if (person.demo && !context.isThisMachine) {
    await Promise.all([one.giveBack(), budget.giveBack()]);
    throw refuse('demoElsewhere');
  }
  const hasFactor = await passCode(signing, person);
  await Promise.all([one.forget(), budget.giveBack()]);
  const isDemanded = person.kind === 'platform' || person.demandsFactor === true;
  const token = await openSession(signing, person, isDemanded && !hasFactor && !person.demo);
  return { token, userName: person.name };
};

/** A known browser's tries are counted for itself; the network it stands in may be spent by others. */
const openDoor = async (parts: LoginParts, input: LoginInput, context: OpenContext) => {
  const device = await findDevice(parts.db, input, context);
  const subject: Subject = ['signIn', input.cid, input.account, ...(device.known === null ? [] : [device.known])];
  return { device, subject };
};
const nothingSpent: Pick<Spent, 'giveBack'> = { giveBack: () => Promise.resolve() };

/**
 * Sign-in: captcha, lock of the account, budget of the address, password, demo rule, code, session. Wrong captchas do
 * not count as failures. Whatever was wrong with merchant, account or password: the same answer after the same work.
 */
export const openLogin = (parts: LoginParts) => {
  const { captchas } = parts;
  const tries = openTries(parts);
  const isPassword = openPasswords();
  return async (input: LoginInput, context: OpenContext): Promise<{ token: string; userName: string }> => {
    const { at, ip } = context;
    if (context.isBehindUnknownProxy) parts.onUnknownProxy(at);
    const solved = await captchas.take(input.captchaKey, input.captcha, at);
    if (solved === null) throw refuse('captchaWrong');
    const { device, subject } = await openDoor(parts, input, context);
    return await tries.attempt({ subject, at, ip, lock: 'accountLocked' }, async one => {
      const spent = device.known === null ? spendTry(parts, context, 'login') : Promise.resolve(nothingSpent);
      const budget = await spent.catch(async error => {
        await one.giveBack();
        throw error;
      });
      return await signIn({ ...parts, input, context, device, one, budget, keepCaptcha: solved.giveBack }, isPassword);
    });
  };
};

/**
 * Revokes the session, and with it what it looked at with others' eyes; the sockets of all are closed by who is told. Who
 * looks with another's eyes ends that alone.
 */
export const logout = async (context: SignedInContext): Promise<void> => {
  const { db, session, at } = context;
  await db.transaction(async tx => {
    await endPreviews(tx, context);
    if (session.preview !== null) return;
    await revokeSession(tx, Buffer.from(session.id, 'hex'), at);
    await recordAudit(tx, { action: 'logout' }, auditBy(context));
  });
};
